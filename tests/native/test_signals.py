"""Exceptions of signal handlers, callbacks and the end of the interpreter, at any moment of a cut."""

import os
import sys
import textwrap
from importlib.util import find_spec

import pytest

from tests import programs

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


AFTER_A_NATIVE_CALL = """
    signum, call = getattr(signal, sys.argv[1]), sys.argv[2]
    check_next()
    W, sent = grid(500, 600), []

    def once():
        if not sent:
            sent.append(call)
            send(signum)

    after(call, once)
    error = cut(W, (KeyboardInterrupt, Alarm), **(LONG if call == "start" else {"time_limit": 0.2}))
    assert sent and library.job_count() == 0
    if signum == signal.SIGINT:
        assert isinstance(error, tvcut.CutInterrupted), repr(error)
        labels = error.result.labels
        assert len(labels) == 300_000 and set(labels) == {0, 1}
    else:
        assert type(error) is Alarm, repr(error)
    del W
    gc.collect()
    time.sleep(0.5)  # a job that was left would read memory that is gone
    filler = [np.full(1_000_000, 1e300) for _ in range(30)]  # in the memory that W had
    check_next()
"""


@pytest.mark.slow
@backends
@pytest.mark.parametrize("call", ["start", "outcome", "release"])
@pytest.mark.parametrize("signum", ["SIGINT", "SIGALRM"])
def test_signal_after_a_native_call_of_a_large_cut(backend, signum, call):
    run(backend, AFTER_A_NATIVE_CALL, signum, call)


TWICE = """
    W, waits = grid(500, 600), []
    check_next()
    after("start", lambda: send(signal.SIGINT))

    def again():
        waits.append(0)
        if len(waits) == 1:
            send(signal.SIGALRM)

    after("wait", again)
    assert type(cut(W, (KeyboardInterrupt, Alarm), **LONG)) is Alarm
    del W
    gc.collect()
    filler = [np.full(1_000_000, 1e300) for _ in range(30)]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert no_job_left()
"""


@backends
def test_second_signal_while_the_first_one_waits_for_the_result(backend):
    run(backend, TWICE)


EVERY_EVENT = """
    from pathlib import Path

    package = str(Path(tvcut.__file__).parent)
    W, k = grid(3, 4), int(sys.argv[1])
    whole = tvcut.balanced_cut(W, k, min_share=0)
    started = []
    after("start", lambda: started.append(0))

    def interrupt_at(index):
        events = 0

        def profile(frame, event, argument):
            nonlocal events
            if event in ("call", "c_return") and frame.f_code.co_filename.startswith(package):
                if not started and not any_run(frame):
                    return
                events += 1
                if events == index + 1:
                    raise KeyboardInterrupt

        return profile

    def any_run(frame):
        while frame is not None:
            if frame.f_code.co_name == "_run":
                return True
            frame = frame.f_back
        return False

    index, with_result, completed = 0, 0, False
    while not completed:
        started.clear()
        sys.setprofile(interrupt_at(index))
        try:
            got = tvcut.balanced_cut(W, k, min_share=0)
            sys.setprofile(None)
            completed = True
        except KeyboardInterrupt as error:
            sys.setprofile(None)
            assert isinstance(error, tvcut.CutInterrupted) == bool(started), (index, started)
            if started:
                with_result += 1
                assert set(error.result.labels) == set(range(k))
        assert library.job_count() == 0, index
        index += 1
    assert (got.labels == whole.labels).all()
    print(index, with_result)
"""


@pytest.mark.slow
@backends
@pytest.mark.parametrize("k", [2, 3])
def test_interrupt_at_every_call_and_return_keeps_the_cut(backend, k):
    """Signal handlers run when a Python function begins and when a C function returns: all of these places."""
    moments, with_result = map(int, run(backend, EVERY_EVENT, k).split())
    assert moments > with_result > 30


ASYMMETRIC_BY_ROUNDING = """
    W = grid(30, 30)
    W.data[0] *= 1 + 2e-16
    check_next()
    sent = []
    after("wait", lambda: sent or (sent.append(0), send(signal.SIGINT)))
    error = cut(W, KeyboardInterrupt)
    assert isinstance(error, KeyboardInterrupt), "the signal was lost"
    assert library.job_count() == 0
"""


@backends
def test_interrupt_of_a_job_that_fails_is_not_lost(backend):
    run(backend, ASYMMETRIC_BY_ROUNDING)


RANDOM = """
    from tests.native.signals import drive, report
    for k in (2, 20):
        driver = drive(int(sys.argv[1]), 2000, k)
        report(driver, int(sys.argv[1]))
        assert not driver.counts["other"] and not driver.counts["jobs left"], driver.faults
        assert min(driver.counts["CutInterrupted with result"], driver.counts["raised exception"]) > 0
"""


