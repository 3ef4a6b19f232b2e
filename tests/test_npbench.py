"""The script that runs the programs of npbench, on a checkout with two programs of our own."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

from tests.benchmarks import npbench

KERNEL = """
def kernel(n, A, x):
    for _ in range(n):
        x[1:-1] = (x[2:] + x[:-2]) / 2
    return A @ x
"""
REFUSED = """
def kernel(n, A, x):
    while x.sum() > 1:
        x /= 2
    return x
"""
INITIALIZE = """
import numpy as np
def initialize(n):
    return np.ones((n, n)), np.arange(n) / n
"""


def checkout(root: Path, **programs: str) -> Path:
    for name, text in (programs or {"relax": KERNEL, "halve": REFUSED}).items():
        folder = root / "npbench" / "benchmarks" / name
        folder.mkdir(parents=True)
        (folder / f"{name}_numpy.py").write_text(text)
        (folder / f"{name}.py").write_text(INITIALIZE)
        info = {
            "relative_path": name, "module_name": name, "func_name": "kernel", "parameters": {"S": {"n": 20}},
            "init": {"func_name": "initialize", "input_args": ["n"], "output_args": ["A", "x"]},
            "input_args": ["n", "A", "x"], "output_args": ["x"],
        }  # fmt: skip
        (root / "bench_info").mkdir(exist_ok=True)
        (root / "bench_info" / f"{name}.json").write_text(json.dumps({"benchmark": info}))
    return root


def test_programs_run_in_turns_and_the_page_keeps_rows(tmp_path: Path) -> None:
    root, page = checkout(tmp_path / "checkout"), tmp_path / "page.md"
    page.write_text("# Words\n\nthat stay\n")
    for name in ("relax", "halve"):
        row = npbench.measured(root, name, "S", 0.02)
        npbench._write(page, {("S", name): row})
    text = page.read_text()
    assert text.startswith("# Words\n\nthat stay\n")
    relaxed, halved = (next(x for x in text.splitlines() if f"| {n} |" in x) for n in ("relax", "halve"))
    assert all(float(c) > 0 for c in relaxed.split("|")[3:8])
    assert "TracingError: the truth of a traced value is not known" in halved
    assert "1 of 2 programs run and are right" in text
    assert npbench._left(["relax", "halve", "other"], "S", page) == ["other"]
    assert npbench._left(["relax"], "M", page) == ["relax"]
    page.write_text(re.sub(r"20\d\d-\d\d-\d\d", "2001-01-01", text))
    assert npbench._left(["relax", "other"], "S", page) == ["relax", "other"]


def test_what_a_program_says_to_write_is_compared_where_it_returns_nothing(tmp_path: Path) -> None:
    root = checkout(tmp_path / "checkout")
    (root / "npbench" / "benchmarks" / "relax" / "relax_numpy.py").write_text("def kernel(n, A, x):\n    x[:] = x * 1.0\n")
    facts = npbench.NumPy(npbench.Program(root, "relax", "S")).first(tmp_path)
    assert json.loads((tmp_path / "written.json").read_text()) == ["x"] and facts["seconds"] > 0


def test_results_may_be_off_by_what_rounding_errors_grow_to_in_numpy_and_not_more(tmp_path: Path) -> None:
    head = "def kernel(n, A, x):\n"
    root = checkout(tmp_path, chaos=f"{head}    for _ in range(3*n):\n        x[:] = 3.9 * x * (1 - x)\n", twice=f"{head}    x *= 2\n")
    for name, message in (("chaos", None), ("twice", "wrong by")):
        program = npbench.Program(root, name, "S")
        npbench.NumPy(program).first(tmp_path)
        with np.load(tmp_path / "expected.npz") as kept:
            moved = kept["arr_0"] * (1 + 1e-5)
        np.savez(tmp_path / "expected.npz", moved)
        with pytest.raises(AssertionError, match=message) if message else contextlib.nullcontext():
            npbench.Espresso(program).first(tmp_path)
