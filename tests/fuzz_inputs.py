"""What the inputs of `fuzz` begin with, and how they are changed."""

from __future__ import annotations

import functools
import gzip
import io
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent


def text_of(data: bytes) -> str:
    """The text that a target reads."""
    return data.decode("utf-8", "surrogateescape")


# --- what they begin with ---------------------------------------------------------------------------------------


def idx(shape: tuple[int, ...]) -> bytes:
    return b"\0\0\x08" + bytes([len(shape)]) + b"".join(n.to_bytes(4, "big") for n in shape) + bytes(int(np.prod(shape)))


def mnist_files() -> dict[str, bytes]:
    images, labels = idx((1, 28, 28)), idx((1,))
    return {f"{part}-{kind}-ubyte": images if "images" in kind else labels
            for part in ("train", "t10k") for kind in ("images-idx3", "labels-idx1")}  # fmt: skip


def formulas() -> list[str]:
    """Texts of the documentation and of the tests that look like formulas."""
    found: set[str] = set()
    for page in [*ROOT.glob("docs/*.md"), *ROOT.glob("tests/cpu/*.py"), *ROOT.glob("tests/pure/*.py")]:
        for text in re.findall(r"""["']([^"'\n]{3,100})["']""", page.read_text(encoding="utf-8")):
            if "=" in text and re.search(r"\w\[\w", text):
                found.add(text)
    return sorted(found)


def _entries() -> list[bytes]:
    """Entries of a cache folder in which a formula, its derivative and their program were kept."""
    import espresso as es
    from espresso.formulas.graph.serialisation import encode, named
    from espresso.runtime.cpu import plans
    from espresso.system import cache, machine_model

    made: list[tuple[str, bytes]] = []
    e = es.parse("T[i] = sum[j](A[i,j]*x[j]) + pad(x)[2*i - 1]; s = sum[i](log(1 + exp(T[i]*x[i])))")
    kept = cache.write_entry, cache.read_entry
    cache.write_entry, cache.read_entry = lambda name, data: made.append((name, data)) or True, lambda _: None  # type: ignore[assignment,func-returns-value]
    try:
        es.compile([e, es.grad(e, "x")])(A=np.ones((3, 3)), x=np.ones(3))
    finally:
        cache.write_entry, cache.read_entry = kept
    found = [b"plan:" + data for name, data in made if name.endswith(".plan")]
    for one in (e, es.grad(e, "A"), es.parse("h[0] = 1/3; h[t] = 0.5j*h[t-1]*x[t]")):
        found += [b"formula:" + encode((one, [one]), named()), b"plan:" + encode([one, {"a": (1, 2.5)}, None], plans.RECORDS)]
    header = {"refused": "", "plain": True, "functions": {"f": 0}, "calls": [["exp", 8]], "bytes": 16, "numbers": [["i", 3]], "shared": []}
    found += [b"code:" + json.dumps(header).encode() + b"\n" + bytes(16), b"measured:" + encode({"openblas": 1e-3}, {})]
    found += [b"rates:" + json.dumps(dict.fromkeys(machine_model.Rates.__dataclass_fields__, 1.5)).encode()]
    return [*found, b"raw:" + cache._checksum("es_0.bin", b"data") + b"\ndata"]


def _npz() -> list[bytes]:
    arrays = {f"{a}_{part}": np.zeros((1, 28, 28)[: 3 if a == "x" else 1], np.uint8) for a in "xy" for part in ("train", "test")}
    found = []
    for save in (np.savez, np.savez_compressed):
        file = io.BytesIO()
        save(file, **arrays)  # type: ignore[arg-type]
        found.append(b"npz:" + file.getvalue())
    file = io.BytesIO()
    np.save(file, np.zeros(3))
    return [*found, b"npz:" + file.getvalue(), b"idx:" + idx((1, 28, 28)), b"idx4:" + idx((1,)), b"gz:" + gzip.compress(idx((1,)))]


_FORMS = """tensors:X[i,j] w[j] a|tensors:`a b`[i], y'2|tensor:T[i, j]|indices:i, j k|index:i|einsum:ij,jkl->ikl|einsum:...j,j...->...|einsum1:ii
grad:x|grad:x[p]|grad:A[p,q]|grad:`b c`|hvp:v|subs:x=y|subs:a=sum[k](z[k])|dtype:float32|structure:lower|structure:tridiagonal|target:cpu
target:opencl:0:1|target:numpy|option:engine=openblas|option:checkpoint=sqrt|option:structure=factored|option:strict|option:rules=default
match:sum[_k](_x)|match:_a*_b|limits:seconds|call:x|function:mine\nx**2 + y|derive:y = a*x**2\n\na,x|derive:s = x[i]\n\nx[p],`q`
build:name\n1.0.0|build:my-name|build:class\n1"x"
"""

