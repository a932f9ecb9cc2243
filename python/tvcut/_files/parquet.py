"""Edge lists in Parquet files, which need pyarrow."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import numpy as np

from .._input.columns import named_ends, paired_ends, unused
from .._input.entries import Entries, Floats, from_edges, integers, numbered
from .._input.error import GraphFileError, brief, check_expansion
from . import parquet_pages
from .doubts import weight_or_doubt
from .edge_writer import edge_list, encoded
from .options import DEFAULT, Options
from .source import PIECE, Source
from .table import Columns

_ROWS = 2**16  # that are read at once
_BYTES = 8  # of a number or a reference in memory


def _modules() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise GraphFileError("Parquet files need pyarrow: pip install pyarrow") from None
    return pyarrow, pyarrow.parquet


def read(source: Source, options: Options = DEFAULT) -> Entries:
    """Return the entries of a Parquet file: columns source, target and weight, or the first two or three.

    The rows are read in batches into arrays of all edges.
    """
    pyarrow, parquet = _modules()
    try:
        # Buffering ahead reads a file of Python in threads of Arrow, which can end the process if they outlive it.
        with source.opened() as opened, _file(parquet, opened) as file:
            schema, meta = file.schema_arrow, file.metadata
            names, ends = schema.names, named_ends(schema.names) or paired_ends(schema.names)
            index = (schema.pandas_metadata or {}).get("index_columns", [])  # of a table of pandas
            if ends is None:
                ends = [c for c, name in enumerate(names) if name not in index][:2]
            if len(ends) < 2:
                raise GraphFileError(
                    f"the columns must be source, target and optionally weight, got {', '.join(names)}"
                )

            def holds_numbers(c: int) -> bool:
                kind = schema.field(c).type
                return names[c] not in index and bool(pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind))

            weight, doubts = weight_or_doubt(names, ends, options.weight, holds_numbers)
            order = [*ends, *([] if weight is None else [weight])]
            size = max(parquet_pages.size(opened, order), len(order) * _BYTES * meta.num_rows)
            check_expansion(size, opened.seek(0, io.SEEK_END), "write it as CSV")
            texts = _texts(pyarrow, [schema.field(c).type for c in ends])
            columns = Columns(*[np.int64 if texts is None else np.int32] * 2, np.float64)
            for batch in file.iter_batches(_ROWS, columns=[names[c] for c in order], use_threads=False):
                columns.append(*_edges(pyarrow, batch.columns, texts))
    except (pyarrow.ArrowException, OSError, OverflowError, ValueError, KeyError, TypeError, IndexError) as error:
        if isinstance(error, GraphFileError):
            raise
        raise GraphFileError(f"the file is no Parquet file that can be read: {brief(error)}") from None
    used = None if weight is None else names[weight]
    return replace(_entries(columns, texts), weight_from=used, unused=unused(names, order), doubts=tuple(doubts))


def _file(parquet: Any, opened: Any) -> Any:
    """Return the file whose texts stay in their dictionaries: rows may repeat a long one many times."""
    names = parquet.read_schema(opened).names
    return parquet.ParquetFile(opened, buffer_size=PIECE, pre_buffer=False, read_dictionary=names)


def _entries(columns: Columns, texts: dict[str, int] | None) -> Entries:
    row, col, weight = columns.arrays()
    if texts is not None:
        return from_edges((row, col), list(texts), weight)
    if min(row.min(initial=0), col.min(initial=0)) < 0:
        return from_edges(*numbered(list(map(str, row.tolist())), list(map(str, col.tolist()))), weight)
    return from_edges(*integers(row, col), weight)


def _texts(pyarrow: Any, kinds: list[Any]) -> dict[str, int] | None:
    """Return a table for the numbers of texts, or None if the vertices are integers."""
    types = pyarrow.types
    values = [kind.value_type if types.is_dictionary(kind) else kind for kind in kinds]
    if all(types.is_string(kind) or types.is_large_string(kind) for kind in values):
        return {}
    if not all(map(types.is_integer, kinds)):
        raise GraphFileError(f"vertices must be integers or text, got {kinds[0]} and {kinds[1]}")
    return None


def _edges(pyarrow: Any, columns: list[Any], texts: dict[str, int] | None) -> list[Any]:
    """Return the ends and weights of a batch. Texts are numbered in the order of their first appearance.

    Only the distinct texts of the batch become Python objects.
    """
    if any(column.null_count for column in columns):
        raise GraphFileError("no column may have missing values")
    m = len(columns[0])
    weight = columns[2].cast("float64").to_numpy(zero_copy_only=False) if len(columns) > 2 else np.ones(m)
    if texts is None:
        return [*(end.cast("int64").to_numpy(zero_copy_only=False) for end in columns[:2]), weight]
    codes = np.empty((m, 2), np.int64)
    local: dict[str, int] = {}  # the texts of the batch, of which a dictionary holds each once
    for side, end in enumerate(columns[:2]):
        coded = end if pyarrow.types.is_dictionary(end.type) else end.dictionary_encode()
        number = [local.setdefault(text, len(local)) for text in coded.dictionary.to_pylist()]
        codes[:, side] = np.array(number, np.int64)[coded.indices.to_numpy(zero_copy_only=False)]
    found, first, place = np.unique(codes.ravel(), return_index=True, return_inverse=True)
    names, rank = list(local), np.empty(len(found), np.int32)
    for i in np.argsort(first).tolist():  # source 0, target 0, source 1, target 1, …
        rank[i] = texts.setdefault(names[found[i]], len(texts))
    ends = rank[place.reshape(m, 2)]
    return [ends[:, 0], ends[:, 1], weight]


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the Parquet file of a graph, with columns source, target and weight."""
    pyarrow, parquet = _modules()
    *ends, weights = edge_list(W, names, vertex_weight)
    encoded("".join(names or ()))  # else pyarrow raises UnicodeEncodeError
    called = [end if names is None else [names[i] for i in end] for end in ends]
    file = io.BytesIO()
    parquet.write_table(pyarrow.table({"source": called[0], "target": called[1], "weight": weights}), file)
    return file.getvalue()
