"""Write ``espresso/llvm/texts``, LLVM text of functions that all programs share: ``python docs/shared_texts.py``.

A test compares the files with what the sources write now.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any
from unittest import mock

from espresso.kernels.convolution import binding
from espresso.llvm import shipped_text
from espresso.llvm.emit.tiles import tile
from espresso.machine import entry_binding
from espresso.runtime.cpu import shared_code, workers

FEATURES = ("+avx2,+avx512f", "+avx2")
"""Of processors whose convolutions are shipped."""


class _Found(Exception):
    """The text is there: nothing is compiled."""


def texts() -> dict[str, str]:
    """The text of each module by its name."""
    found: dict[str, str] = {}

    def keep(name: str, functions: Any, module: Callable[[], Any], **_: Any) -> None:
        found[name] = str(module())
        raise _Found

    tiles = [(d, tile(d, features)) for features in FEATURES for d in ("float32", "float64")]
    asked: list[Callable[[], Any]] = [entry_binding.entry.__wrapped__, workers._native.__wrapped__]
    asked += [lambda d=d, t=t, g=g: binding.functions.__wrapped__(g, d, t) for d, t in tiles for g in ("tiles", "taps")]
    asked += [lambda d=d: shared_code.multiplying.__wrapped__("products", d) for d in ("float32", "float64")]
    with mock.patch("espresso.llvm.compiled.block_named", keep), mock.patch.object(entry_binding, "block_named", keep):
        for ask in asked:
            with contextlib.suppress(_Found):
                ask()
    return found


def main() -> None:
    """Write the files."""
    shipped_text.FOLDER.mkdir(exist_ok=True)
    for old in shipped_text.FOLDER.iterdir():
        old.unlink()
    for name, text in texts().items():
        shipped_text.path_of(name).write_text(text, encoding="ascii", newline="\n")
    (shipped_text.FOLDER / "version").write_text(shipped_text.version(), encoding="ascii")


if __name__ == "__main__":
    main()
