"""Edge lists in Parquet files, which need pyarrow."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from .._input.columns import named_columns
from .._input.entries import Entries, Floats, from_numbers, from_pairs
from .._input.error import GraphFileError, brief, check_expansion
from .column import Column
from .edge_writer import encoded, pairs
from .source import PIECE, Source

_REMEDY = "Parquet files need pyarrow: pip install pyarrow"
_ROWS = 2**16  # that are read at once
_BYTES = 8  # of a number or a reference in memory


def _modules() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise GraphFileError(_REMEDY) from None
    return pyarrow, pyarrow.parquet


def read(source: Source) -> Entries:
    """Return the entries of a Parquet file: columns source, target and weight, or the first two or three.

    The rows are read in batches into arrays of all edges.
    """
    pyarrow, parquet = _modules()
    try:
        # Buffering ahead reads a file of Python in threads of Arrow, which can end the process if they outlive it.
        with (
            source.opened() as opened,
            parquet.ParquetFile(opened, buffer_size=PIECE, pre_buffer=False) as file,
        ):
            names = file.schema_arrow.names
            order = named_columns(names) or _without_index(file.schema_arrow)
            if not 2 <= len(order) <= 3:
                raise GraphFileError(
                    f"the columns must be source, target and optionally weight, got {', '.join(names)}"
                )
            meta = file.metadata
            stored = sum(meta.row_group(i).total_byte_size for i in range(meta.num_row_groups))
            size = max(stored, len(order) * _BYTES * meta.num_rows)
            check_expansion(size, opened.seek(0, io.SEEK_END), "write it as CSV")
            edges = _Edges(pyarrow, [file.schema_arrow.field(c).type for c in order[:2]])
            for batch in file.iter_batches(_ROWS, columns=[names[c] for c in order], use_threads=False):
                edges.append(batch.columns)
            return edges.entries()
    except (pyarrow.ArrowException, OSError, OverflowError, ValueError, KeyError, TypeError, IndexError) as error:
        if isinstance(error, GraphFileError):
            raise
        raise GraphFileError(f"the file is no Parquet file that can be read: {brief(error)}") from None


def _without_index(schema: Any) -> list[int]:
    """Return the columns of a table without those that hold the index of a table of pandas."""
    index = (schema.pandas_metadata or {}).get("index_columns", [])
    return [c for c, name in enumerate(schema.names) if name not in index]


class _Edges:
    """The edges that have been read so far: integers, or numbers of texts in the order of their first appearance."""

    def __init__(self, pyarrow: Any, types: list[Any]) -> None:
        self.pyarrow = pyarrow
        self.texts: dict[str, int] | None = None
        if all(_is_text(pyarrow, kind) for kind in types):
            self.texts = {}
        elif not all(map(pyarrow.types.is_integer, types)):
            raise GraphFileError(f"vertices must be integers or text, got {types[0]} and {types[1]}")
        self.ends = [Column(np.int64 if self.texts is None else np.int32) for _ in types]
        self.weight = Column(np.float64)

    def append(self, columns: list[Any]) -> None:
        """Add a batch: arrays of sources, targets and optionally weights."""
        if any(column.null_count for column in columns):
            raise GraphFileError("no column may have missing values")
        ends = self._integers(columns[:2]) if self.texts is None else self._numbers(columns[:2], self.texts)
        for column, end in zip(self.ends, ends, strict=True):
            column.append(end)
        weighted = len(columns) > 2
        self.weight.append(self._array(columns[2], "float64") if weighted else np.ones(len(columns[0])))

    def _integers(self, ends: list[Any]) -> list[Any]:
        return [self._array(end, "int64") for end in ends]

    def _numbers(self, ends: list[Any], texts: dict[str, int]) -> list[Any]:
        """Return the numbers of texts. Only the distinct texts of the batch become Python objects."""
        m = len(ends[0])
        both = self.pyarrow.concat_arrays([end.cast(self.pyarrow.large_string()) for end in ends])
        pairs = np.arange(2 * m).reshape(2, m).T.ravel()  # source 0, target 0, source 1, target 1, …
        coded = both.take(self.pyarrow.array(pairs)).dictionary_encode()
        number = [texts.setdefault(text, len(texts)) for text in coded.dictionary.to_pylist()]
        found = np.array(number, np.int32)[coded.indices.to_numpy(zero_copy_only=False)]
        return [found[0::2], found[1::2]]

    def _array(self, column: Any, kind: str) -> Any:
        return column.cast(kind).to_numpy(zero_copy_only=False)

    def entries(self) -> Entries:
        """Return the edges as entries, whose vertices have the order of ``numbered``."""
        source, target = (column.array() for column in self.ends)
        weight = self.weight.array()
        if self.texts is None:
            if len(source) and min(source.min(), target.min()) < 0:
                texts = [list(map(str, end.tolist())) for end in (source, target)]
                return from_pairs(texts[0], texts[1], weight)
            return from_pairs(source, target, weight)
        return from_numbers((source, target), list(self.texts), weight)


def _is_text(pyarrow: Any, kind: Any) -> bool:
    types = pyarrow.types
    value = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(value) or types.is_large_string(value))


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the Parquet file of a graph, with columns source, target and weight."""
    if vertex_weight is not None:
        problem = "an edge list has no weights of vertices; leave them out, or write .npz or METIS"
        raise GraphFileError(problem, about="vertex_weight")
    pyarrow, parquet = _modules()
    encoded("".join(names or ()))  # else pyarrow raises UnicodeEncodeError
    rows, columns, weights = pairs(W, names)
    ends = [[end if names is None else names[end] for end in column] for column in (rows, columns)]
    file = io.BytesIO()
    parquet.write_table(pyarrow.table({"source": ends[0], "target": ends[1], "weight": weights}), file)
    return file.getvalue()