_SYSTEM = """MemTotal: 16384000 kB\nSwapTotal:       2097148 kB\n|0::/user.slice/session-2.scope\n12:memory:/a/b\n|9223372036854771712|max
processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC\nflags\t\t: fpu sse2 avx2\n\n|0 1000 1\n1000 65536 5\n|65534\n
1\nData\n32K\n|2\nUnified\n1M\n2\n1024K|1073741824"""


@functools.cache
def seeds(target: str) -> list[bytes]:
    """Inputs that are in the notation, or of the right format."""
    if target == "parser":
        return [t.encode("utf-8", "surrogateescape") for t in formulas()]
    if target in ("names", "system"):
        parts = re.split(r"[|\n]", _FORMS.strip()) if target == "names" else _SYSTEM.replace("|", "\0").split("\0")
        return [p.replace("\\n", "\n").encode() for p in parts]
    if target == "rules":
        import espresso as es

        rows = [r for r in es.DEFAULT if isinstance(r, es.Rule) and isinstance(r.left, str) and isinstance(r.right, str)]
        found = [f"rule:{r.left} -> {r.right}" + (f" when {r.when}" if r.when else "") for r in rows]
        found += [f"guard:{r.when}" for r in rows if r.when] + [f"find:{r.left}" for r in rows[::8]]
        found += ["derivative:relu(x) -> x >= 0", "derivative:atan2(y, x) -> x/(x**2 + y**2); -y/(x**2 + y**2)"]
        return [t.encode() for t in (*found, "definition:max[k](x)->-min[k](-x)", "definition:relu(x)->x*(x > 0)")]
    if target == "sympy":
        rng = Random(0)
        return [rng.randbytes(rng.randint(1, 12)) for _ in range(200)]
    return _entries() if target == "entries" else _npz()


# --- how they are changed ---------------------------------------------------------------------------------------
NAMES = [*"xyABtijks", "π", "ρ", "x'", "∂", "pad", "clamp", "where", "exp", "None", "__class__", "sum"]
NUMBERS = ["0", "1", "-1", "1e400", "1e-400", "0x10", "1_0", "2**63", "9" * 30, "9" * 5000, "1j", ".5", "5.", "٣", "²"]
FRAGMENTS = [*"()[],;\n=+-^@'`\"#:\\\t\r\x0b<|&!$", "==", "**", ".T", "::"]
FRAGMENTS += [*"\0\u202e\u200b\ud800\U0001f600éﬁ𝒙Σ"]
FRAGMENTS += ["sum[i]", "max[", "pad(x, 2)[", "where(", "lambda ", "if ", " for i in ", "None", "...", "->", "{}"]


def expression(rng: Random, depth: int) -> str:
    """An expression by the grammar, with mistakes in ranks and names now and then."""
    if depth <= 0:
        return rng.choice([rng.choice(NUMBERS), rng.choice("xyt") + "[i]", "A[i,j]", "i", rng.choice(NAMES)])
    a, b = expression(rng, depth - 1), expression(rng, depth - 1 - rng.randrange(2))
    operator = rng.choice(["+", "-", "*", "/", "//", "%", "**", "<", "==", " and ", "@"])
    if operator == "**":
        b = rng.choice(["2", "0", "-1", "x[i]", "0.5"])
    function = rng.choice(["exp", "log", "abs", "sqrt", "sum[i]", "max[j]", "softmax[i]", "not ", "-", "nothing"])
    index = rng.choice(["pad(x)", "pad(x,7)", "x", "A", "where"])
    return rng.choice(
        [f"({a}){operator}({b})", f"{a}{operator}{b}", f"{function}({a})", f"where({a}, {b}, 0)", f"{index}[{a}]"]
    )


def nested(rng: Random) -> str:
    """Deep, long or repeated texts."""
    n = rng.choice([10, 90, 400, 3000])
    return rng.choice(
        [
            "y = " + "(" * n + "x" + ")" * n,
            "y[i] = " + "-" * n + "x[i]",
            "y[i] = " + "x[" * n + "i" + "]" * n,
            "y[i] = " + "exp(" * n + "x[i]" + ")" * n,
            "y[i] = x[i]" + rng.choice(["+", "*", "**", "<", " and ", "/"]).join([""] + ["x[i]"] * n),
            "\n".join(f"y{k}[i] = x[i] + {k}" for k in range(n)),
            "y[" + ",".join(f"i{k}" for k in range(n)) + "] = x",
            "y = " + "(" * n,
            "y" * n + " = x",
            "y[i] = " + "not " * n + "x[i]",
        ]
    )


