"""A file that is written keeps its mode, owner, attributes and links, and pipes, devices and open files stay."""

import os
import socket
import stat
import subprocess
import sys
import threading

import numpy as np
import pytest

import tvcut
from tests.files.graphs import W, written
from tvcut._files import replacing

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="uses signals, modes and links as Linux has them")
OLD, NEW = b"old\n" * 1000, written(W, "csv")
needs_root = pytest.mark.skipif(os.name == "posix" and os.getuid() != 0, reason="only root can become another user")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "graph.csv"
    path.write_bytes(OLD)
    return path


def write(path):
    tvcut.write_graph(path, W, format="csv")


def alone(path):
    """Return whether no temporary file is left beside a file."""
    return not list(path.parent.glob(".tvcut-*"))


def test_in_a_thread(file):
    thread = threading.Thread(target=write, args=(file,))
    thread.start()
    thread.join()
    assert file.read_bytes() == NEW and alone(file)


@pytest.mark.parametrize("umask", [0o022, 0o027, 0o077, 0])
def test_modes(tmp_path, umask):
    before = os.umask(umask)
    try:
        write(tmp_path / "new.csv")
        (tmp_path / "plain").touch()
        assert (tmp_path / "new.csv").stat().st_mode == (tmp_path / "plain").stat().st_mode
        for mode in (0o600, 0o640, 0o644, 0o666, 0o755, 0o2664):
            (tmp_path / "new.csv").chmod(mode)
            write(tmp_path / "new.csv")
            assert stat.S_IMODE((tmp_path / "new.csv").stat().st_mode) == mode
    finally:
        os.umask(before)


@needs_root
def test_the_owner_is_kept(file):
    os.chown(file, 1234, 2345)
    file.chmod(0o640)
    write(file)
    found = file.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (1234, 2345, 0o640)
    assert file.read_bytes() == NEW


def test_attributes_are_kept(file):
    try:
        os.setxattr(file, "user.source", b"a survey")
    except OSError:
        pytest.skip("the file system has no attributes")
    write(file)
    assert os.getxattr(file, "user.source") == b"a survey" and file.read_bytes() == NEW


def test_symbolic_links_stay(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "folder").symlink_to("data")
    (tmp_path / "first.csv").symlink_to("folder/second.csv")
    (tmp_path / "data" / "second.csv").symlink_to("../data/graph.csv")
    for before in (None, OLD):
        if before is not None:
            (tmp_path / "data" / "graph.csv").write_bytes(before)
        write(tmp_path / "first.csv")
        assert os.readlink(tmp_path / "first.csv") == "folder/second.csv"
        assert os.readlink(tmp_path / "data" / "second.csv") == "../data/graph.csv"
        assert (tmp_path / "data" / "graph.csv").read_bytes() == NEW and alone(tmp_path / "data" / "x")
    (tmp_path / "loop.csv").symlink_to("loop.csv")
    with pytest.raises(OSError, match=r"Too many levels of symbolic links: '.*loop.csv'"):
        write(tmp_path / "loop.csv")


def test_other_hard_links_keep_the_old_content(file, tmp_path):
    os.link(file, tmp_path / "backup.csv")
    write(file)
    assert file.read_bytes() == NEW and (tmp_path / "backup.csv").read_bytes() == OLD


def test_a_mapped_graph_can_be_written_over_itself(tmp_path):
    import scipy.sparse as sp

    path = tmp_path / "graph.npz"
    sp.save_npz(path, sp.csr_array(W), compressed=False)
    graph = tvcut.read_graph(path, mmap=True)
    tvcut.write_graph(path, graph)
    np.testing.assert_array_equal(graph.W.toarray(), W)
    np.testing.assert_array_equal(tvcut.read_graph(path).W.toarray(), W)


def test_pipes_and_devices(tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    found = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    write(pipe)
    reader.join()
    assert found == [NEW] and stat.S_ISFIFO(pipe.stat().st_mode) and alone(pipe)
    device = os.stat("/dev/null")
    write("/dev/null")
    assert os.path.samestat(os.stat("/dev/null"), device)
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write("/dev/full")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket.csv"))
        with pytest.raises(OSError, match="No such device or address"):
            write(tmp_path / "socket.csv")
    assert stat.S_ISSOCK((tmp_path / "socket.csv").stat().st_mode)


def test_open_files(tmp_path):
    path = tmp_path / "out"
    path.write_bytes(OLD)
    with path.open("ab", buffering=0) as file:
        for name in (f"/dev/fd/{file.fileno()}", f"/proc/self/fd/{file.fileno()}"):
            write(name)
        file.write(b"after")
        assert os.path.samestat(os.fstat(file.fileno()), path.stat())
    assert path.read_bytes() == OLD + NEW + NEW + b"after" and alone(path)
    with pytest.raises(OSError, match="/dev/fd/999"):
        write("/dev/fd/999")


@pytest.fixture
def other_user(tmp_path):
    """Run the test as a user who owns nothing."""
    tmp_path.chmod(0o755)
    folders = [folder for folder in tmp_path.parents if folder.stat().st_uid == 0 and not folder.stat().st_mode & 0o001]
    modes = [folder.stat().st_mode for folder in folders]
    for folder in folders:
        folder.chmod(0o755)
    os.setegid(65534), os.setresuid(65534, 65534, 0)
    yield
    os.setresuid(0, 0, 0), os.setegid(0)
    for folder, mode in zip(folders, modes, strict=True):
        folder.chmod(stat.S_IMODE(mode))


@needs_root
@pytest.mark.parametrize(
    ("folder", "own", "message"), [(0o755, 0o666, "no new file|another folder"), (0o777, 0o644, "")]
)
def test_what_another_user_cannot_replace(file, other_user, folder, own, message):
    os.setresuid(0, 0, 0)
    file.parent.chmod(folder), file.chmod(own)
    os.setresuid(65534, 65534, 0)
    with pytest.raises(PermissionError, match=rf"Permission denied.*({message}).*graph\.csv"):
        write(file)
    assert file.read_bytes() == OLD and alone(file)
    assert (replacing.obstacle(file) is None) == (folder == 0o777)


@needs_root
def test_a_file_of_another_user(file, other_user):
    os.setresuid(0, 0, 0)
    file.parent.chmod(0o777), file.chmod(0o646)
    os.setresuid(65534, 65534, 0)
    write(file)
    found = file.stat()
    assert file.read_bytes() == NEW and found.st_uid == 65534
    assert stat.S_IMODE(found.st_mode) == (0o666 if found.st_gid != 0 else 0o646)  # the group has what others have


@needs_root
def test_a_file_that_is_mounted(file, tmp_path):
    (tmp_path / "mounted.csv").write_bytes(OLD)
    if subprocess.run(["mount", "--bind", tmp_path / "mounted.csv", file], capture_output=True).returncode:
        pytest.skip("files cannot be mounted here")
    try:
        with pytest.raises(OSError, match=r"busy: its folder .* another folder: '.*graph\.csv'"):
            write(file)
        assert file.read_bytes() == OLD and alone(file)
    finally:
        subprocess.run(["umount", file], check=True)
