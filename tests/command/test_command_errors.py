"""Errors of the command line name options as it spells them, files, and vertices as the file counts them."""

import json
import re

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tests.command.commands import NAMES, SMALL, refused, run, started
from tvcut._command import arguments, spelling
from tvcut._native import options

WEIGHTED = "3 2 010\n0 2\n0 1 3\n0 2\n"  # a path in METIS format, whose vertices have the weight 0


@pytest.fixture
def weighted(tmp_path):
    path = tmp_path / "weighted.graph"
    path.write_text(WEIGHTED)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("command", ["cut", "scan"])
def test_weights_of_vertices_in_the_graph(weighted, command):
    message = f"{weighted}: the weight of a vertex must be > 0 for some vertex, got zero for all"
    err = refused(command, weighted)
    assert message in err and "--ignore-vertex-weights" in err and "--vertex-weight must" not in err
    assert "<stdin>: the weight of a vertex must" in started(command, "-", data=WEIGHTED.encode())[2]
    assert run(command, weighted, "--ignore-vertex-weights")[0] == 0


@pytest.mark.parametrize("command", ["cut", "scan"])
def test_a_weight_of_zero_in_the_graph(tmp_path, command):
    path = tmp_path / "graph.npz"
    tvcut.write_graph(path, SMALL, vertex_weight=np.array([1, 1, 1, 0, 1, 1, 1, 1.0]))
    code, out, err = run(command, path, "--json")
    assert code == 0, err
    assert command == "scan" or sorted(json.loads(out)["masses"]) == [3, 4]


def test_what_a_converted_file_cannot_hold(named, tmp_path):
    W = sp.csr_array(SMALL)
    arrays = {"data": W.data, "indices": W.indices, "indptr": W.indptr, "shape": np.array(W.shape)}
    path, target = tmp_path / "negative.npz", tmp_path / "new.graph"
    np.savez(path, **arrays, vertex_weight=np.array([1, 1, 1, -2, 1, 1, 1, 1.0]))
    err = refused("convert", path, target)
    assert f"{path}: the weight of vertex 3 must be >= 0 and finite, got -2" in err
    assert "--ignore-vertex-weights" in err and "vertex_weight" not in err
    assert run("convert", path, target, "--ignore-vertex-weights")[0] == 0
    for ending in ("graph", "mtx"):
        err = refused("convert", named, tmp_path / f"named.{ending}")
        assert "has no names of vertices; leave them out, as --ignore-names does" in err
        assert run("convert", named, tmp_path / f"named.{ending}", "--ignore-names")[0] == 0


@pytest.mark.parametrize("command", ["cut", "scan"])
def test_weights_of_vertices_in_a_file_of_their_own(named, tmp_path, command):
    path = tmp_path / "masses.tsv"
    path.write_text("".join(f"{name}\t{1 - 2 * (name == 'c')}\n" for name in NAMES))
    err = refused(command, named, "--vertex-weight", path)
    assert f"{path}: the weight of vertex 'c' must be >= 0 and finite, got -1" in err and "--ignore" not in err


def test_labels_that_disagree_with_fixed_vertices(named, tmp_path):
    parts, fixed = tmp_path / "parts.tsv", tmp_path / "fixed.tsv"
    parts.write_text("".join(f"{name}\t{int(name > 'd')}\n" for name in NAMES))
    fixed.write_text("a\t0\nb\t1\n")
    err = refused("cut", named, "--init-labels", parts, "--fixed", fixed)
    assert f"{parts}: the part of vertex 'b' is 0, but the vertex is fixed in part 1" in err


MESSAGES = {
    "twice": (("scan", "-k", "2,2"), "--parts must have distinct entries, got 2 as entries 0 and 1"),
    "other": (("cut", "--precision", "float32", "--solver", "fista"), "--precision must be 'float64' with --solver "),
    "bounds": (
        ("cut", "-k", "3", "--objective", "cut", "--balance", "normalized"),
        "--max-imbalance 0.03 (the default with --objective cut); the best partition",
    ),
    "remedy": (("cut", "-k", "3", "--max-imbalance", "0.01"), "the smallest possible --max-imbalance is"),
    "two parts": (("cut", "-k", "3", "--asymmetry", "2"), "--asymmetry must be 1 with --parts 3, since"),
}


@pytest.mark.parametrize("case", MESSAGES)
def test_options_within_a_message(named, case):
    (command, *words), message = MESSAGES[case]
    assert message in refused(command, named, *words)


def test_masses_and_balance(named, tmp_path):
    path = tmp_path / "masses"
    path.write_text("1\n" * 8)
    err = refused("cut", named, "--vertex-weight", path, "--balance", "normalized")
    assert "--balance must be 'ratio' when --vertex-weight is given, got 'normalized'" in err


