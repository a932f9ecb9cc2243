"""Edge lists in Parquet files, which need pyarrow."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from .._input.columns import named_columns
from .._input.entries import Entries, Floats, from_edges, integers, numbered
from .._input.error import GraphFileError, brief, check_expansion
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
        with source.opened() as opened, parquet.ParquetFile(opened, buffer_size=PIECE, pre_buffer=False) as file:
            schema, meta = file.schema_arrow, file.metadata
            index = (schema.pandas_metadata or {}).get("index_columns", [])  # of a table of pandas
            order = named_columns(schema.names) or [c for c, name in enumerate(schema.names) if name not in index]
            if not 2 <= len(order) <= 3:
                names = ", ".join(schema.names)
                raise GraphFileError(f"the columns must be source, target and optionally weight, got {names}")
            stored = sum(meta.row_group(i).total_byte_size for i in range(meta.num_row_groups))
            size = max(stored, len(order) * _BYTES * meta.num_rows)
            check_expansion(size, opened.seek(0, io.SEEK_END), "write it as CSV")
            texts = _texts(pyarrow, [schema.field(c).type for c in order[:2]])
            columns = Columns(*[np.int64 if texts is None else np.int32] * 2, np.float64)
            for batch in file.iter_batches(_ROWS, columns=[schema.names[c] for c in order], use_threads=False):
                columns.append(*_edges(pyarrow, batch.columns, texts))
    except (pyarrow.ArrowException, OSError, OverflowError, ValueError, KeyError, TypeError, IndexError) as error:
        if isinstance(error, GraphFileError):
            raise
        raise GraphFileError(f"the file is no Parquet file that can be read: {brief(error)}") from None
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
    both = pyarrow.concat_arrays([end.cast(pyarrow.large_string()) for end in columns[:2]])
    pairs = np.arange(2 * m).reshape(2, m).T.ravel()  # source 0, target 0, source 1, target 1, …
    coded = both.take(pyarrow.array(pairs)).dictionary_encode()
    number = [texts.setdefault(text, len(texts)) for text in coded.dictionary.to_pylist()]
    found = np.array(number, np.int32)[coded.indices.to_numpy(zero_copy_only=False)]
    return [found[0::2], found[1::2], weight]


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the Parquet file of a graph, with columns source, target and weight."""
    pyarrow, parquet = _modules()
    *ends, weights = edge_list(W, names, vertex_weight)
    encoded("".join(names or ()))  # else pyarrow raises UnicodeEncodeError
    called = [end if names is None else [names[i] for i in end] for end in ends]
    file = io.BytesIO()
    parquet.write_table(pyarrow.table({"source": called[0], "target": called[1], "weight": weights}), file)
    return file.getvalue()
