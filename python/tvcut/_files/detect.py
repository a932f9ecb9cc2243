"""How the content of a file tells its format, and formats that are refused by their names."""

from __future__ import annotations

import re

from .._input.error import GraphFileError
from . import matrix_text, metis, packed
from .comments import KONECT
from .formats import READABLE, Readable, read_by_ending
from .source import PIECE, Source

_NEVER = rb"\A(?!)"  # of a format that only the ending of the name tells
_HEAD = 4096  # bytes that tell the format
_BY_TEXT = {  # in the order in which they are tried
    "matrix-market": rb"\A%{1,2}matrixmarket",
    "gexf": rb"\A<[\s\S]*<gexf\b|\A<gexf\b",
    "graphml": rb"\A<",
    "json": rb"\A(?:\{|\[\s*[\[{\"])",
    "gml": rb"(?:\A|\n)\s*graph\s*\[",
    "pajek": rb"\A(?:[%#][^\n]*\n|/\*[^\n]*\*/|\s)*\*(?:vertices|network)\b",
    "dimacs": rb"\A(?:c\b[^\n]*\n|\s)*p\s+[a-z]+\s+\d+\s+\d+\s*\n",
    "edgelist": rb"\A(?:#[^\n]*\n)*\S+ \S+ \{[^\n]*\}",
}
_GRAPHML = "open it with the program that wrote it, and save it as GraphML"
_LIST = "write a line for each edge with its two vertices"
_REFUSED = (  # what is at the start, the endings, the name, and the remedy
    (rb"\Anodedef\s*>", ".gdf", "GDF", "keep the lines below edgedef> with the header node1,node2,weight as CSV"),
    (rb"\A(?:strict\s+)?(?:di)?graph\b[^\[{]*\{", (".dot", ".gv"), "DOT", "convert it by gv2gml of Graphviz to GML"),
    (rb"\Adl[\s,]+n", ".dl", "DL of UCINET", "keep the rows below data: as a matrix, or as an edge list"),
    (_NEVER, ".tgf", "TGF", "keep the lines below # as an edge list"),
    (
        rb"\A(?:#[^\n]*\n)*\S+ \d+\n\S+ \{",
        "",
        "multiline adjacency list",
        "write it by networkx.write_weighted_edgelist",
    ),
    (rb"\A\*node (?:data|properties)", ".vna", "VNA of NetDraw", "keep the lines below *Tie data as an edge list"),
    (rb"\A(?:>>(?:graph|sparse|digraph)6<<)", (".g6", ".s6"), "graph6", "write it by networkx.write_edgelist"),
    (rb"\ALEDA\.GRAPH", ".lgr", "LEDA", _LIST),
    (rb"\A33D32945", ".stp", "SteinLib", "keep the lines that start with E, without this letter"),
    (rb"\AName\s*:[\s\S]*\nDIMENSION\s*:", ".tsp", "TSPLIB", _LIST),
    (rb"\A(?:c\b[^\n]*\n|\s)*p\s+aux\b", ".co", "coordinates of DIMACS", "read the .gr file of the graph"),
    (_NEVER, (".clu", ".tree", ".ftree", ".vec", ".circles"), "of partitions or vectors", "read the file of the graph"),
    (rb"\AMATLAB [57]", ".mat", "MATLAB", "pass a matrix of scipy.io.loadmat(path)"),
    (rb"\A\x89HDF", ".h5", "HDF5", "pass the matrix that h5py reads, or anndata.read_h5ad(path)"),
    (rb"\A\x93NUMPY", ".npy", "NumPy", "pass the matrix of numpy.load(path)"),
    (rb"\ABZh", ".bz2", "bzip2", "decompress it first"),
    (rb"\A\xfd7zXZ", ".xz", "xz", "decompress it first"),
    (rb"\A\x28\xb5\x2f\xfd", ".zst", "Zstandard", "decompress it first"),
    (rb"\A7z\xbc\xaf", ".7z", "7z", "unpack it first"),
    (rb"\A[\s\S]{257}ustar", ".tar", "tar", "unpack it first"),
    (rb"\A\x80[\x02-\x05]", (".pickle", ".gpickle"), "pickle", "unpickle it if you trust it, and pass the graph"),
    (rb"\A(?:RD[AX]\d\n|[AXB]\n\0\0)", (".rdata", ".rda", ".rds"), "R", "write the edges by write.csv"),
    (rb"\A\xe2\x9b\xbe gt", ".gt", "graph-tool", _GRAPHML),
    (rb"\A\xd0\xcf\x11\xe0", ".xls", "Excel before 2007", "save the sheet as CSV"),
    (_NEVER, (".rb", ".rsa", ".rua", ".psa", ".pua"), "Rutherford-Boeing", "pass scipy.io.hb_read(path)"),
    (rb"\A<NUMBER OF ZONES>", ".tntp", "TNTP", "keep the columns of the two nodes and the weight below the line ~"),
    (rb"\A<(?:!doctype\s+)?html\b", ".html", "HTML", "download the file itself in place of the page about it"),
    (rb"\Aversion https://git-lfs", "", "Git LFS", "the file is a pointer: fetch its content by git lfs pull"),
)


