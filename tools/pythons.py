"""Run the quick tests with an installed wheel in a new environment of each Python.

`python tools/pythons.py WHEEL PYTHON...` prints, for each Python, how many tests passed, failed and were skipped, and
exits with 1 if a test failed. The output of pytest is in build/pythons/<version>.txt. Packages that only tests use and
that have no wheel for a Python are left out.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build/pythons"
VERSION = """import sys, sysconfig
print(sys.version.split()[0] + "t" * bool(sysconfig.get_config_var("Py_GIL_DISABLED")))"""
EXTRAS = """from importlib.metadata import requires
print(*(line.split(";")[0].strip() for line in requires("tvcut") if "'demo'" in line or "'test'" in line), sep="\\n")"""


def output(*command: object) -> str:
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout.strip()


def install(python: Path, wheel: Path) -> list[str]:
    """Install the wheel and what its tests use, and return the requirements that have no wheel for this Python."""
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    output(*pip, "--force-reinstall", "--no-deps", wheel)
    output(*pip, "--only-binary", ":all:", f"tvcut @ {wheel.as_uri()}")
    wanted = sorted(set(output(python, "-c", EXTRAS).splitlines()))
    done = subprocess.run([*map(str, pip), "--only-binary", ":all:", *wanted], capture_output=True)
    if done.returncode == 0:
        return []
    failed = []
    for requirement in wanted:
        if subprocess.run([*map(str, pip), "--only-binary", ":all:", requirement], capture_output=True).returncode:
            failed.append(requirement)
    return failed


def test(interpreter: str, wheel: Path) -> tuple[str, dict[str, int], list[str]]:
    """Run the tests with one Python; return its version, the counts of pytest and the packages that are left out."""
    version = output(interpreter, "-c", VERSION)
    environment = FOLDER / version
    python = environment / "bin/python"
    output(interpreter, "-m", "venv", "--clear", environment)
    left_out = install(python, wheel)
    command = [str(python), "-m", "pytest", "-m", "not slow", "-q", "-p", "no:cacheprovider"]
    log = FOLDER / f"{version}.txt"
    with log.open("w", encoding="utf-8") as file:
        code = subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT).returncode
    summaries = re.findall(r"^.*\d (?:passed|failed).* in .*$", log.read_text(encoding="utf-8"), re.M)
    last = summaries[-1] if summaries else ""
    found = re.findall(r"(\d+) (passed|failed|skipped|error)", last)
    counts = {word: int(number) for number, word in found}
    if code and not counts.get("failed"):
        counts["error"] = counts.get("error", 0) or 1
    return version, counts, left_out


def main() -> None:
    """Test with each Python of the command line and print the table."""
    wheel, *interpreters = sys.argv[1:]
    FOLDER.mkdir(parents=True, exist_ok=True)
    print("| Python | passed | failed | errors | skipped | left out |\n|---|---|---|---|---|---|")
    bad = False
    for interpreter in interpreters:
        version, counts, left_out = test(interpreter, Path(wheel).resolve())
        numbers = [counts.get(name, 0) for name in ("passed", "failed", "error", "skipped")]
        print(f"| {version} | {' | '.join(map(str, numbers))} | {', '.join(left_out) or '–'} |", flush=True)
        bad |= bool(numbers[1] or numbers[2])
    raise SystemExit(int(bad))


if __name__ == "__main__":
    main()
