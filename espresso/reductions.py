"""Reductions over nothing: refused where they have no value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from . import expr as ex
from .errors import InputError
from .expr import Expr
from .functions import REDUCTION_BY_NAME


def check_not_empty(lets: Iterable[Expr], roots: Sequence[Expr], facts: Any) -> None:
    """Raise InputError when max, min, argmax or argmin would run over an empty index."""
    for scope, sizes in facts.sizes.items():
        body = scope.args[0] if scope.op == "let" else scope
        if 0 not in sizes.values():
            continue
        for node in ex.postorder(body, into_arrays=False):
            if node.op == "reduce" and REDUCTION_BY_NAME[node.data[0]].identity is None:
                empty = [i for i in node.data[1] if sizes.get(i) == 0]
                outer = [sizes.get(i, 1) for i in node.free]
                if empty and 0 not in outer and node.data[0] in ("max", "min", "argmax", "argmin"):
                    raise InputError(
                        f"{node.data[0]} over the index {empty[0]}, whose length is 0, has no value\n  in {node}\n"
                        f"Give an array with at least one element along {empty[0]}."
                    )
