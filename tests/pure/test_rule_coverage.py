"""Every row of every table fires through the whole pipeline, from text to a result; the page of rules is up to date.

Rows die silently when an earlier phase hides their pattern, so firing in ``simplify`` alone is not enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rowcheck import instance

import espresso as es
from espresso.algebra.calculus.partials import Table
from espresso.algebra.rewriting import fixpoint
from espresso.algebra.rewriting.rule_sets import default_definitions, default_rules, machine_rules
from espresso.algebra.rewriting.rules import Rule
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso_rules import derivatives
from tests.loaded import loaded

ROOT = Path(__file__).resolve().parents[2]
ROWS = [*default_rules(), *machine_rules()]
DERIVATIVES = [*derivatives.RULES, *derivatives.INDEX_FUNCTIONS, *derivatives.MATRIX_FUNCTIONS]


@pytest.fixture
def fired(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Names of the rules that change something while a test runs."""
    names: set[str] = set()
    apply: Callable[..., Expr | None] = fixpoint.apply_rule

    def recorded(compiled: Any, e: Expr, scope: Any) -> Expr | None:
        changed = apply(compiled, e, scope)
        if changed is not None:
            names.add(compiled.rule.name)
        return changed

    monkeypatch.setattr(fixpoint, "apply_rule", recorded)
    yield names


def _arrays(e: Expr, intervals: dict[str, tuple[float, float]]) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(3)
    return {
        t.data.name: rng.uniform(*intervals.get(t.data.name, (0.2, 0.8)), (3,) * t.data.rank) for t in ex.tensors(e)
    }


BATCH = 34
"""So many formulas are compiled as one program: machine code costs more than everything before it."""


def _renamed(e: Expr, number: int) -> Expr:
    """The formula with inputs of its own."""

    def change(node: Expr) -> Expr | None:
        t = node.data
        if node.op != "tensor":
            return None
        return ex.tensor(f"{t.name}_{number}", t.rank, t.dtype, t.shape, t.structure)

    return ex.rebuild(e, change)


def _together(formulas: Sequence[tuple[Expr, dict[str, np.ndarray]]], target: str) -> list[np.ndarray]:
    """The values of some formulas, computed by one program."""
    given: dict[str, np.ndarray] = {}
    for number, (_, arrays) in enumerate(formulas):
        given |= {f"{n}_{number}": a for n, a in arrays.items()}
    f = es.compile([_renamed(e, k) for k, (e, _) in enumerate(formulas)], target=target)
    return list(f(**{n: given[n] for n in f.inputs}))


def _needs_sizes(e: Expr) -> bool:
    read = {n.data[0] for a in ex.postorder(e) if a.op == "access" for n in ex.iter_indices(a)}
    return not read.issuperset(e.axes)


@cache
def _values(number: int) -> dict[str, np.ndarray]:
    """What the CPU computes for the examples of a batch of rules, by the names of the rules."""
    batch = {rule.name: _example(rule) for rule in ROWS[number * BATCH : (number + 1) * BATCH]}
    batch = {name: found for name, found in batch.items() if not _needs_sizes(found[0])}
    with np.errstate(all="ignore"):
        values = _together([(e, _arrays(e, intervals)) for e, intervals in batch.values()], "cpu")
    return dict(zip(batch, values, strict=True))


def _run(e: Expr, arrays: dict[str, np.ndarray], target: str = "cpu", **options: Any) -> None:
    """The compiled formula gives what the reference gives for the formula as it is written."""
    read = {n.data[0] for a in ex.postorder(e) if a.op == "access" for n in ex.iter_indices(a)}
    sizes = {n: 3 for n in e.axes if n not in read}
    with np.errstate(all="ignore"):
        wanted = es.evaluate(e, arrays, sizes)
        got = es.compile(e, target=target, sizes=sizes, **options)(**arrays)
    np.testing.assert_allclose(got, wanted, rtol=1e-7, atol=1e-9, equal_nan=True)


def _example(rule: Rule) -> tuple[Expr, dict[str, tuple[float, float]]]:
    if rule.example:
        return es.parse(rule.example), {}
    left, _, intervals = instance(rule)
    return left, intervals


