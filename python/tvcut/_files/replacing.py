"""Write files whole: a file holds its old content until a new file beside it is complete and takes its place."""

from __future__ import annotations

import errno
import io
import os
import secrets
import signal
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import IO

_OPENED = ("/proc/", "/dev/fd/")  # where systems show the open files of processes
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")  # what ends a process from outside, unless it has a handler; not on Windows
_KEPT = ("system.posix_acl_access", "security.selinux", "user.")  # attributes of a file: access, label, the user's own
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY)  # the last one for what is mounted as a file
_REMEDY = "its folder does not allow a new file to take its place; write to a file in another folder"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, which then holds all of the data or, if an exception is raised, its old content.

    A temporary file beside it takes its place, with its mode, owner and attributes as far as the system allows. Other
    hard links keep the old content: to write into what they share could not be undone. What is no regular file, such
    as a pipe or /dev/stdout, is written directly. Raises OSError with the path.
    """
    try:
        place = resolved(path)
        if written_directly(path):
            with _opened(place) as file:
                write_all(file, data)
        else:
            _replace(place, data)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def written_directly(path: str | os.PathLike[str]) -> bool:
    """Return whether there is no file at a path that a new one could replace: a pipe, a device or an open file."""
    if resolved(path).startswith(_OPENED):
        return True
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


def obstacle(path: str | os.PathLike[str]) -> str | None:
    """Return why the folder of an existing file does not allow it to be replaced, as far as that is known before."""
    if written_directly(path) or not os.path.exists(path):
        return None
    place = resolved(path)
    folder = os.path.dirname(place)
    mounted = os.stat(place).st_dev != os.stat(folder).st_dev  # as a file, which containers do
    return _REMEDY if mounted or not os.access(folder, os.W_OK) else None


def resolved(path: str | os.PathLike[str]) -> str:
    """Return a path without symbolic links, but that of an open file instead of the name which the file has."""
    place = os.fspath(path)
    for _ in range(40):  # so many links make a path that cannot be opened
        folder, name = os.path.split(place)
        folder = os.path.realpath(folder)
        place = os.path.join(folder, name)
        if place.startswith(_OPENED) or not os.path.islink(place):
            break
        place = os.path.join(folder, os.readlink(place))
    return place


def write_all(file: IO[bytes], data: bytes) -> None:
    """Write all of the data. One write of a raw file, such as a socket, may write a part of it."""
    if not isinstance(file, io.RawIOBase):
        file.write(data)
        return
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


def _opened(place: str) -> IO[bytes]:
    """Open what is written directly, without a buffer. An open file of this process goes on where it is."""
    folder, name = os.path.split(place)
    if name.isdecimal() and folder in ("/dev/fd", os.path.realpath("/proc/self/fd")):
        return open(os.dup(int(name)), "wb", buffering=0)
    return open(place, "wb", buffering=0)


def _replace(place: str, data: bytes) -> None:
    """Write a new file, and rename it to the path of the old one, if there is one."""
    exists = os.path.exists(place)
    if exists:
        os.close(os.open(place, os.O_WRONLY))  # a file that must not be written must not be replaced either
    temporary = os.path.join(os.path.dirname(place), f".tvcut-{secrets.token_hex(8)}.tmp")
    create = partial(os.open, mode=0o600 if exists else 0o666)  # nobody else reads it before it has the mode
    handled: list[signal.Signals] = []
    try:
        _handle(handled, temporary)
        with _explained(exists), open(temporary, "xb", opener=create) as file:
            if exists:
                _keep(file.fileno(), place)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # after a crash of the system, a file without the content must not have the name
        with _explained(exists):
            os.replace(temporary, place)
    finally:  # twice, since Ctrl-C may come in between: timeout -s INT sends two of them at once
        try:
            _clean(handled, temporary)
        finally:
            _clean(handled, temporary)


@contextmanager
def _explained(exists: bool) -> Iterator[None]:
    """Add the remedy if a folder does not allow that a file in it is replaced."""
    try:
        yield
    except OSError as error:
        if not exists or os.name != "posix" or error.errno not in _FORBIDDEN:
            raise
        raise OSError(error.errno, f"{error.strerror}: {_REMEDY}") from None


def _keep(file: int, place: str) -> None:
    """Give a new file the owner, the mode and the attributes of the old one, as far as the system allows."""
    if os.name != "posix":
        return
    state, own = os.stat(place), os.fstat(file)
    mode = stat.S_IMODE(state.st_mode)
    with suppress(OSError, AttributeError):  # not every system and file system has attributes
        os.removexattr(file, _KEPT[0])  # those that the folder gives to new files
    if (own.st_uid, own.st_gid) != (state.st_uid, state.st_gid):
        try:
            os.fchown(file, state.st_uid, state.st_gid)
        except OSError:  # only the superuser gives files away
            mode &= 0o777
            try:
                os.fchown(file, -1, state.st_gid)
            except OSError:  # another group must not get the rights of the old one
                os.fchmod(file, mode & 0o707 | (mode & 0o007) << 3)
                return
    os.fchmod(file, mode)
    with suppress(OSError, AttributeError):
        for name in filter(lambda name: name.startswith(_KEPT), os.listxattr(place)):
            with suppress(OSError):
                os.setxattr(file, name, os.getxattr(place, name))


def _handle(handled: list[signal.Signals], temporary: str) -> None:
    """Make signals that have no handler and would end the process remove a file before, and append them to a list.

    Threads other than the main one cannot do this, and nothing can be done before SIGKILL: the file then remains.
    """
    process = os.getpid()

    def end(signum: int, frame: FrameType | None) -> None:
        if os.getpid() == process:  # not in one that another thread has forked
            _remove(temporary)
        signal.signal(signum, signal.SIG_DFL)
        signal.raise_signal(signum)

    if threading.current_thread() is not threading.main_thread() or process == 1:  # which such signals do not end
        return
    for signum in (getattr(signal, name) for name in _ENDING if hasattr(signal, name)):
        if signal.getsignal(signum) is signal.SIG_DFL:
            handled.append(signum)
            signal.signal(signum, end)


def _clean(handled: list[signal.Signals], temporary: str) -> None:
    """Remove a file, which is not there after it was renamed, and make signals end the process as before."""
    _remove(temporary)
    for signum in handled:
        signal.signal(signum, signal.SIG_DFL)


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path)
