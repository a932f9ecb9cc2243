"""Signatures, docstrings and types agree with the core's registry of options, and ctypes structs with tvcut.h."""

import dataclasses
import inspect
import re
import typing

import pytest

import tvcut
from tests import ROOT
from tvcut._native import backends, options, structures
from tvcut._native.job import Job
from tvcut._native.library import library as native

RECORDS = options.registry()
IN_CALL = [record for record in RECORDS.values() if record.group != "descent"]
IN_DESCENT = [record for record in RECORDS.values() if record.group == "descent"]
OTHER = {"W", "vertex_weight", "fixed", "part_weights", "order", "preset", "callback", "descent"}
OTHER |= {"must_link", "cannot_link", "vertex_size", "progress", "verbose"}  # not options of the core
OF_FIT = {"W", "vertex_weight", "fixed", "must_link", "cannot_link", "vertex_size"}  # what BalancedCut.fit takes
GENERATORS = {"random_state"}  # takes more types than the core


def entries(docstring):
    """Return {name: (type, text)} of the parameters of a numpydoc docstring."""
    section = inspect.cleandoc(docstring).split("Parameters\n----------\n")[1].split("\n\n")[0]
    found = re.findall(r"^(\w+) : (.*)\n((?:    .*\n?)+)", section, re.M)
    return {name: (kind, " ".join(text.split())) for name, kind, text in found}


def type_line(record):
    """Return how a docstring writes the values and the default of an option."""
    default = record.value(record.default)
    default = f'"{record.default}"' if default is None or record.kind == "enum" else repr(default)
    values = {
        "enum": "{" + ", ".join(f'"{word}"' for word in record.words or []) + "}",
        "bool": "bool",
        "int": record.range.replace("an integer", "int"),
        "float": f"float {record.range}",
    }[record.kind]
    return f"{values}, default {default}".replace(f"'{record.absent}'", f'"{record.absent}"')


@pytest.mark.parametrize("owner, records", [(tvcut.balanced_cut, IN_CALL), (tvcut.Descent, IN_DESCENT)])
def test_docstrings_match_the_registry(owner, records):
    documented = entries(owner.__doc__)
    for record in records:
        kind, text = documented[record.name]
        assert kind.startswith(type_line(record)) or record.name in GENERATORS, f"{record.name} : {type_line(record)}"
        assert text.startswith(record.doc), f"{record.name}: {record.doc}"


def test_signatures_match_the_registry():
    call = inspect.signature(tvcut.balanced_cut).parameters
    assert set(call) == {record.name for record in IN_CALL} | OTHER
    assert [field.name for field in dataclasses.fields(tvcut.Descent)] == [record.name for record in IN_DESCENT]
    estimator = set(inspect.signature(tvcut.BalancedCut).parameters)
    graph = set(inspect.signature(tvcut.knn_graph).parameters) - {"X", "progress"}
    assert estimator == set(call) - OF_FIT | graph | {"affinity", "gamma", "outliers"}
    own = {"n_clusters", "order", "preset", "lower_bound", "random_state"}
    own |= {"progress", "verbose"}  # other defaults are None
    for parameter in call.values():
        assert parameter.default in (None, inspect.Parameter.empty) or parameter.name in own


def literals(hint):
    """Return the values of all Literals in a type."""
    if typing.get_origin(hint) is typing.Literal:
        return set(typing.get_args(hint))
    return set().union(*(literals(part) for part in typing.get_args(hint)), set())


@pytest.mark.parametrize("record", [r for r in RECORDS.values() if r.kind == "enum"], ids=lambda r: r.name)
def test_types_list_the_choices(record):
    owner = tvcut.Descent if record.group == "descent" else tvcut.balanced_cut
    hints = typing.get_type_hints(owner)
    assert literals(hints[record.name]) >= set(record.words)


@pytest.mark.parametrize("preset", ["default", "paper"])
def test_defaults_match_the_core(preset):
    given = {name: record.default if preset == "default" else record.paper for name, record in RECORDS.items()}
    assert native().options(preset, given) == given