@pytest.mark.parametrize("name", [*options.registry(), *spelling.OTHER])
def test_every_option_is_spelled_as_the_parser_knows_it(name):
    sub = arguments.parser("cut")._subparsers._group_actions[0].choices["cut"]
    scan = arguments.parser("scan")._subparsers._group_actions[0].choices["scan"]
    flag = spelling.spelled(f"{name}[3] must be > 0").partition(" ")[0]
    assert flag in {word for parser in (sub, scan) for action in parser._actions for word in action.option_strings}
    for text in (f"{name} = 3", f"{name}=3", f"{name}='3'", f'{name} = "3"'):
        assert spelling.spelled(f"W must not have {text}.") == f"W must not have {flag} 3."
    assert spelling.spelled(f"with {name}=True, edge ('{name}', 'b')") == f"with {flag}, edge ('{name}', 'b')"


def test_plain_words_stay():
    text = "the fixed vertices of part 0 have mass 3; the balance, the init and the scale of W are plain words"
    assert spelling.spelled(text) == text
    assert spelling.spelled("init must be x", {"init": spelling.LABELS}) == "--init-labels must be x"


def test_warnings_spell_options_as_well(tmp_path):
    path = tmp_path / "weak.npz"
    W = np.ones((500, 500))
    W[0] = W[:, 0] = 0.001  # the first vertex has weak edges only
    tvcut.write_graph(path, W)
    code, _, err = run("cut", path, "--asymmetry", 499)
    assert code == 0 and "pass --min-share, for example 0.5; to accept this one, pass --min-share 0" in err


@pytest.mark.parametrize("text", ["9-3", "2,9-3", "a", "2-", "", "2-99999"])
def test_numbers_of_parts_that_are_no_range(named, text):
    assert f"must be like 2-14 or 2,4,8, got {text!r}" in refused("scan", named, "-k", text, code=2)


def test_default_numbers_of_parts(named, tmp_path):
    assert [line.split()[0] for line in run("scan", named)[1].replace("*", "").splitlines()[2:]] == list("12345678")
    one = tmp_path / "one.graph"
    one.write_text("1 0\n\n")
    assert "W must have at least 2 vertices, got 1" in refused("scan", one)


READING = {
    "format": ("a b\na b c\n", (), "pass --format metis"),
    "symmetrize": ("a b\nb a\na c\n", (), "set --symmetrize to 'average', 'max' or 'sum'"),
    "mmap": ("a b\n", ("--mmap",), "or leave out --mmap"),
    "mmap and symmetrize": (
        "a b\n",
        ("--mmap", "--symmetrize", "max"),
        "--symmetrize must be 'refuse' with --mmap, wh",
    ),
    "mmap and format": ("a b\n", ("--mmap", "--format", "csv"), "--format must be 'npz' for a file and not given for"),
}


@pytest.mark.parametrize("case", READING)
def test_options_of_reading(tmp_path, case):
    text, words, message = READING[case]
    path = tmp_path / "mmap=1"
    path.write_text(text)
    err = refused("cut", path, *words)
    assert message in err and err.startswith(("tvcut: error: --", f"tvcut: error: {path}"))


@pytest.mark.parametrize(
    "words, message",
    [
        (
            ("--min-size", 9),
            "--min-size 9 demands parts of at least 9 of 8 vertices in 2 parts, so no partition exists; the "
            "largest possible --min-size is 4",
        ),
        (("--min-size", 4, "--max-size", 3), "--min-size must be at most --max-size 3, got 4"),
        (
            ("--max-size", 3),
            "--max-size 3 allows parts of at most 3 of 8 vertices in 2 parts, so no partition exists; the "
            "smallest possible --max-size is 4",
        ),
    ],
)
def test_sizes_that_no_partition_holds(named, words, message):
    assert message in refused("cut", named, *words)


def test_a_size_is_no_percentage(named):
    code, _, err = run("cut", named, "--max-size", "60%")
    assert code == 2 and "must be > 0 and finite or 'none', got '60%'" in err


def test_a_stream_cannot_be_mapped():
    assert "a stream cannot be mapped; give a path, or leave out --mmap" in refused("cut", "-", "--mmap", data=b"a b\n")


def defaults_in(text):
    """Return the default of each option in a help text."""
    pieces = re.split(r"\n +(?:-\w \w+, )?(--[\w-]+)", text)
    found = {
        flag: re.search(r"\(default\s+(\S+)\)", piece) for flag, piece in zip(pieces[1::2], pieces[2::2], strict=True)
    }
    return {flag: match[1] for flag, match in found.items() if match}


def test_defaults_in_the_help():
    cut, scan = (run(command, "--help")[1] for command in ("cut", "scan"))
    different = {"--min-share": "0.5", "--n-starts": "2", "--n-seeds": "3"}
    assert defaults_in(scan).items() >= different.items()
    assert defaults_in(cut)["--min-share"] == defaults_in(cut)["--n-starts"] == "auto"
    same = set(defaults_in(cut)) & set(defaults_in(scan)) - set(different)
    assert len(same) > 15 and all(defaults_in(cut)[flag] == defaults_in(scan)[flag] for flag in same)
    assert "whole scan" in scan and "whole scan" not in cut
    assert "part_weights" not in cut + scan and "max_imbalance" not in cut + scan
