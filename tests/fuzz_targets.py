"""The targets of `fuzz`, functions of bytes, by name."""

from __future__ import annotations

import atexit
import contextlib
import functools
import io
import os
import re
import shutil
import tempfile
import tomllib
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from fuzz_inputs import mnist_files, seeds, text_of


class Different(Exception):
    """What was accepted is something else after it was printed and read again."""


def prepare(target: str) -> None:
    """Import what a target needs, so that no input pays for it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for data in seeds(target)[::10]:
            with contextlib.suppress(Exception):
                TARGETS[target](data)


# --- texts ---------------------------------------------------------------------------------------------------


def again(e: Any) -> None:
    """The printed form of a formula is the formula."""
    import espresso as es

    text = str(e)
    try:
        found = es.parse(text)
    except es.EspressoError as error:
        raise Different(f"{type(error).__name__}") from error
    if found is not e:
        raise Different("another formula")


def called(e: Any) -> None:
    """Compute the formula by NumPy's text; the arrays have lengths of 3."""
    import espresso as es

    f = es.compile(e, target="numpy")
    ranks = {name: len(re.findall(",", found)) + 1 for name, found in re.findall(r"(\w+)\[([^][]*)\]", str(e))}
    f(**{name: np.arange(3.0 ** ranks.get(name, 0)).reshape([3] * ranks.get(name, 0)) % 3 for name in f.inputs})


def parser(data: bytes) -> None:
    """`es.parse`, all that prints a formula, and for some of them what simplification and derivatives print."""
    import espresso as es

    e = es.parse(text_of(data))
    again(e)
    e.latex()
    if zlib.crc32(data) % 4 == 0 and len(data) < 150:
        with contextlib.suppress(es.EspressoError, np.linalg.LinAlgError):
            called(e)
        with contextlib.suppress(es.EspressoError):
            again(es.simplify(e))
        for name in [*e.inputs][:1]:
            with contextlib.suppress(es.EspressoError):
                again(es.grad(e, name))


def _cli(text: str) -> None:
    from espresso.tools import cli

    formula, _, wrt = text.partition("\n\n")
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            cli.main(["derive", formula.lstrip("-"), f"--wrt={wrt}", "--text"])
        except SystemExit as left:
            if left.code not in (0, 2):
                raise Different(f"exit {left.code}") from None


def _forms() -> dict[str, Callable[[str], Any]]:
    """What takes a text that is no formula, by name."""
    import espresso as es

    e, A, B = es.parse("s = sum[i,j](sin(x[i])*A[i,j]*a*`b c`)"), *es.tensors("A[i,j] B[j,k,l]")

    def build(text: str) -> None:
        from espresso.tools.build import _PROJECT, build

        name, _, version = text.partition("\n")
        try:
            build(place() / "functions.py", place() / "none", name, version)
        except es.InputError as error:
            if "has no compiled function" in str(error):  # all else was accepted
                made = tomllib.loads(_PROJECT.format(distribution=name, package=name, version=version))["project"]
                if (made["name"], made["version"]) != (name, version):
                    raise Different("name and version") from None
            raise

    def compiled(text: str) -> None:
        name, _, value = text.partition("=")
        es.compile("y[i] = 2*x[i]", **{name: value or True})

    return {
        "tensors": es.tensors, "tensor": es.tensor, "indices": es.indices, "index": es.index,
        "einsum": lambda t: es.einsum(t, A, B), "einsum1": lambda t: es.einsum(t, A), "grad": lambda t: es.grad(e, t),
        "hvp": lambda t: es.hvp(e, "x", t), "subs": lambda t: e.subs({t.partition("=")[0]: es.parse(t.partition("=")[2])}),
        "dtype": lambda t: es.tensor("X[i]", dtype=t), "structure": lambda t: es.tensor("X[i,j]", **{t: True}),
        "target": lambda t: es.compile("y[i] = 2*x[i]", target=t), "option": compiled, "match": lambda t: es.match(t, e),
        "limits": lambda t: es.parse("y = x", limits={t: 1}), "call": lambda t: es.compile("y = 2*x", target="numpy")(**{t: 1.0}),
        "function": lambda t: es.function(*t.split("\n", 1)), "derive": _cli, "build": build,
    }  # fmt: skip


