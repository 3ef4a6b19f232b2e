"""Text of several lines that notebooks show as a block, and that is a string everywhere else."""

from __future__ import annotations

from typing import Any


class TextBlock(str):
    """A string; as the last line of a cell it is shown as it is printed, not as Python writes a string.

    >>> report = TextBlock("a < b\\nc")
    >>> print(report._repr_html_()), report == "a < b\\nc"
    <pre>a &lt; b
    c</pre>
    (None, True)
    """

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        from espresso.formulas.printing.escapes import html

        return f"<pre>{html(self)}</pre>"
