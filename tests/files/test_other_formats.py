"""Formats of other programs: the dialects of each are read as they were meant, and others are refused by name."""

import io
import warnings
import zipfile

import numpy as np
import pytest

import tvcut
from tests.files.dialects import EDGE, FILES, HGR, TABLE, VERTICES, archive, gml, workbook
from tests.files.graphs import edges, told
from tests.files.json_dialects import PATH
from tvcut._files import formats


@pytest.mark.parametrize("case", FILES)
def test_formats(case, tmp_path):
    name, content, expected = FILES[case]
    content = content.encode() if isinstance(content, str) else content
    path = tmp_path / f"graph{f'.{name}' if name in ('lgl', 'adjlist', 'sif') else ''}"
    path.write_bytes(content)
    graph = tvcut.read_graph(path)
    assert edges(graph) == expected and graph.format in (name, "csv")
    assert (graph.W != graph.W.T).nnz == 0


@pytest.mark.parametrize("case", HGR)
def test_hypergraphs(case, tmp_path):
    text, expected = HGR[case]
    path = tmp_path / "graph.hgr"
    path.write_text(text)
    with pytest.raises(tvcut.GraphFileError, match="set hyperedges to 'cliques' or 'stars'"):
        tvcut.read_graph(path)
    graph = tvcut.read_graph(path, hyperedges="cliques")
    assert edges(graph) == expected
    if graph.vertex_weight is not None:
        assert graph.vertex_weight.tolist() == [5, 6, 7]
        return
    stars = tvcut.read_graph(path, hyperedges="stars")
    assert stars.W.shape == (5, 5) and np.count_nonzero(np.triu(stars.W.toarray())) == 5


