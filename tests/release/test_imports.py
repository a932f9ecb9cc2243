"""The imports of the package go in one direction, also those within functions and for type checkers only."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import tvcut

FOLDER = Path(tvcut.__file__).parent
# The folders and the modules beside them, lowest first: each imports from itself and those before it.
ORDER = (
    *("_native", "_input", "_points", "_files", "_result", "_run", "_balanced_cut", "_separators", "_cluster"),
    *("_cells", "datasets", "tl", "_networkx", "_about", "distributed", "_command", "__init__", "__main__"),
)


def module_of(file):
    """Return the name of a module within the package, such as ("_files", "npz"), or ("__init__",) for the package."""
    parts = file.relative_to(FOLDER).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts


MODULES = {module_of(file): file for file in FOLDER.rglob("*.py")}


def resolved(target):
    """Return the module of the package that a dotted path within it names or is defined in."""
    while target and target not in MODULES:
        target = target[:-1]
    return target or ("__init__",)


def imported(module, text):
    """Return the modules of the package that the text of a module imports, anywhere in it."""
    is_package = MODULES[module].name == "__init__.py"
    folder = () if module == ("__init__",) else module if is_package else module[:-1]
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            paths = [tuple(alias.name.split(".")) for alias in node.names]
            found |= {resolved(path[1:]) for path in paths if path[0] == "tvcut"}
        elif isinstance(node, ast.ImportFrom):
            base = tuple(node.module.split(".")) if node.module else ()
            if node.level == 0 and base[:1] != ("tvcut",):
                continue
            base = base[1:] if node.level == 0 else folder[: len(folder) - node.level + 1] + base
            found |= {resolved((*base, alias.name)) for alias in node.names}
    return found - {module}


def against_order(graph):
    """Return the imports of a folder by one that is before it in ORDER."""
    return [(a, b) for a, others in graph.items() for b in others if ORDER.index(b[0]) > ORDER.index(a[0])]


def circle(graph):
    """Return modules that import each other in a circle, or None."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return None


GRAPH = {module: imported(module, file.read_text()) for module, file in MODULES.items()}


def test_every_module_has_its_place():
    assert {module[0] for module in MODULES} == set(ORDER)


def test_folders_import_in_one_direction():
    assert against_order(GRAPH) == []


def test_no_circle_of_modules():
    assert circle(GRAPH) is None


@pytest.mark.parametrize(
    "module, line",
    [
        (("_input", "matrix"), "def lazy():\n    from .adapters import adapted"),
        (("_result", "plots_draw"), "if TYPE_CHECKING:\n    from .cut import Cut"),
        (("_native", "library"), "import tvcut._native.blocks"),
        (("_run", "memory"), "def lazy():\n    from . import cut_graph"),
    ],
)
def test_a_circle_is_found(module, line):
    text = MODULES[module].read_text() + "\n" + line
    changed = GRAPH | {module: imported(module, text)}
    assert circle(changed) and not against_order(changed)


@pytest.mark.parametrize(
    "module, line",
    [
        (("_native", "job"), "def lazy():\n    from .._result.evidence import Evidence"),
        (("_input", "graph"), "from .. import _files"),
        (("_points", "nearest"), "from .. import balanced_cut"),
        (("_cluster", "scan"), "import tvcut"),
        (("datasets",), "from .tl import balanced_cut"),
    ],
)
def test_an_import_against_the_order_is_found(module, line):
    text = MODULES[module].read_text() + "\n" + line
    assert against_order(GRAPH | {module: imported(module, text)})
