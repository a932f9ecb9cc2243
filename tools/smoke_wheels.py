"""Run the C program tests/smoke.c with the library of each wheel in dist/release, if necessary under an emulator.

Run it with the group "wheels" of pyproject.toml. ARM needs qemu-aarch64-static and the C library of that platform
(Debian: qemu-user-static, libc6-arm64-cross); Windows needs wine64. A wheel that cannot run here is named, and is a
failure with `--strict` only.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

from wheels import PLATFORMS, ROOT, Platform

SYSROOT = "/usr/aarch64-linux-gnu"  # where Debian installs libc6-arm64-cross
WINE = ("wine64", "wine", "/usr/lib/wine/wine64")
EXPECTED = "C = 0.083333"
NOT_RUN = "NOT RUN"


def runner(target: Platform) -> list[str] | None:
    """Return the command before the program, or None if it cannot run here."""
    if target.goos == "windows":
        found = next((path for path in map(shutil.which, WINE) if path), None)
        return [found] if found else None
    if target.zig.split("-")[0] == platform.machine():
        return []
    emulator = shutil.which(f"qemu-{target.zig.split('-')[0]}-static")
    return [emulator, "-L", SYSROOT] if emulator and os.path.exists(SYSROOT) else None


def run(wheel: Path, target: Platform, before: list[str]) -> str:
    """Compile the program for the platform, run it beside the library, and return what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        with ZipFile(wheel) as archive:
            (name,) = (name for name in archive.namelist() if name.endswith((".so", ".dll")))
            library = Path(folder, Path(name).name)
            library.write_bytes(archive.read(name))
        program = Path(folder, "smoke.exe" if target.goos == "windows" else "smoke")
        compiler = [sys.executable, "-m", "ziglang", "cc", "-target", target.zig, "-O1", "-I", str(ROOT / "capi")]
        linked = [str(library)] + ([] if target.goos == "windows" else ["-lm", "-Wl,-rpath,$ORIGIN"])
        subprocess.run([*compiler, str(ROOT / "tests/smoke.c"), "-o", str(program), *linked], check=True)
        environment = os.environ | {"WINEDEBUG": "-all", "WINEPREFIX": str(Path(folder, "wine"))}
        done = subprocess.run([*before, str(program)], capture_output=True, text=True, env=environment, timeout=600)
    if target.goos == "windows" and "bcryptprimitives.dll not found" in done.stderr:
        return f"{NOT_RUN}, this wine lacks bcryptprimitives.dll, which Go needs"
    if done.returncode or EXPECTED not in done.stdout:
        raise SystemExit(f"{wheel.name}: smoke.c failed with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def main() -> None:
    """Run the program with each wheel and print its output."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist/release")
    parser.add_argument("--strict", action="store_true", help="fail if the program of a wheel was not run")
    arguments = parser.parse_args()
    left = []
    for target in PLATFORMS:
        wheels = list(arguments.folder.glob(f"*-{target.tag}.whl"))
        if not wheels:
            left.append(target.tag)
        for wheel in wheels:
            before = runner(target)
            outcome = f"{NOT_RUN}, no emulator" if before is None else run(wheel, target, before)
            print(f"{wheel.name}: {outcome}")
            left += [target.tag] * outcome.startswith(NOT_RUN)
    if arguments.strict and left:
        raise SystemExit(f"with --strict, smoke.c must run with every wheel, and did not with {', '.join(left)}")


if __name__ == "__main__":
    main()
