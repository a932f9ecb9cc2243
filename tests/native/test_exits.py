"""Callbacks that raise or cut, jobs that are dropped, and the end of the interpreter during a cut."""

import pytest

from tests.native.processes import backends, run

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
