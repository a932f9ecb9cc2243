"""Wrong calls of the C interface in a program that the address and undefined-behaviour sanitizers watch."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tvcut._native import backends

from .count import Count, Counts

ROOT = Path(__file__).parents[2]
FLAGS = (
    "-std=c11",
    "-g",
    "-O1",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
)
# The Go runtime reports an access to missing memory by SIGSEGV, which the sanitizer must leave to it. The program frees
# little, so leaks say nothing.
OPTIONS = "detect_leaks=0:handle_segv=0:handle_sigbus=0:allow_user_segv_handler=1:abort_on_error=0"


def sanitizers(counts: Counts) -> None:
    """Build misuse.c with the sanitizers, run it, and count its calls."""
    name = "wrong calls of C under ASan and UBSan return codes"
    count = counts.setdefault(name, Count(name, wanted=50))
    compiler = shutil.which("cc")
    if compiler is None:
        count.note, count.wanted = "not run: no C compiler", 0
        return
    with tempfile.TemporaryDirectory() as folder:
        program, library = Path(folder, "misuse"), Path(backends.LIBRARY)
        source = [str(ROOT / "bench/robust/misuse.c"), str(library), f"-Wl,-rpath,{library.parent}", "-lm"]
        command = [compiler, *FLAGS, f"-I{ROOT / 'capi'}", "-o", str(program), *source]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode:
            count.misses.append((0, f"the program does not compile: {built.stderr[-2000:]}"))
            return
        env = {**os.environ, "ASAN_OPTIONS": OPTIONS, "UBSAN_OPTIONS": "print_stacktrace=1"}
        done = subprocess.run([str(program)], capture_output=True, text=True, timeout=600, env=env, check=False)
    for line in done.stdout.splitlines():
        verdict, code, wanted, called = line.split(" ", 3)
        count.add(verdict == "held", 0, f"{called}: code {code}, and not {wanted}")
    clean = done.returncode in (0, 1) and not done.stderr
    count.add(clean, 0, f"the program ended with {done.returncode}: {done.stderr[-3000:]}")
