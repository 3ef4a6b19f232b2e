"""The ``espresso`` command, as a user calls it: in a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from espresso.tools import datasets
from espresso.tools.cli import main
from espresso.tools.demo import Progress

ROOT = Path(__file__).resolve().parent.parent
LOGISTIC = "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))"


def espresso(*arguments: str, cwd: Path | None = None, text: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run ``python -m espresso`` and return what it printed."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "rules")])
    return subprocess.run(
        [sys.executable, "-m", "espresso", *arguments],
        capture_output=True, text=True, input=text, cwd=cwd, timeout=300, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip


def test_version() -> None:
    import espresso as es

    assert espresso("--version").stdout == f"espresso {es.__version__}\n"


def test_no_command_says_what_there_is() -> None:
    result = espresso()
    assert result.returncode == 2
    assert "usage: espresso" in result.stderr and "Traceback" not in result.stderr


def test_derive_prints_three_forms() -> None:
    result = espresso("derive", LOGISTIC, "--wrt", "w")
    assert result.returncode == 0, result.stderr
    text, latex, numpy = result.stdout.split("\n\n", 2)
    assert text.startswith("text\n  ") and latex.startswith("LaTeX\n  ") and numpy.startswith("NumPy\n  ")
    assert "logistic" in text and r"\sigma" in latex and "def " in numpy


def test_derived_text_is_a_formula_with_the_right_value(rng: np.random.Generator) -> None:
    import espresso as es

    printed = espresso("derive", LOGISTIC, "--wrt", "w", "--text").stdout
    X, y, w = rng.normal(size=(7, 3)), np.sign(rng.normal(size=7)), rng.normal(size=3)
    expected = X.T @ (-y / (1 + np.exp(y * (X @ w))))
    np.testing.assert_allclose(es.evaluate(es.parse(printed), {"X": X, "y": y, "w": w}), expected, rtol=1e-12)


def test_derived_numpy_runs_alone(rng: np.random.Generator, tmp_path: Path) -> None:
    source = espresso("derive", "f = x[i]*A[i,j]*x[j]", "--wrt", "x", "--numpy").stdout
    space: dict[str, object] = {}
    exec(source, space)
    (function,) = [v for k, v in space.items() if callable(v) and not k.startswith("_")]
    A, x = rng.normal(size=(4, 4)), rng.normal(size=4)
    np.testing.assert_allclose(function(x=x, A=A), (A + A.T) @ x, rtol=1e-12)


def test_derive_second_order_and_several_names() -> None:
    second = espresso("derive", "x[i]*A[i,j]*x[j]", "--wrt", "x", "--order", "2", "--text")
    assert second.returncode == 0, second.stderr
    assert "A[" in second.stdout and "x[" not in second.stdout
    named = espresso("derive", "`a b`*x[i,j]*x[i,j]", "--wrt", "x[p,q], `a b`", "--text")
    assert [line.split(" ")[0] for line in named.stdout.splitlines()] == ["dx[p,q]", "`da"], named.stdout
    both = espresso("derive", "x[i]*y[i]", "--wrt", "x,y", "--text")
    assert len(both.stdout.splitlines()) == 2


def test_derive_reads_standard_input() -> None:
    result = espresso("derive", "-", "--wrt", "a", "--text", text="a[i]*b[i]\n")
    assert result.returncode == 0, result.stderr
    assert "b[" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["derive", "sum[i](x[i]", "--wrt", "x"], "NotationError: "),
        (["derive", "y = exp(x[i])", "--wrt", "x"], "SummationError: "),
        (["derive", "x[i]*x[i]", "--wrt", "q"], "DerivativeError: "),
        (["derive", "x[i]*x[i]", "--wrt", "x", "--order", "0"], "order"),
        (["derive", "x[i]*x[i]", "--wrt", ","], "wrt"),
        (["derive", "x[i]*x[i]"], "--wrt"),
        (["brew"], "invalid choice"),
    ],
)
def test_mistakes_end_with_a_message(arguments: list[str], says: str) -> None:
    result = espresso(*arguments)
    assert result.returncode == 2
    assert says in result.stderr and "Traceback" not in result.stderr
    assert result.stdout == ""


def test_derive_points_at_the_mistake() -> None:
    lines = espresso("derive", "y = sum[i](sqr(x[i]))", "--wrt", "x").stderr.splitlines()
    assert any(set(line.strip()) == {"^"} for line in lines)


def test_doctor() -> None:
    result = espresso("doctor")
    assert result.returncode == 0, result.stderr
    for row in ("espresso", "python", "numpy", "numba", "private BLAS", "cache folder", "gpu", "opencl", "torch"):
        assert any(line.startswith(row) for line in result.stdout.splitlines()), row


def test_doctor_as_a_value() -> None:
    import espresso as es

    report = es.doctor()
    assert report["numpy"].runs and report["numpy"].found == np.__version__
    assert report["cache folder"].runs, report["cache folder"]
    with pytest.raises(KeyError):
        report["teapot"]


def test_doctor_survives_what_it_looks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from espresso.tools import doctor as diagnosis

    def broken(name: str) -> None:
        raise OSError("libsomething.so: cannot open shared object file\nsecond line")

    monkeypatch.setattr(diagnosis.importlib, "import_module", broken)
    row = diagnosis.doctor()["sympy"]
    assert not row.runs
    assert row.found == "installed, but its import fails: OSError: libsomething.so: cannot open shared object file"


def test_bench_without_a_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from espresso.tools import cli

    monkeypatch.setattr(cli, "__file__", str(tmp_path / "site-packages" / "espresso" / "cli.py"))
    monkeypatch.chdir(tmp_path)
    assert main(["bench"]) == 2
    assert "source checkout" in capsys.readouterr().err


def test_bench_hands_its_arguments_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from espresso.tools import cli

    folder = tmp_path / "tests" / "benchmarks"
    folder.mkdir(parents=True)
    (folder / "suite.py").write_text("def main(argv):\n    assert argv == ['--list', 'W2'], argv\n    return 7\n")
    monkeypatch.setattr(cli, "__file__", str(tmp_path / "site-packages" / "espresso" / "cli.py"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    assert main(["bench", "--list", "W2"]) == 7


# --- the demo ----------------------------------------------------------------------------


def test_data_is_complete() -> None:
    cancer, digits = datasets.breast_cancer(), datasets.digits()
    assert cancer.X.shape == (427, 31) and cancer.X_test.shape == (142, 31)
    assert sum((y == 1).sum() for y in (cancer.y, cancer.y_test)) == 357  # benign, as the source states
    assert digits.X.shape == (1348, 64) and digits.X_test.shape == (449, 64)
    assert digits.X.min() == 0 and digits.X.max() == 1 and set(digits.y) == set(range(10))


@pytest.mark.parametrize(("part", "accuracy"), [("logistic", "97.2%"), ("softmax", "95.")])
def test_demo(part: str, accuracy: str, tmp_path: Path) -> None:
    result = espresso("demo", part, "--save-to", str(tmp_path), cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert f"test rows: {accuracy}" in result.stdout
    for word in ("Formula", "derived", "Kernels", "NumPy by hand", "loss"):
        assert word in result.stdout
    assert "\r" not in result.stdout  # no bar where there is no terminal
    assert (tmp_path / f"espresso_{part}.py").is_file()


def test_saved_module_of_the_demo_runs_without_espresso(tmp_path: Path) -> None:
    from espresso.tools import demo

    demo.logistic(tmp_path, steps=2)
    data = datasets.breast_cancer()
    np.savez(tmp_path / "data.npz", X=data.X, y=data.y, w=np.full(31, 0.1))
    check = (
        "import sys; sys.modules['espresso'] = sys.modules['espresso_rules'] = None\n"
        "import numpy as np, espresso_logistic as m\n"
        "d = np.load('data.npz')\n"
        "loss, g, H = m.program(d['y'], d['X'], d['w'], np.float64(1.0))\n"
        "np.savez('results.npz', loss=loss, g=g, H=H)\n"
    )
    result = subprocess.run([sys.executable, "-c", check], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
    expected = demo.logistic_by_hand(data.X, data.y, np.full(31, 0.1), 1.0)
    with np.load(tmp_path / "results.npz") as results:
        for name, value in zip(("loss", "g", "H"), expected, strict=True):
            np.testing.assert_allclose(results[name], value, rtol=1e-9, atol=1e-9)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_bar_on_a_terminal() -> None:
    stream = _Terminal()
    progress = Progress(3, stream)
    for k in range(3):
        progress.step(f"loss {k}")
    assert stream.getvalue().count("\r") == 3
    assert stream.getvalue().endswith(f"[{'#' * 30}] 3/3  loss 2\x1b[K\n")


def test_progress_lines_elsewhere() -> None:
    stream = io.StringIO()
    progress = Progress(100, stream, lines=4)
    for k in range(100):
        progress.step(f"loss {k}")
    assert stream.getvalue().splitlines() == [
        f"  step {k:>4}/100  loss {k - 1}" for k in (1, 25, 50, 75, 100)
    ]  # fmt: skip