def names(data: bytes) -> None:
    """All that takes a name, a list of names, subscripts or the text of an option."""
    form, _, rest = data.partition(b":")
    forms = _known_forms()
    forms[text_of(form) if text_of(form) in forms else [*forms][len(form) % len(forms)]](text_of(rest))


_known_forms = functools.cache(_forms)


def rules(data: bytes) -> None:
    """Rules, derivative rows and definitions as texts, applied to formulas."""
    import espresso as es

    kind, _, rest = data.partition(b":")
    text = text_of(rest)
    e = es.parse("y[i] = log(exp(x[i])) + abs(a*x[i])**2 + sum[k](A[i,k]*c*x[k]) + relu(x[i]) - max[j](A[i,j])")
    if kind == b"derivative":
        again(es.grad(es.parse("s = sum[i](relu(x[i])*atan2(x[i], a))"), "x", rules=[text]))
    elif kind == b"definition":
        left, _, right = text.partition("->")
        again(es.simplify(e, rules=[*es.DEFAULT, es.Definition(left, right)]))
    elif kind == b"guard":
        again(es.simplify(e, rules=[es.Rule("mine", "_a*_x", "_x*_a*1", when=text)]))
    elif kind == b"find":
        [*es.find(text, e)]
    else:
        again(es.rewrite_all(e, text) if len(rest) % 2 else es.simplify(e, rules=[text]))


# --- SymPy -----------------------------------------------------------------------------------------------------


@functools.cache
def _parts() -> tuple[list[Any], list[tuple[int, Callable[..., Any]]]]:
    """Objects of SymPy, and functions that make others of them: (number of operands, function)."""
    import sympy as s

    i, j, n = s.symbols("i j n", integer=True)
    x, y = s.symbols("x y")
    A, b, k = s.IndexedBase("A"), s.IndexedBase("b"), s.Idx("k", 3)
    M, v = s.MatrixSymbol("M", 3, 3), s.MatrixSymbol("v", 3, 1)
    plain = [x, y, i, j, n, k, A[i, j], A[j, i], b[i], b[k], b[i + 1], M, v, M[i, j], s.Integer(2), s.Integer(-1), s.Rational(1, 3),
             s.Float(0.5), s.Integer(10) ** 30, s.pi, s.E, s.I, s.oo, -s.oo, s.nan, s.zoo, s.true, s.false, s.Symbol("a b"),
             s.Symbol("sum"), s.Symbol("A"), s.Function("f")(x), s.Identity(3), s.ZeroMatrix(3, 3), s.Matrix([[x, 1], [y, 2]]),
             s.Matrix([x, y]), s.Symbol("n_A_0"), s.GoldenRatio, s.EulerGamma, s.Dummy("x"), s.Wild("w"), s.S.EmptySet, s.S.Half]  # fmt: skip
    one = [s.sin, s.exp, s.log, s.Abs, s.sign, s.sqrt, s.floor, s.ceiling, s.gamma, s.erf, s.Heaviside, s.DiracDelta, s.factorial, s.cot,
           s.re, s.im, s.conjugate, s.Not, s.Transpose, s.Inverse, s.Determinant, s.Trace, s.zeta, s.LambertW, s.sinc, s.Tuple, s.tanh,
           s.asin, s.atanh, s.digamma, s.expint, s.airyai, s.fibonacci, s.arg, s.frac, s.ImageSet, s.transpose, s.adjoint]  # fmt: skip
    two = [s.Add, s.Mul, s.Pow, s.Max, s.Min, s.Eq, s.Ne, s.Lt, s.Le, s.And, s.Or, s.Xor, s.Mod, s.KroneckerDelta, s.atan2, s.MatMul, s.MatAdd,
           s.HadamardProduct, s.Derivative, s.binomial, s.besselj, s.KroneckerProduct, s.polygamma, s.Tuple, s.LeviCivita, s.log,
           lambda a, c: s.Sum(a, (i, 0, c)), lambda a, c: s.Product(a, (j, 0, c)), lambda a, c: s.Sum(a, (k, 0, 2), (c, 0, n)),
           lambda a, c: s.Piecewise((a, c), (x, True)), lambda a, c: a.subs(x, c), lambda a, c: s.Lambda(x, a)(c), lambda a, c: b[c],
           lambda a, c: A[a, c], lambda a, c: M[a, c], lambda a, c: s.Sum(a, (c, 0, n - 1)), lambda a, c: s.Matrix([[a, c]]),
           lambda a, c: s.Array([a, c]), lambda a, c: s.Sum(a, (i, c, n)), lambda a, c: s.UnevaluatedExpr(a) + c]  # fmt: skip
    three = [s.Piecewise, s.ITE, s.Subs, lambda a, c, d: s.Sum(a, (i, c, d)), lambda a, c, d: s.Piecewise((a, c), (d, True)), s.Add, s.Mul,
             lambda a, c, d: A[a, c] * d, lambda a, c, d: s.Product(a, (i, c, d)), s.uppergamma, s.appellf1]  # fmt: skip
    return plain, [*((1, f) for f in one), *((2, f) for f in two), *((3, f) for f in three)]