def header_structs():
    """Return {struct: [(field, type)]} of tvcut.h."""
    header = re.sub(r"/\*.*?\*/", "", (ROOT / "capi/tvcut.h").read_text(), flags=re.S)
    structs = re.findall(r"typedef struct tvcut_(\w+) \{(.*?)\}", header, re.S)
    return {
        name: [(field, kind.strip() + star) for kind, star, field in re.findall(r"([\w ]+?)\s+(\*?)\s*(\w+);", body)]
        for name, body in structs
    }


HEADER_TYPES = {
    "c_size_t": "size_t",
    "c_ulong": "size_t",
    "c_int": "int32_t",
    "c_int32": "int32_t",
    "c_long": "int64_t",
    "c_int64": "int64_t",
    "c_double": "double",
    "c_void_p": "*",
}


def test_structures_match_the_header():
    structs = header_structs()
    assert set(structs) == {"graph", "progress", "result", "fault", "block"}
    for name, wanted in structs.items():
        struct = getattr(structures, name.capitalize())
        mirrored = [(field, HEADER_TYPES[kind.__name__]) for field, kind in struct._fields_]
        assert mirrored == [(field, "*" if kind.endswith("*") else kind) for field, kind in wanted]


def test_codes_match_the_header():
    found = re.findall(r"^ +TVCUT_(\w+) += (-?\d+),?  ?/\*", (ROOT / "capi/tvcut.h").read_text(), re.M)
    codes = {name: int(value) for name, value in found}
    for name in ("OK", "PENDING", "BAD_INPUT", "BAD_HANDLE", "INTERNAL", "NOT_SYMMETRIC"):
        assert getattr(structures, name) == codes[name]
    words = typing.get_args(typing.get_type_hints(tvcut.Cut)["status"])
    assert {word.upper() for word in words} <= set(codes)


def test_unknown_options_and_wrong_types():
    with pytest.raises(ValueError, match="option must be one of 'n_clusters'"):
        native().options("default", {"thetta": "0.5"})
    with pytest.raises(TypeError, match=r"descent must be a tvcut\.Descent or None, got {'theta': 0\.5}"):
        tvcut.balanced_cut([[0, 1], [1, 0]], descent={"theta": 0.5})
    with pytest.raises(TypeError, match="positional"):
        tvcut.Descent("adaptive")  # by name only


@pytest.mark.parametrize(
    "call",
    [
        lambda: tvcut.BalancedCut(None, n_neighbors=1).fit([[0.0], [1.0], [2.0]]),
        lambda: tvcut.memory(10, 20, None),
        lambda: tvcut.memory(10, 20, preset=None),
        lambda: tvcut.default_options(None),
        lambda: tvcut.default_options(3),
    ],
)
def test_none_is_no_number_of_parts_and_no_preset(call):
    with pytest.raises(
        TypeError, match=r"n_clusters must be an integer >= 1 or 'auto', got None|preset must be one of .*, got"
    ):
        call()


def test_texts_do_not_end_before_their_end():
    with pytest.raises(ValueError, match=r"effort must be .*, got 'fast\\x00est'"):
        tvcut.balanced_cut([[0, 1], [1, 0]], effort="fast\0est")
    with pytest.raises(ValueError, match=r"preset must be one of 'default', 'paper', got 'paper\\x00'"):
        tvcut.default_options("paper\0")


@pytest.mark.skipif(tvcut.backend() != "ctypes", reason="reads and writes structs of the C interface")
def test_structs_of_older_programs_with_fewer_fields():
    """A struct of a smaller size is read and written only up to that size."""
    library = native()
    assert isinstance(library, backends.CtypesBackend)
    progress = structures.Progress(n_tried=77)
    job = Job(_problem(), "default", {"n_clusters": "2"})
    job.start()
    progress.size = structures.Progress.n_tried.offset
    while library.lib.tvcut_wait(job._held.slot.job, 20, progress) == structures.PENDING:
        pass
    assert progress.n_trace > 0 and progress.n_tried == 77
    job.finish()
    job.close()


def _problem():
    from tvcut._input.graph import as_problem

    return as_problem([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
