"""Lazy imports: the one table of names that are imported when first used.

``import espresso`` and the expression graph stay free of what is built on them.  A function-level import does the same
inside a package, for what a process may never need; it never points upwards in the layers (``pyproject.toml``).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

PUBLIC = {
    "formulas.notation.parsing": "parse",
    "frontends.inputs": "tensor tensors scalar index indices einsum",
    "frontends.batch": "batch",
    "frontends.own_function": "function",
    "frontends.scan": "scan iterate",
    "frontends.library.convolution": "conv",
    "frontends.library.pooling": "max_pool avg_pool pad",
    "api.compile": "compile",
    "api.compiled": "Compiled",
    "algebra.calculus.derivatives": "grad value_and_grad jacobian hessian derivative jvp vjp hvp",
    "algebra.rewriting.simplification": "simplify",
    "algebra.rewriting.apply": "match find rewrite tryrewrite rewrite_all without",
    "formulas.graph.matrix_functions": "eigvalsh solve",
    "api.check_grads": "check_grads",
    "frontends.numpy.trace": "trace",
    "frontends.sympy.bridge": "from_sympy to_sympy",
    "api.regions": "device",
    "api.adapters.objective": "objective",
    "engine.available": "engines",
    "tools.doctor": "doctor",
    "reference.evaluator": "evaluate",
    "algebra.rewriting.rules": "Rule Derivative Definition",
    "algebra.rewriting.rule_sets": "default_rules DEFAULT",
    "errors": "EspressoError NotationError SummationError IndexNameError ExtentError RankError DtypeError "
    "InputError DerivativeError RuleError EngineError TargetError LimitError OutOfMemoryError",
    "formulas.graph.expr": "Expr",
}
"""Names of ``es.`` by the module that defines them."""

METHODS = {
    "formulas.graph.plain_data": "flat unpickled",
    "formulas.graph.expr": "arguments statements",
    "formulas.graph.operators": "add subtract multiply divide power floordiv mod contract lt le gt ge logical_and "
    "logical_or negative positive absolute logical_not reindex agreed apply_ufunc subs",
    "formulas.inference.declared": "check_declared",
    "formulas.printing.text": "text display",
    "algebra.rewriting.simplification": "right_side",
    "formulas.printing.latex": "latex",
    "formulas.printing.matrix_text": "to_matrix matrix_latex",
    "frontends.numpy.arrays": "scalar_call",
    "frontends.numpy.assignment": "is_scalar refresh owner view set_item",
    "frontends.numpy.dispatch": "get_item put_item dispatched_ufunc dispatched_function dispatched_method "
    "reshaped_in_place",
    "frontends.numpy.functions": "apply_function astype of_kind",
    "frontends.numpy.lookup": "assign_at",
    "frontends.numpy.loops.cells": "by_cells",
    "frontends.numpy.loops.rows": "by_rows",
    "frontends.numpy.loops.parts": "part_of put_part part_ufunc",
    "frontends.numpy.scans": "traced_scan traced_states traced_last recurrence_of last_rows",
    "frontends.numpy.shapes": "stack whole",
    "frontends.numpy.ufuncs": "traced_ufunc",
    "codegen.numpy.export": "to_numpy to_einsum loop_text",
    "api.autotune": "fastest",
    "api.reports.explain": "explain report html state_after",
    "api.reports.picture": "picture",
    "api.reports.verify": "check profile",
    "api.saving.writers": "write",
    "api.adapters.torch_operator": "TorchOperator",
    "api.adapters.numba_function": "numba_function",
    "api.adapters.numba_loops": "source_with_loops",
    "api.adapters.gufunc": "gufunc",
    "api.adapters.jax_function": "JaxFunction",
    "api.adapters.torch_registered": "handle_of",
}
"""What methods of expressions, traced arrays and compiled functions call beside public names, and `fastest`, which
compiles a call for each engine that the compiler has to choose from."""

_PUBLIC = {name: module for module, names in PUBLIC.items() for name in names.split()}
_ALL = _PUBLIC | {name: module for module, names in METHODS.items() for name in names.split()}
_found: dict[str, Any] = {}


def names() -> list[str]:
    """The public names."""
    return list(_PUBLIC)


def public(name: str) -> Any:
    """The object behind ``es.name``; KeyError where there is none in the table."""
    return getattr(import_module(f"espresso.{_PUBLIC[name]}"), name)


def get(name: str) -> Any:
    """What a method calls by this name: of the table of methods, else the public one."""
    if name not in _found:
        _found[name] = getattr(import_module(f"espresso.{_ALL[name]}"), name)
    return _found[name]
