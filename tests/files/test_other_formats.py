"""Formats of other programs, several dialects of each: each file is the path anna–bert–carl with weights 2 and 3."""

import io
import warnings
import zipfile

import networkx
import numpy as np
import pandas
import pytest

import tvcut
from tests.files.json_dialects import JSON, NUMBERS, PATH, of_networkx
from tests.files.test_misread import edges, told
from tvcut._files import formats

NODES = 'node [ id 1 label "anna" ] node [ id 2 label "bert" ] node [ id 3 label "carl" ]'
GEXF = '<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2"><graph defaultedgetype="{}"><nodes>{}</nodes>'
GEXF += '<edges><edge id="0" source="1" target="2" {}/><edge id="1" source="2" target="3" {}/></edges></graph></gexf>'
LABELS = "".join(f'<node id="{i}" label="{name}"/>' for i, name in enumerate(("anna", "bert", "carl"), 1))


def gml(edge, before="", after=""):
    both = edge.format(1, 2, 2) + edge.format(2, 3, 3)
    return f"{before}graph [ {after} {NODES} {both} ]\n"


def workbook(frame, **options):
    file = io.BytesIO()
    frame.to_excel(file, index=False, **options)
    return file.getvalue()


def archive(name, content):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(name, content)
    return file.getvalue()