def changed_text(rng: Random, text: str, other: str) -> str:
    """The text with parts of it left out, repeated, replaced, or of another text."""
    for _ in range(rng.randint(1, 4)):
        at, to = sorted(rng.randrange(len(text) + 1) for _ in "ab")
        to = min(to, at + 8)
        piece = rng.choice(["", text[at:to] * 2, rng.choice(FRAGMENTS), rng.choice(NUMBERS), rng.choice(NAMES)])
        if rng.random() < 0.1:
            piece = other[rng.randrange(len(other) + 1) :]
        if rng.random() < 0.1:
            piece = chr(rng.choice([rng.randrange(128), rng.randrange(0x3000), rng.randrange(0x110000)]))
        text = text[:at] + piece + text[to:]
    return text


_WORDS = [json.dumps(w).encode() for w in ("e", "tuple", "list", "dict", "set", "complex", "Fraction", "Entry", "Driver", "Conditions", "call",
          "reduce", "access", "tensor", "const", "let", "program", "recur", "", "1e999", "float64")]  # fmt: skip
_VALUES = [b"0", b"1", b"-1", b"2", b"true", b"null", b"[]", b"{}", b"0.5", b"1e999", b"NaN", b"4294967296", b"9" * 30, b"[" * 50, b"]]", b",",
           b"\0", b"\xff", b"\n", b"[0]", *_WORDS]  # fmt: skip


def _changed_bytes(rng: Random, data: bytes, other: bytes) -> bytes:
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + rng.choice((0, 0, 1, 2, 4, 16)))
        piece = rng.choice((b"", rng.choice(_VALUES), rng.randbytes(rng.choice((1, 2, 4))), data[at:to] * 2, other[at : at + 16]))
        data = data[:at] + piece + data[to:]
    return data


def _changed_json(rng: Random, data: bytes, other: bytes) -> bytes:
    """A part of a JSON text is another part of it, another value or left out."""
    head, line, rest = data.partition(b"\n")
    try:
        found, more = json.loads(head), json.loads(other.partition(b"\n")[0])
    except (ValueError, RecursionError):
        return _changed_bytes(rng, data, other)

    def part(value: Any) -> tuple[Any, Any]:
        holder, at = [value], 0
        while isinstance(holder[at], (list, dict)) and holder[at] and rng.random() < 0.85:
            holder = holder[at]
            at = rng.choice([*holder]) if isinstance(holder, dict) else rng.randrange(len(holder))  # type: ignore[assignment]
        return holder, at

    for _ in range(rng.randint(1, 3)):
        holder, at = part(found)
        source, there = part(rng.choice((found, more)))
        plain = [None, True, 0, -1, 1, 2**70, 0.5, 1e308, "", "e", "tuple", "1e999999999", [], {}, ["e", 0], [["e", 1]]]
        holder[at] = source[there] if rng.random() < 0.5 else rng.choice(plain)
    try:
        return json.dumps(found).encode() + line + rest
    except (ValueError, RecursionError):  # a part of itself
        return data


def mutated(target: str, rng: Random, data: bytes, other: bytes) -> bytes:
    """An input that is like this one, or a new one."""
    if target == "parser" and rng.random() < 0.4:
        start = rng.choice(["y[i] = ", "y[i,j] = ", "s = ", "", "y[i] += "])
        made = start + expression(rng, rng.randrange(4)) if rng.random() < 0.95 else nested(rng)
        return made.encode("utf-8", "surrogatepass")
    if target in ("parser", "names", "rules"):
        head, colon, text = data.partition(b":") if target != "parser" else (b"", b"", data)
        made = changed_text(rng, text_of(text), text_of(other.partition(b":")[2] or other))
        return head + colon + made.encode("utf-8", "surrogatepass")
    if target == "sympy":
        return rng.randbytes(rng.randint(1, 20)) if rng.random() < 0.5 else _changed_bytes(rng, data, other)
    if target == "entries":
        kind, colon, content = data.partition(b":")
        how = _changed_json if rng.random() < 0.8 else _changed_bytes
        return kind + colon + how(rng, content, other.partition(b":")[2])
    return _changed_bytes(rng, data, other)
