"""espresso: tensor mathematics with indices -> derivatives -> fused programs.

>>> import espresso as es
>>> loss = es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))")
>>> gradient = es.grad(loss, "w")
>>> f = es.compile([loss, gradient])                        # doctest: +SKIP

Names are imported when first used, so ``import espresso`` stays fast; editors and type checkers read ``__init__.pyi``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from espresso import lazy

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name == "__all__":
        value: Any = [*lazy.names(), *_functions()]
    elif name.startswith("__"):
        raise AttributeError(name)
    elif name in lazy.names():
        value = lazy.public(name)
    elif name in _functions():
        value = _functions()[name]
    else:
        from espresso.errors import suggestion

        said = import_module(".formulas.syntax.foreign", __name__).named(name)
        remedy = f" {said}" if said else suggestion(name, __dir__())
        raise AttributeError(f"espresso has no name {name!r}.{remedy}")
    globals()[name] = value
    return value


def _functions() -> dict[str, Any]:
    """``es.exp``, ``es.sum``, ``es.softmax`` and their like by name."""
    found: dict[str, Any] = import_module(".formulas.graph.operators", __name__).ES_FUNCTIONS
    return found


def __dir__() -> list[str]:
    return sorted([*lazy.names(), *_functions()])
