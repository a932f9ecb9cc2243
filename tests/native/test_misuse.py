"""Wrong calls of the C interface return error codes. They run in a process of their own, which they could end."""

import json
import sys
from ctypes import byref, c_int32, c_int64, c_size_t, c_void_p

import numpy as np
import pytest

from tests.native.calls import DATA, MISSING, Library, address, double, int32, int64, pending, sized
from tests.programs import run
from tvcut._native import backends
from tvcut._native.structures import (
    BAD_HANDLE,
    BAD_INPUT,
    INTERNAL,
    NOT_SYMMETRIC,
    OK,
    PENDING,
    Graph,
    Progress,
    Result,
)

# The name of a wrong call, the call, and its code.
MISUSES = {
    "options_new: handle NULL": (lambda c: c.options_new(None, None, *c.to), BAD_INPUT),
    "options_new: no such preset": (lambda c: c.options_new(b"fast", byref(c_size_t()), *c.to), BAD_INPUT),
    "options_new: preset not UTF-8": (lambda c: c.options_new(b"\xff\xfe", byref(c_size_t()), *c.to), BAD_INPUT),
    "options_new: no message": (lambda c: c.options_new(b"fast", byref(c_size_t()), None, c_size_t(99)), BAD_INPUT),
    "options_new: handle not in memory": (lambda c: c.options_new(None, c_void_p(MISSING), *c.to), BAD_INPUT),
    "options_new: preset not in memory": (
        lambda c: c.options_new(c_void_p(MISSING), byref(c_size_t()), *c.to),
        BAD_INPUT,
    ),
    "options_free: 0": (lambda c: c.options_free(c_size_t(0)), BAD_HANDLE),
    "options_free: no handle": (lambda c: c.options_free(c_size_t(12345)), BAD_HANDLE),
    "options_free: twice": (lambda c: c.options_free(c.freed_options()), BAD_HANDLE),
    "options_free: handle of a job": (lambda c: c.options_free(c.job()), BAD_HANDLE),
    "set: freed options": (lambda c: c.set(c.freed_options(), b"theta", b"0.5", *c.to), BAD_HANDLE),
    "set: handle of a job": (lambda c: c.set(c.job(), b"theta", b"0.5", *c.to), BAD_HANDLE),
    "set: name NULL": (lambda c: c.set(c.new_options(), None, b"0.5", *c.to), BAD_INPUT),
    "set: value NULL": (lambda c: c.set(c.new_options(), b"theta", None, *c.to), BAD_INPUT),
    "set: no such name": (lambda c: c.set(c.new_options(), b"thetta", b"0.5", *c.to), BAD_INPUT),
    "set: empty strings": (lambda c: c.set(c.new_options(), b"", b"", *c.to), BAD_INPUT),
    "set: long value": (lambda c: c.set(c.new_options(), b"theta", b"9" * 10**6, *c.to), BAD_INPUT),
    "set: value out of range": (lambda c: c.set(c.new_options(), b"theta", b"2", *c.to), BAD_INPUT),
    "set: message of one byte": (lambda c: c.set(c.new_options(), b"theta", b"2", c.message, c_size_t(1)), BAD_INPUT),
    "set: message not in memory": (
        lambda c: c.set(c.new_options(), b"theta", b"2", c_void_p(MISSING), c_size_t(99)),
        BAD_INPUT,
    ),
    "get: freed options": (lambda c: c.get(c.freed_options(), b"theta", *c.to), BAD_HANDLE),
    "get: no such name": (lambda c: c.get(c.new_options(), b"thetta", *c.to), BAD_INPUT),
    "get: value NULL": (lambda c: c.get(c.new_options(), b"theta", None, c_size_t(9)), BAD_INPUT),
    "get: no room": (lambda c: c.get(c.new_options(), b"theta", c.message, c_size_t(0)), BAD_INPUT),
    "start: graph NULL": (lambda c: c.begin_struct(None)[0], BAD_INPUT),
    "start: job NULL": (lambda c: c.start(byref(Graph()), c_size_t(0), None, c_int64(0), None, *c.to), BAD_INPUT),
    "start: graph not in memory": (lambda c: c.begin_struct(c_void_p(MISSING))[0], BAD_INPUT),
    "start: graph near 0": (lambda c: c.begin_struct(c_void_p(16))[0], INTERNAL),
    "start: size 0": (lambda c: c.begin(size=0)[0], BAD_INPUT),
    "start: size of a part": (lambda c: c.begin(size=8)[0], BAD_INPUT),
    "start: freed options": (lambda c: c.begin(options=c.freed_options())[0], BAD_HANDLE),
    "start: handle of a job as options": (lambda c: c.begin(options=c.job())[0], BAD_HANDLE),
    "start: n 0": (lambda c: c.begin(n=0)[0], BAD_INPUT),
    "start: n negative": (lambda c: c.begin(n=-4)[0], BAD_INPUT),
    "start: n smallest": (lambda c: c.begin(n=-(2**63))[0], BAD_INPUT),
    "start: n too large": (lambda c: c.begin(n=2**31)[0], BAD_INPUT),
    "start: n larger than indptr": (lambda c: c.begin(n=2**31 - 1)[0], BAD_INPUT),
    "start: nnz negative": (lambda c: c.begin(nnz=-1)[0], BAD_INPUT),
    "start: nnz too large": (lambda c: c.begin(nnz=2**62)[0], BAD_INPUT),
    "start: nnz larger than data": (lambda c: c.begin(nnz=2**40)[0], BAD_INPUT),
    "start: indptr NULL": (lambda c: c.begin(indptr=None)[0], BAD_INPUT),
    "start: indices NULL": (lambda c: c.begin(indices=None)[0], BAD_INPUT),
    "start: data NULL": (lambda c: c.begin(data=None)[0], BAD_INPUT),
    "start: indptr not in memory": (lambda c: c.begin(indptr=MISSING)[0], BAD_INPUT),
    "start: data not in memory": (lambda c: c.begin(data=MISSING)[0], BAD_INPUT),
    "start: data near the last address": (lambda c: c.begin(data=2**64 - 8)[0], BAD_INPUT),
    "start: vertex_weight not in memory": (lambda c: c.begin(vertex_weight=MISSING)[0], BAD_INPUT),
    "start: fixed not in memory": (lambda c: c.begin(fixed=MISSING)[0], BAD_INPUT),
    "start: part_weights not in memory": (lambda c: c.begin(part_weights=16)[0], BAD_INPUT),
    "start: labels not in memory": (lambda c: c.begin(labels=MISSING)[0], BAD_INPUT),
    "start: n_starts negative": (lambda c: c.begin(n_starts=-1)[0], BAD_INPUT),
    "start: starts NULL": (lambda c: c.begin(n_starts=1)[0], BAD_INPUT),
    "start: starts not in memory": (lambda c: c.begin(starts=MISSING, n_starts=1)[0], BAD_INPUT),
    "start: more starts than memory": (lambda c: c.begin(starts=address(DATA), n_starts=2**31 - 1)[0], BAD_INPUT),
    "start: n_starts overflows": (lambda c: c.begin(starts=address(DATA), n_starts=2**62)[0], BAD_INPUT),
    "finish: indptr falls": (lambda c: c.last(indptr=int64(0, 3, 1, 5, 6)), BAD_INPUT),
    "finish: indptr does not begin with 0": (lambda c: c.last(indptr=int64(1, 1, 3, 5, 6)), BAD_INPUT),
    "finish: indptr does not end with nnz": (lambda c: c.last(indptr=int64(0, 1, 3, 5, 600)), BAD_INPUT),
    "finish: indptr huge": (lambda c: c.last(indptr=int64(0, 2**62, -(2**62), 5, 6)), BAD_INPUT),
    "finish: index negative": (lambda c: c.last(indices=int32(-1, 0, 2, 1, 3, 2)), BAD_INPUT),
    "finish: index too large": (lambda c: c.last(indices=int32(1, 0, 2, 1, 2**31 - 1, 2)), BAD_INPUT),
    "finish: indices not ascending": (lambda c: c.last(indices=int32(1, 2, 0, 1, 3, 2)), BAD_INPUT),
    "finish: diagonal entry": (lambda c: c.last(indices=int32(0, 0, 2, 1, 3, 2)), BAD_INPUT),
    "finish: NaN": (lambda c: c.last(data=double(2, 2, np.nan, 1, 2, 2)), BAD_INPUT),
    "finish: infinite": (lambda c: c.last(data=double(2, 2, np.inf, np.inf, 2, 2)), BAD_INPUT),
    "finish: negative": (lambda c: c.last(data=double(2, 2, -1, -1, 2, 2)), BAD_INPUT),
    "finish: not symmetric": (lambda c: c.last(data=double(2, 2, 1, 3, 2, 2)), NOT_SYMMETRIC),
    "finish: all masses 0": (lambda c: c.last(vertex_weight=double(0, 0, 0, 0)), BAD_INPUT),
    "finish: fixed part too large": (lambda c: c.last(fixed=int32(0, 1, 2**30, -1)), BAD_INPUT),
    "finish: fixed part negative": (lambda c: c.last(fixed=int32(0, 1, -(2**31), -1)), BAD_INPUT),
    "finish: shares do not sum to 1": (lambda c: c.last(part_weights=double(1, 1)), BAD_INPUT),
    "finish: label too large": (lambda c: c.last(labels=int32(0, 1, 2**31 - 1, 1)), BAD_INPUT),
    "finish: empty part": (lambda c: c.last(labels=int32(0, 0, 0, 0)), BAD_INPUT),
    "finish: start not finite": (lambda c: c.last(starts=double(1, np.nan, 2, 3), n_starts=1), BAD_INPUT),
    "wait: 0": (lambda c: c.wait(c_size_t(0), 0, None), BAD_HANDLE),
    "wait: released job": (lambda c: c.wait(c.released(), 0, None), BAD_HANDLE),
    "wait: handle of options": (lambda c: c.wait(c.new_options(), 0, None), BAD_HANDLE),
    "wait: progress of size 0": (lambda c: c.wait(c.job(), 0, sized(Progress, 0)), BAD_INPUT),
    "wait: progress not in memory": (lambda c: c.wait(c.job(), 0, c_void_p(MISSING)), BAD_INPUT),
    "wait: progress of a later version": (lambda c: c.wait(c.ended(), 0, sized(Progress, 10**6)), OK),
    "wait: negative time": (lambda c: pending(c, lambda job: c.wait(job, -(2**31), None)), PENDING),
    "cancel: 0": (lambda c: c.cancel(c_size_t(0)), BAD_HANDLE),
    "cancel: released job": (lambda c: c.cancel(c.released()), BAD_HANDLE),
    "cancel: twice": (lambda c: pending(c, lambda job: c.cancel(job) or c.cancel(job)), OK),
    "cancel: after the end": (lambda c: c.cancel(c.ended()), OK),
    "outcome: 0": (lambda c: c.outcome(c_size_t(0), None, *c.to), BAD_HANDLE),
    "outcome: released job": (lambda c: c.outcome(c.released(), None, *c.to), BAD_HANDLE),
    "outcome: before the end": (lambda c: pending(c, lambda job: c.outcome(job, None, *c.to)), PENDING),
    "outcome: result NULL": (lambda c: c.outcome(c.ended(), None, *c.to), OK),
    "outcome: result of size 0": (lambda c: c.outcome(c.ended(), sized(Result, 0), *c.to), BAD_INPUT),
    "outcome: result not in memory": (lambda c: c.outcome(c.ended(), c_void_p(MISSING), *c.to), BAD_INPUT),
    "outcome: labels not in memory": (lambda c: c.outcome(c.ended(), byref(Result(labels=MISSING)), *c.to), BAD_INPUT),
    "outcome: masses near 0": (lambda c: c.outcome(c.ended(), byref(Result(masses=16)), *c.to), BAD_INPUT),
    "finish: 0": (lambda c: c.finish(c_size_t(0), None, *c.to), BAD_HANDLE),
    "finish: no handle": (lambda c: c.finish(c_size_t(2**64 - 1), None, *c.to), BAD_HANDLE),
    "finish: handle of options": (lambda c: c.finish(c.new_options(), None, *c.to), BAD_HANDLE),
    "finish: twice": (lambda c: c.finish(c.released(), None, *c.to), BAD_HANDLE),
    "finish: before the end": (lambda c: c.finish(c.job(), None, *c.to), OK),
    "finish: result of size 0": (lambda c: c.finish(c.job(), sized(Result, 0), *c.to), BAD_INPUT),
    "finish: f not in memory": (lambda c: c.finish(c.job(), byref(Result(f=MISSING)), *c.to), BAD_INPUT),
}
WITHOUT_MESSAGE = ("options_free", "get", "wait", "cancel")
ANSWERED = "options_new: no message", "set: message"  # calls that give no memory for a message, or one byte


