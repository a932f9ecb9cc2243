"""Build hook: generates the package tvcut_gopy with gopy and compiles it for the running Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "tvcut_gopy"
SOURCE = "github.com/tvcut/tvcut/capi/pybind"
TOOLS = ("github.com/go-python/gopy", "golang.org/x/tools/cmd/goimports")  # gopy calls goimports


class GopyPackage(BuildHookInterface):
    """Runs the version of gopy that tools/go.mod pins. The generated Go file is compiled within that module."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if shutil.which("go") is None:
            raise RuntimeError("no `go` command was found; install Go 1.26 or newer from https://go.dev/dl")
        module = Path(self.root).parents[1] / "tools"
        programs, package = module / "build" / "bin", module / "build" / NAME
        shutil.rmtree(package, ignore_errors=True)
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        env = {**os.environ, "CGO_ENABLED": "1", "GOBIN": str(programs), "PATH": path}
        run(["go", "install", *TOOLS], module, env)
        flags = ("-vm", sys.executable, "-name", NAME, "-output", package, "-symbols=false", "-no-make")
        run([programs / "gopy", "build", *flags, SOURCE], module, env)
        made = [package / "go.py", package / "pybind.py", package / "__init__.py", *package.glob(f"_{NAME}*.so")]
        build_data["force_include"] = {str(path): f"{NAME}/{path.name}" for path in made}
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def run(command: Sequence[object], folder: Path, env: dict[str, str]) -> None:
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise RuntimeError(f"`{' '.join(words)}` failed; it needs a C compiler and Python.h:\n{done.stdout}")
