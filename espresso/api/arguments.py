"""Arguments of a call: bound by name or position, and checked before anything runs."""

from __future__ import annotations

import functools
import keyword
import math
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.api.pytrees import flatten, keyed, unpacked
from espresso.errors import DtypeError, ExtentError, InputError, suggestion
from espresso.formulas.graph.expr import Expr
from espresso.runtime.device.arrays import kind_of, native, overlap
from espresso.system.half_precision import letter_of, meet
from espresso.system.locks import cached_property


def as_typed(given: Mapping[str, Any], names: Collection[str]) -> Mapping[str, Any]:
    """What is given by keyword, with names as the formula has them: Python turns a keyword ``ϕ`` into ``φ`` (NFKC).

    >>> as_typed({"φ": 1, "x": 2}, ["ϕ", "x"]), as_typed({"φ": 1, "K": 2}, ["ϕ", "φ", "K"])
    ({'ϕ': 1, 'x': 2}, {'φ': 1, 'K': 2})
    """
    if all(n in names for n in given):
        return given
    found: dict[str, Any] = {}
    for name, value in given.items():
        alike = [] if name in names else [n for n in names if unicodedata.normalize("NFKC", n) == name]
        if len(alike) > 1:
            both = ", ".join(f"{n!r}: ..." for n in alike)
            raise InputError(f"{' and '.join(alike)} are one name to Python. Give them so: f(**{{{both}}}).")
        own = alike[0] if alike else name
        if own in found:
            other = unicodedata.normalize("NFKC", own)
            raise InputError(f"input {own!r} is given twice: {own!r} and {other!r} are one name to Python")
        found[own] = value
    return found


