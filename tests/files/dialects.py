"""Formats of other programs, several dialects of each: each file is the path anna–bert–carl with weights 2 and 3."""

import io
import zipfile

import networkx
import pandas

from tests.files.json_dialects import JSON, NUMBERS, PATH, of_networkx

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


HGR = {
    "plain": ("2 3\n1 2\n1 2 3\n", {("0", "1"): 1.5, ("0", "2"): 0.5, ("1", "2"): 0.5}),
    "weights": ("% c\n2 3 1\n2 1 2\n4 1 2 3\n", {("0", "1"): 4, ("0", "2"): 2, ("1", "2"): 2}),
    "masses": ("1 3 10\n1 2\n5\n6\n7\n", {("0", "1"): 1}),
    "both": ("1 3 11\n3 1 2\n5\n6\n7\n", {("0", "1"): 3}),
}
