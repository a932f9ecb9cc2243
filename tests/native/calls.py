"""Calls of the C interface through ctypes, and the handles and arrays that wrong ones need."""

import ctypes
from ctypes import byref, c_char, c_double, c_int32, c_int64, c_size_t, c_void_p

from tvcut._native.structures import (
    OK,
    PENDING,
    Graph,
)

MISSING = 1 << 40  # an address where a process has no memory
INDPTR, INDICES = (c_int64 * 5)(0, 1, 3, 5, 6), (c_int32 * 6)(1, 0, 2, 1, 3, 2)  # a path of four vertices
DATA = (c_double * 6)(2, 2, 1, 1, 2, 2)


def address(array):
    return ctypes.addressof(array)


class Library:
    """The library, and the handles that a wrong call can need."""

    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        self.lib.tvcut_job_count.restype = c_int64
        self.message = (c_char * 300)()

    def __getattr__(self, name):
        return getattr(self.lib, f"tvcut_{name}")

    @property
    def to(self):
        """The last two arguments of many functions."""
        return self.message, c_size_t(len(self.message))

    def new_options(self):
        handle = c_size_t(0)
        assert self.options_new(None, byref(handle), *self.to) == OK
        return handle

    def freed_options(self):
        handle = self.new_options()
        assert self.options_free(handle) == OK
        return handle

    def begin(self, options=0, starts=None, n_starts=0, size=None, **changes):
        """Start a job on the path with some fields changed, and return the code and the handle."""
        arrays = {"indptr": address(INDPTR), "indices": address(INDICES), "data": address(DATA)}
        graph = Graph(**({"n": 4, "nnz": 6} | arrays | changes))
        graph.size = graph.size if size is None else size
        return self.begin_struct(byref(graph), options, starts, n_starts)

    def begin_struct(self, graph, options=0, starts=None, n_starts=0):
        job = c_size_t(77)
        code = self.start(
            graph,
            c_size_t(getattr(options, "value", options)),
            c_void_p(starts),
            c_int64(n_starts),
            byref(job),
            *self.to,
        )
        assert (job.value == 0) == (code != OK), "on failure the handle is 0"
        return code, job

    def job(self, **changes):
        code, job = self.begin(**changes)
        assert code == OK, self.message.value
        return job

    def ended(self, **changes):
        job = self.job(**changes)
        while self.wait(job, 20, None) == PENDING:
            pass
        return job

    def released(self):
        job = self.job()
        assert self.finish(job, None, None, c_size_t(0)) == OK
        return job

    def last(self, **changes):
        """The code of ``finish`` for a job with some fields changed."""
        return self.finish(self.job(**changes), None, *self.to)

    def endless(self):
        """A job that ends only when it is cancelled."""
        options = self.new_options()
        for name, value in ((b"n_starts", b"1000000000"), (b"init", b"random")):
            assert self.set(options, name, value, *self.to) == OK
        n = 400
        indptr, indices = (c_int64 * (n + 1))(*range(0, 2 * n + 1, 2)), (c_int32 * (2 * n))()
        for i in range(n):
            indices[2 * i : 2 * i + 2] = sorted(((i - 1) % n, (i + 1) % n))
        self.kept = indptr, indices, (c_double * (2 * n))(*[1.0] * (2 * n))
        pointers = dict(zip(("indptr", "indices", "data"), map(address, self.kept), strict=True))
        code, job = self.begin(options, n=n, nnz=2 * n, **pointers)
        assert code == OK, self.message.value
        return job


def int32(*values):
    array = (c_int32 * len(values))(*values)
    KEPT.append(array)
    return address(array)


def int64(*values):
    array = (c_int64 * len(values))(*values)
    KEPT.append(array)
    return address(array)


def double(*values):
    array = (c_double * len(values))(*values)
    KEPT.append(array)
    return address(array)


KEPT = []  # arrays whose addresses are in use


def pending(lib, call):
    """The code of a call on a job that runs; afterwards the job is ended."""
    job = lib.endless()
    code = call(job)
    lib.cancel(job), lib.finish(job, None, None, c_size_t(0))
    return code


def sized(struct, size, **fields):
    record = struct(**fields)
    record.size = size
    return byref(record)
