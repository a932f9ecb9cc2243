"""Options of the tests."""


def pytest_addoption(parser):
    parser.addoption("--fuzz", type=int, default=100, metavar="N", help="changed files for each reader (default 100)")
