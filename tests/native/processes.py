"""Code that tests run in processes of their own, which signals, forks or faults may end."""

import os
import sys
import textwrap
from importlib.util import find_spec

import pytest

from tests import programs

LONG = {"n_starts": 1000, "init": "random"}  # so many starts that only a limit or an interrupt ends the cut
needs_gopy = pytest.mark.skipif(find_spec("tvcut_gopy") is None, reason="tvcut_gopy is not installed: make gopy")
backends = pytest.mark.parametrize("backend", ["ctypes", pytest.param("gopy", marks=needs_gopy)])

PREAMBLE = """
import gc, os, signal, sys, threading, time
import numpy as np
import tvcut
from tests.native.signals import Alarm, after, grid, send
from tvcut._native import library

def alarm(signum, frame):
    raise Alarm

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell makes background processes ignore it
signal.signal(signal.SIGALRM, alarm)
LONG = {"n_starts": 1000, "init": "random"}  # so many starts that only a limit or an interrupt ends the cut

def cut(W, wanted, **options):
    try:
        return tvcut.balanced_cut(W, min_share=0, **options)
    except wanted as error:
        return error.with_traceback(None)

def check_next():
    assert tvcut.balanced_cut(np.ones((4, 4))).value == 2

def no_job_left(seconds=60):
    limit = time.monotonic() + seconds
    while library.job_count() and time.monotonic() < limit:
        time.sleep(0.01)
        check_next()  # each call releases the jobs before it that have ended
    return library.job_count() == 0
"""


def run(backend, code, *arguments, timeout=600):
    """Run code in a new process, and return what it prints. A crash of the process fails the test."""
    command = [sys.executable, "-c", PREAMBLE + textwrap.dedent(code), *arguments]
    env = {**os.environ, "TVCUT_BACKEND": backend}
    env["MALLOC_MMAP_THRESHOLD_"] = "65536"  # glibc unmaps larger arrays as soon as they are freed
    done = programs.run(*command, timeout=timeout, env=env)
    assert done.returncode == 0, done.stderr[-4000:]
    assert not done.stderr, done.stderr[-4000:]
    return done.stdout


def python(code, *flags, timeout):
    """Run code in a new Python process that can import the tests."""
    return programs.run(sys.executable, *flags, "-c", textwrap.dedent(code), timeout=timeout)
