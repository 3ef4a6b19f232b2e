"""What the text of matrix notation means, by NumPy alone: the oracle of ``to_matrix``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy import special


def language(n: int) -> dict[str, Any]:
    """The functions of the notation; ``I`` and ``ones`` are of length ``n``."""
    return {
        "diag": np.diag, "tr": np.trace, "outer": np.outer, "where": np.where, "pi": np.pi,
        "inv": np.linalg.inv, "det": np.linalg.det, "logdet": lambda a: np.linalg.slogdet(a)[1],
        "norm": np.linalg.norm, "sum": np.sum, "mean": np.mean, "var": np.var, "std": np.std, "max": np.max,
        "min": np.min, "prod": np.prod, "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "abs": np.abs, "sign": np.sign,
        "tanh": np.tanh, "cosh": np.cosh, "sin": np.sin, "cos": np.cos, "logistic": special.expit,
        "softplus": lambda x: np.logaddexp(0, x), "relu": lambda x: np.maximum(x, 0), "xlogy": special.xlogy,
        "softmax": special.softmax, "log_softmax": special.log_softmax, "logsumexp": special.logsumexp,
        "cumsum": np.cumsum, "I": np.eye(n), "ones": np.ones(n),
    }  # fmt: skip


def value(text: str, arrays: Mapping[str, Any], n: int) -> Any:
    """The value of the last statement of a text in matrix notation."""
    known = {**language(n), **arrays}
    blocks: list[list[str]] = []
    for line in text.split("\n"):
        if line.startswith("    where "):
            blocks[-1].append(line.removeprefix("    where "))
        else:
            blocks.append([line])
    result = None
    for block in blocks:
        for line in reversed(block):  # a definition may read those after it
            name, equals, formula = line.partition(" = ")
            result = eval(formula if equals else line, {"__builtins__": {}}, known)
            known[name if equals else ""] = result
    return result
