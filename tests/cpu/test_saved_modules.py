"""What a saved module refuses: arrays that a call refuses, with the same messages, before anything is computed."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import generators
import numpy as np
import pytest
from hypothesis import Phase, given as drawn, settings, strategies as st

import espresso as es
from espresso.compiler.matching.epilogues import ACTIVATIONS
from espresso.formulas.graph import expr as ex
from espresso.kernels.convolution.record import SIMPLE
from tests.loaded import loaded

NUMBER = itertools.count()
TARGETS = ("cpu", "numpy")


def load(path: Path, text: str | None = None) -> Any:
    """A saved module, imported; with ``text`` in its place."""
    if text is not None:
        path.write_text(text)
    return loaded(path, f"saved_{next(NUMBER)}")


def saved(f: Any, folder: Path) -> Any:
    return load(f.save(folder / f"m{next(NUMBER)}.py"))


def refusal(call: Callable[[], Any]) -> tuple[str, str] | None:
    """Name and text of the error that a call raises."""
    try:
        call()
    except (es.EspressoError, ValueError, TypeError) as e:
        return type(e).__name__, str(e)
    return None


def differences(f: Any, module: Any, trials: list[dict[str, Any]]) -> list[Any]:
    """Calls that one refuses and the other does not, or for another reason; ``_checked`` runs before any kernel."""
    found = []
    for given in trials:
        arrays = [given[n] for n in f.inputs]
        left, right = refusal(partial(f, *arrays)), refusal(partial(module._checked, *arrays))
        if left != right:
            found.append((given, left, right))
    return found


SHAPES: dict[str, dict[str, Any]] = {
    "y[p] = x[p+r]*w[r]": {"x": 9, "w": 3},
    "C[i,k] = A[i,j]*B[j,k]": {"A": (2, 3), "B": (3, 4)},
    "y[i] = x[2*i+1]": {"x": 7},
    "t[i] = x[i+1] - x[i]; y[i] = t[i]*z[i]": {"x": 5, "z": 4},
    "y[i] = x[size(x,0)-1-i]*z[i]": {"x": 4, "z": 4},
    "m = max[i](x[i])": {"x": 3},
    "y[i] = x[3]*z[i]": {"x": 5, "z": 4},
    "y[i,j] = inv[i,j](A[i,j])": {"A": (3, 3)},
    "y[i] = sum[j](where(j <= i, x[i-j], 0)*w[j])": {"x": 4, "w": 4},
    "y[i] = where(m[i] > 0, x[i+1], 0)": {"m": 4, "x": 5},
    "y[i] = pad(x)[i-1]*w[i]": {"x": 4, "w": 3},
    "y[i] = x[i+j]*w[j]*A[j,j]": {"x": 4, "w": 2, "A": (2, 2)},
    "y = x[0] + c": {"x": 3, "c": ()},
    'X : (3, _); y[i] = X[i,j]*`a {b} "c"`[j]': {"X": (3, 2), 'a {b} "c"': 2},
}


def shaped(formula: str, count: int = 40) -> list[dict[str, Any]]:
    """Arrays that fit, and others with other lengths and ranks."""
    rng = np.random.default_rng(len(formula))
    fits = {n: np.shape(np.empty(s)) for n, s in SHAPES[formula].items()}
    trials = [fits]
    for _ in range(count):
        shapes = {}
        for name, shape in fits.items():
            new = [int(rng.integers(0, 8)) if rng.random() < 0.4 else n for n in shape]
            shapes[name] = tuple(new + [2] if rng.random() < 0.05 else new[:-1] if rng.random() < 0.05 else new)
        trials.append(shapes)
    return [{n: rng.normal(size=s) + 2 for n, s in shapes.items()} for shapes in trials]


@pytest.mark.parametrize("formula", SHAPES)
@pytest.mark.parametrize("target", TARGETS)
def test_lengths_and_ranks(formula: str, target: str, tmp_path: Path) -> None:
    f, trials = es.compile(formula, target=target), shaped(formula)
    f(**trials[0])
    module = saved(f, tmp_path)
    assert differences(f, module, trials) == []


DATA: dict[str, Callable[[Any, Any], dict[str, Any]]] = {
    "y[b] = x[idx[b]]": lambda real, whole: {"x": real(5), "idx": whole(6, 4)},
    "y[b] = x[idx[b]+1]": lambda real, whole: {"x": real(6), "idx": whole(6, 4)},
    "y[b,j] = x[idx[b]+j]*w[j]": lambda real, whole: {"x": real(8), "idx": whole(7, 4), "w": real(3)},
    "y[b] = x[idx[k[b]]]": lambda real, whole: {"x": real(5), "idx": whole(6, 6), "k": whole(7, 3)},
    "y[i] = where(m[i] > 0, x[idx[i]], 0)": lambda real, whole: {"x": real(5), "idx": whole(6, 4), "m": whole(2, 4)},
    "y[i] = where(m[i] > 0, x[i+1], 0)": lambda real, whole: {"x": real(4), "m": whole(2, 4)},
    "y[i] = sum[j](where(m[i,j] > 0, x[idx[i]+j], 0))":
        lambda real, whole: {"x": real(6), "idx": whole(6, 3), "m": whole(2, 3, 2)},
    "y[i,j] = where(m[j] > 0, x[idx[i]], 0)": lambda real, whole: {"x": real(6), "idx": whole(7, 2), "m": whole(2, 2)},
    "y[i] = sum[j](where(j < n[i], x[i,idx[j]], 0))":
        lambda real, whole: {"x": real(3, 4), "n": whole(4, 3), "idx": whole(5, 3)},
    "y[i] = x[clamp(t[i]+1)] + z[u[i]]":
        lambda real, whole: {"x": real(4), "t": whole(9, 3), "z": real(3), "u": whole(4, 3).astype("i4")},
    "t[i] = idx[i]*2; y[i] = x[t[i]]": lambda real, whole: {"x": real(6), "idx": whole(4, 2)},
    "y[i] = x[idx[i]-idx[i+1]]": lambda real, whole: {"x": real(5), "idx": whole(6, 3)},
    "y[b] = x[a[b]]": lambda real, whole: {"x": real(5), "a": abs(whole(7, 3)).astype("u8")},
    "y[i,j] = where(i + j < 4, x[i+j], 0)*w[j]*v[i]":
        lambda real, whole: {"x": real(3 + whole(2)), "w": real(4), "v": real(4)},
}  # fmt: skip
LOOPS = "y[b] = x[idx[k[b]]]", "y[i] = sum[j](where(j < n[i], x[i,idx[j]], 0))"
"""Whose module numba compiles here, which takes seconds; test_index_fuzz has more of them."""


@pytest.mark.parametrize("formula", DATA)
@pytest.mark.parametrize("target", TARGETS)
def test_positions(formula: str, target: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)

    def whole(most: int, *shape: int) -> Any:
        return rng.integers(-1, most, size=shape or None)

    trials = [DATA[formula](lambda *shape: rng.normal(size=shape), whole) for _ in range(60)]
    f = es.compile(formula, target=target)
    fits = next(t for t in trials if refusal(lambda: f(**t)) is None)  # noqa: B023 - called at once
    f(**fits)
    module = saved(f, tmp_path)
    assert differences(f, module, trials) == []
    assert any(refusal(lambda t=t: f(**t)) for t in trials)
    if target == "numpy" or formula in LOOPS:
        np.testing.assert_allclose(module.program(*[fits[n] for n in f.inputs]), f(**fits))


@pytest.mark.parametrize("target", TARGETS)
def test_a_check_that_is_taken_out_is_missed(target: str, tmp_path: Path) -> None:
    """The comparison above bites: without one test of the text it finds calls that are not refused."""
    formula = "C[i,k] = A[i,j]*B[j,k]"
    f, trials = es.compile(formula, target=target), shaped(formula)
    f(**trials[0])
    path = f.save(tmp_path / "whole.py")
    text, count = re.subn(r"if A_1 != B_0:", "if False:", path.read_text())
    assert count == 1 and differences(f, load(path), trials) == []
    assert any(
        "two lengths" in left[1] and right is None for _, left, right in differences(f, load(path, text), trials)
    )
    g = es.compile("y[b] = x[idx[b]]", target=target)
    given = {"x": np.ones(3), "idx": np.array([0, 2])}
    g(**given)
    path = g.save(tmp_path / "positions.py")
    text, count = re.subn(r"if not _inside\(", "if _inside(", path.read_text())
    assert count == 1 and differences(g, load(path, text), [given | {"idx": np.array([0, 7])}])


@pytest.mark.parametrize("target", TARGETS)
def test_declared_lengths(target: str, tmp_path: Path) -> None:
    x, i = es.tensor("x[i]"), es.index("i", size=3)
    cases: list[tuple[Any, dict[str, Any]]] = [
        (es.tensor("x", shape=(None,))[i] * 2, {}), ("y[i] = pad(x)[i]*w[i-0*i]", {}), ("y[i,j] = x[j]", {"sizes": {"i": 2}}),
        ("y[i] = x[i]", {"sizes": {"i": 4}}), (x, {}),
    ]  # fmt: skip
    for e, options in cases:
        f = es.compile(e, target=target, **options)
        trials = [{n: np.ones(k) for n in f.inputs} for k in (4, 3, 2, 0, 5)]
        next(t for t in trials if refusal(lambda: f(**t)) is None)  # noqa: B023 - called at once
        module = saved(f, tmp_path)
        assert differences(f, module, trials) == [], e


def test_lengths_that_only_a_call_tells(tmp_path: Path) -> None:
    """A slot with a product of an index and a length: the module takes the shapes of its call, and no others."""
    f = es.compile("y[i,k] = x[i*size(w,0)+k]*w[k]*v[i]")
    given = {"x": np.arange(6.0), "w": np.ones(2), "v": np.ones(3)}
    expected = f(**given)
    module = saved(f, tmp_path)
    np.testing.assert_array_equal(module.program(*[given[n] for n in f.inputs]), expected)
    with pytest.raises(ValueError, match=r"x has shape \(5,\), and this module was saved for \(6,\) alone"):
        module.program(np.ones(5), np.ones(2), np.ones(3))
    fresh = es.compile("y[i,k] = x[i*size(w,0)+k]*w[k]*v[i]")
    with pytest.raises(es.TargetError, match="Call the function before save"):
        fresh.save(tmp_path / "never.py")


def test_sums_over_nothing(tmp_path: Path) -> None:
    """They have a program of their own where a factor may be taken out of them; other modules take empty arrays."""
    f = es.compile("y[i] = sum[j](v[j]*c[i])")
    f(v=np.ones(2), c=np.ones(2))
    empty, some = np.ones(0), np.full(2, np.inf)
    module = saved(f, tmp_path)
    with pytest.raises(ValueError, match=r"size\(v, 0\) is 0, and was not 0 when this module was saved"):
        module.program(empty, some)
    np.testing.assert_array_equal(f(v=empty, c=some), [0, 0])
    module = saved(f, tmp_path)
    np.testing.assert_array_equal(module.program(empty, some), [0, 0])
    with pytest.raises(ValueError, match=r"size\(v, 0\) is not 0, and was 0"):
        module.program(np.ones(2), some)
    g = es.compile("s = sum[i](x[i]*y[i])")
    g(x=np.ones(2), y=np.ones(2))
    assert saved(g, tmp_path).program(empty, empty) == 0


DTYPES = (
    "bool",
    "int8",
    "uint8",
    "int32",
    "int64",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", ("int32", "float32", "float64", "complex128"))
def test_dtypes(dtype: str, target: str, tmp_path: Path) -> None:
    """Arrays of a dtype whose numbers that of the module holds are cast; others are refused."""
    f = es.compile("y[i] = x[i]*x[i] + c", target=target)
    f(x=np.arange(3).astype(dtype), c=np.ones((), dtype))
    module = saved(f, tmp_path)
    one = np.ones((), dtype)
    for other in DTYPES:
        x = np.arange(3).astype(other)
        if np.can_cast(other, dtype, "safe"):
            assert module._checked(x, one)[0].dtype == dtype
        else:
            with pytest.raises(
                TypeError, match=f"x has dtype {other}, and this module was saved for {dtype}.\nGive x.as"
            ):
                module.program(x, one)
    swapped, x = np.arange(3).astype(np.dtype(dtype).newbyteorder()), np.arange(3).astype(dtype)
    for given in (swapped, x[::1], np.repeat(x, 2)[::2], np.array([0, 1, 2], dtype, order="F")):
        given.flags.writeable = False
        np.testing.assert_array_equal(module.program(given, one), x * x + one)
    for number in (2, True, np.array(2, dtype)):
        np.testing.assert_array_equal(module.program(x, number), x * x + np.asarray(number, dtype))


REFUSED: list[tuple[Any, str]] = [
    (None, "input 'x' is None, which is no array and no number"), ("abc", "input 'x' is of type str, which is no array"),
    ([[1.0], [1.0, 2.0]], "input 'x' is not an array: "), (np.array([None, 1]), "x has dtype object, which holds no numbers"),
    (np.ma.masked_array([1.0, 2.0], [True, False]), "input 'x' is a masked array"),
    (np.array(["a"]), "x has dtype <U1, which holds no numbers"), (np.zeros(2, "M8[s]"), "x has dtype datetime64"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "message"), REFUSED, ids=[m for _, m in REFUSED])
def test_what_is_no_array(value: Any, message: str, tmp_path: Path) -> None:
    f = es.compile("y[i] = 2*x[i]", target="numpy")
    f(x=np.ones(2))
    module = saved(f, tmp_path)
    with pytest.raises(TypeError, match=re.escape(message)):
        module.program(value)
    assert refusal(lambda: f(value)) is not None


def test_declared_dtypes(tmp_path: Path) -> None:
    f = es.compile(2 * es.tensor("x[i]", dtype="float32"))
    f(x=np.ones(3, "f4"))
    module = saved(f, tmp_path)
    assert differences(f, module, [{"x": np.ones(3, d)} for d in ("f8", "f2", "f4", "i4")]) == []


def test_numbers_that_the_dtype_does_not_hold(tmp_path: Path) -> None:
    f = es.compile("y[i] = x[i]*c", target="numpy")
    f(x=np.ones(2, "i1"), c=np.ones((), "i1"))
    module = saved(f, tmp_path)
    for number, message in (
        (300, "'c' is 300, which int8"),
        (2.5, "c has dtype float64"),
        (1j, "c has dtype complex128"),
    ):
        with pytest.raises(TypeError, match=message):
            module.program(np.ones(2, "i1"), number)


def test_elements_with_other_bytes_between_them(tmp_path: Path) -> None:
    """Strides that are no multiple of an element are none that BLAS knows: a field of records was read as NaN."""
    rng = np.random.default_rng(0)
    f = es.compile("C[i,k] = A[i,j]*B[j,k]; y[i] = C[i,k]*v[k]", target="cpu")
    A, B, v = rng.normal(size=(30, 40)), rng.normal(size=(40, 50)), rng.normal(size=50)
    f(A=A, B=B, v=v)
    module = saved(f, tmp_path)

    def field(a: np.ndarray) -> np.ndarray:
        records = np.zeros(a.shape, np.dtype([("p", "i4"), ("v", a.dtype)]))
        records["v"] = a
        return records["v"]

    for arrays in ((field(A), B, v), (A, field(B), v), (A, B, field(v))):
        np.testing.assert_allclose(module.program(*arrays), A @ B @ v, rtol=1e-12)


def test_without_espresso(tmp_path: Path) -> None:
    """Each kind of module in a process that cannot import espresso; what once was garbage or a segmentation fault."""
    loss = es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))")
    rng = np.random.default_rng(0)
    given = {"X": rng.normal(size=(200, 5)), "y": np.sign(rng.normal(size=200)), "w": rng.normal(size=5)}
    expected = {}
    for target in TARGETS:
        f = es.compile([loss, es.grad(loss, "w")], target=target)
        expected[target] = f(**given)
        f.save(tmp_path / f"loss_{target}.py")
        g = es.compile("y[b] = x[idx[b]]", target=target)
        g(x=np.ones(3), idx=np.array([0, 1]))
        g.save(tmp_path / f"gather_{target}.py")
    np.savez(tmp_path / "given.npz", **given)
    (tmp_path / "run.py").write_text(
        textwrap.dedent("""
        import sys
        sys.modules["espresso"] = None
        import numpy as np
        import gather_cpu, gather_numpy, loss_cpu, loss_numpy

        def refused(module, *arrays):
            try:
                module.program(*arrays)
            except (ValueError, TypeError) as e:
                return f"{type(e).__bases__[0].__name__} {type(e).__name__}: {str(e).splitlines()[0]}"

        given = np.load("given.npz")
        X, y, w = given["X"], given["y"], given["w"]
        for m, g in ((loss_cpu, gather_cpu), (loss_numpy, gather_numpy)):
            np.savez(m.__name__, *m.program(y, X, w))
            print(refused(m, y[:10].copy(), X, w))
            print(refused(m, y, X, w[:2].copy()))
            print(refused(m, y, np.zeros((50_000_000, 1)), w[:1]))
            print(refused(m, y.astype("c16"), X, w))
            print(refused(g, np.arange(3.), np.array([0, 7, 10**6])))
            print(refused(g, np.arange(3.), np.array([-1, 0])))
            print(g.program(np.arange(3.), np.array([2, 0])))
    """)
    )
    environment = {"PATH": "/usr/bin:/bin", "NUMBA_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "run.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )
    formula = "in   loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))"
    lines = [
        f"ValueError ExtentError: index 'i' has two lengths {formula}",
        f"ValueError ExtentError: index 'j' has two lengths {formula}",
        f"ValueError ExtentError: index 'i' has two lengths {formula}",
        "TypeError DtypeError: y has dtype complex128, and this module was saved for float64.",
        "TypeError InputError: idx[b] = 7 is outside axis 0 of x, whose length is 3",
        "TypeError InputError: idx[b] = -1 is outside axis 0 of x, whose length is 3",
        "[2. 0.]",
    ]
    assert (done.stdout.splitlines(), done.returncode) == (lines * 2, 0), done.stderr
    for target in TARGETS:
        with np.load(tmp_path / f"loss_{target}.npz") as found:
            for k, e in enumerate(expected[target]):
                np.testing.assert_allclose(found[f"arr_{k}"], e, rtol=1e-13)


NAMES = ["np", "max", "type", "_checked", "_array", "_float64", "ExtentError", "positions", "x_0", "n_1", "_ndarray"]


@pytest.mark.parametrize("target", TARGETS)
def test_inputs_with_names_of_the_text(target: str, tmp_path: Path) -> None:
    for name in NAMES:
        f = es.compile(f"y[i] = `{name}`[i] + x[2*i+1]*w[i]", target=target)
        trials = [
            {name: np.ones(n), "x": np.arange(float(m)), "w": np.ones(2)} for n in (2, 3) for m in (4, 5, 6, 3, 0)
        ]
        trials.append(trials[0] | {name: np.ones((2, 2))})
        f(**trials[0])
        path = f.save(tmp_path / f"{name}_{target}.py")
        module = load(path)
        check = next(v for n, v in vars(module).items() if n.startswith("_checked"))
        module._checked = check
        assert differences(f, module, trials) == [], name
        if target == "numpy":
            np.testing.assert_array_equal(module.program(*[trials[0][n] for n in f.inputs]), f(**trials[0]))


def test_names_are_no_code(tmp_path: Path) -> None:
    """A name that looks like a number to be filled in stays text."""
    marks = [
        "\x00exit()\x01",
        "\x00",
        "\x01",
        '\x00__import__("os").abort()\x01',
        "{exit()}",
        '"+exit()+"',
        "\\",
        '"""',
    ]
    for mark in marks:
        f = es.compile(es.einsum("i,i->i", ex.tensor(mark, 1), ex.tensor("x", 1)), target="numpy")
        f(np.ones(2), np.ones(2))
        module = saved(f, tmp_path)
        name, message = refusal(lambda: module.program(np.ones(2), np.ones(3))) or ("", "")  # noqa: B023
        assert name == "ExtentError" and "two lengths" in message, mark
        with pytest.raises(ValueError, match="2 axes instead of 1"):
            module.program(np.ones((2, 2)), np.ones((2, 2)))


