"""Run the quick tests with an installed wheel in a new environment of each Python.

`python tools/pythons.py WHEEL PYTHON...` prints, for each Python, how many tests passed, failed and were skipped, and
exits with 1 if a test failed. The output of pytest is in build/pythons/<version>.txt. Packages that only tests use and
that have no wheel for a Python are left out.

With `--lowest`, every package that the wheel names in its requirements and in the extras of the tests has the lowest
version that they allow, and none may be left out.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build/pythons"
VERSION = """import sys, sysconfig
print(sys.version.split()[0] + "t" * bool(sysconfig.get_config_var("Py_GIL_DISABLED")))"""
REQUIRES = """from importlib.metadata import requires
print(*requires("tvcut"), sep="\\n")"""
REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[^]]*\])?\s*(.*)")  # name[extras]specifiers


def lowest(requirements: Iterable[str]) -> list[str]:
    """Return a line of a constraints file of pip for each package: the lowest version that its requirement allows."""
    found = set()
    for requirement in requirements:
        name, specifiers = REQUIREMENT.fullmatch(requirement.split(";")[0].strip()).groups()
        bounds = re.findall(r"[>=]=\s*([\w.]+)", specifiers)
        if len(bounds) != 1:
            raise SystemExit(f"{requirement}: a requirement must state one lowest version")
        found.add(f"{name}=={bounds[0]}")
    return sorted(found)


def output(*command: object) -> str:
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout.strip()


def install(python: Path, wheel: Path, constraints: Path | None) -> list[str]:
    """Install the wheel and what its tests use, and return the requirements that have no wheel for this Python.

    If a path for constraints is given, the file is written, all packages have their lowest versions and none is left
    out.
    """
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    output(*pip, "--force-reinstall", "--no-deps", wheel)
    required = output(python, "-c", REQUIRES).splitlines()
    used = [line for line in required if "extra ==" not in line or "'demo'" in line or "'test'" in line]
    pip += ["--only-binary", ":all:"]
    if constraints is not None:
        constraints.write_text("\n".join(lowest(used)) + "\n", encoding="utf-8")
        pip += ["--constraint", str(constraints)]
    output(*pip, f"tvcut @ {wheel.as_uri()}")
    wanted = sorted({line.split(";")[0].strip() for line in used})
    done = subprocess.run([*pip, *wanted], capture_output=True, text=True)
    if done.returncode == 0:
        return []
    if constraints is not None:
        raise SystemExit(f"the lowest versions cannot be installed:\n{done.stderr}")
    return [one for one in wanted if subprocess.run([*pip, one], capture_output=True).returncode]


def test(interpreter: str, wheel: Path, with_lowest: bool = False) -> tuple[str, dict[str, int], list[str]]:
    """Run the tests with one Python; return its version, the counts of pytest and the packages that are left out."""
    version = output(interpreter, "-c", VERSION)
    name = f"{version}-lowest" if with_lowest else version
    environment = FOLDER / name
    python = environment / "bin/python"
    output(interpreter, "-m", "venv", "--clear", environment)
    left_out = install(python, wheel, FOLDER / f"{name}-constraints.txt" if with_lowest else None)
    command = [str(python), "-m", "pytest", "-m", "not slow and not release", "-q", "-p", "no:cacheprovider"]
    log = FOLDER / f"{name}.txt"
    with log.open("w", encoding="utf-8") as file:
        code = subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT).returncode
    summaries = re.findall(r"^.*\d (?:passed|failed).* in .*$", log.read_text(encoding="utf-8"), re.M)
    last = summaries[-1] if summaries else ""
    found = re.findall(r"(\d+) (passed|failed|skipped|error)", last)
    counts = {word: int(number) for number, word in found}
    if code and not counts.get("failed"):
        counts["error"] = counts.get("error", 0) or 1
    return name, counts, left_out


def main() -> None:
    """Test with each Python of the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("interpreters", metavar="python", nargs="+")
    parser.add_argument("--lowest", action="store_true", help="the lowest versions that the wheel allows")
    arguments = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    print("| Python | passed | failed | errors | skipped | left out |\n|---|---|---|---|---|---|")
    bad = False
    for interpreter in arguments.interpreters:
        version, counts, left_out = test(interpreter, arguments.wheel.resolve(), arguments.lowest)
        numbers = [counts.get(name, 0) for name in ("passed", "failed", "error", "skipped")]
        print(f"| {version} | {' | '.join(map(str, numbers))} | {', '.join(left_out) or '–'} |", flush=True)
        bad |= bool(numbers[1] or numbers[2])
    raise SystemExit(int(bad))


if __name__ == "__main__":
    main()
