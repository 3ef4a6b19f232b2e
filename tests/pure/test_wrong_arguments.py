"""Arguments of a wrong kind: every public function says which argument it was, not Python from somewhere inside."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from espresso.errors import EspressoError

LOSS = es.parse("y = sum[i](x[i]**2)")
IMAGES, FILTERS = es.tensor("x", shape=(None,) * 4), es.tensor("w", shape=(None,) * 4)

WRONG: list[tuple[str, Callable[[Any], Any], tuple[Any, ...]]] = [
    ("order of a derivative", lambda v: es.derivative(LOSS, "x", order=v), ("2", 2.5, None, -1, [1], np.ones(3), int, math.inf)),
    ("rules", lambda v: es.grad(LOSS, "x", rules=v), (2, "x", {}, LOSS, {1})),
    ("rules", lambda v: es.simplify(LOSS, rules=v), (2, "x", {}, LOSS)),
    ("extents", lambda v: es.simplify(LOSS, extents=v), (2, "i", [1], np.ones(2), LOSS)),
    ("must be text", es.index, (None, 2, b"i", [], LOSS)),
    ("must be text", es.indices, (None, 2, ["i", "j"])),
    ("must be text", es.scalar, (None, 2, b"a")),
    ("size of index 'i'", lambda v: es.index("i", size=v), ("3", 2.5, [3], np.ones(3), math.nan, -1, int)),
    ("shape of x", lambda v: es.tensor("x", shape=v), (2, "ab", 2.5, np.ones(2), [2.5], ["2"])),
    ("stride", lambda v: es.conv(IMAGES, FILTERS, stride=v), ("2", 2.5, None, np.ones(2), int)),
    ("kernel", lambda v: es.max_pool(IMAGES, v), ("2", 2.5, np.ones(2), int)),
    ("subs takes a mapping", lambda v: LOSS.subs(v), (None, 2, "x", [1])),
    ("trace takes a function", lambda v: es.trace(v, x=(2,)), (None, 2, "x*2", LOSS)),
    ("from_sympy takes", es.from_sympy, (None, "x + 1", b"x", int, object())),
    ("option constant", lambda v: es.compile(LOSS, constant=v), (2, 2.5, np.ones(2), {1: 2})),
    ("option memory_limit", lambda v: es.compile(LOSS, memory_limit=v), ("2", math.nan, math.inf, True, -1)),
    ("option strict", lambda v: es.compile(LOSS, strict=v), ("yes", np.ones(2), [True], LOSS)),
    ("option sizes|has no index", lambda v: es.compile(LOSS, sizes=v), (2, "i", {1: 2})),
    ("engine", lambda v: es.compile(LOSS, engines=v), (2, 2.5, [1], b"x")),
    ("rtol", lambda v: es.compile(LOSS, target="numpy").check(np.ones(3), rtol=v), ("2", -1, np.ones(2), [])),
    ("repeat", lambda v: es.compile(LOSS, target="numpy").profile(np.ones(3), repeat=v), ("2", 0, 2.5, None, [])),
    ("there is no input 1", lambda v: es.compile(LOSS).check({v: np.ones(3)}), (1,)),
]  # fmt: skip


@pytest.mark.parametrize(("what", "call", "values"), WRONG)
def test_it_is_said_which_argument_is_wrong(what: str, call: Callable[[Any], Any], values: tuple[Any, ...]) -> None:
    for value in values:
        with pytest.raises(EspressoError, match=what):
            call(value)


@pytest.mark.parametrize("e", [None, 2.5, [], LOSS])
def test_patterns_and_expressions_may_be_numbers_only_where_that_means_something(e: Any) -> None:
    """``match`` and ``find`` take what can stand in an expression."""
    if isinstance(e, float) or e is LOSS:
        assert es.match("_a", e) is not None
    else:
        with pytest.raises(TypeError, match="cannot stand in an expression"):
            es.match("_a", e)
        with pytest.raises(TypeError, match="cannot stand in an expression"):
            es.match(e, LOSS)


def test_text_is_never_evaluated_as_python(capfd: pytest.CaptureFixture[str]) -> None:
    """SymPy reads text by evaluating it."""
    pytest.importorskip("sympy")
    for given in ("print('evaluated')", ["print('evaluated')"], {"y": "print('evaluated')"}):
        with pytest.raises(es.InputError, match="expression of SymPy or a number, not str"):
            es.from_sympy(given)
    assert "evaluated" not in capfd.readouterr().out


@pytest.mark.parametrize("wrt", ["a b", "`a b`", "`a b`[i]", " `a b` [k] "])
def test_a_name_in_backquotes_is_a_name(wrt: str) -> None:
    """Derivatives by it take it with and without them."""
    g = es.grad("y = sum[i](`a b`[i]**2)", wrt)
    (axis,) = g.axes
    assert str(g) == f"`dy_da b`[{axis}] = 2*`a b`[{axis}]"
    assert str(es.grad("y = 3*`p``q`", "`p``q`")).endswith("= 3.0")


# --- calls that do not fit ------------------------------------------------------------------------------------------------

FUNCTIONS = {n: f for n in es.__all__ if inspect.isfunction(f := getattr(es, n))}
FUNCTIONS |= {f"networks.{n}": f for n, f in vars(nn).items() if inspect.isfunction(f) and f.__module__ == nn.__name__ and n[0] != "_"}
FUNCTIONS |= {"networks.train": nn.train}
TAKES_ANY = {"compile", "tensor", "trace", "check_grads", "objective"}
"""Functions whose other arguments are names of options or inputs; they say themselves which they do not know."""


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - TAKES_ANY))
def test_an_argument_that_a_function_does_not_have(name: str) -> None:
    """Every public function: never Python's own TypeError, which does not say what there is."""
    with pytest.raises(es.InputError) as caught:
        FUNCTIONS[name](nonsense=1)
    first, second = str(caught.value).split("\n")
    assert first == f"{FUNCTIONS[name].__name__} has no argument 'nonsense'."
    assert second.startswith(f"Call it as {FUNCTIONS[name].__name__}(")


