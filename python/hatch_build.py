"""Build hook: compiles the Go library into the wheel, lists what is linked into it, and tags the wheel.

The library is built for the platform that the environment variables GOOS and GOARCH name, by default this machine's.
For another platform, CC must be a cross-compiler and TVCUT_PLATFORM the tag of the wheel: see tools/wheels.py.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NO_GO = (
    "tvcut is built from Go sources, and no `go` command was found.\n"
    "Install Go 1.26 or newer from https://go.dev/dl or your system's packages, and check that `go version` works."
)
NO_COMPILER = (
    "tvcut is built with a C compiler, and `{}` was not found.\n"
    "Install one (Debian and Ubuntu: apt install gcc; macOS: xcode-select --install), or name yours in the variable CC."
)
NO_TAG = "GOOS and GOARCH name {}, which is not this machine; set TVCUT_PLATFORM to the platform tag of the wheel."
LIBRARIES = {"windows": "tvcut.dll", "darwin": "libtvcut.dylib"}  # and libtvcut.so elsewhere, as in _native/backends.py
# SPDX identifiers of tvcut, of the modules that its library contains, and of the packages that it needs.
LICENSES = dict.fromkeys(
    ("tvcut", "std", "golang.org/x/sys", "gonum.org/v1/gonum", "numpy", "scipy", "scikit-learn"), "BSD-3-Clause"
)
MACOS = "12.0"  # the oldest version that Go 1.26 supports


class GoLibrary(BuildHookInterface):
    """Runs `go build -buildmode=c-shared`. The library works with every Python 3 on the platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the library and the list of its contents to the wheel. SystemExit shows pip's users no traceback."""
        target = targeted()
        tag = platform_tag(target)
        name = LIBRARIES.get(target["GOOS"], "libtvcut.so")
        package = Path(self.root, "python", "tvcut")
        folder = package if version == "editable" else Path(self.root, "build", "native", tag)
        self.compile(folder / name, target)
        header = Path(self.root, "capi", "tvcut.h")
        if version == "editable":
            (package / "include").mkdir(exist_ok=True)
            shutil.copy(header, package / "include")
        else:
            build_data["force_include"][str(header)] = "tvcut/include/tvcut.h"
            build_data["force_include"][str(folder / name)] = f"tvcut/{name}"
            bom = self.bill_of_materials(folder / name)
            Path(folder, "tvcut.cdx.json").write_text(json.dumps(bom, indent=2) + "\n", encoding="utf-8")
            build_data["sbom_files"].append(str(folder / "tvcut.cdx.json"))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag}"

    def compile(self, library: Path, target: dict[str, str]) -> None:
        """Compile the library. Its bytes depend on the sources and the compilers only, and not on any folder."""
        flags = (
            f"-s -w -buildid= -X main.version={self.metadata.version}"  # -s -w: no symbols, no debugging information
        )
        environment = {"CGO_CFLAGS": "-O2 -g0"} | os.environ | {"CGO_ENABLED": "1"}  # -g0: without the names of folders
        if target["GOOS"] == "linux":
            flags += " -extldflags=-Wl,--strip-all"  # some compilers keep the table of symbols with -s alone
        if target["GOOS"] == "darwin":
            environment.setdefault("MACOSX_DEPLOYMENT_TARGET", MACOS)
        command = ["go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags", flags]
        library.parent.mkdir(parents=True, exist_ok=True)
        built = subprocess.run(
            [*command, "-o", str(library), "./capi"],
            cwd=self.root,
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        if built.returncode:
            raise SystemExit(f"`go build` failed; it needs Go 1.26 or newer and a C compiler:\n{built.stderr}")
        library.with_suffix(".h").unlink(missing_ok=True)  # cgo writes a header too; users include tvcut.h

    def bill_of_materials(self, library: Path) -> dict[str, Any]:
        """Return what the wheel contains and needs in the format CycloneDX.

        The modules are those that Go recorded in the library, so that modules which only tests import are not listed.
        """
        recorded = json.loads(output("go", "version", "-m", "-json", str(library)))
        go = recorded["GoVersion"].removeprefix("go").split()[0]
        linked = [component("std", go, "golang"), *(module(entry) for entry in recorded.get("Deps") or ())]
        needed = [requirement(str(text)) for text in self.metadata.core.dependencies]
        root = component(self.metadata.name, self.metadata.version, "pypi")
        depends = [{"ref": part["bom-ref"]} for part in (root, *linked, *needed)]
        depends[0]["dependsOn"] = [part["ref"] for part in depends[1:]]
        return {
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": {"component": root},
            "components": [*linked, *needed],
            "dependencies": depends,
        }


def targeted() -> dict[str, str]:
    """Return what `go env` says about the target, or exit if there is no Go or no C compiler."""
    if shutil.which("go") is None:
        raise SystemExit(NO_GO)
    names = ("GOOS", "GOARCH", "GOHOSTOS", "GOHOSTARCH", "CC")
    target = dict(zip(names, output("go", "env", *names).splitlines(), strict=True))
    compiler = target["CC"].split()[0]
    if shutil.which(compiler) is None:
        raise SystemExit(NO_COMPILER.format(compiler))
    return target


def platform_tag(target: dict[str, str]) -> str:
    """Return the platform tag of the wheel, or exit if it is not known."""
    if given := os.environ.get("TVCUT_PLATFORM"):
        return given
    if (target["GOOS"], target["GOARCH"]) != (target["GOHOSTOS"], target["GOHOSTARCH"]):
        raise SystemExit(NO_TAG.format(f"{target['GOOS']}/{target['GOARCH']}"))
    platform = sysconfig.get_platform()
    if target["GOOS"] == "darwin":  # Python may be built for two processors, and for an older version of macOS
        processor = {"amd64": "x86_64"}.get(target["GOARCH"], target["GOARCH"])
        platform = f"macosx-{os.environ.get('MACOSX_DEPLOYMENT_TARGET', MACOS)}-{processor}"
    return platform.replace("-", "_").replace(".", "_")


def output(*command: str) -> str:
    """Return the standard output of a command."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def module(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the component for a linked Go module, or for the module that replaces it."""
    entry = entry.get("Replace") or entry
    part = component(entry["Path"], entry["Version"], "golang")
    return part | {"properties": [{"name": "go.sum", "value": entry["Sum"]}]} if "Sum" in entry else part


def requirement(text: str) -> dict[str, Any]:
    """Return the component for a Python package that the wheel needs and does not contain."""
    name = text[: next((i for i, letter in enumerate(text) if not (letter.isalnum() or letter in "-_.")), len(text))]
    return component(name, None, "pypi") | {"properties": [{"name": "requirement", "value": text}]}


def component(name: str, version: str | None, kind: str) -> dict[str, Any]:
    """Return a component of a kind of package that package URLs know."""
    if name not in LICENSES:
        raise SystemExit(f"{name} has no licence in python/hatch_build.py; add its SPDX identifier")
    url = f"pkg:{kind}/{name}" + (f"@{version}" if version else "")
    licences = [{"license": {"id": LICENSES[name]}}]
    part = {"type": "library", "bom-ref": url, "name": name, "purl": url, "licenses": licences}
    return part | {"version": version} if version else part
