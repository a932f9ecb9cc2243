"""Edge lists in Parquet files, which need pyarrow."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from .edges import columns_of, pairs
from .entries import Entries, Floats, from_pairs
from .error import GraphFileError, brief, check_expansion

_REMEDY = "Parquet files need pyarrow: pip install pyarrow"
_BYTES = 8  # of a number or a reference in memory


def _modules() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise GraphFileError(_REMEDY) from None
    return pyarrow, pyarrow.parquet


def read(data: bytes) -> Entries:
    """Return the entries of a Parquet file: columns source, target and weight, or the first two or three."""
    pyarrow, parquet = _modules()
    try:
        file = parquet.ParquetFile(pyarrow.BufferReader(data))
        names = file.schema_arrow.names
        order = columns_of(names) or (list(range(len(names))) if 2 <= len(names) <= 3 else None)
        if order is None:
            raise GraphFileError(f"the columns must be source, target and optionally weight, got {', '.join(names)}")
        meta = file.metadata
        stored = sum(meta.row_group(i).total_byte_size for i in range(meta.num_row_groups))
        check_expansion(max(stored, len(order) * _BYTES * meta.num_rows), len(data), "write it as CSV")
        table = file.read(columns=[names[c] for c in order], use_threads=False)
        columns = [table.column(c).combine_chunks() for c in range(len(order))]
        return _entries(pyarrow, columns)
    except (pyarrow.ArrowException, OSError, OverflowError, ValueError, KeyError, TypeError, IndexError) as error:
        if isinstance(error, GraphFileError):
            raise
        raise GraphFileError(f"the file is no Parquet file that can be read: {brief(error)}") from None


def _entries(pyarrow: Any, columns: list[Any]) -> Entries:
    if any(column.null_count for column in columns):
        raise GraphFileError("no column may have missing values")
    ends = columns[:2]
    if all(pyarrow.types.is_integer(column.type) for column in ends):
        source, target = (column.cast(pyarrow.int64()).to_numpy(zero_copy_only=False) for column in ends)
        if len(source) and min(source.min(), target.min()) < 0:
            source, target = (list(map(str, column.tolist())) for column in (source, target))
    elif all(_is_text(pyarrow, column.type) for column in ends):
        source, target = (column.cast(pyarrow.large_string()).to_pylist() for column in ends)
    else:
        raise GraphFileError(f"vertices must be integers or text, got {ends[0].type} and {ends[1].type}")
    if len(columns) < 3:
        return from_pairs(source, target, np.ones(len(source)))
    return from_pairs(source, target, columns[2].cast(pyarrow.float64()).to_numpy(zero_copy_only=False))


def _is_text(pyarrow: Any, kind: Any) -> bool:
    types = pyarrow.types
    value = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(value) or types.is_large_string(value))


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the Parquet file of a graph, with columns source, target and weight."""
    if vertex_weight is not None:
        raise GraphFileError("an edge list has no weights of vertices; leave them out, or write .npz or METIS")
    pyarrow, parquet = _modules()
    rows, columns, weights = pairs(W, names)
    ends = [[end if names is None else names[end] for end in column] for column in (rows, columns)]
    file = io.BytesIO()
    parquet.write_table(pyarrow.table({"source": ends[0], "target": ends[1], "weight": weights}), file)
    return file.getvalue()
