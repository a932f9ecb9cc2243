"""Pictures, encodings, streams and files that the command line writes, and files that it does not replace."""

import argparse
import json
import os
import re
import subprocess

import pytest

from tests.command.commands import COMMAND, labels, refused, run, started
from tvcut._command import message, targets


@pytest.mark.slow
@pytest.mark.parametrize("command", ["cut", "scan"])
def test_endings_of_pictures(named, tmp_path, command):
    pytest.importorskip("matplotlib")
    err = refused(command, named, "--plot", tmp_path / "x.foo")
    assert re.search(r"--plot must end in one of .*\.pdf, .*\.png, .*\.svg, .*x\.foo", err)
    assert not (tmp_path / "x.foo").exists()
    words = (command, named, "-q", "--plot")
    for name, written in (("x.PDF", "x.PDF"), ("y", "y.png")):  # matplotlib adds .png to a name without an ending
        assert run(*words, tmp_path / name)[0] == 0 and (tmp_path / written).stat().st_size > 1000


@pytest.mark.slow
def test_a_picture_is_checked_without_a_display(named, tmp_path):
    code = (
        "import sys\nfrom tvcut.__main__ import main\n"
        f"assert main(['cut', {str(named)!r}, '-q', '--plot', {str(tmp_path / 'x.png')!r}]) == 0\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    assert labels(started("-c", code, command=COMMAND[:1])[1]) == [0] * 4 + [1] * 4


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_output_in_any_encoding(tmp_path, encoding, monkeypatch):
    path = tmp_path / "names.csv"
    path.write_text("José,Łukasz,2\nŁukasz,ann,1\nann,😀,2\n", encoding="utf-8")
    for words in (("cut", "--help"), ("cut", path), ("cut", path, "--json"), ("info", path), ("scan", path, "-k", "2")):
        code, out, err = run(*words, encoding=encoding)
        assert code == 0, err
        if words == ("cut", path):
            expected = "José\t".encode(encoding, "backslashreplace").decode(encoding)
            assert out.startswith(expected) and "\nann\t" in out
        if "--json" in words:
            assert json.loads(out)["names"] == ["José", "Łukasz", "ann", "😀"]
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    done = subprocess.run([*COMMAND, "cut", str(path)], capture_output=True, timeout=120)
    assert done.returncode == 0 and done.stdout.decode(encoding) == run("cut", path, encoding=encoding)[1]


@pytest.mark.skipif(os.name != "posix", reason="the shell closes streams")
def test_streams_that_are_closed(named, tmp_path):
    def closed(*words):
        return subprocess.run(["sh", "-c", *words, *COMMAND, "cut", str(named)], capture_output=True, timeout=120)

    found = closed('"$@" 2>&-', "sh")
    assert found.returncode == 0 and b"tvcut" not in found.stdout and len(labels(found.stdout.decode())) == 8
    found = closed('"$@" >&-', "sh")
    assert found.returncode == 0 and b"2 parts of sizes 4, 4" in found.stderr
    found = closed('"$@" -o "$0" >&-', str(tmp_path / "parts.txt"))
    assert found.returncode == 0 and len(labels((tmp_path / "parts.txt").read_text())) == 8


def test_a_folder_without_permission_is_refused_before_the_cut(named, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # root has all permissions
    given = argparse.Namespace(file=str(named), output=str(tmp_path / "parts.txt"), plot=None)
    with pytest.raises(message.Refused, match=r"parts\.txt cannot be written: there is no permission"):
        targets.check(given)


@pytest.mark.parametrize("command", ["cut", "scan"])
def test_labels_do_not_replace_the_graph(named, tmp_path, command):
    before, link = named.read_bytes(), tmp_path / "link"
    link.symlink_to(named)
    for path in (named, link, os.path.relpath(named)):
        assert f"--output must not be the graph {named}, " in refused(command, named, "-o", path)
    assert named.read_bytes() == before
    assert run(command, "-", "-q", "-o", named, data=before)[0] == 0


def test_labels_go_to_standard_output_without_a_file(named, tmp_path):
    err = refused("cut", named, "-o", "-")
    assert "--output must be a file, got -; tvcut cut writes to standard output without it" in err