def test_kernels_of_a_device_are_saved_as_they_are(tmp_path: Path) -> None:
    f = es.compile("y[b] = x[idx[b]]", target="opencl")
    assert f.save(tmp_path / "y.cl").read_text() == f.source


@pytest.mark.parametrize(
    ("target", "name", "text"),
    [
        ("cpu", "a.cl", "save writes a Python module for target 'cpu', which 'a.cl' is no name of.\n"
         "Give a path that ends in .py, .c or .so, such as 'a.py'."),
        ("numpy", "a", "save writes a Python module for target 'numpy', which 'a' is no name of.\n"
         "Give a path that ends in .py, .c or .so, such as 'a.py'."),
        ("opencl", "b.py", "save writes OpenCL C for target 'opencl', which 'b.py' is no name of.\n"
         "Give a path that ends in .cl or .txt, such as 'b.cl'."),
        ("gpu", "b.cl", "save writes CUDA C for target 'gpu', which 'b.cl' is no name of.\n"
         "Give a path that ends in .cu or .txt, such as 'b.cu'."),
    ],
)  # fmt: skip
def test_the_suffix_is_that_of_what_is_written(tmp_path: Path, target: str, name: str, text: str) -> None:
    with pytest.raises(es.InputError) as error:
        es.compile("y[i] = 2*x[i]", target=target).save(tmp_path / name)
    assert str(error.value) == text
    assert not list(tmp_path.iterdir())


