"""The structs of capi/tvcut.h for ctypes. A test compares them with the header."""

from __future__ import annotations

import ctypes
from ctypes import c_double, c_int32, c_int64, c_size_t, c_void_p
from types import SimpleNamespace
from typing import Any

# The return codes of the functions.
OK, PENDING, BAD_INPUT, BAD_HANDLE, INTERNAL, NOT_SYMMETRIC = 0, 1, -1, -2, -3, -4


class _Sized(ctypes.Structure):
    """A struct whose first field is its size, as compiled into the caller."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(size=ctypes.sizeof(self), **fields)


class Graph(_Sized):
    _fields_ = (
        ("size", c_size_t),
        ("n", c_int64),
        ("nnz", c_int64),
        ("indptr", c_void_p),
        ("indices", c_void_p),
        ("data", c_void_p),
        ("vertex_weight", c_void_p),
        ("fixed", c_void_p),
        ("part_weights", c_void_p),
        ("labels", c_void_p),
        ("n_masses", c_int64),
        ("masses", c_void_p),
        ("mass_imbalance", c_void_p),
        ("mass_part_weights", c_void_p),
        ("vertex_size", c_void_p),
        ("n_must_link", c_int64),
        ("must_link", c_void_p),
        ("n_cannot_link", c_int64),
        ("cannot_link", c_void_p),
    )


class Progress(_Sized):
    _fields_ = (
        ("size", c_size_t),
        ("part", c_int64),
        ("start", c_int64),
        ("n_outer", c_int64),
        ("n_inner", c_int64),
        ("energy", c_double),
        ("value", c_double),
        ("n_trace", c_int64),
        ("n_tried", c_int64),
        ("n_profile", c_int64),
        ("phase", c_int32),
        ("fraction", c_double),
        ("n_stages", c_int64),
        ("n_parts", c_int64),
    )


class Result(_Sized):
    _fields_ = (
        ("size", c_size_t),
        ("labels", c_void_p),
        ("f", c_void_p),
        ("energy_trace", c_void_p),
        ("start_values", c_void_p),
        ("profile_shares", c_void_p),
        ("profile_values", c_void_p),
        ("merges", c_void_p),
        ("merge_values", c_void_p),
        ("value", c_double),
        ("energy", c_double),
        ("lower_bound", c_double),
        ("n_outer", c_int64),
        ("n_inner", c_int64),
        ("n_inner_total", c_int64),
        ("n_components", c_int64),
        ("status", c_int32),
        ("masses", c_void_p),
        ("cut_weight", c_double),
        ("imbalance", c_double),
        ("choice", c_int32),
        ("n_loose", c_int64),
        ("least_cluster", c_double),
        ("gap", c_double),
        ("gap_share", c_double),
        ("lowest_value", c_double),
        ("lowest_mass", c_double),
        ("close", c_int32),
        ("stage_names", c_void_p),
        ("stage_numbers", c_void_p),
        ("stage_flags", c_void_p),
        ("modularity", c_double),
        ("modularity_rise", c_double),
        ("plateau", c_double),
        ("stability", c_double),
        ("volume", c_double),
        ("excess", c_double),
        ("moved", c_double),
    )


class Fault(_Sized):
    _fields_ = (
        ("size", c_size_t),
        ("kind", c_int32),
        ("start", c_int64),
        ("index", c_int64),
        ("argument", c_void_p),
        ("argument_len", c_size_t),
        ("problem", c_void_p),
        ("problem_len", c_size_t),
    )


class Block(_Sized):
    _fields_ = (
        ("size", c_size_t),
        ("n", c_int64),
        ("nnz", c_int64),
        ("n_columns", c_int64),
        ("n_labels", c_int64),
        ("indptr", c_void_p),
        ("indices", c_void_p),
        ("data", c_void_p),
        ("own", c_void_p),
        ("column", c_void_p),
        ("label_mass", c_void_p),
        ("most", c_void_p),
        ("key", c_void_p),
        ("group", c_void_p),
        ("mass", c_void_p),
        ("active", c_void_p),
        ("leave", c_int32),
        ("target", c_void_p),
        ("inside", c_void_p),
        ("toward", c_void_p),
    )


FAULTS = ("none", "option", "entry", "bounds", "graph", "other")  # the kinds of faults, by their numbers
STAGE_NAME = 48  # bytes for the name of a stage


def fields(struct: type[_Sized]) -> list[str]:
    """Return the names of the fields after the size."""
    return [field[0] for field in struct._fields_ if field[0] != "size"]


def read(struct: type[_Sized], record: Any, name: Any = str) -> SimpleNamespace:
    """Return the fields of a record as a namespace. The record spells a field ``name(field)``."""
    return SimpleNamespace(**{field: getattr(record, name(field)) for field in fields(struct)})
