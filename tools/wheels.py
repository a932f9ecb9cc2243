"""Build the source distribution and the wheels of all platforms that this machine can build for, into dist/release.

`python tools/wheels.py` needs Go and the group "wheels" of pyproject.toml: ziglang is the C compiler for all platforms.
Every wheel is built from the source distribution, so that its bytes do not depend on the working tree. Two builds with
the same versions of Go and of the group have the same bytes: the times in the artifacts are SOURCE_DATE_EPOCH, and the
library for Windows is made reproducible after it is linked.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
NEWEST = re.search(r"^## \d.*\((.*)\)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
EPOCH = f"{datetime.fromisoformat(f'{NEWEST[1]}T00:00+00:00').timestamp():.0f}"  # the date of the newest version


class Platform(NamedTuple):
    """The platform tag of a wheel, and what Go and Zig call the platform."""

    tag: str
    goos: str
    goarch: str
    zig: str

    def environment(self) -> dict[str, str]:
        """Return the variables for a build for the platform."""
        compiler = f"{sys.executable} -m ziglang cc -target {self.zig}"
        variables = {"GOOS": self.goos, "GOARCH": self.goarch, "CC": compiler, "TVCUT_PLATFORM": self.tag}
        return os.environ | variables | {"CGO_ENABLED": "1", "CGO_CFLAGS": "-O2 -g0", "GOFLAGS": ""}


PLATFORMS = [
    Platform("manylinux_2_17_x86_64", "linux", "amd64", "x86_64-linux-gnu.2.17"),
    Platform("manylinux_2_17_aarch64", "linux", "arm64", "aarch64-linux-gnu.2.17"),
    Platform("win_amd64", "windows", "amd64", "x86_64-windows-gnu"),
]


def build(kind: str, source: Path, target: Path, environment: dict[str, str]) -> Path:
    """Build the artifact, sdist or wheel, of a source folder, and return its path."""
    command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(target), str(source)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        name = environment.get("TVCUT_PLATFORM", kind)
        raise SystemExit(f"the build of {source.name} ({name}) failed:\n{done.stdout}{done.stderr}")
    return max(target.iterdir(), key=lambda path: path.stat().st_mtime_ns)


def make_reproducible(wheel: Path) -> None:
    """Replace what the linker of a Windows wheel wrote at random, and the hash of the library in RECORD."""
    from pe import reproducible  # it needs pefile, which only this environment has

    command = (sys.executable, "-m", "wheel")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*command, "unpack", "--dest", folder, str(wheel)], check=True, stdout=subprocess.DEVNULL)
        (unpacked,) = Path(folder).iterdir()
        (library,) = unpacked.glob("*/*.dll")
        library.write_bytes(reproducible(library.read_bytes()))
        packed = [*command, "pack", "--dest-dir", str(wheel.parent), str(unpacked)]
        subprocess.run(packed, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Build, and print the size and the SHA-256 of each artifact."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=ROOT / "dist/release", help="the folder, which is emptied first")
    tags = [platform.tag for platform in PLATFORMS]
    parser.add_argument("--only", choices=tags, action="append", help="build this wheel, and no others")
    arguments = parser.parse_args()
    target = arguments.output.resolve()
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    os.environ.setdefault("SOURCE_DATE_EPOCH", EPOCH)
    sdist = build("sdist", ROOT, target, dict(os.environ))
    made = [sdist]
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        (source,) = Path(folder).iterdir()
        for platform in PLATFORMS:
            if arguments.only is None or platform.tag in arguments.only:
                made.append(build("wheel", source, target, platform.environment()))
                if platform.goos == "windows":
                    make_reproducible(made[-1])
    for path in made:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        print(f"{digest}  {path.name}  {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