EDGE = "edge [ source {} target {} value {} ]\n"
VERTICES = '*Vertices 3\n1 "anna"\n2 "bert"\n3 "carl"\n'
TABLE = pandas.DataFrame([["anna", "bert", 2], ["bert", "carl", 3]], columns=["source", "target", "weight"])
FILES = (
    JSON
    | {  # the format, the content and the edges
        "gml, value": ("gml", gml(EDGE), PATH),
        "gml, creator and weight": ("gml", gml(EDGE.replace("value", "weight"), 'Creator "x"\nVersion 1\n'), PATH),
        "gml, of networkx": ("gml", of_networkx(networkx.write_gml), PATH),
        "gml, graphics": (
            "gml",
            gml(EDGE.replace("value", 'graphics [ w 3 ] Label "x" hours'), after="directed 0"),
            PATH,
        ),
        "gml, no labels": (
            "gml",
            "graph\n[\n node [ id 1 ] node [ id 2 ] node [ id 3 ] edge [ source 1 target 2 value 2 ]"
            " edge [ source 2 target 3 value 3 ] ]",
            {("1", "2"): 2, ("2", "3"): 3},
        ),
        "gml, parallel": (
            "gml",
            gml(EDGE, after="directed 0").replace("value 3", "value 1")[:-2] + EDGE.format(3, 2, 2) + "]",
            PATH,
        ),
        "pajek, edges": ("pajek", VERTICES + "*Edges\n1 2 2\n2 3 3\n", PATH),
        "pajek, crlf, comment, coordinates": (
            "pajek",
            '% of people\r\n*network people\r\n*vertices 3\r\n1 "anna" 0.1 0.2 0.5\r\n2 "bert" 0.1 0.2 0.5\r\n3 "carl" '
            "0.1 0.2 0.5\r\n*edges\r\n1 2 2\r\n2 3 3\r\n",
            PATH,
        ),
        "pajek, relation": ("pajek", VERTICES + '*Edges :1 "knows"\n1 2 2\n2 3 3\n', PATH),
        "pajek, matrix": ("pajek", VERTICES + "*Matrix\n0 2 0\n2 0 3\n0 3 0\n", PATH),
        "pajek, some labels": (
            "pajek",
            '*Vertices 3\n2 "bert"\n*Edges\n1 2 2\n2 3 3\n',
            {("1", "bert"): 2, ("bert", "3"): 3},
        ),
        "pajek, same labels": (
            "pajek",
            VERTICES.replace("carl", "anna") + "*Edges\n1 2 2\n2 3 3\n",
            {("1", "2"): 2, ("2", "3"): 3},
        ),
        "pajek, links of infomap": (
            "pajek",
            '# network\n*Vertices 3\n1 "anna" 1.0\n2 "bert" 1.0\n3 "carl" 1.0\n*Links 2\n#i j w\n1 2 2\n2 3 3\n',
            PATH,
        ),
        "pajek, times and points": (
            "pajek",
            VERTICES.replace('rt"', 'rt" .1 .2 box [1-3]') + "*Edges\n1 2 2 [1-2]\n2 3 3\n1 3 .0\n",
            PATH,
        ),
        "pajek, numbers of relations": ("pajek", VERTICES + "*Edges\n1: 1 2 2\n2: 2 3 3\n", PATH),
        "pajek, vertices not counted": ("pajek", VERTICES.replace(" 3\n", "\n", 1) + "*Edges\n1 2 2\n2 3 3\n", PATH),
        "pajek, comment of c": ("pajek", "/* people */\n" + VERTICES + "*Edges\n1 2 2\n2 3 3\n", PATH),
        "lgl": ("lgl", "# anna\nbert 2\n# bert\ncarl 3\n", PATH),
        "lgl, some weights": ("lgl", "# anna\nbert\n# bert\ncarl\n", dict.fromkeys(PATH, 1)),
        "lgl, no space": ("lgl", "#anna\nbert\n#bert\ncarl\n", dict.fromkeys(PATH, 1)),
        "lgl, several": ("lgl", "# bert\nanna 2\ncarl 3\n", {("bert", "anna"): 2, ("bert", "carl"): 3}),
        "gexf, weight": ("gexf", GEXF.format("undirected", LABELS, 'weight="2"', 'weight="3"'), PATH),
        "gexf, no labels": (
            "gexf",
            GEXF.format("undirected", '<node id="1"/><node id="2"/><node id="3"/>', 'weight="2"', 'weight="3.0"'),
            {("1", "2"): 2, ("2", "3"): 3},
        ),
        "gexf, declaration": (
            "gexf",
            "<?xml version='1.0' encoding='UTF-8'?>\n<!-- x -->\n"
            + GEXF.format("undirected", LABELS, 'weight="2"', 'weight="3"'),
            PATH,
        ),
        "gexf, 1.3": (
            "gexf",
            GEXF.replace("1.2draft", "1.3").format("undirected", LABELS, 'weight="2"', 'weight="3"'),
            PATH,
        ),
        "gexf, latin-1": (
            "gexf",
            b"<?xml version='1.0' encoding='ISO-8859-1'?>"
            + GEXF.format("undirected", LABELS.replace("<", "<!--\u00e9--><", 1), 'weight="2"', 'weight="3"').encode(
                "latin-1"
            ),
            PATH,
        ),
        "gexf, of networkx": ("gexf", of_networkx(networkx.write_gexf), PATH),
        "sif": ("sif", "anna pp bert\nbert pd carl\n", dict.fromkeys(PATH, 1)),
        "sif, several": ("sif", "bert pp anna carl\n", {("bert", "anna"): 1, ("bert", "carl"): 1}),
        "sif, tabs": ("sif", "a n\tis a\tb\nb\tis a\tc\n", {("a n", "b"): 1, ("b", "c"): 1}),
        "sif, alone": ("sif", "anna\npaul pp john\n", {("paul", "john"): 1}),
        "edgelist of networkx": ("edgelist", of_networkx(networkx.write_edgelist), PATH),
        "edgelist, comment": (
            "edgelist",
            "#c\nanna bert {'colour': 'x', 'weight': 2}\nbert carl {'weight': 3.0}\n",
            PATH,
        ),
        "edgelist, no data": ("edgelist", "anna bert {}\nbert carl {}\n", dict.fromkeys(PATH, 1)),
        "edgelist, numbers": ("edgelist", "0 1 {'weight': 2}\n1 2 {'weight': 3}\n", NUMBERS),
        "adjlist": ("adjlist", "# x\nanna bert\nbert carl\ncarl\n", dict.fromkeys(PATH, 1)),
        "adjlist, both directions": ("adjlist", "anna bert\nbert anna carl\ncarl bert\n", dict.fromkeys(PATH, 1)),
        "adjlist, tabs": ("adjlist", "anna\tbert\nbert\tcarl\n", dict.fromkeys(PATH, 1)),
        "adjlist, star": ("adjlist", "bert anna carl", {("bert", "anna"): 1, ("bert", "carl"): 1}),
        "dimacs, edge": ("dimacs", "c x\np edge 3 2\ne 1 2\ne 2 3\n", dict.fromkeys(NUMBERS, 1)),
        "dimacs, col": ("dimacs", "p col 3 2\nn 1 5\ne 1 2 2\ne 3 2 3\n", NUMBERS),
        "dimacs, sp": ("dimacs", "c\np sp 3 4\na 1 2 2\na 2 1 2\na 2 3 3\na 3 2 3\n", NUMBERS),
        "dimacs, both directions": ("dimacs", "p edge 3 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n", dict.fromkeys(NUMBERS, 1)),
        "dimacs, counted twice": ("dimacs", "p col 3 4\ne 1 2\ne 2 3\n", dict.fromkeys(NUMBERS, 1)),
        "dimacs, pace": ("dimacs", "c\np tw 3 2\n1 2\n2 3\n", dict.fromkeys(NUMBERS, 1)),
        "dimacs, one direction": ("dimacs", "p sp 3 2\na 1 2 2\na 2 3 3\n", NUMBERS),
        "matrix, corner": ("matrix", ",anna,bert,carl\nanna,0,2,0\nbert,2,0,3\ncarl,0,3,0\n", PATH),
        "matrix, no corner": ("matrix", "anna bert carl\nanna 0 2 0\nbert 2 0 3\ncarl 0 3 0\n", PATH),
        "matrix, word and semicolons": ("matrix", "name;anna;bert;carl\nanna;0;2;0\nbert;2;0;3\ncarl;0;3;0\n", PATH),
        "matrix, rows in another order": ("matrix", ",anna,bert,carl\ncarl,0,3,0\nanna,0,2,0\nbert,2,0,3\n", PATH),
        "matrix, nothing": ("matrix", ",anna,bert,carl\nanna,,2,NA\nbert,2,,3\ncarl,NA,3,\n", PATH),
        "matrix, names above": ("matrix", "anna,bert,carl\n0,2,0\n2,0,3\n0,3,0\n", PATH),
        "matrix, commas": ("matrix", "anna;bert;carl\n0;2,0;0\n2,0;0;3\n0;3;0\n", PATH),
        "matrix, three numbers": ("matrix", "0 2 0\n2 0 3\n0 3 0\n", NUMBERS),
        "matrix, separators at the end": ("matrix", "0,2,0,\n2,0,3,\n0,3,0,\n", NUMBERS),
        "matrix, numbers": ("matrix", "0\t2\t0\t0\n2\t0\t3\t0\n0\t3\t0\t0\n0\t0\t0\t0\n", NUMBERS),
        "xlsx": ("xlsx", workbook(TABLE), PATH),
        "xlsx, other columns": (
            "xlsx",
            workbook(TABLE.assign(date="x").set_axis(["from", "to", "hours", "date"], axis=1)),
            PATH,
        ),
        "xlsx, no header": ("xlsx", workbook(TABLE, header=False), PATH),
        "xlsx, numbers": ("xlsx", workbook(TABLE.assign(source=[0, 1], target=[1, 2])), NUMBERS),
        "zip of csv": ("edges", archive("graph.csv", TABLE.to_csv(index=False)), PATH),
        "zip of gml": ("gml", archive("a/graph.gml", gml(EDGE)), PATH),
        "utf-16": ("gml", gml(EDGE).encode("utf-16"), PATH),
    }
)


@pytest.mark.parametrize("case", FILES)
def test_formats(case, tmp_path):
    name, content, expected = FILES[case]
    content = content.encode() if isinstance(content, str) else content
    path = tmp_path / f"graph{f'.{name}' if name in ('lgl', 'adjlist', 'sif') else ''}"
    path.write_bytes(content)
    graph = tvcut.read_graph(path)
    assert edges(graph) == expected and graph.format in (name, "csv")
    assert (graph.W != graph.W.T).nnz == 0


HGR = {
    "plain": ("2 3\n1 2\n1 2 3\n", {("0", "1"): 1.5, ("0", "2"): 0.5, ("1", "2"): 0.5}),
    "weights": ("% c\n2 3 1\n2 1 2\n4 1 2 3\n", {("0", "1"): 4, ("0", "2"): 2, ("1", "2"): 2}),
    "masses": ("1 3 10\n1 2\n5\n6\n7\n", {("0", "1"): 1}),
    "both": ("1 3 11\n3 1 2\n5\n6\n7\n", {("0", "1"): 3}),
}


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