def test_saved_convolutions_with_epilogues(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    given = {"x": rng.normal(size=(2, 3, 9)), "w": 9 * rng.normal(size=(4, 3, 3)), "b": rng.normal(size=4)}
    given["x"][0, 0, 0] = np.nan
    for name, written in [(n, written) for n, ways in ACTIVATIONS.items() for written in ways]:
        text = re.sub(r"\bz\b", "(sum[c,r](x[n,c,p+r]*w[o,c,r]) + b[o])", written)
        f = es.compile(f"y[n,o,p] = {text}", engine="direct")
        f(**given)
        module = saved(f, tmp_path)
        assert (f"epilogue={name!r}" in Path(module.__file__).read_text()) is (name in SIMPLE)
        np.testing.assert_allclose(
            module.program(**given), es.evaluate(f.expressions[0], given), rtol=1e-11, atol=1e-13
        )
        with pytest.raises(ValueError, match="index 'c' has two lengths"):
            module.program(**given | {"w": np.ones((4, 2, 3))})


@settings(max_examples=60, phases=(Phase.explicit, Phase.generate), deadline=None, derandomize=True)
@drawn(generators.expressions(), st.integers(0, 1 << 16))
def test_random_programs(e: Any, seed: int) -> None:
    """What arrays of other shapes are told; modules for sums over nothing are a matter of their own."""
    rng = np.random.default_rng(seed)
    given_arrays = generators.arrays(e, seed)
    f = es.compile(e, target="numpy", sizes=generators.sizes_of(e))
    if not f.inputs or refusal(lambda: f(**{n: given_arrays[n] for n in f.inputs})):
        return
    trials = [{n: np.asarray(given_arrays[n]) for n in f.inputs}]
    for _ in range(12):
        shapes = {
            n: [k + int(rng.integers(-1, 2)) * (rng.random() < 0.3) for k in a.shape] for n, a in trials[0].items()
        }
        trials.append({n: np.resize(a, shapes[n]) for n, a in trials[0].items()})
    with tempfile.TemporaryDirectory() as folder:
        module = saved(f, Path(folder))
        found = differences(f, module, trials)
    assert [d for d in found if d[2] is None or "when this module was saved" not in d[2][1]] == [], str(e)
