"""Check the artifacts in dist/release: `python tools/check_wheels.py`, with the group "wheels" of pyproject.toml.

auditwheel must find that a Linux wheel holds the policy of its tag, which is manylinux_2_28 or older; a Windows wheel
must import system libraries only; every library must export the functions of capi/tvcut.h; the list of contents must
hold the schema of CycloneDX and state every licence; twine must accept all artifacts.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pefile
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from elftools.elf.elffile import ELFFile

ROOT = Path(__file__).parents[1]
NEWEST = (2, 28)  # version of the C library that the wheels may need
SYSTEM = {"kernel32.dll", "msvcrt.dll"}  # what a Windows wheel may import beside the universal C runtime
HEADER = (ROOT / "capi/tvcut.h").read_text(encoding="utf-8")
FUNCTIONS = set(re.findall(r"\b(tvcut_\w+)\(", re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)))


def fail(wheel: Path, reason: str) -> None:
    raise SystemExit(f"{wheel.name}: {reason}")


def check_elf(wheel: Path, library: bytes) -> str:
    """Check a Linux wheel, and return a line for its policy."""
    tag = wheel.stem.split("-")[-1].split(".")[0]
    symbols = ELFFile(BytesIO(library)).get_section_by_name(".dynsym").iter_symbols()
    check_exports(wheel, {symbol.name for symbol in symbols if symbol["st_shndx"] != "SHN_UNDEF"})
    command = [sys.executable, "-m", "auditwheel", "show", "--json", str(wheel)]
    shown = subprocess.run(command, capture_output=True, text=True)
    if shown.returncode:
        fail(wheel, f"auditwheel failed:\n{shown.stderr}")
    report = json.loads(shown.stdout)
    policy = report["overall_tag"]
    version = tuple(map(int, re.findall(r"\d+", policy.partition("_")[2])[:2]))
    if not policy.startswith("manylinux_") or version > min(NEWEST, tuple(map(int, tag.split("_")[1:3]))):
        fail(wheel, f"auditwheel gives it the tag {policy}")
    return f"auditwheel: {policy}"


def check_pe(wheel: Path, library: bytes) -> str:
    """Check a Windows wheel, and return a line for what it imports."""
    pe = pefile.PE(data=library)
    check_exports(wheel, {symbol.name.decode() for symbol in pe.DIRECTORY_ENTRY_EXPORT.symbols if symbol.name})
    imported = {entry.dll.decode().lower() for entry in pe.DIRECTORY_ENTRY_IMPORT}
    if foreign := {name for name in imported if name not in SYSTEM and not name.startswith("api-ms-win-crt-")}:
        fail(wheel, f"it imports {', '.join(sorted(foreign))}, which Windows does not have everywhere")
    return f"imports: {', '.join(sorted(imported))}"


def check_exports(wheel: Path, exported: set[str]) -> None:
    if missing := FUNCTIONS - exported:
        fail(wheel, f"its library does not export {', '.join(sorted(missing))}")


def check_bill(wheel: Path, text: str) -> None:
    """Check the list of contents of a wheel."""
    if errors := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        fail(wheel, f"its list of contents does not hold the schema of CycloneDX: {errors}")
    if unknown := [part["name"] for part in json.loads(text)["components"] if not part.get("licenses")]:
        fail(wheel, f"its list of contents states no licence of {', '.join(unknown)}")


def main() -> None:
    """Check each artifact and print a line for it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist/release")
    folder = parser.parse_args().folder
    wheels = sorted(folder.glob("*.whl"))
    if not wheels:
        raise SystemExit(f"there are no wheels in {folder}; make them with `make wheels`")
    for wheel in wheels:
        with ZipFile(wheel) as archive:
            (name,) = (name for name in archive.namelist() if name.endswith((".so", ".dll", ".dylib")))
            library = archive.read(name)
            (bill,) = (name for name in archive.namelist() if name.endswith("/sboms/tvcut.cdx.json"))
            check_bill(wheel, archive.read(bill).decode())
        line = "not inspected"
        if library.startswith(b"\x7fELF"):
            line = check_elf(wheel, library)
        elif library.startswith(b"MZ"):
            line = check_pe(wheel, library)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.2f} MB, {name} {len(library) / 1e6:.2f} MB, {line}")
    artifacts = [str(path) for path in (*wheels, *folder.glob("*.tar.gz"))]
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *artifacts], check=True)


if __name__ == "__main__":
    main()
