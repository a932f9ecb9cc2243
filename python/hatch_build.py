"""Build hook: compiles the Go library into the package and tags the wheel with the platform."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NO_GO = (
    "no `go` command was found, and tvcut is built from Go sources; install Go 1.26 or newer from https://go.dev/dl "
    "or your system's packages, check that `go version` works, and try again"
)


class GoLibrary(BuildHookInterface):
    """Runs `go build -buildmode=c-shared`. The library works with every Python 3 on the platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        go = shutil.which("go")
        if go is None:
            raise RuntimeError(NO_GO)
        target = Path(self.root, "python", "tvcut", "libtvcut.so")
        flags = f"-s -w -X main.version={self.metadata.version}"  # -s -w: without symbols and debugging information
        command = [go, "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags", flags]
        built = subprocess.run(
            [*command, "-o", str(target), "./capi"],
            cwd=self.root,
            env={**os.environ, "CGO_ENABLED": "1"},
            stderr=subprocess.PIPE,
            text=True,
        )
        if built.returncode:
            raise RuntimeError(f"`go build` failed; it needs Go 1.26 or newer and a C compiler:\n{built.stderr}")
        target.with_suffix(".h").unlink(missing_ok=True)  # cgo writes a header too; users include capi/tvcut.h
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