def built(data: bytes) -> Any:
    """An object of SymPy: bytes put objects on a stack, or call a function of those on top."""
    plain, functions = _parts()
    stack: list[Any] = []
    for byte in data[:24]:
        if byte < 128 or not stack:
            stack.append(plain[byte % len(plain)])
            continue
        count, function = functions[byte % len(functions)]
        arguments = [stack.pop() for _ in range(min(count, len(stack)))]
        with contextlib.suppress(Exception):  # SymPy's own
            stack.append(function(*arguments))
    return stack[-1] if stack else None


def sympy(data: bytes) -> None:
    """`es.from_sympy`, and back."""
    import espresso as es

    made = _built(data)
    found = [es.from_sympy(made)]
    while found:
        e = found.pop()
        if isinstance(e, (tuple, list)):
            found += e
            continue
        again(e)
        if len(data) % 4 == 0:
            es.to_sympy(e)


@functools.lru_cache(4)
def _built(data: bytes) -> Any:
    return built(data)


# --- files ---------------------------------------------------------------------------------------------------


def _plan(data: bytes) -> None:
    from espresso.runtime.cpu import plans
    from espresso.system import cache

    kept, cache.read_entry = cache.read_entry, lambda _: data
    try:
        plans.find("key", lambda extent: int(extent.data) if extent.op == "const" else 3)
    finally:
        cache.read_entry = kept


def _formula(data: bytes) -> None:
    from espresso.formulas.graph.serialisation import decode, named
    from espresso.formulas.notation.parsing import _parsed

    with contextlib.suppress(ValueError):
        _parsed(decode(data, named()))


def _read_as(module: str, name: str, read: str, data: bytes) -> None:
    """A function of a module reads an entry with these bytes."""
    from importlib import import_module

    found = import_module(module)
    kept = found.read_entry
    found.read_entry = lambda _: data  # type: ignore[attr-defined]
    try:
        getattr(found, read)(name)
    finally:
        found.read_entry = kept  # type: ignore[attr-defined]


def _rates(data: bytes) -> None:
    from espresso.system import cache, machine_model

    kept, cache.read_entry = cache.read_entry, lambda _: data
    try:
        machine_model._known.__wrapped__()
    finally:
        cache.read_entry = kept


