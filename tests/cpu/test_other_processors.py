"""Object code for a processor that this machine has not: 64-bit ARM, without vectors of scalable length."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import json, platform, struct, sys
platform.machine = lambda: "aarch64"
import llvmlite.binding as llvm

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
llvm.get_default_triple = lambda: "aarch64-unknown-linux-gnu"
llvm.get_host_cpu_name = lambda: "neoverse-n1"
llvm.get_host_cpu_features = lambda: llvm.FeatureMap({"neon": True, "fp-armv8": True, "lse": True})

import numpy as np
import espresso as es
from espresso.llvm import compiled
from espresso.machine import machine_code
from espresso.runtime.cpu import shared_code

class NotLoaded:
    memory = np.empty(0, np.uint8)

    def __init__(self, code, shared):
        assert code[:4] == b"\\x7fELF" and struct.unpack_from("<H", code, 18) == (183,)

    def address(self, name):
        return 1

class Made(Exception):
    pass

def made(key, use, make, again=False):
    header, code = make()
    assert not header["refused"] and not header["plain"]
    assert code[:4] == b"\\x7fELF" and struct.unpack_from("<H", code, 18) == (183,)
    raise Made

compiled.Linked = NotLoaded
machine_code.load_or_make = made
shared_code._aside = lambda job: job()
text, shapes, dtype = json.loads(sys.argv[1])
try:
    es.compile(text, target="cpu")(**{n: np.ones(shape, dtype) for n, shape in shapes.items()})
except Made:
    print("program")
"""


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("y[i] = exp(x[i]) + tanh(x[i])*lgamma(x[i])", {"x": (40,)}),
        ("y[j,i] = 2*x[i,j]", {"x": (40, 50)}),
        ("s[0] = x[0]; s[t] = tanh(x[t]) + s[t-1]/2", {"x": (40,)}),
        ("y[n,o,p,q] = sum[c,r,s](x[n,c,p+r,q+s]*w[o,c,r,s])", {"x": (1, 8, 20, 20), "w": (8, 8, 3, 3)}),
        ("y[i,k,m] = x[k,j,i]*w[j,m,i]", {"x": (40, 30, 50), "w": (30, 20, 50)}),
    ],
)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_programs_become_object_code(text: str, shapes: dict[str, tuple[int, ...]], dtype: str, tmp_path: Path) -> None:
    """LLVM ends the process where a text has instructions of another processor, or in assembly language."""
    environment = {**os.environ, "ESPRESSO_CACHE_DIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", PROGRAM, json.dumps([text, shapes, dtype])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, env=environment, check=False)
    assert done.stdout.splitlines()[-1:] == ["program"], done.stderr
