"""Planted mistakes: the exact text of every error that a formula can raise (design section 8).

Each entry of the table is a text, then the error.  Where a message changes on purpose,
``python -m tests.pure.test_mistakes`` prints the table anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import espresso
from espresso import errors
from espresso.errors import EspressoError
from espresso.formulas.notation.parsing import parse

TABLE = (Path(__file__).parent.parent / "golden" / "mistakes.txt").read_text(encoding="utf-8")


def entries() -> list[tuple[str, str]]:
    """Pairs of a text and its error."""
    pairs = []
    for entry in TABLE.strip("\n").split("\n----\n"):
        lines = entry.split("\n")
        first = next(n for n, line in enumerate(lines) if line.partition(":")[0] in dir(errors))
        pairs.append(("\n".join(lines[:first]), "\n".join(lines[first:])))
    return pairs


def message(text: str) -> str:
    """The error of a text as a user sees it, without blanks at line ends."""
    with pytest.raises(EspressoError) as caught:
        parse(text)
    shown = f"{type(caught.value).__name__}: {caught.value}"
    return "\n".join(line.rstrip() for line in shown.split("\n"))


@pytest.mark.parametrize(("text", "expected"), entries(), ids=[t for t, _ in entries()])
def test_mistake(text: str, expected: str) -> None:
    assert message(text) == expected


def test_a_misspelt_name_of_the_package() -> None:
    with pytest.raises(AttributeError, match=r"^espresso has no name 'prase'\. Did you mean 'parse'\?$"):
        espresso.prase
    with pytest.raises(AttributeError, match=r"^espresso has no name 'svd'\. Squares of the singular values are eigvalsh"):
        espresso.svd
    with pytest.raises(AttributeError, match=r"^espresso has no name 'qqqqq'\.$"):
        espresso.qqqqq


@pytest.mark.parametrize(
    ("text", "rhs"),
    [
        ("r = a + b", "(a + b)"), ("y[i] = exp(x[i])", "exp(x[i])"), ("y[i] = -x[i]", "(-x[i])"), ("y = 3", "3"),
        ("t[i] = X[i,j]*w[j]\ns = sum[i](t[i]**2)", "sum[i](sum[j](X[i,j]*w[j])**2)"),
        ("y[i,j] = where(a[i] > 0, b[j], 0)", "where(a[i] > 0, b[j], 0)"), ("y = a/b", "(a/b)"),
    ],
)  # fmt: skip
def test_right_sides_go_into_other_text(text: str, rhs: str) -> None:
    e = parse(text)
    assert e.rhs == rhs
    assert parse(f"[{','.join(e.axes)}] = 2*{e.rhs}" if e.axes else f"2*{e.rhs}") is not None


def test_a_right_side_that_needs_its_names() -> None:
    with pytest.raises(EspressoError, match=r"^t stands in the right side at padded positions or by its length"):
        parse("t[i] = x[i]**2; y[i] = pad(t)[i-1]").rhs


def test_table_is_large_enough() -> None:
    """At least 40 mistakes, each error class of the notation among them."""
    assert len(entries()) >= 40
    kinds = {expected.partition(":")[0] for _, expected in entries()}
    assert kinds == {"NotationError", "SummationError", "RankError"}


if __name__ == "__main__":
    print("\n----\n".join(text + "\n" + message(text) for text, _ in entries()))
