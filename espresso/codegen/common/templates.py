"""Templates of functions filled with the texts of their arguments."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PLACE = re.compile(r"\{(\w+)\}")
_ATOM = re.compile(r"[\w.]+")


def filled(template: str, arguments: Sequence[str], **words: str) -> str:
    """The template with ``arguments`` at ``{0}``, ``{1}`` ..., and other words at theirs.

    An argument is put into parentheses unless it is one name or number, or all of an argument of a call.

    >>> filled("{0}*np.tanh({0})", ["x + 1"]), filled("{one}/np.sqrt({0})", ["x"], one="1.0")
    ('(x + 1)*np.tanh(x + 1)', '1.0/np.sqrt(x)')
    """

    def put(place: re.Match[str]) -> str:
        if not place[1].isdecimal():
            return words[place[1]]
        text = arguments[int(place[1])]
        before, after = template[: place.start()].rstrip()[-1:], template[place.end() :].lstrip()[:1]
        whole = before in ("(", ",") and after in (")", ",")
        return text if whole or _ATOM.fullmatch(text) or is_closed(text) else f"({text})"

    return _PLACE.sub(put, template)


def templates(text: str) -> dict[str, tuple[str, str, str]]:
    """Result type, arguments and body of C functions by name.

    A head such as ``R name(T x):`` has the body behind it in its line, or in the lines below; without a type in
    front the result is a ``T``.

    >>> templates("twice(T x): return 2*x;\\nint more(T x):\\n    return x + 1;")
    {'twice': ('T', 'T x', ' return 2*x;'), 'more': ('int', 'T x', '\\n    return x + 1;')}
    """
    heads = list(re.finditer(r"^(?:(\w+) )?(\w+)\((.*?)\):", text, re.M))
    ends = [*(h.start() for h in heads[1:]), len(text)]
    return {
        h[2]: (h[1] or "T", h[3], text[h.end() : end].rstrip("\n")) for h, end in zip(heads, ends, strict=True)
    }  # fmt: skip


def is_closed(text: str) -> bool:
    """Whether a text is one call, one subscript or one pair of parentheses, to which any operator may be applied.

    >>> [is_closed(t) for t in ("np.exp(a)[b]", "(a + b)", "f(a)*g(b)", "a + b", "-f(a)")]
    [True, True, False, False, False]
    """
    if not re.fullmatch(r"[\w.]*[(\[].*[)\]]", text, re.S):
        return False
    depth = 0
    for k, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if not depth and c in ")]" and text[k + 1 : k + 2] not in ("", "(", "[", "."):
            return False
    return True


def is_product(text: str) -> bool:
    """Whether a text is factors and quotients of closed texts, names and numbers.

    >>> [is_product(t) for t in ("1/np.sqrt(a + b)", "f(a)*g(b)", "f(a) + g(b)", "-f(a)")]
    [True, True, False, False]
    """
    depth, outside = 0, ""
    for c in text:
        depth -= c in ")]"
        outside += "" if depth else c
        depth += c in "(["
    return re.fullmatch(r"[\w.()\[\]*/ ]+", outside) is not None