@pytest.mark.parametrize("rule", ROWS, ids=lambda r: r.name)
def test_a_rule_fires_when_its_example_is_compiled(rule: Rule, fired: set[str]) -> None:
    e, _ = _example(rule)
    fired.clear()  # examples are parsed and patterns read before: only what compiling does counts
    assert es.compile(e, target="cpu").prepared  # every phase that applies rules
    assert rule.name in fired, f"{rule.where}: {rule.name} never fires when {e} is compiled"


@pytest.mark.parametrize("number", range(len(ROWS)), ids=[r.name for r in ROWS])
def test_what_a_rule_leaves_is_what_the_reference_computes(number: int) -> None:
    e, intervals = _example(ROWS[number])
    arrays = _arrays(e, intervals)
    if _needs_sizes(e):
        _run(e, arrays)
        return
    with np.errstate(all="ignore"):
        wanted = es.evaluate(e, arrays)
    np.testing.assert_allclose(
        _values(number // BATCH)[ROWS[number].name], wanted, rtol=1e-7, atol=1e-9, equal_nan=True
    )


def test_a_value_that_is_wrong_is_found() -> None:
    """Planted fault: inputs of one formula given to another."""
    first, second = es.parse("sin(x[i])"), es.parse("cos(x[i])")
    x = np.array([0.5, 1.0])
    values = _together([(first, {"x": x}), (second, {"x": x + 1})], "cpu")
    np.testing.assert_allclose(values, [np.sin(x), np.cos(x + 1)])
    assert not np.allclose(values[1], np.cos(x))


def test_a_row_that_never_fires_is_found(fired: set[str]) -> None:
    """Planted fault: a row behind one that takes its pattern."""
    dead = Rule("dead", "log(1 + exp(_x)) ", "softplus(_x) ")
    e, intervals = _example(dead)
    _run(e, _arrays(e, intervals), rules=[*default_rules(), dead])
    assert "softplus" in fired and "dead" not in fired


def _differentiated(of: str) -> str:
    """A formula whose gradient needs the row."""
    name = of.split("(")[0].split("[")[0]
    if "[i,j]" in of:
        return f"f = sum[i,j](c[i,j]*{of.replace('(x)', '(x[i,j])')})"
    if "[k]" in of:
        return f"f = sum[i](sum[k](c[k]*{name}[k](x[i,k])))"
    arguments = of[of.index("(") + 1 : -1].split(", ")
    return f"f = sum[k](c[k]*{name}({', '.join(f'{a}[k]' for a in arguments)}))"


@pytest.mark.parametrize("row", DERIVATIVES, ids=lambda r: r.of)
def test_a_derivative_is_used_when_a_gradient_is_compiled(row: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()
    look_up = Table.row

    def recorded(self: Table, name: str) -> Any:
        used.add(name)
        return look_up(self, name)

    monkeypatch.setattr(Table, "row", recorded)
    f = es.parse(_differentiated(row.of))
    arguments = row.of[row.of.index("(") + 1 : -1].split(", ")
    for argument in arguments:
        gradient = es.grad(f, argument)
        rng = np.random.default_rng(2)
        arrays = {}
        for t in ex.tensors(gradient):
            low, high = (1.1, 1.9) if "acosh" in row.of else (0.2, 0.8)
            arrays[t.data.name] = rng.uniform(low, high, (3,) * t.data.rank)
            if "[i,j]" in row.of:
                arrays[t.data.name] += 2 * np.eye(3)
        _run(gradient, arrays, "numpy")
    name = row.of.split("(")[0].split("[")[0]
    # a sum is linear: the chain rule itself knows it; of cumprod complex numbers alone need the row (test_running_products)
    assert name in used or name in ("sum", "cumprod")


@pytest.mark.parametrize("row", default_definitions(), ids=lambda d: d.left)
def test_a_definition_is_what_the_cpu_computes(row: Any) -> None:
    name = row.left.partition("[")[0]
    _run(es.parse(f"s = sum[i,k](c[i,k]*{name}[k](x[i,k]))"), _arrays(es.parse("c[i,k] + x[i,k]"), {}), "cpu")


def test_the_page_of_rules_is_up_to_date() -> None:
    module = loaded(ROOT / "docs" / "rules_page.py")
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == module.page(), "python docs/rules_page.py"
