"""A file that is written has its old content or all of the new one, whatever ends the write."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.files.test_replacing import NEW, OLD, alone
from tvcut._files import replacing

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="uses signals and limits as Linux has them")
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "graph.csv"
    path.write_bytes(OLD)
    return path


def ended(count, *kinds):
    """Run writes that signals, limits and a full disk end, and return what is printed about them."""
    words = [sys.executable, Path(__file__).with_name("interrupted_writes.py"), "--count", str(count)]
    done = subprocess.run(
        [*words, *(["--only", *kinds] if kinds else [])], capture_output=True, text=True, timeout=7200
    )
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
def test_writes_that_are_ended():
    printed = ended(4, "write_graph, csv", "cut --output")
    assert printed.count("left over 0, ") == 2 and "gone" not in printed and "damaged" not in printed


@pytest.mark.release
def test_many_writes_that_are_ended(capsys):
    printed = ended(8)
    with capsys.disabled():
        print("\n" + printed, end="")


@pytest.mark.slow
def test_full_disks_are_tested(tmp_path):
    if subprocess.run(["mount", "-t", "tmpfs", "tvcut", tmp_path], capture_output=True).returncode:
        pytest.skip("file systems cannot be mounted here")
    subprocess.run(["umount", tmp_path], check=True)
    assert "on a full disk 1" in ended(1, "write_graph, npz")


@pytest.mark.filterwarnings("ignore:Exception ignored")  # Python closes a file that is opened when the interrupt comes
@pytest.mark.parametrize("fails", [False, True])
def test_interrupt_at_every_call_and_return(file, monkeypatch, fails):
    """Signal handlers run when a Python function begins and when a C function returns: all of these places.

    With an error of the disk before, the interrupt comes while the temporary file is removed as well.
    """

    def no_room(descriptor):
        raise OSError(errno.ENOSPC, "no room")

    if fails:
        monkeypatch.setattr(os, "fsync", no_room)

    def interrupt_at(index):
        count = 0

        def profile(frame, event, argument):
            nonlocal count
            if event in ("call", "c_return"):
                count += 1
                if count > index:
                    raise KeyboardInterrupt

        return profile

    for signum in ENDING[1:]:
        signal.signal(signum, signal.SIG_DFL)
    ends, actions = set(), list(map(signal.getsignal, ENDING))
    for index in range(10_000):
        file.write_bytes(OLD)
        sys.setprofile(interrupt_at(index))
        try:
            replacing.write_whole(file, NEW)
            end = "completed"
        except KeyboardInterrupt:
            end = "interrupted"
        except OSError:
            end = "failed"
        finally:
            sys.setprofile(None)
        assert file.read_bytes() in ((OLD,) if fails else (OLD, NEW)) and alone(file), index
        assert list(map(signal.getsignal, ENDING)) == actions, index
        ends.add((end, file.read_bytes() == NEW))
        if end in ("completed", "failed"):
            break
    assert index > 100
    expected = {("interrupted", False), ("failed", False)}
    assert ends == (expected if fails else {("interrupted", False), ("interrupted", True), ("completed", True)})


SIGNALLED = """
import os, signal, sys
import tvcut
from tvcut._files import replacing

def stop(descriptor):
    signal.raise_signal(getattr(signal, sys.argv[2]))

def handled(signum, frame):
    raise ZeroDivisionError

actions = {"default": signal.SIG_DFL, "ignored": signal.SIG_IGN, "handled": handled}
signal.signal(getattr(signal, sys.argv[2]), actions[sys.argv[3]])
os.fsync = stop
tvcut.write_graph(sys.argv[1], [[0, 1], [1, 0]])
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("action", ["default", "ignored", "handled"])
def test_signals_do_what_they_do_elsewhere(file, name, action):
    done = subprocess.run([sys.executable, "-c", SIGNALLED, file, name, action], capture_output=True, text=True)
    assert done.returncode == {"default": -getattr(signal, name), "ignored": 0, "handled": 1}[action], done.stderr
    assert ("ZeroDivisionError" in done.stderr) == (action == "handled") and alone(file)
    assert (file.read_bytes() == OLD) == (action != "ignored")
