"""tools/long_tests.py: which tests of Go make test-all runs beside those of make test."""

import pytest

from tools import long_tests


def test_the_tests_that_are_shortened(tmp_path, monkeypatch):
    monkeypatch.setattr(long_tests, "ROOT", tmp_path)
    text = """func TestShort(t *testing.T) {
}

func TestLong(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
}

func TestRounds(t *testing.T) {
	for range testgraph.Rounds(8) {
	}
}
"""
    file = tmp_path / "core" / "a_test.go"
    file.parent.mkdir()
    file.write_text(text)
    assert long_tests.found() == {file.parent: {"TestLong", "TestRounds"}}
    file.write_text(text + "\nfunc seeds() int { return testgraph.Rounds(8) }\n")
    with pytest.raises(SystemExit, match=r"core/a_test\.go: seeds calls testgraph\.Rounds; call it in the test itself"):
        long_tests.found()


def test_every_package_of_core_with_long_tests_is_listed():
    found = {folder.relative_to(long_tests.ROOT).as_posix() for folder in long_tests.found()}
    assert {"core/partition", "core/internal/direct", "core/internal/kernel"} <= found
