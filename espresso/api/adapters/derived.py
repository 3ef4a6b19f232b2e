"""Functions derived from a compiled one by formula: tangents, pullbacks, batches; what adapters differentiate with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from espresso.algebra.calculus.derivatives import jvp, vjp
from espresso.api.compile import compile
from espresso.api.compiled import Compiled
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.frontends.batch import Batch, with_axis
from espresso.keywords import checked
from espresso.system.locks import cached_property, new_lock

_lock = new_lock()

Names = tuple[str, ...]


class Derived:
    """A flat function of named inputs: ``formulas`` by the names of its outputs.

    What is derived from it is made once, and compiled when it is first called.  ``tangent_of`` is, of a tangent,
    the function that it is made from, the names of its inputs by those of their tangents, and its outputs.
    """

    def __init__(
        self, compiled: Compiled, tangent_of: tuple[Derived, Mapping[str, str], Names] | None = None
    ) -> None:  # fmt: skip
        self.compiled, self.formulas = compiled, compiled.outputs
        self.inputs: Names = tuple(compiled.inputs)
        self.outputs: Names = tuple(compiled.outputs)
        self._tangent_of = tangent_of
        self._made: dict[Any, Any] = {}

    @cached_property
    def _indices(self) -> set[str]:
        """Names of all indices, free and bound."""
        nodes = ex.postorder(*self.formulas.values())
        return {n.data[0] for n in nodes if n.op == "index"} | {name for n in nodes for name in ex.bound(n)}

    def _names_for(self, names: Sequence[str], prefix: str) -> dict[str, str]:
        """New names, each beginning with the prefix where no other name does."""
        taken = {*self.inputs, *self.outputs, *self._indices}
        return dict(zip(names, ex.fresh_names(taken, [f"{prefix}{n}" for n in names]), strict=True))

    @cached_property
    def cotangents(self) -> dict[str, str]:
        """For each output the name of the input that holds its cotangent, in pullbacks."""
        return self._names_for(self.outputs, "d")

    @cached_property
    def directions(self) -> dict[str, str]:
        """For each input the name of the input that holds its tangent, in tangents."""
        return self._names_for(self.inputs, "t")

    def once(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """What ``make`` makes, kept under this key."""
        if key not in self._made:
            with _lock:
                if key not in self._made:
                    self._made[key] = make()
        return self._made[key]

    def _function(self, formulas: Sequence[Expr], tangent_of: Any = None) -> Derived:
        """A function of these formulas with the options of this one, as far as they concern it."""
        known = {n.data[0] for e in formulas for n in ex.postorder(e) if n.op == "index"}
        options = {**self.compiled.options, "constant": (), "inputs": ()}
        options["sizes"] = {n: size for n, size in (options.get("sizes") or {}).items() if n in known}
        target = "auto" if self.compiled.automatic else self.compiled.target
        return Derived(compile(list(formulas), target, **options), tangent_of)

    @checked
    def reached(self, wanted: Sequence[str], given: Sequence[str]) -> Names:
        """The inputs of ``wanted`` that the outputs ``given`` depend on."""
        found = {t.data.name for t in ex.tensors(*(self.formulas[n] for n in given))}
        return tuple(n for n in wanted if n in found)

    @checked
    def pullback(self, wanted: Sequence[str], given: Sequence[str]) -> Derived:
        """The gradients by inputs that the outputs ``given`` depend on; cotangents of these are among its inputs."""
        chosen = {self.cotangents[n]: self.formulas[n] for n in given}
        key = "pullback", tuple(wanted), tuple(given)
        return self.once(key, lambda: self._function(pullback(chosen, list(wanted))))  # type: ignore[no-any-return]

    @checked
    def tangent(self, wanted: Sequence[str], given: Sequence[str]) -> Derived:
        """The tangents of the outputs ``given``, each of which depends on one of the inputs ``wanted``."""

        def make() -> Derived:
            formulas = []
            for output in given:
                names = self.reached(wanted, [output])
                formulas.append(jvp(self.formulas[output], list(names), [self.directions[n] for n in names]))
            return self._function(formulas, (self, {self.directions[n]: n for n in wanted}, tuple(given)))

        return self.once(("tangent", tuple(wanted), tuple(given)), make)  # type: ignore[no-any-return]

    @checked
    def with_gradient(self, wanted: Sequence[str], output: str) -> Derived:
        """All outputs, then the gradients of a scalar one by ``wanted``: what they share is computed once."""

        def make() -> Derived:
            return self._function([*self.formulas.values(), *vjp(self.formulas[output], list(wanted), 1)])

        return self.once(("gradient", tuple(wanted), output), make)  # type: ignore[no-any-return]

    @checked
    def transposed(self, linear: Sequence[str], given: Sequence[str]) -> tuple[Derived, dict[str, str]]:
        """The pullback by inputs that this function is linear in, and the outputs by the names of their cotangents.

        Of a tangent it is the pullback of the function itself: reverse accumulation costs less than the transposed
        formula of the tangent.
        """
        if self._tangent_of is not None and all(n in self._tangent_of[1] for n in linear):
            function, inputs, outputs = self._tangent_of
            own = dict(zip(self.outputs, outputs, strict=True))
            made = function.pullback([inputs[n] for n in linear], [own[n] for n in given])
            names = {function.cotangents[own[n]]: n for n in given}
            if all(n in names or n in self.inputs for n in made.inputs):
                return made, names
        return self.pullback(linear, given), {self.cotangents[n]: n for n in given}

    @checked
    def refuse_non_holomorphic(self, wanted: Sequence[str]) -> None:
        """Raise DerivativeError if a function without complex derivative stands between ``wanted`` and a result."""
        for name, e in self.formulas.items():
            reached = {t: t.data.name for t in ex.tensors(e) if t.data.name in wanted}
            declared = {t: ex.tensor(n, t.data.rank, "complex128") for t, n in reached.items()}
            pullback({self.cotangents[name]: ex.replace(e, declared)}, list(reached.values()))

    @checked
    def part(self, outputs: Sequence[str]) -> Derived:
        """The function of some outputs alone."""
        formulas = [self.formulas[n] for n in outputs]
        return self.once(("part", tuple(outputs)), lambda: self._function(formulas))  # type: ignore[no-any-return]

    @checked
    def batch(self, over: Sequence[str], count: int) -> tuple[Derived, tuple[bool, ...]]:
        """The function for a first axis of length ``count`` of the inputs ``over``, and which outputs have it, too."""
        formulas = list(self.formulas.values())
        reads = [n for n in ex.postorder(*formulas) if n.op == "access" and n.data is not None]
        key = "batch", frozenset(over), count if reads else None  # a padded read tells no length

        def make() -> tuple[Derived, tuple[bool, ...]]:
            index = ex.index(ex.fresh({*self.inputs, *self.outputs, *self._indices}, "n"), key[2])
            made = batched(formulas, key[1], index)
            return self._function(made), tuple(new.ndim > old.ndim for new, old in zip(made, formulas, strict=True))

        return self.once(key, make)  # type: ignore[no-any-return]


def pullback(results: Mapping[str, Expr], wanted: Sequence[str]) -> list[Expr]:
    """The gradient formulas by the inputs ``wanted``; ``results`` maps names of cotangents to results.

    >>> from espresso import parse
    >>> for gradient in pullback({"dC": parse("C[b,n,m] = A[b,n]*B[b,m]")}, ["A", "B"]):
    ...     print(gradient)
    dA[b,n] = sum[m](B[b,m]*dC[b,n,m])
    dB[b,m] = sum[n](A[b,n]*dC[b,n,m])
    """
    if len(results) == 1:
        ((name, e),) = results.items()
        return _without_given_inputs(vjp(e, list(wanted), name))
    terms = []
    for name, e in results.items():
        slots = [ex.index(a) for a in e.axes]
        term = ex.call("mul", ex.access(ex.tensor(name, e.ndim), slots), ex.access(e, slots))
        terms.append(ex.reduce("sum", e.axes, term) if e.axes else term)
    return _without_given_inputs(vjp(ex.call("add", *terms), list(wanted), 1))


def _without_given_inputs(formulas: Sequence[Expr]) -> list[Expr]:
    """The formulas alone: other libraries keep every input of a derivative until it is computed."""
    return [ex.program(e.args) if e.op == "program" else e for e in formulas]


def batched(formulas: Sequence[Expr], over: frozenset[str], index: Expr) -> list[Expr]:
    """The formulas with an index that no formula has as the first axis of the inputs ``over``, and of what reads them.

    >>> from espresso import parse
    >>> print(*batched([parse("y[i] = W[i,j]*x[j]")], frozenset(["x"]), ex.index("n")))
    y[n,i] = sum[j](W[i,j]*x[n,j])
    """
    many = {t: with_axis(t, 0) for t in ex.tensors(*formulas) if t.data.name in over}
    return Batch(index, many).parts(formulas) if many else list(formulas)
