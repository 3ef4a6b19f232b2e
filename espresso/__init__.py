"""espresso: tensor mathematics with indices -> derivatives -> fused programs.

>>> import espresso as es
>>> loss = es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))")
>>> gradient = es.grad(loss, "w")
>>> f = es.compile([loss, gradient])                        # doctest: +SKIP

Names are imported when first used, so ``import espresso`` stays fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "notation.parsing": "parse",
    "frontends.inputs": "tensor tensors scalar index indices einsum",
    "frontends.own_function": "function",
    "library.convolution": "conv",
    "library.pooling": "max_pool avg_pool pad",
    "compilation.compiled": "compile Compiled",
    "calculus.derivatives": "grad jacobian hessian derivative jvp vjp hvp",
    "rewriting.simplification": "simplify",
    "rewriting.apply": "match find rewrite tryrewrite rewrite_all without",
    "library.matrix_functions": "inv det logdet solve",
    "calculus.checking": "check_grads",
    "frontends.tracing": "trace",
    "frontends.sympy_bridge": "from_sympy to_sympy",
    "compilation.regions": "device",
    "engine.available": "engines",
    "diagnosis": "doctor",
    "reference.evaluator": "evaluate",
    "ruleset": "Rule Derivative Definition default_rules DEFAULT",
    "errors": "EspressoError NotationError SummationError IndexNameError ExtentError RankError DtypeError "
    "InputError DerivativeError RuleError EngineError TargetError OutOfMemoryError",
    "graph.expr": "Expr",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}
_REDUCTIONS = ("sum", "prod", "max", "min", "any", "all", "argmax", "argmin", "mean", "var", "std", "norm", "logsumexp")
_INDEX_FUNCTIONS = ("softmax", "log_softmax", "cumsum", "cumprod", "reverse_cumsum")

__all__ = [*_HOME, *_REDUCTIONS, *_INDEX_FUNCTIONS]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if name in _HOME:
        value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    elif name in _REDUCTIONS:
        value = import_module(".graph.operators", __name__).reduction(name)
    elif name in _INDEX_FUNCTIONS:
        value = import_module(".graph.operators", __name__).index_function(name)
    else:
        functions = import_module(".graph.operators", __name__).SCALAR_FUNCTIONS
        if name not in functions:
            raise AttributeError(f"espresso has no name {name!r}")
        value = functions[name]
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
