"""Random and mutated texts of formulas; as a program (``python texts.py COUNT [SEED]``) it counts what they give.

Only espresso's own errors may come out of a text, and soon (`limit`).
"""

from __future__ import annotations

import contextlib
import re
import signal
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
NAMES = [*"xyABtijks", "π", "ρ", "x'", "∂", "pad", "clamp", "where", "exp", "None", "__class__", "sum"]
NUMBERS = ["0", "1", "-1", "1e400", "1e-400", "0x10", "1_0", "2**63", "9" * 30, "9" * 5000, "1j", ".5", "5.", "٣", "²"]
FRAGMENTS = [*"()[],;\n=+-^@'`\"#:\\\t\r\x0b<|&!$", "==", "**", ".T", "::"]
FRAGMENTS += [*"\0\u202e\u200b\ud800\U0001f600éﬁ𝒙Σ"]
FRAGMENTS += ["sum[i]", "max[", "pad(x, 2)[", "where(", "lambda ", "if ", " for i in ", "None", "...", "->", "{}"]


def formulas() -> list[str]:
    """Texts of the documentation and of the tests that look like formulas."""
    found: set[str] = set()
    for page in [*ROOT.glob("docs/*.md"), *ROOT.glob("tests/cpu/*.py"), *ROOT.glob("tests/pure/*.py")]:
        for text in re.findall(r"""["']([^"'\n]{3,100})["']""", page.read_text(encoding="utf-8")):
            if "=" in text and re.search(r"\w\[\w", text):
                found.add(text)
    return sorted(found)


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


def mutated(rng: Random, text: str, other: str) -> str:
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


def texts(count: int, seed: int = 0) -> Iterator[str]:
    """``count`` texts: mutated formulas, expressions by the grammar, and deep or long ones."""
    rng = Random(seed)
    known = formulas()
    for _ in range(count):
        kind = rng.random()
        if kind < 0.6:
            yield mutated(rng, rng.choice(known), rng.choice(known))
        elif kind < 0.98:
            yield rng.choice(["y[i] = ", "y[i,j] = ", "s = ", "", "y[i] += "]) + expression(rng, rng.randrange(4))
        else:
            yield nested(rng)


class TooLong(BaseException):
    """A text took longer than its `limit`."""


def limit(text: str) -> float:
    """Seconds of the processor that each step with a text may take: what grows faster than the text is too long."""
    return 3.0 + len(text) / 5_000


def called(e: Any) -> None:
    """Compute the expression by NumPy's text; the arrays have lengths of 3.  Long ones are only taken apart."""
    if len(str(e)) > 300:
        return
    import espresso as es

    f = es.compile(e, target="numpy")
    ranks = {name: len(re.findall(",", found)) + 1 for name, found in re.findall(r"(\w+)\[([^][]*)\]", str(e))}
    f(**{name: np.arange(3.0 ** ranks.get(name, 0)).reshape([3] * ranks.get(name, 0)) % 3 for name in f.inputs})


def tried(text: str, deeper: bool) -> str:
    """What became of a text: "made", the name of espresso's error, or "FAULT" with the error and its place."""
    import espresso as es

    def stop(*_: Any) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, limit(text))
    step = "parse"
    try:
        made = es.parse(text)
        if deeper:
            for step, done in (  # noqa: B007 - the name of the step that failed is reported
                ("str", lambda e: str(e)),
                ("latex", lambda e: e.latex()),
                ("simplify", lambda e: es.simplify(e)),
                ("grad", lambda e: es.grad(e, "x")),
                ("call", called),
            ):
                for e in made if isinstance(made, (list, tuple)) else [made]:
                    signal.setitimer(signal.ITIMER_PROF, limit(text))
                    with contextlib.suppress(es.EspressoError):
                        done(e)
            step = "again"
            if not isinstance(made, (list, tuple)) and es.parse(str(made)) is not made:
                return f"FAULT {step}: another expression"
        return "made"
    except es.EspressoError as error:
        return type(error).__name__ if step != "again" else f"FAULT again: {type(error).__name__}"
    except (Exception, TooLong) as error:  # whatever else comes out is what this file is for
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"FAULT {step}: {type(error).__name__} {Path(place.filename).name}:{place.name}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def main(count: int, seed: int = 0) -> None:
    warnings.simplefilter("ignore")
    outcomes: Counter[str] = Counter()
    shortest: dict[str, str] = {}
    for k, text in enumerate(texts(count, seed)):
        outcome = tried(text, k % 4 == 0)
        outcomes[outcome] += 1
        if outcome.startswith("FAULT") and len(text) < len(shortest.get(outcome, text + ".")):
            shortest[outcome] = text
    for outcome, times in outcomes.most_common():
        print(times, outcome, ascii(shortest.get(outcome, ""))[:300], flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
