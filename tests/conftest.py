"""Options of the tests."""


def pytest_addoption(parser):
    parser.addoption("--fuzz", type=int, default=100, metavar="N", help="changed files for each reader (default 100)")
    text = "seconds for each reader, in place of a number of files"
    parser.addoption("--fuzz-seconds", type=float, metavar="S", help=text)
