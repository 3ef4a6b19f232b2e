"""Machine code of a generated program: from memory, from the cache folder, or made now.

`llvm.compiled` keeps the entries of the cache folder.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import re
import struct
import weakref
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from espresso.formulas.graph.expr import Expr
from espresso.ir.driver import LITERAL, Step
from espresso.llvm.compiled import LEVELS, WRITTEN_OUT, Entry, begin_shared, compiled, in_memory, load_or_make
from espresso.llvm.image import Linked, Loaded
from espresso.records import dataclass
from espresso.system.locks import new_lock
from espresso.system.processor import processor
from espresso.system.sources import files

_loaded: weakref.WeakValueDictionary[str, Code] = weakref.WeakValueDictionary()
"""Programs that somebody holds."""

_untranslatable: set[str] = set()

_lock = new_lock()

SPECIAL = frozenset({0.0, 0.5, 1.0, 2.0})
"""Absolute values of literals that processors have shorter ways for."""

_NUMBER = r"(?:\d+\.\d*(?:e[+-]?\d+)?|\d+e[+-]?\d+)"
_LITERAL = re.compile(rf"(?<![\w.])(?:np\.float32\((-?{_NUMBER})\)|({_NUMBER}))(?![\w.(])")
_KERNEL = re.compile(r"^@njit\(.*\ndef (\w+)\((?:.*\n(?=[ \n]))*.*", re.MULTILINE)
_COMMENT = re.compile(r"^ *#.*\n", re.MULTILINE)


class Code:
    """Entries of a program as Python callables, and what its table of numbers holds, in order."""

    def __init__(self, block: Loaded | Linked, numbers: Sequence[tuple[Any, ...]], repeats: bool) -> None:
        self.numbers = [tuple(n) for n in numbers]
        self.memory = block.memory
        pointer = ctypes.c_void_p
        self.address: int = block.address("run")
        self.run = ctypes.CFUNCTYPE(None, pointer, pointer)(self.address)
        self.one = ctypes.CFUNCTYPE(None, pointer, pointer, ctypes.c_int64)(block.address("one"))
        self.repeat_address: int = block.address("repeat") if repeats else 0
        self.repeat = ctypes.CFUNCTYPE(None, pointer, pointer, pointer)(self.repeat_address) if repeats else None


@dataclass(frozen=True)
class Literals:
    """A module in which names stand for literals: its text, their values, and the names in each kernel.

    Programs that differ in constants alone have the same machine code.  What a formula multiplies with or adds, such as
    a rate, is an argument of the kernel.  Literals stay in the text where they may decide what instructions there are:
    exponents, divisors, arguments of functions, 0, 1, 2 and 1/2.
    """

    source: str
    values: tuple[float, ...]
    names: dict[str, tuple[str, ...]]

    def bits(self, k: int) -> int:
        """A value as the whole number of its bits."""
        return int(struct.unpack("<q", struct.pack("<d", self.values[k]))[0])


def literals(source: str, kernels: Collection[str]) -> Literals:
    """The module without what is for readers alone, and with names for the literals of these kernels."""
    values: list[float] = []
    names: dict[str, tuple[str, ...]] = {}

    def kernel(found: re.Match[str]) -> str:
        if found[1] not in kernels:
            return found[0]
        before = len(values)

        def literal(number: re.Match[str]) -> str:
            text = number.string
            given = number[1] or number[2]
            if not _is_term(text[: number.start()], text[number.end() :]) or abs(float(given)) in SPECIAL:
                return number[0]
            values.append(float(given))
            name = f"{LITERAL}{len(values) - 1}"
            return f"np.float32({name})" if number[1] else name

        text = _LITERAL.sub(literal, _COMMENT.sub("", found[0]))
        names[found[1]] = tuple(f"{LITERAL}{k}" for k in range(before, len(values)))
        return text

    end = source.find('"""', 3) + 3 if source.startswith('"""') else 0
    return Literals(_KERNEL.sub(kernel, source[end:]), tuple(values), names)


def _is_term(before: str, after: str) -> bool:
    """Whether a literal between these texts is added or multiplied."""
    left, right = before.rstrip(" ")[-2:], after.lstrip(" ")[:2]
    if left[-1:] == "/" or left == "**" or right == "**":
        return False
    return left[-1:] in ("*", "+", "-") or right[:1] in ("*", "+", "-")


def key_of(source: str, steps: Sequence[Step], facts: Mapping[str, Any]) -> str:
    """The sha256 of everything that decides the machine code."""
    data = [processor(), files(), LEVELS, source, [[type(s).__name__, _plain(asdict(s))] for s in steps], _plain(facts)]
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    if isinstance(value, Expr):
        return value.digest
    return [_plain(v) for v in value] if isinstance(value, (list, tuple)) else value


def machine_code(
    source: str, steps: Sequence[Step], facts: Mapping[str, Any], again: bool = False
) -> Code | None:
    """The code for these steps, or None where only numba compiles the source; ``again``: what was found is wrong."""
    key = key_of(source, steps, facts)
    with _lock:
        found = None if again else _loaded.get(key)
        if found is None and key not in _untranslatable:
            made = partial(_code, bool(facts["moved"]))
            found = load_or_make(key, made, lambda: _translated(source, steps, facts), again)
            if found is None:
                _untranslatable.add(key)
            else:
                _loaded[key] = found
        return found


def _code(repeats: bool, header: dict[str, Any], code: bytes) -> Code | None:
    block = in_memory(header, code)
    if block is None:
        return None
    if not all(type(part) in (str, int) for number in header["numbers"] for part in number):
        raise TypeError("numbers")
    return Code(block, header["numbers"], repeats)


def _translated(source: str, steps: Sequence[Step], facts: Mapping[str, Any]) -> Entry:
    """A program, translated and compiled."""
    from espresso.llvm.emit.kinds import Untranslatable
    from espresso.machine.program import Facts, ModuleWriter

    try:
        writer = ModuleWriter(source, steps, Facts(**facts))
        begin_shared(writer.module)
        if writer.written_out:
            header, code = compiled(writer.module, writer.functions, WRITTEN_OUT, writer.scope.passes)
        else:
            header, code = compiled(writer.module, writer.functions, LEVELS)
        return {**header, "numbers": list(writer.numbers)}, code
    except Untranslatable as reason:
        return {"refused": str(reason) or "?"}, b""


