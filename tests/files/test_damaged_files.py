"""Files with something wrong in them: the error names it, the line and the remedy."""

import gzip
import io
import zipfile

import numpy as np
import pytest

import tvcut
from tests.files.graphs import NODES, graphml, matrix_market, read, written


def archive(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def lying_archive():
    """An archive whose data declare 8 TB."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, shape in (("data", "(1000000000000,)"), ("indices", "(3,)"), ("indptr", "(3,)"), ("shape", "(2,)")):
            head = f"{{'descr': '<i8', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
            made.writestr(f"{name}.npy", b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + bytes(24))
    return file.getvalue()


CSR = {"data": np.ones(2), "indices": np.array([1, 0]), "indptr": np.array([0, 1, 2]), "shape": np.array([2, 2])}
WRONG = {
    "empty": (b"", "the file is empty"),
    "binary": (b"\x00\x01\x02", "none of the formats"),
    "metis, n": (b"9 2\n2\n1 3\n2\n", "declares 9 vertices, but 3 lines follow", "metis"),
    "metis, huge n": (b"999999999999 2\n2\n1\n", "declares 999999999999 vertices, but 2 lines", "metis"),
    "metis, m": (
        b"3 9\n2\n1 3\n2\n",
        "line 1: .* declares 9 edges, but 4 neighbours follow and not 18; correct m",
        "metis",
    ),
    "metis, code": (b"3 2 7\n2\n1 3\n2\n", "line 1: the code .* got 7", "metis"),
    "metis, neighbour": (b"3 2\n2\n1 4\n2\n", r"line 3: a neighbour must be in \[1, 3\], got 4", "metis"),
    "metis, odd": (b"3 2 1\n2 1\n1 1 3\n2 1\n", "line 3: .* pairs of a neighbour and a weight", "metis"),
    "metis, word": (b"2 1\n%\n2\nx\n", "line 4: .* the character 'x'", "metis"),
    "metis, number": (b"2 1\n2\n1-1\n", "line 3: .* got '1-1'", "metis"),
    "metis, asymmetric": (b"3 1\n2 3\n\n\n", r"\(0, 1\) has weight 1 and \(1, 0\) has 0; set symmetrize"),
    "metis, asymmetric weights": (b"2 1 1\n2 5\n1 6\n", r"has weight 5 and \(1, 0\) has 6; .*'average'"),
    "negative": (b"a b -1\n", r"weights must be >= 0, got -1 for edge \('a', 'b'\)"),
    "nan": (b"a b nan\n", "weights must be finite, got nan"),
    "sum": (b"a b 1e308\nb c 1e308\n", "the sum of all weights must be finite"),
    "sum of duplicates": (b"a b 1e308\nb a 1e308\na b 1e308\n", "the sum of all weights must be finite"),
    "one column": (b"a\nb\n", "line 1: .* got 1 columns"),
    "columns": (b"a b\na b c\n", "line 2: every line must have 2 columns, .* pass format='metis'"),
    "no weight": (b"a,b,1\na,c,x\n", "line 2: a weight must be a number, got 'x'"),
    "empty name": (b"a,b\na,\n", "line 2: the name of a vertex must not be empty"),
    "quote": (b'a,b\n"a,b\n', "line 2: the line is no row of CSV"),
    "both directions": (b"a b\nb a\na c\n", "set symmetrize to 'average', 'max' or 'sum'"),
    "utf-8": (b"a b\na \xff\n", "line 2: a line must be text in UTF-8, got the byte 0xff"),
    "market, entries": (
        matrix_market(b"coordinate real general\n2 2 999999999\n1 2 1\n"),
        "line 2: 999999999 entries are declared, but 1",
    ),
    "market, rows": (matrix_market(b"coordinate real general\n999999999 999999999 1\n1 2 1\n"), "isolated vertices"),
    "market, array": (matrix_market(b"array real general\n99999 99999\n1\n"), "entries are declared, but 1 lines"),
    "market, shape": (matrix_market(b"coordinate real general\n2 3 1\n1 2 1\n"), "square, got 2 x 3"),
    "market, complex": (matrix_market(b"coordinate complex general\n2 2 1\n1 2 1 1\n"), "real part"),
    "market, index": (
        matrix_market(b"coordinate real general\n2 2 1\n1 3 1\n"),
        r"line 3: a row and a column must be in \[1, 2\], got '1 3 1'",
    ),
    "market, sizes": (matrix_market(b"coordinate real general\n"), "line of sizes is missing"),
    "market, banner": (b"%%MatrixMarket\n2 2 1\n1 2 1\n", "first line must be"),
    "npz, object": (archive(**{**CSR, "data": np.array([{}, 1], dtype=object)}), "nothing is unpickled"),
    "npz, sizes": (lying_archive(), "declares 8000000000000 bytes"),
    "npz, shape": (archive(**{**CSR, "shape": np.array([2**31 - 1] * 2)}), "isolated vertices"),
    "npz, indices": (archive(**{**CSR, "indices": np.array([1, 7])}), "within the shape"),
    "npz, indptr": (archive(**{**CSR, "indptr": np.array([0, 9, 2])}), "indptr"),
    "npz, names": (
        archive(**CSR, names=np.array([[97, 0x32000062], [98, 0]], np.uint32).view("U2")[:, 0]),
        "names must be text, but have characters that Unicode does not have",
    ),
    "npz, missing": (archive(data=np.ones(2)), "has no indices"),
    "npz, layout": (archive(**CSR, format=np.array("ell")), "format must be one of csr"),
    "npz, bomb": (
        (lambda f: (np.savez_compressed(f, **{**CSR, "data": np.zeros(2**24)}), f.getvalue())[1])(io.BytesIO()),
        "compressed bytes hold more than",
    ),
    "gzip bomb": (gzip.compress(bytes(2**27)), "decompress the file first"),
    "gzip, damaged": (gzip.compress(b"0 1\n")[:-9], "gzip file is damaged"),
    "graphml, entities": (b"<!DOCTYPE x [<!ENTITY a 'a'>]><graphml/>", "DOCTYPE"),
    "graphml, html": (b"<html></html>", "format HTML, which is not read; download"),
    "graphml, cut off": (b"<graphml>\n<graph>\n", "line 3: the file is not in GraphML: no element found"),
    "graphml, encoding": (b"<?xml version='1.0' encoding='foo'?><graphml/>", "line 1: .*unknown encoding"),
    "graphml, vertex": (graphml(NODES + "\n<edge source='a' target='c'/>"), "line 2: the target of an edge .* got 'c'"),
    "graphml, name twice": (graphml(NODES + NODES), "an identifier of its own, got 'a'"),
    "graphml, two graphs": (b"<graphml><graph/><graph/></graphml>", "must hold one graph"),
    "graphml, no vertices": (graphml(""), "the file has no vertices"),
    "graphml, hyperedge": (graphml("<hyperedge/>"), "hyperedges"),
    "graphml, mixed": (
        graphml(NODES + "<edge source='a' target='b' directed='true'/><edge source='a' target='b'/>"),
        "all edges must be directed",
    ),
    "graphml, weight": (
        graphml("<node id='a'><data key='k'>x</data></node>", "<key id='k' attr.name='weight'/>"),
        "line 1: a weight must be a number, got 'x'",
    ),
    "graphml, some masses": (
        graphml(NODES + "<node id='c'><data key='k'>1</data></node>", "<key id='k' attr.name='weight'/>"),
        "2 of 3 vertices have no weight",
    ),
    "parquet": (b"PAR1....PAR1", "no Parquet file"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_files(case):
    data, message, *format = WRONG[case]
    with pytest.raises(tvcut.GraphFileError, match=message) as caught:
        read(data, format=format[0] if format else None)
    assert str(caught.value).startswith("<stream>")


def test_metis_edges_with_the_ending_of_another_format(tmp_path):
    path = tmp_path / "few.graph"
    path.write_text("3 2\n1 2\n")  # by its content it would be an edge list
    with pytest.raises(tvcut.GraphFileError, match=r"few.graph, line 1: .* declares 3 vertices, but 1 lines"):
        tvcut.read_graph(path)


@pytest.mark.parametrize("file", [3, None, b"0 1", io.StringIO("0 1")])
def test_what_is_no_file(file):
    with pytest.raises(TypeError, match="file must be a path or a file opened in binary mode, got "):
        tvcut.read_graph(file)


@pytest.mark.parametrize("format", [None, "csv"])
def test_what_cannot_be_written_to(format):
    with pytest.raises(TypeError, match="file must be a path or a file opened in binary mode, got 3"):
        tvcut.write_graph(3, [[0, 1], [1, 0]], format=format)


@pytest.mark.filterwarnings("ignore::tvcut.GraphFileWarning")
def test_every_byte_of_the_footer_of_a_parquet_file():
    data = written([[0, 1], [1, 0]], "parquet")
    length = int.from_bytes(data[-8:-4], "little")
    for at in range(len(data) - 8 - length, len(data) - 8):
        changed = bytearray(data)
        changed[at] ^= 16  # the length of a list, or the distance between fields
        try:
            assert read(bytes(changed)).W.shape[0] >= 1
        except tvcut.GraphFileError as error:
            assert "Parquet" in str(error) or "columns" in str(error) or "vert" in str(error) or "bytes" in str(error)
