"""The command line writes no file over another that it reads or writes, and the files that it does write are whole."""

import os
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tests.command.commands import COMMAND, HALVES, SMALL, labels, run, started
from tvcut.__main__ import main
from tvcut._command import output

PARTS = "".join(f"{label}\n" for label in HALVES)
MASSES = "1\n" * 8
FIXED = "0\n" + "-1\n" * 6 + "1\n"
ARRAYS = ("data", "indices", "indptr")


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A graph in a file and in a folder, and files of its vertices. Whatever follows the checks fails."""
    monkeypatch.chdir(tmp_path)
    tvcut.write_graph(tmp_path / "small.graph", SMALL)
    pairs = (("linked", "0 1\n"), ("apart", "0 7\n"))
    for name, text in (("masses", MASSES), ("sizes", MASSES), ("fixed", FIXED), ("labels", PARTS), *pairs):
        (tmp_path / name).write_text(text)
    (tmp_path / "folder").mkdir()
    for name in ARRAYS:
        np.save(tmp_path / "folder" / f"{name}.npy", getattr(sp.csr_array(SMALL), name))
    np.save(tmp_path / "folder" / "vertex_weight.npy", np.ones(8))
    return tmp_path


@pytest.fixture
def unread(monkeypatch):
    """Make the reading of a graph fail, since files are refused before any work."""

    def graph(arguments):
        raise AssertionError("the graph is read before the files are checked")

    monkeypatch.setattr(output, "graph", graph)


def content(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(capsys, files, *words):
    """Return the message of a command that is refused and changes no file."""
    before = content(files)
    assert main([*map(str, words)]) == 1
    found = capsys.readouterr()
    assert not found.out and content(files) == before
    return found.err


def spellings(path):
    """Return other paths of a file: relative, by a folder and back, by symbolic links, and by a hard link."""
    folder = path.parent
    (folder / "link").symlink_to(path.name)
    (folder / "again").symlink_to("link")
    (folder / "here").symlink_to(".")
    os.link(path, folder / "hard")
    names = (path, os.path.relpath(path), f"{folder}/../{folder.name}/{path.name}", folder / "here" / path.name)
    return [*names, folder / "link", folder / "again", folder / "hard"]


CUT = ("small.graph", "--vertex-weight", "masses", "--fixed", "fixed", "--init-labels", "labels")
CUT += ("--must-link", "linked", "--cannot-link", "apart", "--vertex-size", "sizes")
USED = {
    "small.graph": "the graph small.graph",
    "masses": "the file masses of --vertex-weight",
    "fixed": "the file fixed of --fixed",
    "labels": "the file labels of --init-labels",
    "linked": "the file linked of --must-link",
    "apart": "the file apart of --cannot-link",
    "sizes": "the file sizes of --vertex-size",
}


@pytest.mark.parametrize("name", USED)
def test_parts_replace_nothing_that_is_read(capsys, files, unread, name):
    for path in spellings(files / name):
        err = refused(capsys, files, "cut", *CUT, "-o", path)
        assert f"--output must not be {USED[name]}, which the parts would replace; choose another file" in err
    if name in CUT[:3]:
        err = refused(capsys, files, "scan", *CUT[:3], "-o", name)
        assert f"--output must not be {USED[name]}, which the parts would replace" in err


@pytest.mark.parametrize("name", USED)
def test_a_picture_replaces_nothing_that_is_read(capsys, files, unread, name):
    pytest.importorskip("matplotlib")
    for link in ("link.png", "plain.png"):
        (files / link).symlink_to(name)
        err = refused(capsys, files, "cut", *CUT, "--plot", link.removesuffix(".png" if link[0] == "p" else ""))
        assert f"--plot must not be {USED[name]}, which the picture would replace; choose another file" in err


@pytest.mark.parametrize("name", [*ARRAYS, "names", "vertex_weight"])
@pytest.mark.parametrize("words", [("cut", "--mmap"), ("cut",), ("scan",), ("convert", "--to", "csv")])
def test_no_array_of_a_graph_is_replaced(capsys, files, unread, name, words):
    path = files / "folder" / f"{name}.npy"
    command, *options = words
    targets = (path, "folder/../folder/" + path.name, *(spellings(path)[-3:] if path.exists() else ()))
    for target in targets:
        given = [target] if command == "convert" else ["-o", target]
        err = refused(capsys, files, command, "folder", *given, *options)
        flag = "TARGET" if command == "convert" else "--output"
        assert f"{flag} must not be the array folder/{name}.npy of the graph, which the " in err


@pytest.mark.parametrize("command", ["cut", "scan"])
def test_two_outputs_are_two_files(capsys, files, unread, command):
    pytest.importorskip("matplotlib")
    (files / "to.png").symlink_to("new.png")
    (files / "here").symlink_to(".")
    for exists in (False, True):
        if exists:
            (files / "new.png").write_text("old")
        for parts, plot in (("new.png", "new.png"), ("./new.png", "new"), ("to.png", "here/new.png")):
            err = refused(capsys, files, command, "small.graph", "-o", parts, "--plot", plot)
            assert f"--plot must not be the file {parts} of --output, which the picture would replace" in err


@pytest.mark.slow
def test_standard_streams(files):
    def ended(line):
        return subprocess.run(["sh", "-c", f'"$@" {line}', "sh", *COMMAND], capture_output=True, text=True, timeout=120)

    before = (files / "small.graph").read_bytes()
    done = ended("cut - -o small.graph < small.graph")
    assert done.returncode == 1 and "must not be the graph in standard input, which the parts" in done.stderr
    assert (files / "small.graph").read_bytes() == before
    done = ended("cut small.graph --json -o new > new")
    assert done.returncode == 1 and "must not be the file of standard output, which the parts" in done.stderr
    done = ended("scan small.graph -k 2 -o new > new")
    assert done.returncode == 1 and "must not be the file of standard output" in done.stderr
    done = ended("cut small.graph -q -o new > new")
    assert done.returncode == 0 and (files / "new").read_text() == PARTS


def shell(line):
    """Run a line of bash, and return what it prints."""
    words = ["bash", "-c", line.replace("tvcut", " ".join(COMMAND))]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=True).stdout


of_linux = pytest.mark.skipif(sys.platform != "linux", reason="/dev/stdout and /dev/fd are those of Linux")


@pytest.mark.slow
@of_linux
def test_standard_output_by_name(files):
    assert shell("tvcut cut small.graph -q -o /dev/stdout | cat") == PARTS
    shell("(echo a; tvcut cut small.graph -q -o /dev/stdout; echo b) > log")
    assert (files / "log").read_text() == f"a\n{PARTS}b\n"
    shell("tvcut scan small.graph -k 2 -o /dev/stdout > both")
    assert (files / "both").read_text().startswith(f"{PARTS}Scan(")


@pytest.mark.slow
@of_linux
def test_open_files_are_written_where_they_are(files):
    assert shell("tvcut cut small.graph -q -o /dev/stdout") == PARTS
    assert shell("tvcut cut small.graph -q -o /dev/stdout | cat") == PARTS
    assert shell("tvcut cut small.graph -q -o /dev/fd/3 3>&1 | cat") == PARTS
    assert shell("tvcut cut small.graph -q -o >(cat); wait") == PARTS
    assert shell("tvcut cut small.graph -q -o /dev/null --json").startswith("{")
    shell("(echo a; tvcut cut small.graph -q -o /dev/stdout; echo b) > log; tvcut cut -q small.graph >> log")
    assert (files / "log").read_text() == f"a\n{PARTS}b\n{PARTS}"
    shell("tvcut cut small.graph -q -o /dev/stdout >> log")
    assert (files / "log").read_text() == f"a\n{PARTS}b\n{PARTS}{PARTS}"
    assert shell("tvcut scan small.graph -k 2 -o /dev/stdout").startswith(PARTS)
    shell("tvcut scan small.graph -k 2 -o /dev/stdout > both")
    assert (files / "both").read_text().startswith(f"{PARTS}Scan(")
    assert shell("tvcut convert small.graph /dev/stdout --to metis").encode() == (files / "small.graph").read_bytes()
    assert not list(files.glob(".tvcut-*"))


def test_graphs_are_converted_in_place(files):
    path = files / "small.graph"
    plain = path.read_bytes()
    path.write_bytes(b"% a comment\n" + plain)
    path.chmod(0o640)
    (files / "link.graph").symlink_to("small.graph")
    assert run("convert", files / "link.graph", path) == (0, "", "")
    assert path.read_bytes() == plain and path.stat().st_mode & 0o777 == 0o640
    assert run("convert", path, files / "link.graph", "--to", "csv") == (0, "", "")
    assert (files / "link.graph").is_symlink() and path.read_bytes().startswith(b"source,target,weight\n")
    (files / "small.graph").write_bytes(plain)
    with path.open("rb") as file:
        done = subprocess.run([*COMMAND, "convert", "-", path, "--to", "csv"], stdin=file, timeout=120)
    assert done.returncode == 0 and path.read_bytes().startswith(b"source,target,weight\n")


def test_folders_that_allow_no_new_file(capsys, files, monkeypatch, unread):
    (files / "parts").write_text("old")
    monkeypatch.setattr(os, "access", lambda path, mode: not (mode & os.W_OK and os.path.isdir(path)))
    for words in (("cut", "small.graph", "-o", "parts"), ("convert", "small.graph", "parts", "--to", "csv")):
        err = refused(capsys, files, *words)
        assert "parts cannot be written: its folder does not allow a new file to take its place; write to a f" in err
    err = refused(capsys, files, "convert", "small.graph", "nowhere/x.csv")
    assert "nowhere/x.csv cannot be written: it is a folder, or its folder does not exist" in err


@pytest.mark.slow
@pytest.mark.parametrize(
    "ending", ["png", "pdf", "svg", "svgz", "eps", "ps", "jpg", "tif", "webp", "gif", "raw", "rgba"]
)
def test_pictures_of_every_kind(files, ending):
    figure = pytest.importorskip("matplotlib.figure")
    from tvcut._command import picture

    if ending not in figure.Figure().canvas.get_supported_filetypes():
        pytest.skip(f"matplotlib does not write .{ending} here")
    (files / f"x.{ending}").write_text("old")
    picture.save(lambda ax: ax.plot([1, 2]), f"x.{ending}")
    expected = figure.Figure(layout="constrained")
    expected.add_subplot().plot([1, 2])
    expected.savefig(f"y.{ending}", dpi=150)
    size = (files / f"y.{ending}").stat().st_size
    assert abs((files / f"x.{ending}").stat().st_size - size) <= 0.01 * size  # some have the time of their making


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_picture_goes_to_a_pipe(files):
    pytest.importorskip("matplotlib")
    os.mkfifo(files / "pipe.png")
    with subprocess.Popen(["cat", "pipe.png"], stdout=subprocess.PIPE) as reader:
        assert run("cut", "small.graph", "-q", "--plot", "pipe.png")[0] == 0
        assert reader.communicate(timeout=60)[0].startswith(b"\x89PNG")


def test_a_full_disk_keeps_the_parts(files):
    code = (
        "import resource, signal, sys\nfrom tvcut.__main__ import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))\nsys.exit(main(sys.argv[1:]))"
    )
    if sys.platform == "win32":
        pytest.skip("the system has no such limit")
    (files / "parts").write_text("the old parts, which are longer")
    found, _, err = started("cut", "small.graph", "-q", "-o", "parts", command=(sys.executable, "-c", code))
    assert found == 1 and err == "tvcut: error: parts: File too large\n"
    assert (files / "parts").read_text() == "the old parts, which are longer" and not list(files.glob(".tvcut-*"))
    assert labels(run("cut", "small.graph", "-q")[1]) == HALVES
