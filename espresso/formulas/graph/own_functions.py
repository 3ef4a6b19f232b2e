"""User-defined scalar functions: meaning, derivatives and text for devices.

A call of such a function is a call node like any other; its name is an `OwnFunction`, which is a string, so that
printing, matching and planning need to know nothing of it.  There is no registry: two functions of the same name with
other meanings are two names.  Where a target has no text for it, `notation.meanings` puts the meaning in its place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from espresso.errors import EspressoError
from espresso.formulas.graph.expr import access, call, element, index, rebuild, replace, substitute
from espresso.formulas.graph.functions import Function
from espresso.formulas.graph.nodes import Expr, scalar, tensor
from espresso.keywords import checked
from espresso.lazy import get


class OwnFunction(str):
    """A scalar function of the user; calling it with expressions makes an expression.  `es.function` makes them.

    ``arguments`` are the names in ``meaning`` (a scalar expression, or None), ``partials`` one expression for each
    argument (None: derived from the meaning), ``code`` the C text of the body by dialect.
    """

    arguments: tuple[str, ...]
    meaning: Expr | None
    partials: tuple[Expr | str, ...] | None
    code: Mapping[str, str]
    flops: int
    digest: str

    def __new__(
        cls, name: str, arguments: Sequence[str], meaning: Expr | None, partials: Sequence[Expr | str] | None,
        code: Mapping[str, str], flops: int,
    ) -> OwnFunction:  # fmt: skip
        self = super().__new__(cls, name)
        self.arguments, self.meaning, self.flops = tuple(arguments), meaning, flops
        self.partials = None if partials is None else tuple(partials)
        self.code = dict(sorted(code.items()))
        slopes = None if self.partials is None else [p.digest if isinstance(p, Expr) else p for p in self.partials]
        facts = (name, self.arguments, None if meaning is None else meaning.digest, slopes, self.code, flops)
        self.digest = hashlib.blake2b(repr(facts).encode(), digest_size=6).hexdigest()
        return self

    def __call__(self, *arguments: Any) -> Expr:
        if len(arguments) != len(self.arguments):
            raise TypeError(f"{self.signature} takes {len(self.arguments)} arguments, {len(arguments)} given")
        if any(hasattr(a, "traced_form") for a in arguments):  # in a function of Python that is followed
            return get("scalar_call")(self, *arguments)  # type: ignore[no-any-return]
        return call(self, *map(scalar, arguments))

    @property
    def signature(self) -> str:
        """The function with its arguments, as it was given."""
        return f"{self}({', '.join(self.arguments)})"

    @property
    def row(self) -> Function:
        """Its row as those of the table of functions."""
        return Function(
            self.signature, "float", real_only=True, finite="not", sign="any", partials=None, flops=self.flops
        )

    @checked
    def meant(self, arguments: Sequence[Expr]) -> Expr:
        """The meaning with the arguments put in, as a number of a floating dtype; EspressoError where there is none."""
        if self.meaning is None:
            have = " and ".join(self.code)
            raise EspressoError(
                f"{self.signature} has text for {have} alone: it has no value elsewhere, nor in the reference.\n"
                "Give es.function a meaning, a formula or a Python function of numbers."
            )
        return call("mul", scalar(1.0), filled(self.meaning, self.arguments, arguments))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnFunction) and self.digest == other.digest

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<function {self.signature} {self.digest}>"

    def __reduce__(self) -> Any:
        return OwnFunction, (str(self), self.arguments, self.meaning, self.partials, self.code, self.flops)


def plain(e: Expr) -> Expr:
    """A formula of numbers in one piece: named arrays written out, arguments without a dtype of their own."""

    def change(node: Expr) -> Expr | None:
        array = node.args[0] if node.op == "access" else node
        if node.op != "access" or node.data is not None:
            return None
        if array.op == "let":
            return element(array, node.args[1:])
        return access(tensor(array.data.name, 0)) if array.op == "tensor" and not array.data.rank else None

    return rebuild(e if e.op == "program" else scalar(e), change)


def filled(e: Expr, arguments: Sequence[str], values: Sequence[Expr]) -> Expr:
    """A formula over the arguments with values in their place; indices of sums in it are no indices of the values."""
    names = {access(tensor(n, 0)): index(f"%{n}") for n in arguments}
    places = {f"%{n}": v for n, v in zip(arguments, values, strict=True)}
    return substitute(replace(e, names, into_arrays=False), places)
