"""The check that every row of a rule set has to pass; ``problems`` says what is wrong with one."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from measure import lowers

from espresso.algebra.rewriting.matching import Match, instantiate, wildcard, wildcards
from espresso.algebra.rewriting.patterns import compile_rule, normalize_pattern, parse_side
from espresso.algebra.rewriting.rule_sets import default_rules
from espresso.algebra.rewriting.rules import Rule
from espresso.algebra.rewriting.simplification import simplify
from espresso.errors import EspressoError, RuleError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.notation.parsing import parse
from espresso.reference.evaluator import evaluate

SAMPLES, LENGTH = 40, 5


def check_rules(rules: list[Rule]) -> None:
    """Raise ``RuleError`` for a malformed row, a name used twice or a row given twice."""
    seen: dict[Any, Rule] = {}
    for rule in rules:
        compiled = compile_rule(rule)
        for key in (rule.name, (compiled.left, compiled.right, rule.when)):
            other = seen.setdefault(key, rule)
            if other is not rule:
                raise RuleError(f"{rule.where}: rule {rule.name!r} is a duplicate of {other.name!r} at {other.where}.")


def _guarded(rule: Rule, predicate: str) -> set[str]:
    """Wildcards of which the guard demands ``predicate``."""
    return set(re.findall(rf"(?<!not ){predicate}\((\w+)\)", rule.when or ""))


def _groups_above(pattern: Expr) -> dict[str, set[str]]:
    """For each wildcard the index wildcards that bind it somewhere."""
    found: dict[str, set[str]] = {}

    def walk(p: Expr, above: frozenset[str]) -> None:
        name = wildcard(p)
        if name is not None:
            found.setdefault(name, set()).update(above)
        if p.op in ("reduce", "scan"):
            above = above | set(p.data[1])
        for a in p.args:
            walk(a, above)

    walk(pattern, frozenset())
    return found


def _outside(pattern: Expr) -> set[str]:
    """Wildcards that stand somewhere under no index wildcard."""
    found: set[str] = set()
    stack = [pattern]
    while stack:
        p = stack.pop()
        name = wildcard(p)
        if name is not None:
            found.add(name)
        if p.op not in ("reduce", "scan"):
            stack.extend(p.args)
    return found


def instance(rule: Rule) -> tuple[Expr, Expr, dict[str, tuple[float, float]]]:
    """Both sides with arrays for wildcards, and the interval of each array."""
    left, right = parse_side(rule.left, rule.where), parse_side(rule.right, rule.where)
    groups, outside = _groups_above(left), _outside(left)
    free = dict(re.findall(r"free_of\((\w+), (\w+)\)", rule.when or ""))
    numbers = {w: 2 for p in ("is_number", "is_even", "is_positive_number") for w in _guarded(rule, p)}
    numbers |= dict.fromkeys(_guarded(rule, "is_nonpositive_number"), -2)
    negative, domain = _guarded(rule, "is_negative_form"), dict(rule.domain)
    values: dict[str, Any] = {}
    under: dict[str, frozenset[str]] = {}
    outer: dict[str, tuple[str, ...]] = {}
    intervals: dict[str, tuple[float, float]] = {}
    for name in sorted(wildcards(left)):
        if name in {g for gs in groups.values() for g in gs}:
            values[name] = (f"{name[1:]}1",)
            if any(name in gs and n in outside for n, gs in groups.items()):
                outer[name] = (f"{name[1:]}2",)
            continue
        own = sorted(g for g in groups.get(name, set()) if free.get(name) != g)
        if name in numbers:
            values[name] = ex.const(numbers[name])
        else:
            plain = name.strip("_")
            slots = [ex.index("s"), *(ex.index(f"{g[1:]}1") for g in own)]
            value = ex.access(ex.tensor(plain, len(slots), dtype=None), slots)
            if name in _guarded(rule, "is_integer"):
                value = ex.call("floor", value)
            values[name] = ex.call("mul", ex.const(-1), value) if name in negative else value
            intervals[plain] = domain.get(
                name,
                (0.1, 4.0) if name in _guarded(rule, "is_nonnegative") | _guarded(rule, "is_positive") else (-2.0, 2.0),
            )
        under[name] = frozenset(own)
    m = Match(values, under, outer)
    return instantiate(left, m), instantiate(right, m), intervals


def _arrays(e: Expr, intervals: dict[str, tuple[float, float]], dtype: str) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(7)
    arrays = {}
    for t in ex.tensors(e):
        low, high = intervals[t.data.name]
        shape = (SAMPLES, *[LENGTH] * (t.data.rank - 1))
        arrays[t.data.name] = rng.uniform(low, high, shape).astype(dtype)
    return arrays


def _closed(e: Expr, names: list[str]) -> Expr:
    return ex.let("", names, e)


def value_problems(rule: Rule) -> list[str]:
    """How the two sides differ on random inputs."""
    left, right, intervals = instance(rule)
    names = sorted(left.free | right.free | {"s"})
    anchor = [ex.access(ex.tensor("anchor", len(names)), [ex.index(n) for n in names])]
    left, right = (ex.call("add", e, ex.call("mul", ex.const(0), *anchor)) for e in (left, right))
    found = []
    for dtype, tolerance in (("float64", 1e-9), ("float32", 2e-4)):
        arrays = _arrays(ex.call("add", left, right), {**intervals, "anchor": (0.0, 0.0)}, dtype)
        arrays["anchor"] = np.zeros([SAMPLES if n == "s" else LENGTH for n in names], dtype)
        a, b = (np.asarray(evaluate(_closed(e, names), arrays)) for e in (left, right))
        if not np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True):
            worst = np.nanmax(np.abs(a - b))
            found.append(f"{rule.name}: the sides differ in {dtype} by up to {worst:.3g}")
    if rule.level == "exact":
        arrays = _special(arrays, rule, intervals)
        with np.errstate(all="ignore"):
            a, b = (np.asarray(evaluate(_closed(e, names), arrays)) for e in (left, right))
        if not np.allclose(a, b, rtol=2e-4, equal_nan=True):
            at = tuple(np.argwhere(~np.isclose(a, b, rtol=2e-4, equal_nan=True))[0])
            given = {n: v[at[: v.ndim]] for n, v in arrays.items() if n != "anchor" and v.ndim <= len(at)}
            found.append(f"{rule.name} is not exact: {a[at]} and {b[at]} at {given}")
    return found


SPECIAL = (np.nan, np.inf, -np.inf, 0.0, 1e30, -1e30, 0.5, -1.5)


def _special(
    arrays: dict[str, np.ndarray], rule: Rule, intervals: dict[str, tuple[float, float]]
) -> dict[str, np.ndarray]:
    """The arrays with NaN, infinities, zeros and large numbers, as far as guard and domain of the row allow them."""
    rng, made, stated = np.random.default_rng(11), dict(arrays), {n.strip("_") for n, _ in rule.domain}
    for name, given in arrays.items():
        if name != "anchor":
            low, high = intervals[name] if name in stated else (0.0 if intervals[name][0] > 0 else -np.inf, np.inf)
            whole = name in {n.strip("_") for n in _guarded(rule, "is_integer")}
            chosen = [v for v in SPECIAL if (np.isnan(v) or low <= v <= high) and (np.isfinite(v) or not whole)]
            made[name] = rng.choice(chosen, given.shape).astype(given.dtype)
    return made


def fires(rule: Rule, rules: list[Any]) -> bool:
    """Whether the row fires on its example within the whole rule set."""
    trace: list[Any] = []
    e = parse(rule.example) if rule.example else instance(rule)[0]
    simplify(e, rules, trace=trace)
    return rule.name in {name for name, _, _ in trace}


def lowers_measure(rule: Rule) -> bool:
    """Whether the right side weighs less, with guards on the form of wildcards taken into account."""
    left, right = parse_side(rule.left, rule.where), parse_side(rule.right, rule.where)
    values: dict[str, Any] = {n: (n,) for n in wildcards(left)}
    for name in _groups_above(left):
        y = ex.access(ex.tensor(name, 0))
        values[name] = y
        if name in _guarded(rule, "is_negative_form"):
            values[name] = ex.call("mul", ex.const(-1), y)
        for p, n in (("is_number", 3), ("is_even", 4), ("is_positive_number", 3), ("is_nonpositive_number", -3)):
            if name in _guarded(rule, p):
                values[name] = ex.const(n)
    m = Match(values, {}, {})
    return lowers(normalize_pattern(instantiate(left, m)), normalize_pattern(instantiate(right, m)))


def problems(rule: Rule, rules: list[Any] | None = None) -> list[str]:
    """Everything that is wrong with a row; empty for a good one."""
    try:
        compile_rule(rule)
    except EspressoError as error:
        return [str(error)]
    found = value_problems(rule)
    if not lowers_measure(rule):
        found.append(f"{rule.name}: the right side is not smaller")
    if not fires(rule, default_rules() if rules is None else rules):
        found.append(f"{rule.name}: never fires within the whole rule set")
    return found
