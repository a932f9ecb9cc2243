"""Exceptions of signal handlers at any moment of a cut."""

import os

import pytest

from tests.native.processes import backends, run

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
