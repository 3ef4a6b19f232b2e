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

from espresso import lazy

__version__ = "0.1.0"

_REDUCTIONS = ("sum", "prod", "max", "min", "any", "all", "argmax", "argmin", "mean", "var", "std", "norm", "logsumexp")
_INDEX_FUNCTIONS = ("softmax", "log_softmax", "cumsum", "cumprod", "reverse_cumsum")

__all__ = [*lazy.names(), *_REDUCTIONS, *_INDEX_FUNCTIONS]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if name in lazy.names():
        value = lazy.public(name)
    elif name in _REDUCTIONS:
        value = import_module(".formulas.graph.operators", __name__).reduction(name)
    elif name in _INDEX_FUNCTIONS:
        value = import_module(".formulas.graph.operators", __name__).index_function(name)
    else:
        functions = import_module(".formulas.graph.operators", __name__).SCALAR_FUNCTIONS
        if name not in functions:
            from espresso.errors import suggestion

            raise AttributeError(f"espresso has no name {name!r}.{suggestion(name, [*__all__, *functions])}")
        value = functions[name]
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