def by_content(source: Source, file: str) -> tuple[Readable, Source]:
    """Return the format of a file and its bytes, which are those of the only member of a zip archive.

    The ending of the name counts only where text has no mark of a format.
    """
    data = source.head(_HEAD)
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return _of_archive(source)
    if data[:4] == b"PAR1":
        return READABLE["parquet"], source
    text = next(source.text(_HEAD + 1), b"").removeprefix(b"\xef\xbb\xbf")
    start = text[:_HEAD].lstrip()
    if not start and len(text) <= _HEAD:
        raise GraphFileError("the file is empty")
    _refuse(data, start, file)
    if b"\0" in start:
        for _ in source.pieces(PIECE):  # a gzip file that is damaged or holds too much has its own error
            pass
        names = ", ".join(READABLE)
        raise GraphFileError(f"the file has none of the formats {names}; it holds binary data")
    return _of_text(source, start, file), source


def _of_text(source: Source, start: bytes, file: str) -> Readable:
    for name, pattern in _BY_TEXT.items():
        if re.search(pattern, start, re.IGNORECASE):
            return READABLE[name]
    if _is_lgl(start):
        return READABLE["lgl"]
    named = read_by_ending(file)
    if named is not None and named.name not in ("csv", "tsv", "edges", "npz", "parquet", "xlsx", "graphml"):
        return named
    if not KONECT.match(start) and matrix_text.fits(source):
        return READABLE["matrix"]
    if named is not None and named.name in ("csv", "tsv", "edges"):
        return named
    return READABLE["metis" if not KONECT.match(start) and metis.fits(source) else "edges"]


def _is_lgl(start: bytes) -> bool:
    """Return whether lines # VERTEX are above lines of neighbours alone, or twice above neighbours and weights."""
    heads, alone, previous = 0, 0, b""
    for line in start.split(b"\n")[:-1]:
        words = line.split()
        if line.startswith(b"#"):
            if len(line[1:].split()) != 1 or previous.startswith(b"#"):
                return False
        elif not 1 <= len(words) <= 2 or not heads or re.search(rb"[,;%]", line):
            return False
        elif len(words) == 2 and not (re.fullmatch(rb"[\d.eE+-]+", words[1]) and not words[0].isdigit()):
            return False
        heads, alone, previous = heads + line.startswith(b"#"), alone + (len(words) == 1 and line[:1] != b"#"), line
    return heads > 0 and (alone > 0 or heads > 1) and not previous.startswith(b"#")


def _refuse(data: bytes, start: bytes, file: str) -> None:
    """Raise GraphFileError if a file has a format that is known and not read."""
    for pattern, ending, name, remedy in _REFUSED:
        if (
            re.match(pattern, data)
            or re.match(pattern, start, re.IGNORECASE)
            or (ending and file.lower().endswith(ending))
        ):
            raise GraphFileError(f"the file is in the format {name}, which is not read; {remedy}")


def unpacked(source: Source, chosen: Readable) -> Source:
    """Return the only member of a zip archive for a format that is none itself, and else the same bytes."""
    if chosen.name in ("npz", "xlsx") or source.head(4) != b"PK\x03\x04":
        return source
    names = packed.members(source)
    return packed.only_member(source, names[0]) if len(names) == 1 else source


def _of_archive(source: Source) -> tuple[Readable, Source]:
    names = packed.members(source)
    if not names or any(name.endswith(".npy") for name in names):
        return READABLE["npz"], source
    if "[Content_Types].xml" in names:
        return READABLE["xlsx"], source
    if len(names) > 1:
        listed = ", ".join(repr(name[:40]) for name in names[:5])
        raise GraphFileError(f"a zip archive must hold one file, got {len(names)}, {listed}; unpack it first")
    inner = packed.only_member(source, names[0])
    if inner.head(2) == b"PK":
        raise GraphFileError("the zip archive holds another archive; unpack it first")
    return by_content(inner, names[0])
