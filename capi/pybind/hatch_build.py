"""Build hook that generates and compiles the package tvcut_gopy with gopy, for the Python that runs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "tvcut_gopy"
SOURCE = "github.com/tvcut/tvcut/capi/pybind"


class GopyPackage(BuildHookInterface):
    """Runs gopy in the version of go.mod. The generated Go file must lie within the module, so it is written to build/."""

    def initialize(self, version, build_data):
        if shutil.which("go") is None:
            raise RuntimeError("no `go` command was found; install Go 1.26 or newer from https://go.dev/dl")
        root = Path(self.root).parents[1]
        tools, package = root / "build" / "bin", root / "build" / NAME
        shutil.rmtree(package, ignore_errors=True)
        env = {**os.environ, "CGO_ENABLED": "1", "GOBIN": str(tools), "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
        run(["go", "install", "tool"], root, env)  # gopy, and the goimports that it calls
        run([tools / "gopy", "build", "-vm", sys.executable, "-name", NAME, "-output", package, "-symbols=false",
             "-no-make", SOURCE], root, env)  # fmt: skip
        made = [package / "go.py", package / "pybind.py", package / "__init__.py", *package.glob(f"_{NAME}*.so")]
        build_data["force_include"] = {str(path): f"{NAME}/{path.name}" for path in made}
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def run(command, folder, env):
    done = subprocess.run([*map(str, command)], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise RuntimeError(f"`{' '.join(map(str, command))}` failed; it needs a C compiler and Python.h:\n{done.stdout}")