def _methods() -> dict[str, tuple[Any, Callable[..., Any]]]:
    """Every method, by name, of what public functions return and of what users make."""
    f = es.compile(LOSS, target="numpy")
    hessian = es.compile(es.hessian(es.parse("y = sum[i](x[i]**4)"), "x"), structure="factored", target="numpy")
    things = [
        LOSS, f, es.compile(LOSS, constant=["x"]), es.device("cpu"), es.function("twice(x)", "2*x"), f.memory, hessian,
        hessian(x=np.ones(2)), es.check_grads(LOSS, x=np.ones(2)), es.simplify(LOSS, trace=True)[1], nn.Losses(),
        nn.Parameters(), es.Rule("twice", "_x + _x", "2*_x"), es.engines(),
    ]  # fmt: skip
    found = {}
    for thing in things:
        for kind in type(thing).__mro__:
            if kind.__module__.startswith("espresso"):
                made = {n: m for n, m in vars(kind).items() if inspect.isfunction(m) and n[0] != "_"}
                found |= {f"{kind.__name__}.{n}": (thing, m) for n, m in made.items()}
    return found


METHODS = _methods()


@pytest.mark.parametrize("name", sorted(METHODS))
def test_an_argument_that_a_method_does_not_have(name: str) -> None:
    """Every public method of every object that users get, as every public function."""
    thing, method = METHODS[name]
    with pytest.raises(es.InputError) as caught:
        method(thing, nonsense=1)
    if any(p.kind is p.VAR_KEYWORD for p in inspect.signature(method).parameters.values()):  # names of inputs
        assert caught.match("^(f.numba\\(\\): )?there is no input 'nonsense'|^'nonsense' is no constant input")
        return
    first, second = str(caught.value).split("\n")
    assert first == f"{method.__name__} has no argument 'nonsense'."
    assert second.startswith(f"Call it as {method.__name__}(")


def test_the_walk_sees_methods() -> None:
    assert {"ExpressionMethods.subs", "Outside.save", "Factored.solve", "Parameters.initial", "Region.holds"} <= set(METHODS)