@backends
@pytest.mark.parametrize(
    "count", [pytest.param(18, marks=pytest.mark.slow), pytest.param(36, marks=pytest.mark.release)]
)
def test_signals_at_random_moments(backend, count, capsys):
    printed = run(backend, RANDOM, os.environ.get("TVCUT_SIGNALS", count), timeout=3600)
    with capsys.disabled():
        print("\n" + printed, end="")


CALLBACKS = """
    W, inner = grid(100, 100), np.ones((6, 6))

    class Mine(Exception):
        pass

    def raises(progress):
        raise Mine

    assert type(cut(W, Mine, callback=raises, **LONG)) is Mine and library.job_count() == 0

    seen = []

    def recurses(progress):
        seen.append(tvcut.balanced_cut(inner).value)
        assert library.job_count() == 1
        return len(seen) == 3

    assert cut(W, (), callback=recurses, **LONG).status == "stopped" and seen == [3.0] * 3
    assert library.job_count() == 0

    def interrupts_the_inner_cut(progress):
        def callback(progress):
            raise KeyboardInterrupt
        tvcut.balanced_cut(inner, callback=callback)

    error = cut(W, KeyboardInterrupt, callback=interrupts_the_inner_cut, **LONG)
    assert isinstance(error, tvcut.CutInterrupted) and len(error.result.labels) == 10_000
    assert library.job_count() == 0

    def frees_and_raises(progress):
        global W
        del W
        gc.collect()
        raise Mine

    assert type(cut(W, Mine, callback=frees_and_raises, **LONG)) is Mine and library.job_count() == 0
    check_next()
"""


@backends
def test_callbacks_that_raise_and_callbacks_that_cut(backend):
    run(backend, CALLBACKS)


JOB = """
    from tvcut._input.graph import as_problem
    from tvcut._native.job import Job

    def start():
        options = {"n_clusters": "2", "n_starts": "1000", "init": "random"}
        job = Job(as_problem(grid(500, 600)), "default", options)
        job.start()
        return job
"""
DROPPED = """
    job = start()
    gc.collect()
    called = []
    sys.setprofile(lambda frame, event, argument: called.append((event, frame.f_code.co_name)))
    del job
    sys.setprofile(None)
    assert [event for event, name in called if event == "call"] == [], called  # a handler could raise there, for nobody
    filler = [np.full(1_000_000, 1e300) for _ in range(30)]
    assert no_job_left()
"""
IN_A_CYCLE = """
    job = start()
    job.cycle = job
    del job
    gc.collect()
    assert no_job_left()
"""
FORGOTTEN_BEFORE_FORK = """
    import warnings
    warnings.simplefilter("ignore")
    running, finished = start(), start()
    finished.cancel(), finished.finish(), finished.close()
    child = os.fork()
    if child == 0:
        del running, finished  # must not call the runtime of the parent, where the call would hang
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(60)
        check_next()
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    running.cancel(), running.finish(), running.close()
    assert library.job_count() == 0
"""


@backends
@pytest.mark.parametrize("code", [DROPPED, IN_A_CYCLE, FORGOTTEN_BEFORE_FORK])
def test_jobs_that_are_dropped(backend, code):
    run(backend, JOB + code)


EXITS = {
    "a job in a global variable": "    job = start()",
    "a dropped job": "    start()",
    "a thread that cuts": """
    W = grid(500, 600)
    threading.Thread(target=tvcut.balanced_cut, args=(W,), kwargs=LONG, daemon=True).start()
    while not library._backend or not library.job_count():
        time.sleep(0.01)
    """,
    "exit in a callback": """
    def callback(progress):
        sys.exit()
    tvcut.balanced_cut(grid(500, 600), callback=callback, **LONG)
    """,
    "exit in a handler": """
    signal.signal(signal.SIGALRM, lambda *_: sys.exit())
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    tvcut.balanced_cut(grid(500, 600), **LONG)
    """,
    "exit without threads and atexit functions": """
    import atexit
    atexit._clear()
    job = start()
    """,
}


@pytest.mark.slow
@backends
@pytest.mark.parametrize("name", EXITS)
def test_exit_with_a_job_under_way(backend, name):
    run(backend, JOB + EXITS[name])


LOADING = """
    import ctypes, importlib.util
    real_cdll, real_module = ctypes.CDLL, importlib.util.module_from_spec
    sent = []

    def interrupted(load):
        def function(*arguments):
            loaded = load(*arguments)
            if not sent:
                sent.append(0)
                send(signal.SIGINT)
            return loaded
        return function

    ctypes.CDLL, importlib.util.module_from_spec = interrupted(real_cdll), interrupted(real_module)
    try:
        library.library()
    except KeyboardInterrupt:
        pass
    assert sent
    check_next()
    maps = open("/proc/self/maps").read().split()
    names = {os.path.realpath(word) for word in maps if "libtvcut" in word or "_tvcut_gopy" in word}
    assert len(names) == 1, names  # a process must not have two Go runtimes
"""


@backends
@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="reads /proc")
def test_interrupt_while_the_library_is_loaded(backend):
    run(backend, LOADING)