REFUSED = {
    "GDF": (b"nodedef>name VARCHAR\na\nb\nedgedef>node1 VARCHAR,node2 VARCHAR\na,b\n", "x", "keep the lines below"),
    "TGF": (b"1 a\n2 b\n#\n1 2\n", "x.tgf", "keep the lines below #"),
    "Trivial Graph Format, TGF": (b"1 a\n2 b\n#\n1 2\n", "x", "keep the lines of edges"),
    "DOT": (b'digraph "x" {\n a -> b\n}\n', "x", "gv2gml"),
    "DL": (b"DL n=2\nformat = fullmatrix\ndata:\n0 1\n1 0\n", "x.txt", "as a matrix"),
    "MATLAB": (b"MATLAB 5.0 MAT-file" + bytes(200), "x", "loadmat"),
    "HDF5": (b"\x89HDF\r\n\x1a\n" + bytes(99), "x", "h5py"),
    "bzip2": (b"BZh91AY&SY" + bytes(99), "x.csv.bz2", "decompress"),
    "tar": (b"a" * 257 + b"ustar" + bytes(300), "x.tar", "unpack"),
    "multiline adjacency list": (b"# x\n1 1\n2 {}\n2 0\n", "x.adjlist", "write_weighted_edgelist"),
    "VNA": (b"*node data\nID name\na x\n*tie data\nfrom to\na b\n", "x", "below"),
    "graph6": (b">>graph6<<DQc\n", "x", "write_edgelist"),
    "LEDA": (b"LEDA.GRAPH\nstring\n", "x", "a line for each edge"),
    "SteinLib": (b"33D32945 STP File, STP Format Version 1.0\n", "x", "start with E"),
    "TSPLIB": (b"NAME : x\nTYPE : TSP\nDIMENSION : 3\n", "x", "a line for each edge"),
    "coordinates": (b"c x\np aux sp co 3\nv 1 1 2\n", "x", "read the .gr file"),
    "partition": (b"*Vertices 2\n1\n2\n", "x.clu", "the file of the graph"),
    "TNTP": (b"<NUMBER OF ZONES> 24\n<END OF METADATA>\n", "x", "below the line ~"),
    "NumPy": (b"\x93NUMPY\x01\x00" + bytes(99), "x", "numpy.load"),
    "Zstandard": (b"\x28\xb5\x2f\xfd" + bytes(9), "x", "decompress"),
    "graph-tool": (b"\xe2\x9b\xbe gt\x01" + bytes(9), "x", "GraphML"),
    "R": (b"RDX3\nX\n" + bytes(9), "x", "write.csv"),
    "HTML": (b"<!DOCTYPE html>\n<html></html>", "x.csv", "download"),
    "Git LFS": (b"version https://git-lfs.github.com/spec/v1\noid sha256:a\n", "x.csv", "git lfs pull"),
    "Rutherford-Boeing": (b"title\n 1 1 1\n", "x.rb", "hb_read"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_formats_that_are_refused_by_name(name):
    data, file, remedy = REFUSED[name]
    stream = io.BytesIO(data)
    stream.name = file
    with pytest.raises(tvcut.GraphFileError, match=remedy) as caught:
        tvcut.read_graph(stream)
    assert name in str(caught.value)


WRONG = {
    "pajek, huge": (b"*Vertices 2000000000\n*Edges\n1 2\n", "isolated vertices"),
    "pajek, partition": (b"*Vertices 4\n1\n1\n2\n2\n", "a partition or a vector is no graph"),
    "pajek, layers": (b"*Vertices 2\n1\n2\n*Intra\n1 1 2\n*Links\n1 2\n", "one network with a section|a section"),
    "pajek, networks": (b"*Network a\n*Vertices 2\n*Edges\n1 2\n*Network b\n*Vertices 2\n*Edges\n1 2\n", "one network"),
    "pajek, end": (b"*Vertices 2\n*Edges\n1 3\n", "not in the format Pajek"),
    "gml, cut off": (b"graph [ node [ id 1 ]\n edge [ source 1", "not in the format GML"),
    "json, end": (
        b'{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}',
        "must be the id of a node, got '2'",
    ),
    "json, deep": (b'{"nodes":' + b"[" * 100_000, "the file is no JSON"),
    "gml, two graphs": (b"graph [ node [ id 1 ] ]\ngraph [ node [ id 1 ] ]\n", "must hold one graph"),
    "json, matrix": (b"[[0, 1], [1, 0]]", "must have a list 'nodes'"),
    "json, several graphs": (b'{"0": [[0, 1], [1, 2]], "1": [[0, 1]]}', "must have a list 'nodes'"),
    "json, other": (b'{"a": 1}', "must have a list 'nodes'"),
    "gexf, entities": (b"<!DOCTYPE x [<!ENTITY a 'a'>]><gexf></gexf>", "DOCTYPE"),
    "dimacs, end": (b"p edge 2 1\ne 1 3\n", r"line 2: a vertex must be in \[1, 2\], got 3"),
    "dimacs, count": (b"p edge 2 3\ne 1 2\n", "3 edges are declared, but 1 lines follow"),
    "dimacs, flow": (b"p max 2 1\nn 1 s\na 1 2 3\n", "the problem 'max' is no graph"),
    "zip, two": (archive("a", "0 1"), "no archive"),
    "matrix, bipartite": (b",x1,x2,x3\na,0,1,0\nb,2,0,1\n", "other names than its columns, as in a bipartite graph"),
    "matrix, asymmetric": (b",a,b,c\na,0,1,0\nb,2,0,1\nc,0,1,0\n", "must be symmetric"),
    "zip bomb": (archive("a.csv", bytes(2**27)), "unpack it first"),
}
with io.BytesIO() as _file:
    with zipfile.ZipFile(_file, "w") as _made:
        _made.writestr("a.csv", "a,b")
        _made.writestr("b.csv", "a,b")
    WRONG["zip, two"] = (_file.getvalue(), "must hold one file, got 2, 'a.csv', 'b.csv'; unpack it first")


@pytest.mark.parametrize("case", WRONG)
def test_wrong_files(case):
    data, message = WRONG[case]
    with pytest.raises(tvcut.GraphFileError, match=message):
        tvcut.read_graph(io.BytesIO(data))


def test_a_row_of_a_sheet_with_a_huge_number():
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook(TABLE))) as archive, zipfile.ZipFile(file, "w") as made:
        for name in archive.namelist():
            made.writestr(name, archive.read(name).replace(b'<row r="3"', b'<row r="2147483647"'))
    with pytest.raises(tvcut.GraphFileError, match="a sheet must have at most 1048576 rows; save it as CSV"):
        tvcut.read_graph(io.BytesIO(file.getvalue()))


@pytest.mark.parametrize("case", ["gml, value", "gexf, weight", "xlsx"])
def test_missing_library(case, monkeypatch):
    content = FILES[case][1]
    for name in ("igraph", "networkx", "openpyxl"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
    with pytest.raises(tvcut.GraphFileError, match=r'pip install "tvcut\[files\]"'):
        tvcut.read_graph(io.BytesIO(content.encode() if isinstance(content, str) else content))


def test_directed_formats():
    arcs = VERTICES + "*Arcs\n1 2 2\n2 3 3\n"
    with pytest.raises(tvcut.GraphFileError, match="set symmetrize to 'sum'"):
        tvcut.read_graph(io.BytesIO(arcs.encode()))
    assert edges(tvcut.read_graph(io.BytesIO(arcs.encode()), symmetrize="sum")) == PATH
    graph, (message,) = told((arcs.replace("2 3 3\n", "") + "*Edges\n2 3 3\n").encode())
    assert edges(graph) == PATH and "arcs were read as edges" in message
    directed = gml(EDGE, after="directed 1").encode()
    assert edges(tvcut.read_graph(io.BytesIO(directed), symmetrize="sum")) == PATH


def test_every_format_has_several_dialects():
    counts = {name: sum(case[0] == name for case in FILES.values()) for name in formats.READABLE}
    only = set(formats.READABLE) - set(formats.FORMATS) - {"hmetis"}
    assert min(counts[name] for name in only) >= 4 and len(HGR) >= 4
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in only:
            with pytest.raises(ValueError, match="format must be one of"):
                tvcut.write_graph(io.BytesIO(), [[0, 1], [1, 0]], format=name)
