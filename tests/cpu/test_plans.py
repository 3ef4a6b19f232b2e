"""Plans on disk: the same program and results as planned anew, found again only where everything is the same."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import opt_einsum
import pytest
from threads import at_once

import espresso as es
from espresso.algebra.rewriting.rules import Rule
from espresso.api.compiled import Compiled
from espresso.compiler import pipeline
from espresso.errors import DerivativeError, ExtentError, InputError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.serialisation import decode, encode, named
from espresso.formulas.notation.parsing import source_of
from espresso.runtime.cpu import plans
from espresso.system import cache

HERE = Path(__file__).resolve().parents[2]
LOGISTIC = "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))"
PROGRAMS = [
    LOGISTIC,
    "y[i] = 2*x[i] + 1",
    "C[i,k] = A[i,j]*B[j,k]",
    "s = sum[i](x[i]); y[i] = x[i]/s",
    "y[p] = sum[r](x[p+r]*w[r])",
    "y[b,k] = W[idx[b],k]",
    "p[i,k] = softmax[k](X[i,k])",
    "y[i] = where(x[i] > 0.5, sqrt(x[i]), 0)",
    "S[i,j] = X[i,k]*X[j,k]",
    "D[i,l] = A[i,j]*B[j,k]*C[k,l]",
    "y[i,j] = exp(-(x[i] - z[j])**2)",
    "n = max[i](abs(x[i]))",
    "x[i] = solve[i,j](A[i,j], b[j])",
]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Plans are kept, in a folder of this test."""
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "KEEP", True)
    return tmp_path


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What has been planned, simplified or inferred since: empty where a plan was found."""
    from espresso.formulas.inference.infer import Inference

    done: list[str] = []

    def noted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            done.append(name)
            return function(*args, **kwargs)

        return call

    for name in ("prepare", "build"):
        monkeypatch.setattr(pipeline, name, noted(name, getattr(pipeline, name)))
    monkeypatch.setattr(Inference, "check", noted("infer", Inference.check))
    return done


def arrays_for(f: Compiled, seed: int = 0, n: int = 5) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    made: dict[str, np.ndarray] = {}
    for name, t in f._inputs.items():
        if name == "idx":
            made[name] = rng.integers(0, n, size=(n,) * t.data.rank)
        elif name == "w" and "x[p" in str(f):
            made[name] = rng.random(3)
        else:
            made[name] = rng.random((n,) * t.data.rank) + np.eye(n) * n if t.data.rank == 2 else rng.random(n)
    return made


@pytest.mark.parametrize("text", PROGRAMS)
def test_a_kept_plan_is_the_plan(text: str, kept: Path, planned: list[str]) -> None:
    """The same text, steps and bits of results, without inference, simplification or planning."""
    first = es.compile(text)
    given = arrays_for(first)
    expected = first(**given)
    assert "build" in planned and list(kept.glob("*.plan"))
    planned.clear()
    again = es.compile(text)
    assert again(**given).tobytes() == expected.tobytes()
    assert planned == ([] if "idx" not in text else ["infer"])  # positions are looked at in every call
    assert again._last.generated.module == first._last.generated.module
    assert again.source == first.source and str(again.memory) == str(first.memory)
    again.check(**given)
    assert again.explain() == first.explain() and again.kernels == first.kernels  # planned when asked for
    assert "build" in planned


@pytest.mark.parametrize("text", ["y[i] = 2*x[i] + 1", LOGISTIC, "y[i] = sum[j](exp(x[i] - z[j]))"])
def test_other_lengths_use_the_same_plan_or_one_of_their_own(text: str, kept: Path) -> None:
    first = es.compile(text)
    first(**arrays_for(first))
    for n in (1, 0, 7):
        again = es.compile(text)
        again.check(**arrays_for(again, n=n))
        result = again(**arrays_for(again, n=n))
        np.testing.assert_allclose(result, es.compile(text)(**arrays_for(again, n=n)))


def test_a_plan_is_for_its_formula_options_rules_and_dtypes(kept: Path, planned: list[str]) -> None:
    text = "y[i] = tanh(x[i])*2 + tanh(x[i])"
    x = np.linspace(-1, 1, 7)

    def runs(array: np.ndarray, formula: Any = text, **options: Any) -> bool:
        """Whether this was planned anew."""
        planned.clear()
        f = es.compile(formula, **options)
        result = f(array) if not isinstance(formula, dict) else f(array)["a"]
        np.testing.assert_allclose(result, 3 * np.tanh(array), rtol=1e-5)
        return "build" in planned

    mine = Rule("twice", "_x*2 + _x", "3*_x")
    variants: list[tuple[np.ndarray, dict[str, Any]]] = [
        (x, {}), (x.astype(np.float32), {}), (x, {"fused": False}), (x, {"pooled": False}), (x, {"simplify": False}),
        (x, {"rules": []}), (x, {"rules": [mine]}), (x, {"rules": [*es.default_rules(), mine]}),
        (x, {"optimize": "greedy"}), (x, {"engine": "numba-loops"}), (x, {"sizes": {"i": 7}}),
        (x, {"formula": text.replace("y[", "z[")}), (x, {"formula": {"a": text}}),
    ]  # fmt: skip
    assert [runs(a, **o) for a, o in variants] == [True] * len(variants)
    assert [runs(a, **o) for a, o in variants] == [False] * len(variants)


def test_what_cannot_be_named_is_not_kept(kept: Path) -> None:
    """An optimizer of the user's own has no name that another process would know; measured choices may differ."""
    text = "D[i,l] = A[i,j]*B[j,k]*C[k,l]"
    unnamed: list[dict[str, Any]] = [{"optimize": opt_einsum.DynamicProgramming()}, {"autotune": "time_once"}]
    for option in unnamed:
        f = es.compile(text, **option)
        assert plans.key_of(f, dict.fromkeys("ABC", "float64")) is None
    f = es.compile(text, optimize=opt_einsum.DynamicProgramming())
    f(**arrays_for(f))
    assert not list(kept.glob("*.plan"))