def main(path):
    """Make every wrong call, and print its name, its code and its message, each in a line of JSON."""
    calls = Library(path)
    for name, (call, _) in MISUSES.items():
        calls.message.value = b""
        code = call(calls)
        print(json.dumps([name, code, calls.message.value.decode(errors="replace")]), flush=True)
    job = calls.ended()
    labels = (c_int32 * 4)()
    assert calls.finish(job, byref(Result(labels=address(labels))), *calls.to) == OK
    print(json.dumps(["afterwards", list(labels), ""]))


@pytest.fixture(scope="module")
def answers():
    code = f"from tests.native.test_misuse import main; main({str(backends.LIBRARY)!r})"
    done = run(sys.executable, "-c", code)
    return {name: answer for name, *answer in map(json.loads, done.stdout.splitlines())}, done


@pytest.mark.parametrize("name", MISUSES)
def test_misuse_returns_an_error_code(answers, name):
    found, done = answers
    assert name in found, f"the process ended: {done.stderr[-3000:]}"
    code, message = found[name]
    assert code == MISUSES[name][1], message
    if code < OK and not name.startswith(WITHOUT_MESSAGE + ANSWERED):
        assert message


def test_the_library_works_after_every_misuse(answers):
    found, done = answers
    assert done.returncode == 0, done.stderr[-3000:]
    assert found["afterwards"][0] == [0, 0, 1, 1]