def merged(what: str, given: Sequence[Mapping[str, Any]], arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    """Arrays by keyword, and in mappings those whose names are no keywords; InputError for one that is given twice."""
    for mapping in given:
        twice = sorted(arrays.keys() & mapping.keys())
        if twice:
            raise InputError(f"{what} is given {twice[0]} twice.")
        arrays = {**mapping, **arrays}
    return arrays


def _as_called(names: Sequence[str]) -> str:
    """How a call gives inputs of these names, as errors show it.

    >>> _as_called(["x", "is", "a b"]), _as_called(["x", "out"])
    ("name: f(x=..., **{'is': ..., 'a b': ...})", 'position: f(x, out), since out= is for results')
    """
    if "out" in names:
        return f"position: f({', '.join(names)}), since out= is for results"
    plain = [n for n in names if n.isidentifier() and not keyword.iskeyword(n)]
    texts = [f"{n}=..." for n in plain]
    if len(plain) < len(names):
        texts.append(f"**{{{', '.join(f'{n!r}: ...' for n in names if n not in plain)}}}")
    return f"name: f({', '.join(texts)})"


def _array_of(name: str, value: Any) -> np.ndarray:
    """What is no array, as one (``formulas.inference.given``)."""
    if type(value).__module__ == "numpy" and isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    from espresso.formulas.inference.given import array_of

    return array_of(name, value)


class Arguments:
    """Collects the arrays of a call in the order of the inputs and checks them."""

    def __init__(
        self, inputs: Mapping[str, Expr], formulas: Sequence[Expr], originals: Sequence[Expr], sizes: Mapping[str, int],
        unread: Mapping[str, bool] | None = None,
    ) -> None:  # fmt: skip
        self.inputs, self.formulas, self.originals, self.sizes = inputs, list(formulas), list(originals), sizes
        self.names = tuple(inputs)
        self._known = frozenset(inputs)
        # inputs that no formula reads, each with an array for a call without it; of some not even the rank is known
        self.unread = {n: np.zeros(_shape_of(inputs[n])) for n in unread or ()}
        self._ignored = [(self.names.index(n), n, known) for n, known in (unread or {}).items()]
        self._positions: Any = None
        self._beside: dict[str, frozenset[str]] | None = None  # input -> inputs of the formulas that have it

    def collect(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[np.ndarray]:
        """The arrays in the order of ``names``; Python numbers stay weak (NEP 50)."""
        return self.arrays(self.given(args, kwargs))

    def arrays(self, values: list[Any]) -> list[Any]:
        """What NumPy makes of the values; arrays of a device (they have a dtype of NumPy's and no host memory) stay."""
        for position, value in enumerate(values):
            if type(value) is not np.ndarray:
                values[position] = self.array(self.names[position], value, values)
        return values

    def given(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """What the caller gave, in the order of ``names``, as it is."""
        values = list(args) if len(args) == len(self.names) and not kwargs else self._by_name(args, kwargs)
        for k, name, known in self._ignored:
            values[k] = _unlooked_at(values[k]) if known else self.unread[name]
        return values

    def given_to(
        self, method: str, options: Sequence[str], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> list[Any]:
        """`given` for a method whose ``options`` may hide inputs: it takes all arrays in one mapping, too."""
        if len(args) == 1 and isinstance(args[0], Mapping):
            twice = [n for n in args[0] if n in kwargs]
            if twice:
                raise InputError(f"input {twice[0]!r} is given in the mapping and by name")
            args, kwargs = [], {**args[0], **kwargs}
        hidden = [n for n in self.names[len(args) :] if n in options and n not in kwargs]
        if hidden:
            raise InputError(
                f"missing input{'s' * (len(hidden) > 1)} {', '.join(hidden)}. Inputs: {', '.join(self.names)}.\n"
                f"Give all arrays in one mapping, f.{method}({{{hidden[0]!r}: ..., ...}}), since "
                f"{hidden[0]}= is an option of f.{method}."
            )
        return self.given(args, kwargs)

    def _by_name(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        names = self.names
        if not args and len(kwargs) == len(names):
            try:
                return [kwargs[n] for n in names]
            except KeyError:
                pass  # told below
        kwargs = unpacked(as_typed(kwargs, names), names)
        if len(args) > len(names):
            raise InputError(f"{len(args)} arrays were given, but the inputs are ({', '.join(names)})")
        for name in kwargs:
            if name not in self._known:
                raise InputError(
                    f"there is no input {name!r}.{suggestion(name, names)} Inputs: {', '.join(names) or '(none)'}."
                )
        twice = [n for n in names[: len(args)] if n in kwargs]
        if twice:
            raise InputError(f"input {twice[0]!r} is given by position and by name")
        missing = [n for n in names[len(args) :] if n not in kwargs and n not in self.unread]
        if missing:
            one = len(missing) == 1
            raise InputError(
                f"missing input{'' if one else 's'} {', '.join(missing)}. Inputs: {', '.join(names)}.\n"
                f"Give {'it' if one else 'them'} by {_as_called(names)}."
            )
        return [*args, *(kwargs[n] if n in kwargs else self.unread[n] for n in names[len(args) :])]

    def array(self, name: str, value: Any, others: Sequence[Any]) -> Any:
        """The array of one value; a Python number takes its dtype from the others."""
        if type(value).__module__.partition(".")[0] in ("cupy", "pyopencl"):
            return value
        if type(value).__module__ not in ("builtins", "numpy"):
            from espresso.formulas.inference.given import refuse_others

            refuse_others(name, value)
        if isinstance(value, Expr):
            raise InputError(f"input {name!r} is an expression; a call takes arrays and numbers")
        if isinstance(value, (bool, int, float, complex)):
            kinds = (
                "iufc" if isinstance(value, int) else "fc"
            )  # a weak float never widens floats, nor do integers widen it
            others = self._partners(name, others)
            own = [o.dtype for o in others if isinstance(getattr(o, "dtype", None), np.dtype)]
            strong = [d for d in own if letter_of(d) in kinds]
            kind = value if not isinstance(value, bool) else int(value)
            common = functools.reduce(meet, strong) if strong else None
            try:
                foreign = common is not None and common.kind == "V" and not isinstance(value, complex)
                wanted = None if common is None else common if foreign else np.result_type(common, kind)
                made = np.asarray(value, dtype=wanted)
            except OverflowError:
                if isinstance(value, int) and not -(2**63) <= value < 2**64:
                    from espresso.formulas.inference.given import refusal

                    raise refusal(name, value) from None
                raise DtypeError(
                    f"input {name!r} is {value}, which {common}, the dtype of the others, does not hold.\n"
                    f"Give it as an array, np.int64({value}), or give those as a wider dtype."
                ) from None
            return _array_of(name, value) if made.dtype.kind == "O" else made
        if (
            not isinstance(value, np.ndarray)
            and hasattr(value, "__dlpack__")
            and not hasattr(value, "__array_interface__")
        ):
            return np.from_dlpack(value)
        return _array_of(name, value)

    def _partners(self, name: str, others: Sequence[Any]) -> Sequence[Any]:
        """Those of the values that meet the input in a formula: the others tell nothing about its dtype."""
        if len(others) != len(self.names):
            return others
        if self._beside is None:
            from espresso.formulas.inference.given import meeting

            used = meeting(self.formulas)
            self._beside = {n: frozenset[str]().union(*(u for u in used if n in u)) for n in self.names}
        beside = self._beside[name]
        return [o for n, o in zip(self.names, others, strict=True) if n in beside]

    def check(self, arrays: Sequence[np.ndarray]) -> Any:
        """Facts of inference for these arrays; raises every mismatch error."""
        return self._check([a.shape for a in arrays], [a.dtype for a in arrays], self.positions)

    def lengths(self, shapes: Sequence[tuple[Any, ...]], dtypes: Sequence[np.dtype[Any]]) -> list[Any]:
        """All lengths of the results, one result after the other, from those of the inputs: these may be any numbers.

        Raises what a call with such lengths raises.
        """
        from espresso.api.gather_checks import Positions

        positions = self.positions
        if positions.by_lengths:  # which remembers lengths
            positions = Positions(self.formulas, self.originals, self.sizes)
        facts = self._check(shapes, dtypes, positions)
        return [n for e in self.formulas for n in facts.shapes[e]]

    def _check(self, given: Sequence[tuple[Any, ...]], kinds: Sequence[np.dtype[Any]], positions: Any) -> Any:
        shapes = dict(zip(self.names, given, strict=True))
        dtypes = {n: d.newbyteorder("=") for n, d in zip(self.names, kinds, strict=True)}
        for name, dtype in dtypes.items():
            if dtype in _EXTENDED:
                narrow = "float64" if dtype.kind == "f" else "complex128"
                raise DtypeError(
                    f"{name} has dtype {dtype}, which no target computes in.\nGive {name}.astype({narrow!r})."
                )
        facts = self.inference.check(shapes, dtypes, self.sizes)
        for name in self.unread:
            _check_unread(self.inputs[name], shapes[name], dtypes[name], self.formulas, facts)
        positions.check_lengths(shapes, dtypes)
        for e in self.formulas:
            _refuse_huge(e, facts.shapes[e], facts.dtypes[e])
        return facts

    def result_dtypes(self, arrays: Sequence[np.ndarray]) -> list[np.dtype[Any]]:
        """The dtypes of the results, whatever the lengths are."""
        dtypes = {n: a.dtype for n, a in zip(self.names, arrays, strict=True)}
        return self.inference.result_dtypes(dtypes)  # type: ignore[no-any-return]

    @cached_property
    def inference(self) -> Any:
        """What is known of the formulas before any arrays are."""
        from espresso.formulas.inference.infer import Inference

        return Inference(self.formulas, self.originals if self.originals != self.formulas else ())

    def check_positions(self, arrays: Sequence[Any]) -> Mapping[str, tuple[int, int]] | None:
        """Reads at positions that depend on data lie inside; else InputError.  Data on a device are not looked at.

        Where bounds of the data decided: bounds of each array for which they would again, for the same lengths.
        """
        if not self.positions.by_values:
            return None
        unseen = {n for n, a in zip(self.names, arrays, strict=True) if not isinstance(a, np.ndarray)}
        found: Mapping[str, tuple[int, int]] | None
        found = self.positions.check_values(dict(zip(self.names, arrays, strict=True)), unseen)
        return found

    def positions_unseen(self, arrays: Sequence[Any]) -> set[str]:
        """Inputs that positions of gathers are computed from and that lie on a device."""
        used = set[str]().union(*(w.names for w in self.positions.by_values if w.gathers))
        return {n for n, a in zip(self.names, arrays, strict=True) if n in used and not isinstance(a, np.ndarray)}

    @property
    def positions(self) -> Any:
        """Reads whose positions or masks inference cannot bound."""
        if self._positions is None:
            from espresso.api.gather_checks import Positions

            self._positions = Positions(self.formulas, self.originals, self.sizes)
        return self._positions


def _shape_of(tensor: Expr) -> tuple[int, ...]:
    """A shape that an input may have."""
    return tuple(1 if n is None else n for n in tensor.data.shape or (None,) * tensor.data.rank)


def _unlooked_at(value: Any) -> Any:
    """An input that is not read, without what only a reader minds: strides, byte order, a dtype of no numbers."""
    if type(value) is not np.ndarray or (value.flags.c_contiguous and value.flags.aligned and value.dtype.isnative):
        if getattr(getattr(value, "dtype", None), "kind", "f") not in "OUSmM":
            return value
    return np.empty(value.shape, value.dtype.newbyteorder("=") if value.dtype.kind in "biufcV" else float)


def _check_unread(tensor: Expr, shape: tuple[int, ...], dtype: Any, formulas: Sequence[Expr], facts: Any) -> None:
    """An input that no formula reads has the axes of one that does; ``facts`` are told of it."""
    from espresso.formulas.inference import infer_errors
    from espresso.formulas.inference.dtypes import DType

    if len(shape) != tensor.data.rank:
        raise infer_errors.rank(formulas, tensor, shape, len(shape))
    infer_errors.check_declared(tensor, shape)
    facts.shapes[tensor], facts.types[tensor] = shape, DType(dtype)


_EXTENDED = frozenset(np.dtype(n) for n in "gG") - frozenset(np.dtype(n) for n in "dD")
"""Extended precision, where NumPy has it."""


def _refuse_huge(e: Expr, shape: Sequence[int], dtype: Any) -> None:
    """ExtentError for a result whose bytes no address counts."""
    if math.prod(shape) * np.dtype(dtype).itemsize > np.iinfo(np.intp).max:
        lengths = " x ".join(f"{n:,}" for n in shape)
        raise ExtentError(
            f"a result would hold {lengths} elements, more than memory has addresses, in   {str(e).splitlines()[-1]}\n"
            "Give shorter arrays, or sum over an index."
        )


class OutBuffers:
    """``out=``: the caller's arrays, in the structure of the result."""

    def __init__(self, build: Any, count: int) -> None:
        self.build, self.count = build, count
        self._spares: dict[Any, list[tuple[np.ndarray | None, ...]]] = {}

    def call(self, bound: Any, arrays: Sequence[np.ndarray], out: Any) -> Any:
        """Check ``out``, compute, and return the caller's arrays in the result's structure."""
        return self.build(self.compute(bound, arrays, out, lambda direct: bound(arrays, direct)))

    def compute(
        self, bound: Any, arrays: Sequence[Any], out: Any, run: Callable[[list[Any]], list[Any]],
        store: Callable[[Any, Any], None] | None = None,
    ) -> list[Any]:  # fmt: skip
        """The caller's arrays, filled with the results of ``run(direct)``, as a flat list.

        ``direct`` are those of the caller's arrays that may be written at once.  Results that
        overlap an input or have another layout, dtype or place are computed apart and
        copied by ``store``, so that nothing is read after it was written.
        """
        given = self._flat(out)
        backend = getattr(bound, "backend", None)
        buffers = [None if v is None else self._native(v, backend) for v in given]
        direct: list[Any] = []
        for position, (name, buffer) in enumerate(zip(bound.names, buffers, strict=True)):
            if buffer is None:
                direct.append(None)
                continue
            _check_out(name, buffer, bound.shapes[position], bound.dtypes[position])
            if any(o is not None and _share(buffer, o) for o in buffers[:position]):
                raise InputError(
                    f"out= for {name} overlaps out= for another result.\nGive each result an array of its own memory."
                )
            plain = buffer.dtype == bound.dtypes[position] and _plain(buffer, bound)
            safe = plain and not any(overlap(buffer, a) for a in arrays)
            direct.append(buffer if safe else None)
        apart = [k for k, b in enumerate(buffers) if b is not None and direct[k] is None]
        spare: tuple[np.ndarray | None, ...] = ()
        if store is None and apart:
            spare = self._take(bound, apart)
            direct = [spare[k] if k in apart else d for k, d in enumerate(direct)]
        results = run(direct)
        for k in apart:
            store(buffers[k], results[k]) if store else _copy(buffers[k], results[k])
        if spare:
            self.spares(bound.shapes, bound.dtypes).append(spare)
        return [r if v is None else v for v, r in zip(given, results, strict=True)]

    def spares(self, shapes: Sequence[Any], dtypes: Sequence[Any]) -> list[tuple[np.ndarray | None, ...]]:
        """Arrays for results of these kinds that are copied at the end (None for the others), used again.

        A call takes a tuple of them from the list and puts it back; in machine code too (`machine.entry`).
        """
        return self._spares.setdefault((*shapes, *dtypes), [])

    def forget(self, bound: Any) -> None:
        """Let the spare arrays for the results of this signature go."""
        self._spares.pop((*bound.shapes, *bound.dtypes), None)

    def _take(self, bound: Any, apart: Collection[int]) -> tuple[np.ndarray | None, ...]:
        """Arrays that no other call uses, for these results at least: those of an earlier call, or new ones."""
        try:
            known = self.spares(bound.shapes, bound.dtypes).pop()
        except IndexError:  # also where another thread was first
            known = (None,) * self.count
        return tuple(
            np.empty(bound.shapes[k], bound.dtypes[k]) if array is None and k in apart else array
            for k, array in enumerate(known)
        )

    @cached_property
    def keys(self) -> tuple[Any, ...] | None:
        """The keys of results that are a dictionary of arrays, () of a tuple of arrays, None of other structures."""
        order = list(range(self.count))
        result = self.build(order)
        if type(result) is dict and list(result.values()) == order:
            return tuple(result)
        return () if type(result) is tuple and list(result) == order else None

    def _native(self, value: Any, backend: Any) -> Any:
        """The array that the runtime writes; InputError for what it cannot write."""
        if isinstance(value, np.ma.MaskedArray):
            raise InputError(
                "out= is a masked array, and a compiled function knows no masks: it would write below them.\n"
                "Give out.data, the array without its mask."
            )
        if isinstance(value, np.ndarray):
            return value
        kind = kind_of(value)
        if kind.library not in ("numpy", "number", "region", "dlpack"):
            array = native("out", value, kind)
            if isinstance(array, np.ndarray) or (backend is not None and backend.owns(array)):
                return array
        library = "NumPy arrays" if backend is None else f"arrays of NumPy or of {backend}"
        raise InputError(f"out= must be {library} in the structure of the result, not {type(value).__name__}")

    def _flat(self, out: Any) -> list[Any]:
        leaves, _ = keyed(out, lambda v: not isinstance(v, (list, tuple, dict)))
        if len(leaves) != self.count:
            raise InputError(f"out= has {len(leaves)} arrays, the function has {self.count} results")
        if not _has_names(out):
            return [v for _, v in leaves]
        numbers = self.build(list(range(self.count)))
        places, _ = keyed(numbers, lambda v: isinstance(v, int))
        given, wanted = dict(leaves), [keys for keys, _ in places]
        if all(keys in given for keys in wanted):
            return [given[keys] for keys in wanted]
        texts = ["_".join(map(str, keys)) for keys, _ in leaves]
        order, _ = flatten(numbers, lambda v: isinstance(v, int))
        named, results = dict(zip(texts, given.values(), strict=True)), [n for n, _ in order]
        if len(named) < self.count:  # such as {0: ..., "0": ...}
            raise InputError(f"out= names {next(n for n in named if texts.count(n) > 1)} twice")
        unknown = [n for n in named if n not in results]
        if unknown:
            tuples = f"a tuple of {self.count} arrays" if all(n.isdigit() for n in results) else ", ".join(results)
            kind = "one array" if results == [""] else tuples
            raise InputError(f"out= names {', '.join(map(str, unknown))}; the results are {kind}")
        return [named[n] for n in results]


def _has_names(out: Any) -> bool:
    """Whether a dictionary is among the nested lists, tuples and dictionaries."""
    return isinstance(out, dict) or (isinstance(out, (list, tuple)) and any(map(_has_names, out)))


def _plain(buffer: Any, bound: Any) -> bool:
    """Whether the runtime can write this array as it is."""
    if isinstance(buffer, np.ndarray):
        on_host = getattr(bound, "on_host", True)
        return bool(on_host and buffer.flags.c_contiguous and buffer.flags.aligned)
    return bool(not bound.on_host and buffer.flags.c_contiguous and bound.backend.form(buffer) == "device")


def _share(a: Any, b: Any) -> bool:
    """Whether two arrays have an element in common (on a device: whether their ranges meet)."""
    both = isinstance(a, np.ndarray) and isinstance(b, np.ndarray)
    return bool(np.shares_memory(a, b)) if both else overlap(a, b)


def _copy(buffer: Any, result: np.ndarray) -> None:
    np.copyto(buffer, result, casting="same_kind")


def _check_out(name: str, buffer: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    remedy = f"\nGive an array of its own, such as np.empty({shape}, {str(dtype)!r}), or call without out=."
    if buffer.shape != shape:
        raise ExtentError(f"out= for {name} has shape {buffer.shape}, the result has shape {shape}.{remedy}")
    if not np.can_cast(dtype, buffer.dtype, "same_kind") or buffer.dtype.kind in "SU":
        raise DtypeError(
            f"out= for {name} has dtype {buffer.dtype}, which cannot hold the result's {dtype}.\n"
            f"Give an array of dtype {dtype}, or cast the formula."
        )
    if isinstance(buffer, np.ndarray) and not buffer.flags.writeable:
        raise InputError(f"out= for {name} is read-only.{remedy}")
    if 0 not in shape and any(stride == 0 and n > 1 for stride, n in zip(buffer.strides, shape, strict=True)):
        raise InputError(f"out= for {name} is a broadcast view: elements share one place in memory.{remedy}")
    if _meets_itself(shape, buffer.strides, buffer.dtype.itemsize):
        raise InputError(f"out= for {name} is a view whose elements overlap in memory.{remedy}")


def _meets_itself(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> bool:
    """Whether elements of an array with these strides lie at the same bytes."""
    if 0 in shape:
        return False
    axes = sorted((abs(s), n) for s, n in zip(strides, shape, strict=True) if n > 1)
    reach = itemsize
    for stride, n in axes:
        if stride < reach:
            break
        reach += stride * (n - 1)
    else:
        return False  # each axis steps over all that the ones before it reach
    places = np.zeros(1, np.int64)
    for stride, n in axes:
        places = np.add.outer(places, stride * np.arange(n)).ravel()
    places.sort()
    return bool((np.diff(places) < itemsize).any())