CONV = "conv(x, w, stride=1, padding=0, dilation=1, groups=1, output_padding=0, transposed=False)"
CALLS: list[tuple[Callable[[], Any], str]] = [
    (lambda: es.conv(IMAGES, FILTERS, strid=2), f"conv has no argument 'strid'. Did you mean 'stride'?\nCall it as {CONV}."),
    (lambda: es.conv(IMAGES), f"conv is called without w.\nCall it as {CONV}."),
    (lambda: es.conv(IMAGES, FILTERS, x=1), f"conv is given x by position and by name.\nCall it as {CONV}."),
    (lambda: es.conv(IMAGES, FILTERS, *[1] * 6, True), f"conv takes at most 8 by position, 9 are given.\nCall it as {CONV}."),
    (lambda: es.grad(LOSS, "x", rule=[]), "grad has no argument 'rule'. Did you mean 'rules'?\nCall it as grad(e, wrt, *, rules=())."),
    (lambda: es.pad(IMAGES, 1, vale=2), "pad has no argument 'vale'. Did you mean 'value'?\nCall it as pad(x, padding, mode='constant', value=0)."),
    (lambda: es.sum(LOSS, dim=1), "sum has no argument 'dim'.\nCall it as sum(e, *indices)."),
    (lambda: es.exp(LOSS, LOSS), "exp takes 1 argument, 2 given"),
    (lambda: es.tensor("x[i]", shap=(2,)), "'shap' is no structure of a tensor. Did you mean 'shape'?"),
    (lambda: es.compile(LOSS, taget="cpu"), "compile has no option 'taget'. Did you mean 'target'? Options: target, sizes,"),
    (lambda: es.max_pool(IMAGES, 2, ceil_mode=np.ones(3)), "ceil_mode of max_pool is array([1., 1., 1.]); it must be True or False."),
    (lambda: es.avg_pool(IMAGES, 2, None, 0, 1, "yes"), "ceil_mode of avg_pool is 'yes'; it must be True or False."),
    (lambda: es.conv(IMAGES, FILTERS, transposed=LOSS), "transposed of conv is "),
    (lambda: es.tensor("x[i,j]", lower=np.ones(3)), "lower of x is array([1., 1., 1.]); it must be True or False."),
    (lambda: es.compile(LOSS).check(np.ones(3), gradient=[1]), "gradient of check is [1]; it must be True or False."),
    (lambda: es.compile(LOSS).save(None), "the path of save must be text or a path, not NoneType.\nGive it as in 'module.py'."),
    (lambda: LOSS.latex(matrx=True), "latex has no argument 'matrx'. Did you mean 'matrix'?\nCall it as latex(matrix=False)."),
    (lambda: LOSS.latex(matrix="yes"), "matrix of latex is 'yes'; it must be True or False."),
    (lambda: LOSS.subs(), "subs is called without values.\nCall it as subs(values)."),
    (lambda: es.Rule("a", "_x", "_y", wen=""), "Rule has no argument 'wen'. Did you mean 'when'?\nCall it as Rule("),
    (lambda: nn.Parameters(1), "Parameters takes at most 0 by position, 1 are given.\nCall it as Parameters()."),
    (lambda: nn.Parameters()("w", strt=1), "Parameters has no argument 'strt'. Did you mean 'start'?\nCall it as Parameters(name,"),
    (lambda: es.check_grads(LOSS, 1, 2, x=np.ones(2)), "check_grads takes one order, 1 and 2 are given.\nCall it as check_grads(e, order=2"),
    (lambda: es.check_grads(LOSS, 1, order=3, x=np.ones(2)), "check_grads takes one order, 1 and 3 are given.\n"),
    (lambda: es.check_grads(LOSS, {"x": np.ones(2)}, x=np.ones(2)), "check_grads is given x twice."),
    (lambda: es.check_grads(LOSS, {"x": np.ones(2)}, {"x": np.ones(2)}), "check_grads is given x twice."),
    (lambda: es.compile(LOSS).save(file="a.py"), "save has no argument 'file'.\nCall it as save(path, *, library=False)."),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), CALLS, ids=[m[:40] for _, m in CALLS])
def test_a_call_that_does_not_fit(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(es.InputError) as caught:
        call()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("rules", [[3], [None], [(3, 4)], [("sin(_x)",)], [es.Derivative("sin(x)", "x")], [[]]])
def test_what_is_no_rule_is_refused_wherever_rules_are_taken(rules: list[Any]) -> None:
    e = es.parse("y[i] = sin(x[i])")
    calls = [
        lambda: es.compile(e, rules=rules), lambda: es.compile(e, rules=rules, simplify=False),
        lambda: es.simplify(e, rules=rules), lambda: es.rewrite_all(e, rules),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(es.RuleError, match="a rule is 'left -> right', a pair of sides or a Rule, not"):
            call()


@pytest.mark.parametrize("nothing", [[], (), {}, [[]], {"a": []}])
@pytest.mark.parametrize("structure", ["dense", "factored"])
def test_there_is_something_to_compile(nothing: Any, structure: str) -> None:
    with pytest.raises(es.InputError, match="there is nothing to compile"):
        es.compile(nothing, structure=structure)


def test_flags_may_be_numbers_of_numpy_and_errors_inside_stay_what_they_are() -> None:
    pooled = es.max_pool(IMAGES, 3, 2, ceil_mode=True)
    for flag in (np.bool_(True), 1):
        assert es.max_pool(IMAGES, 3, 2, ceil_mode=flag) is pooled
    with pytest.raises(TypeError, match="from inside") as caught:
        es.trace(lambda x: (_ for _ in ()).throw(TypeError("from inside")), x=(2,))
    assert not isinstance(caught.value, es.EspressoError)
