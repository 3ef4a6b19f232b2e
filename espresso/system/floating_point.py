"""The default floating-point environment for Python code that plans or starts threads.

Programs in machine code set it themselves. Here it is for threads, which inherit the settings of the thread that
starts them, and for plans and code that are kept and must not depend on who made them.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from typing import Any

ROOM = 512
"""Bytes, more than a ``fenv_t`` of any processor."""


@functools.cache
def _functions() -> tuple[Any, Any, Any] | None:
    """C's fegetenv, fesetenv and FE_DFL_ENV; None where the C library has none or threads begin with the default."""
    for name in ("libm.so.6", None) if sys.platform != "win32" else ():
        try:
            library = ctypes.CDLL(name)
            default = ctypes.c_void_p(-1)
            if sys.platform == "darwin":
                default = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.in_dll(library, "_FE_DFL_ENV")))
            return library.fegetenv, library.fesetenv, default
        except (OSError, AttributeError, ValueError):
            continue
    return None


def use_default() -> None:
    """The default environment for this thread, from now on."""
    found = _functions()
    if found is not None:
        found[1](found[2])


_Room = ctypes.c_char * ROOM


class default:
    """The default environment inside; afterwards that of the caller as it was."""

    def __enter__(self) -> None:
        self._found = _functions()
        if self._found is not None:
            read, write, standard = self._found
            self._own = _Room()
            read(self._own)
            write(standard)

    def __exit__(self, *_: object) -> None:
        if self._found is not None:
            self._found[1](self._own)
