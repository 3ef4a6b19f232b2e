"""Reads and stores outside of arrays, and races: by what lies behind the arrays, and by oclgrind where it is."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from programs import Case, run

import espresso as es
from espresso.reference.evaluator import evaluate

pytestmark = pytest.mark.opencl

HERE = Path(__file__).resolve().parent

FORMULAS = {
    "y[i] = exp(x[i])*2 + i": {"x": (33,)},
    "p[i,k] = softmax[k](z[i,k])": {"z": (5, 70)},
    "y[p] = sum[r](pad(x)[p+r-1]*w[r]) + x[p]": {"x": (9,), "w": (3,)},
    "s[j] = sum[i](exp(z[i,j]))": {"z": (40, 7)},
    "s = sum[i,j](z[i,j])": {"z": (70, 90)},
    "C[i,k] = A[i,j]*B[j,k]": {"A": (17, 20), "B": (20, 9)},
    "c[i,j] = cumsum[j](z[i,j])": {"z": (3, 70)},
    "z[i,j] = exp(x[j,i])*y[i]": {"x": (33, 5), "y": (5,)},
    "a[i] = argmax[j](z[i,j])": {"z": (5, 40)},
    "y[b,k] = W[idx[b],k]": {"W": (5, 3), "idx": (7,)},
    "dW[p,k] = sum[b](c[b,k]*(p == idx[b])) + W[p,k]": {"c": (7, 3), "idx": (7,), "W": (5, 3)},
}


def case_of(text: str) -> Case:
    rng = np.random.default_rng(0)
    shapes = FORMULAS[text]
    return Case(
        text,
        {n: rng.integers(0, 5, s) if n == "idx" else rng.normal(size=s).astype("float32") for n, s in shapes.items()},
    )


PADDED = "y[p] = sum[r](pad(x)[p+r-1]*w[r]) + x[p]"


def off_by_one(program: object, before: str, after: str) -> object:
    """The program with a wrong comparison planted."""
    source = program.source.replace(before, after)  # type: ignore[attr-defined]
    assert source != program.source  # type: ignore[attr-defined]
    return replace(program, source=source)  # type: ignore[type-var]


def test_a_read_behind_the_end_is_seen() -> None:
    """The planted mistake: a padded read takes one element more than there is."""
    case = case_of(PADDED)
    program = case.simt("opencl")
    np.testing.assert_allclose(run(program, case)[0], evaluate(es.parse(PADDED), case.given), rtol=1e-5)
    wrong = off_by_one(program, "(p + r - 1) < n_p)", "(p + r - 1) <= n_p)")
    assert np.isnan(run(wrong, case)[0]).any()  # type: ignore[arg-type]


def test_a_read_in_front_of_the_start_is_seen() -> None:
    case = case_of(PADDED)
    wrong = off_by_one(case.simt("opencl"), "(0 <= (p + r - 1)", "(-1 <= (p + r - 1)")
    assert np.isnan(run(wrong, case)[0]).any()  # type: ignore[arg-type]


def test_a_store_in_front_of_the_start_is_seen() -> None:
    case = case_of("y[i] = exp(x[i])*2 + i")
    source = case.simt("opencl").source
    assert "y[i] = " in source
    wrong = off_by_one(case.simt("opencl"), "y[i] = ", "y[i - 1] = ")
    with pytest.raises(AssertionError, match="stores in front of y"):
        run(wrong, case)  # type: ignore[arg-type]


@pytest.mark.parametrize(("before", "after"), [
    ("(p + r - 1) < n_p)", "(p + r - 1) < n_p - 1)"), ("(0 <= (p + r - 1)", "(1 <= (p + r - 1)"),
])  # fmt: skip
def test_an_element_too_few_is_seen(before: str, after: str) -> None:
    """The other side of a comparison at the end of a pad: an element counts as outside that is inside."""
    case = case_of(PADDED)
    wrong = off_by_one(case.simt("opencl"), before, after)
    assert not np.allclose(run(wrong, case)[0], evaluate(es.parse(PADDED), case.given), rtol=1e-3)  # type: ignore[arg-type]


def test_a_store_behind_the_end_is_seen() -> None:
    case = case_of("y[i] = exp(x[i])*2 + i")
    wrong = off_by_one(case.simt("opencl"), "i < n_i; i +=", "i <= n_i; i +=")
    with pytest.raises(AssertionError, match="stores behind the end of y"):
        run(wrong, case)  # type: ignore[arg-type]


# --- oclgrind: a simulator that watches every access ------------------------------------------

GRIND = pytest.mark.skipif(shutil.which("oclgrind") is None, reason="oclgrind is not installed")

SCRIPT = """
import sys
sys.path[:0] = {path!r}
import test_simt_memory as tests
from programs import run
for text in {texts!r}:
    case = tests.case_of(text)
    program = case.simt("opencl", block={block})
    if {planted!r}:
        program = tests.off_by_one(program, *{planted!r})
    run(program, case, ahead=False)
"""


def watched(tmp_path: Path, texts: list[str], block: int = 64, planted: tuple[str, str] | None = None) -> str:
    """What oclgrind reports of these programs."""
    root = HERE.parent.parent
    path = [str(HERE), str(HERE.parent / "cpu"), str(root), str(root / "rules")]
    script, log = tmp_path / "script.py", tmp_path / "log"
    script.write_text(SCRIPT.format(path=path, texts=texts, block=block, planted=planted))
    done = subprocess.run(
        ["oclgrind", "--data-races", "--log", str(log), sys.executable, str(script)],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return log.read_text() if log.exists() else ""


@GRIND
@pytest.mark.parametrize("block", [16, 64])
def test_no_kernel_leaves_its_arrays_or_races(tmp_path: Path, block: int) -> None:
    """sD10: one writer for each element, barriers where they are needed."""
    assert watched(tmp_path, list(FORMULAS), block) == ""


@GRIND
def test_a_missing_barrier_is_seen(tmp_path: Path) -> None:
    text = "s[j] = sum[i](exp(z[i,j]))"
    report = watched(tmp_path, [text], 64, ("    barrier(CLK_LOCAL_MEM_FENCE);\n", ""))
    assert "data race" in report


@GRIND
def test_a_read_outside_is_seen_by_the_simulator(tmp_path: Path) -> None:
    report = watched(tmp_path, [PADDED], 64, ("(0 <= (p + r - 1)", "(-9 <= (p + r - 1)"))
    assert "Invalid read" in report