def _code(data: bytes) -> None:
    """The header of machine code; the code is never run."""
    from espresso.llvm import compiled

    kept = compiled.read_entry, compiled.write_entry
    compiled.read_entry, compiled.write_entry = lambda _: data, lambda *_: True
    try:
        found = compiled._read("key")
        if found is not None and found[0].get("plain") is True:
            compiled.load_or_make("key", compiled.in_memory, lambda: ({"refused": "no", "plain": True}, b""))
    finally:
        compiled.read_entry, compiled.write_entry = kept


def _raw(data: bytes) -> None:
    """A file of the cache folder as it lies there."""
    from espresso.system import cache

    kept, cache.file_of_this_user = cache.file_of_this_user, lambda *_: data
    try:
        found = cache.read_entry("es_0.bin")
    finally:
        cache.file_of_this_user = kept
    if found is not None and not data.startswith(cache._checksum("es_0.bin", found)):
        raise Different("a damaged entry")


_ENTRIES: dict[bytes, Callable[[bytes], None]] = {
    b"plan": _plan, b"formula": _formula, b"rates": _rates, b"code": _code, b"raw": _raw,
    b"measured": lambda d: _read_as("espresso.api.autotune", "name", "_read", d),
}  # fmt: skip


def entries(data: bytes) -> None:
    """Entries of the cache folder, whose checksums are right."""
    kind, _, rest = data.partition(b":")
    _ENTRIES.get(kind, _plan)(rest)


@functools.cache
def place() -> Path:
    """A folder for files that are read; nothing else may be written."""
    made = Path(tempfile.mkdtemp(prefix="espresso-fuzz-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    (made / "functions.py").write_text("x = 1")
    for name in ("index0", "plain", "packed"):
        (made / name).mkdir()
    return made


def system(data: bytes) -> None:
    """What the operating system says about the machine, and the environment."""
    from espresso.system import cache, folders, machine_model, memory_limits, processor

    text, lines = place() / "text", data.split(b"\n")
    text.write_bytes(data)
    for k, file in enumerate(("memory.max", "memory.swap.max", "level", "type", "size")):
        (place() / "index0" / file).write_bytes(lines[k % len(lines)])

    def given(_: Any, *arguments: Any, **options: Any) -> Any:
        return open(text, *arguments, **options)

    kept = os.environ.get("ESPRESSO_CACHE_LIMIT")
    processor.open = folders.open = given  # type: ignore[attr-defined]
    os.environ["ESPRESSO_CACHE_LIMIT"] = text_of(lines[0].replace(b"\0", b""))
    try:
        memory_limits._group.__wrapped__(str(place() / "index0"), str(text))
        machine_model.levels.__wrapped__(str(place()))
        processor.processor.__wrapped__()
        processor.name()
        folders._superuser(65534)
        cache.limit()
    finally:
        del processor.open, folders.open  # type: ignore[attr-defined]
        os.environ.pop("ESPRESSO_CACHE_LIMIT")
        os.environ.update({} if kept is None else {"ESPRESSO_CACHE_LIMIT": kept})


def datasets(data: bytes) -> None:
    """Files of arrays that the user has: MNIST in both forms."""
    from espresso.tools.datasets import mnist

    kind, _, rest = data.partition(b":")
    if kind == b"npz":
        file = place() / "mnist.npz"
        file.write_bytes(rest)
        mnist(file)
        return
    folder = place() / ("packed" if kind == b"gz" else "plain")
    for k, (name, content) in enumerate(mnist_files().items()):
        bad = k == (len(rest) % 4 if kind != b"gz" else 1)  # always one, beside which no plain file lies
        (folder / (f"{name}.gz" if bad and kind == b"gz" else name)).write_bytes(rest if bad else content)
    mnist(folder)


TARGETS: dict[str, Callable[[bytes], None]] = {
    f.__name__: f for f in (parser, names, rules, sympy, entries, system, datasets)
}  # fmt: skip
