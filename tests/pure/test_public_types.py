"""What editors and type checkers see of the public names."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import espresso as es
from espresso.api.options import OPTIONS, Options
from tests.loaded import loaded

ROOT = Path(__file__).resolve().parent.parent.parent

SCRIPT = '''\
import numpy as np
import espresso as es

X, w = es.tensors("X[i,j] w[j]")
loss = es.sum(es.log(1 + es.exp(-(X @ w))), "i")
a: es.Compiled[object]
reveal_type(2 * X[es.index("i"), 0] - w / 3)  # Expr
reveal_type(loss)  # Expr
reveal_type(es.parse("y = a**2"))  # Expr
reveal_type(es.grad(loss, "w"))  # Expr
reveal_type(loss.grad("w"))  # Expr
reveal_type(es.value_and_grad(loss, "w"))  # tuple[Expr, Expr]
reveal_type(es.value_and_grad(loss, ["w"]))  # tuple[Expr, list[Expr]]
reveal_type(es.grad("q = a*b", ["a", "b"]))  # list[Expr]
reveal_type(es.jacobian(loss, ("X", "w")))  # tuple[Expr, ...]
reveal_type(es.vjp(loss, {"first": w}, 1))  # dict[str, Expr]
reveal_type(es.hessian(loss, "w", "X"))  # Expr
reveal_type(es.hessian(loss, [w]))  # list[list[Expr]]
reveal_type(es.softmax(X, "j").latex())  # str
reveal_type(es.simplify(loss, trace=True)[1])  # Trace
reveal_type(es.simplify([loss]))  # list[Expr]
reveal_type(es.DEFAULT)  # list[Rule]
reveal_type(es.evaluate(loss, {}))  # ndarray
reveal_type(es.compile(loss, target="cpu", simplify=False))  # Compiled[ndarray]
reveal_type(es.compile("y[i] = 2*x[i]")(x=np.ones(3)))  # ndarray
reveal_type(es.compile([loss, "y = a"])(1.0))  # tuple[ndarray, ...]
reveal_type(es.compile({"loss": loss})(1.0))  # dict[str, ndarray]
reveal_type(es.compile([loss, es.grad(loss, "w")], constant=["X"]).inputs)  # list[str]
reveal_type(es.compile(loss, structure="factored"))  # FactoredFunction
reveal_type(es.compile(loss).profile(w=1))  # Profile
reveal_type(es.check_grads(loss, order=1).worst)  # float
reveal_type(es.conv(X, w, stride=(1, 2), padding="same"))  # Expr
reveal_type(es.doctor()["python"].runs)  # bool
reveal_type(es.compile(loss).jax())  # JaxFunction[Array] or JaxFunction[Any]
reveal_type(es.compile([loss]).jax()(1.0))  # tuple[Array, ...] or tuple[Any, ...]
reveal_type(es.compile(loss).torch()(X=1.0))  # Tensor or Any
reveal_type(es.compile({"loss": loss}).torch()(1.0))  # dict[str, Tensor] or dict[str, Any]
reveal_type(es.compile(loss).torch().inputs)  # list[str]
reveal_type(es.compile([loss]).numba(X="float32"))  # def (*Any, **Any) -> tuple[Any, ...] or (...) -> tuple[Any, ...]
reveal_type(es.compile(loss).gufunc("(i,j),(j)->()"))  # ufunc
reveal_type(es.compile(loss).save("loss.so"))  # Path
reveal_type(es.compile(loss).program)  # Program | None
o = es.objective(loss, ["w"], X=np.ones((2, 2)))
reveal_type(o)  # Objective
reveal_type(o.x0)  # ndarray
reveal_type(o.fun_and_jac([1.0, 2.0]))  # tuple[Any, ndarray]
reveal_type(o.hessp(o.x0, o.x0))  # ndarray
reveal_type(o.unflatten(o.x0))  # dict[str, ndarray]
reveal_type(o.shapes)  # dict[str, tuple[int, ...]]
es.objective(loss, 3)  # error
es.compile(loss).gufunc(dtypes=3)  # error
es.prase("y = a")  # error
es.compile(loss, targt="cpu")  # error
es.compile(loss, simplfy=True)  # error
es.compile(loss).explian()  # error
es.grad(loss, "w", rule=[])  # error
es.exp("x")  # error
es.exp(X, w)  # error
X + "text"  # error
for row in X:  # error
    pass
'''


def test_the_types_are_those_of_the_tables() -> None:
    made = loaded(ROOT / "docs" / "public_names.py")
    assert made.PAGE.read_text(encoding="utf-8") == made.text(), "python docs/public_names.py"
    assert made.REFERENCE.read_text(encoding="utf-8") == made.reference(), "python docs/public_names.py"


def test_completion_has_every_function() -> None:
    from espresso.formulas.graph.functions import FUNCTIONS, INDEX_FUNCTIONS, REDUCTIONS

    names = dir(es)
    hidden = {"add", "mul", "pow", "and", "or", "not", "abs", "round"}  # operators and builtin functions of Python
    assert {f.name for f in (*FUNCTIONS, *REDUCTIONS, *INDEX_FUNCTIONS)} - hidden <= set(names)
    assert names == sorted(set(es.__all__)) and all(getattr(es, n) is not None for n in names)


def test_a_misspelt_name_is_answered_with_a_near_one() -> None:
    with pytest.raises(AttributeError) as error:
        es.prase
    assert str(error.value) == "espresso has no name 'prase'. Did you mean 'parse'?"


def test_the_types_of_options_are_all_there() -> None:
    assert [*Options.__annotations__] == [o.name for o in OPTIONS if o.name != "structure"]
    about = inspect.getdoc(es.compile) or ""
    for option in OPTIONS:
        assert f"    - {option.name}: {option.meaning}.\n" in about, option.name


def test_no_public_function_returns_any_alone() -> None:
    """A function that has nothing but Any to say has overloads that say more; what comes from SymPy has no types."""
    silent = [n for n in es.__all__ if getattr(getattr(es, n), "__annotations__", {}).get("return") == "Any"]
    for name in silent:
        overloads = typing.get_overloads(getattr(getattr(es, name), "__wrapped__", getattr(es, name)))
        assert overloads or name == "to_sympy", name


def _short(revealed: str) -> str:
    """A type without modules, and without the dtypes of arrays."""
    text = re.sub(r"[A-Za-z_][\w.]*\.(?=\w)", "", revealed)
    while (new := re.sub(r"(?:ndarray|NDArray)\[(?:[^\[\]]|\[[^\[\]]*\])*\]", "ndarray", text)) != text:
        text = new
    return text.replace("builtins.", "")


def _compare(found: dict[int, str]) -> None:
    """Each marked line against what the checker says of it; no other line has an error.

    A line with "or" says also what is shown where JAX or PyTorch is not installed.
    """
    known = {n: line.rpartition("  # ")[2] for n, line in enumerate(SCRIPT.splitlines(), 1) if "  # " in line}
    assert found == {n: found.get(n) if found.get(n) in text.split(" or ") else text for n, text in known.items()}


def test_mypy_on_a_script_of_a_user(tmp_path: Path) -> None:
    """With the project's own settings and cache: after a run of mypy it takes seconds."""
    pytest.importorskip("mypy")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(script)]
    out = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=500, check=False).stdout
    found: dict[int, str] = {}
    for number, kind, text in re.findall(r"script\.py:(\d+): (note|error): (.*)$", out, re.MULTILINE):
        if kind == "error":
            found[int(number)] = "error"
        elif text.startswith("Revealed") and int(number) not in found:
            found[int(number)] = _short(text.partition('"')[2].rpartition('"')[0])
    _compare(found)


def test_pyright_on_a_script_of_a_user(tmp_path: Path) -> None:
    pytest.importorskip("pyright")
    (tmp_path / "script.py").write_text(SCRIPT)
    paths = [str(ROOT), str(ROOT / "rules")]
    strict = {"extraPaths": paths, "typeCheckingMode": "strict", "reportUnusedExpression": False}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(strict))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=500, check=False)
    if not run.stdout.startswith("{"):
        pytest.skip(f"pyright does not start here: {run.stderr.strip().splitlines()[-1:]}")
    found: dict[int, str] = {}
    for said in json.loads(run.stdout)["generalDiagnostics"]:
        number = said["range"]["start"]["line"] + 1
        if said["severity"] == "error":
            found[number] = "error"
        elif said["message"].startswith("Type of") and number not in found:
            found[number] = _short(said["message"].rpartition(' is "')[2][:-1])
    _compare(found)