def test_other_sources_or_packages_make_other_plans(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    f = es.compile("y[i] = 2*x[i]")
    dtypes = {"x": "float64"}
    here = plans.key_of(f, dtypes)
    assert here == plans.key_of(es.compile("y[i] = 2*x[i]"), dtypes) != plans.key_of(es.compile("y[i] = 3*x[i]"), dtypes)
    monkeypatch.setattr(plans, "versions", lambda: "another")
    assert plans.key_of(f, dtypes) != here
    monkeypatch.undo()
    monkeypatch.setattr(cache, "KEEP", True)
    monkeypatch.setattr(plans, "processor", lambda: {"flags": "another"})
    assert plans.key_of(f, dtypes) != here


def test_mismatches_are_found_with_a_kept_plan(kept: Path) -> None:
    f = es.compile("C[i,k] = A[i,j]*B[j,k]")
    f(A=np.ones((2, 3)), B=np.ones((3, 4)))
    again = es.compile("C[i,k] = A[i,j]*B[j,k]")
    with pytest.raises(ExtentError, match="index 'j' has two lengths"):
        again(A=np.ones((2, 3)), B=np.ones((4, 4)))
    gather = "y[b] = x[t[b]]"
    es.compile(gather)(np.ones(3), np.array([0, 2]))
    with pytest.raises(InputError, match="outside"):
        es.compile(gather)(np.ones(3), np.array([0, 3]))


def test_a_damaged_or_foreign_plan_is_made_again(kept: Path, planned: list[str]) -> None:
    text = "y[i] = 7*x[i] + 1"
    es.compile(text)(np.ones(3))
    (path,) = kept.glob("*.plan")
    good = path.read_bytes()
    name = path.name
    other = encode({"a": 1}, {})
    broken = [b"", good[:40], good[:-3], good.replace(b"7", b"8"), os.urandom(200),
              cache._checksum(name, other) + b"\n" + other, cache._checksum(name, b"[") + b"\n["]  # fmt: skip
    for data in broken:
        path.write_bytes(data)
        planned.clear()
        assert es.compile(text)(np.ones(3)).tolist() == [8, 8, 8]
        assert "build" in planned and path.read_bytes() == good, data
    path.rename(path.with_name("es_other.plan"))
    assert cache.read_entry("es_other.plan") is None  # what was written under another name is not read
    es.compile(text)(np.ones(3))
    path.chmod(0o666)  # anybody may have written it
    assert cache.read_entry(name) is None


def test_no_folder_no_plans_but_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be made: said once, computed in memory."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(blocked / "cache"))
    monkeypatch.setattr(cache, "KEEP", True)
    monkeypatch.setattr(cache, "_told", False)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for k in range(3):
            assert es.compile(f"y[i] = {k}*x[i] + 13")(np.ones(2)).tolist() == [13 + k] * 2
    assert len(said) == 1 and "cannot write its cache folder" in str(said[0].message)


def test_a_user_without_a_home_computes_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that runs under any number: said once.  An empty $XDG_CACHE_HOME is none."""
    monkeypatch.delenv("ESPRESSO_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder().is_absolute()
    for name in ("HOME", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    monkeypatch.setattr(cache, "KEEP", True)
    monkeypatch.setattr(cache, "_told", False)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert es.compile("y[i] = 23*x[i]")(np.ones(2)).tolist() == [23, 23]
        assert not cache.write_entry("es_one.bin", b"code")
    assert len(said) == 1 and "in your home (Could not determine" in str(said[0].message)


def nobody() -> Path:
    """What pathlib says then."""
    raise RuntimeError("Could not determine home directory.")


def test_an_interrupt_is_no_failure_of_the_folder(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it comes after the file has got its name; what a killed process left behind counts as a file."""
    replace = os.replace

    def interrupted(*names: Any) -> None:
        replace(*names)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cache.write_entry("es_one.plan", b"data")
    assert cache.read_entry("es_one.plan") == b"data"
    program = "import os\nfrom espresso.system import cache\nos.replace = lambda *_: os._exit(3)\ncache.write_entry('es_two.plan', bytes(900))"
    assert subprocess.run([sys.executable, "-c", program], cwd=HERE, check=False).returncode == 3
    (left,) = kept.glob("*.tmp")
    cache.tidy(str(kept), 100)
    assert left.exists()  # another process may be writing it
    os.utime(left, (0, 0))
    cache.tidy(str(kept), 100)
    assert not left.exists()


def test_a_full_disk_leaves_nothing_behind(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    monkeypatch.setattr(cache, "_told", True)
    assert es.compile("y[i] = 17*x[i]")(np.ones(2)).tolist() == [17, 17]
    assert not list(kept.iterdir())


def test_the_folder_has_a_limit(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """sE11: the oldest files go first; others' files stay; 0 keeps nothing."""
    (kept / "mine.txt").write_bytes(bytes(5000))
    for k in range(8):
        (kept / f"es_{k}.bin").write_bytes(bytes(1000))
        os.utime(kept / f"es_{k}.bin", (k, k))
    monkeypatch.setenv("ESPRESSO_CACHE_LIMIT", "4000")
    assert cache.write_entry("es_new.bin", bytes(900))
    assert sorted(p.name for p in kept.iterdir()) == ["es_6.bin", "es_7.bin", "es_new.bin", "mine.txt"]
    assert not cache.write_entry("es_large.bin", bytes(4000))  # and larger ones are not written
    monkeypatch.setenv("ESPRESSO_CACHE_LIMIT", "0")
    before = sorted(kept.iterdir())
    assert es.compile("y[i] = 19*x[i]")(np.ones(2)).tolist() == [19, 19]
    assert sorted(kept.iterdir()) == before and cache.read_entry("es_new.bin") is None


def test_the_limit_holds_while_a_process_runs(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted as it writes, and again where others may have written: several processes stay below it together."""
    monkeypatch.setenv("ESPRESSO_CACHE_LIMIT", "100000")
    counted: list[int] = []
    tidy = cache.tidy
    monkeypatch.setattr(cache, "tidy", lambda *given: counted.append(1) or tidy(*given))
    most = 0
    for k in range(300):
        assert cache.write_entry(f"es_{k}.bin", bytes(1000))
        os.utime(kept / f"es_{k}.bin", (k, k))
        if k == 100:  # another process at the same time
            for m in range(4):
                (kept / f"es_other{m}.bin").write_bytes(bytes(9000))
                os.utime(kept / f"es_other{m}.bin", (k, k))
        most = max(most, sum(p.stat().st_size for p in kept.iterdir()))
    assert most <= 100000 + 4 * 9000 and sum(p.stat().st_size for p in kept.iterdir()) <= 100000 * 17 // 16
    assert not list(kept.glob("es_other*")) and (kept / "es_299.bin").exists() and not (kept / "es_1.bin").exists()
    assert len(counted) < 100


def test_two_processes_that_tidy_remove_as_much_as_one(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for k in range(20):
        (kept / f"es_{k}.bin").write_bytes(bytes(1000))
        os.utime(kept / f"es_{k}.bin", (k, k))
    unlink = os.unlink

    def faster(path: str) -> None:
        """Another process has removed it already."""
        unlink(path)
        raise FileNotFoundError(path)

    monkeypatch.setattr(os, "unlink", faster)
    assert cache.tidy(str(kept), 16000) == 1000
    assert len(list(kept.iterdir())) == 12


def test_processes_that_write_at_the_same_time_stay_below_the_limit(kept: Path) -> None:
    program = (
        "import os, sys\nfrom espresso.system import cache\n"
        "for k in range(400): assert cache.write_entry(f'es_{sys.argv[1]}_{k}.bin', os.urandom(1000))"
    )
    environment = {**os.environ, "ESPRESSO_CACHE_LIMIT": "100000"}
    running = [subprocess.Popen([sys.executable, "-c", program, str(k)], env=environment, cwd=HERE) for k in range(3)]
    assert [p.wait() for p in running] == [0] * 3
    assert 40000 < sum(p.stat().st_size for p in kept.iterdir()) <= 100000 * 19 // 16


# --- formulas -------------------------------------------------------------------------------------------


@pytest.fixture
def first(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """After a call, parser and derivatives are not imported, as in a new process."""

    def forget() -> None:
        for name in ("espresso.formulas.notation.reading", "espresso.algebra.calculus.differentiate"):
            monkeypatch.delitem(sys.modules, name, raising=False)

    forget()
    return forget


@pytest.mark.parametrize("text", PROGRAMS)
def test_a_kept_formula_is_the_formula(text: str, first: Callable[[], None], kept: Path) -> None:
    e = es.parse(text)
    assert len(list(kept.glob("*.formula"))) == 1
    first()
    assert es.parse(text) is e and source_of(e).text == text  # type: ignore[union-attr]
    assert "espresso.formulas.notation.reading" in sys.modules  # for the places in the text alone
    first()
    assert es.parse(text) is e


def test_kept_derivatives_are_the_derivatives(first: Callable[[], None], kept: Path) -> None:
    e = es.parse(LOGISTIC)
    asked: list[Callable[[], Any]] = [
        lambda: es.grad(e, "w"), lambda: es.grad(e, ["w", "X"]), lambda: es.grad(e, {"a": "w"}),
        lambda: es.hessian(e, "w"), lambda: es.grad(e, "w[k]"), lambda: es.jvp(e, "w", "v"),
        lambda: es.vjp(e, "w", 2.0), lambda: es.hvp(e, "w", "v"), lambda: es.derivative(e, "w", 3), lambda: es.jacobian(e, es.tensor("w", shape=(None,))),
        lambda: es.grad(e, "w", rules=["log(x) -> 2/x"]),
    ]  # fmt: skip
    for make in asked:
        first()
        made = make()
        first()
        again = make()
        assert str(again) == str(made) and type(again) is type(made)
    first()
    with pytest.raises(DerivativeError, match="z"):
        es.grad(e, "z")
    first()
    assert es.grad(e, iter_of := ["w"])[0] is es.grad(e, "w") and iter_of == ["w"]


def test_a_damaged_formula_is_made_again(first: Callable[[], None], kept: Path) -> None:
    e = es.parse(LOGISTIC)
    (path,) = kept.glob("*.formula")
    good = path.read_bytes()
    wrong = encode([1, 2], named())
    for data in (b"", good[:-1], cache._checksum(path.name, wrong[1:]) + b"\n" + wrong[1:]):
        path.write_bytes(data)
        first()
        assert es.parse(LOGISTIC) is e and path.read_bytes() == good


# --- in processes of their own -----------------------------------------------------------------------

PROGRAM = """
import sys
import numpy as np
import espresso as es
e = es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))")
f = es.compile([e, es.grad(e, "w")] if sys.argv[1:] else e)
rng = np.random.default_rng(0)
X, y, w = rng.normal(size=(40, 6)), rng.choice([-1.0, 1.0], 40), rng.normal(size=6)
results = f(X=X, y=y, w=w)
print(b"".join(np.asarray(r).tobytes() for r in (results if sys.argv[1:] else [results])).hex())
modules = {m: v for m, v in sys.modules.items() if m.startswith(("espresso", "sympy", "scipy", "numba", "llvmlite", "opt_einsum"))}
print(*sorted(m for m, v in modules.items() if not m.startswith("espresso.") or not hasattr(v, "__path__")))
"""


def process(folder: Path, *arguments: str, seed: int = 0) -> tuple[str, list[str]]:
    """The results of the program in a new process, and the modules that it imported, without espresso's packages."""
    environment = {**os.environ, "ESPRESSO_CACHE_DIR": str(folder), "PYTHONHASHSEED": str(seed)}
    environment["PYTHONPATH"] = os.pathsep.join([str(HERE), str(HERE / "rules")])
    command = [sys.executable, "-c", PROGRAM, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    bits, imported = done.stdout.split("\n")[:2]
    return bits, imported.split()


def test_a_second_process_imports_neither_planner_nor_compiler(tmp_path: Path) -> None:
    """W22: what a cached first result needs: the graph, the text of the formula, the runtime."""
    bits, imported = process(tmp_path, seed=1)
    assert "llvmlite" in imported and "numba" not in imported
    again, imported = process(tmp_path, seed=2)
    assert again == bits
    foreign = {"sympy", "scipy", "numba", "llvmlite", "opt_einsum"} & set(imported)
    heavy = ("espresso.algebra.", "espresso.formulas.inference.", "espresso.formulas.extents.", "espresso.codegen.", "espresso.engine.table")
    planner = [m for m in imported if m.startswith(heavy)]
    assert not foreign and not planner and "espresso.compiler.pipeline" not in imported
    assert len(imported) <= 68, imported
    process(tmp_path, "grad")
    _, imported = process(tmp_path, "grad")  # the derivative too, as it was derived before
    assert not [m for m in imported if m.startswith(("espresso.algebra.rewriting.", "espresso.algebra.calculus.differentiate"))]
    assert "espresso.formulas.notation.grammar" not in imported


def test_processes_that_start_together_agree(tmp_path: Path) -> None:
    found: list[str] = []
    at_once(lambda _: found.append(process(tmp_path, "grad")[0]), 3)
    assert len(found) == 3 and len(set(found)) == 1
    assert process(tmp_path, "grad")[0] == found[0]
    assert {p.suffix for p in tmp_path.iterdir()} == {".bin", ".formula", ".plan"}  # no temporary file is left


# --- records ---------------------------------------------------------------------------------------------


def test_records_hold_plain_data_and_expressions_only() -> None:
    e = es.parse("y[i] = sum[j](pad(X)[i, 2*j - 1]*w[j])*0.5 + softmax[i](v[i])")
    value = {"e": (e, [e.args[0]]), ("k", 1): frozenset({"a", "b"}), "n": [1, 2.5, float("inf"), None, True, 3 + 1j]}
    back = decode(encode(value, named()), named())
    assert back == value and back["e"][0] is e and type(back["n"][4]) is bool
    with pytest.raises(TypeError, match="cannot be kept"):
        encode(np.ones(2), named())
    with pytest.raises(TypeError, match="cannot be kept"):
        encode([lambda: 1], named())
    for data in (b"", b"{}", b"[[],3", b'[[],["e",0]]', b'[[],["os.system","ls"]]', b'[[["const"]],1]'):
        with pytest.raises(ValueError):
            decode(data, named())


def test_very_deep_formulas_can_be_kept() -> None:
    e = ex.access(ex.tensor("x", 0))
    for k in range(20_000):
        e = ex.call("sin" if k % 2 else "exp", e)
    assert decode(encode(e, named()), named()) is e
