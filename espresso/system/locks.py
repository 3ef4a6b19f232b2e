"""Fork-safe locks, and cached properties for several threads.

A fork waits until it has every lock of this module, and LLVM's, and no other thread is importing a module that is
needed here.  So no compilation is under way in the memory that the child gets: what a lock protects is
whole, LLVM's tables too (malloc is glibc's matter; inside LLVM nobody could mend them afterwards).  A compilation
takes seconds at most; the fork takes that much longer.  To renew the locks in the child without waiting would be
quicker, and would leave LLVM's global state, half-read rules and half-imported modules behind.

Nothing can wait for ever.  A fork that cannot have a lock at once lets go of all others before it waits for this one,
so that the order in which others take them does not matter.  All locks may be taken again by the thread that has
them: a fork from a signal handler or a finalizer that interrupts a compilation goes on, and the child finishes it.
After ``PATIENCE`` seconds the fork takes place as it is, and the child gets locks anew that other threads had.

Machine code that runs needs no lock: workers and jobs are made anew in the child (`in_child`).  But a BLAS has one,
which the child would find locked for ever.  Programs that call it count themselves meanwhile (`in_flight`), and a fork
waits until none runs; it keeps the interpreter, so that no other one begins.  CUDA and OpenCL do not survive a fork; a
child that computes on a device has to be spawned.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

PATIENCE = 60.0
"""Seconds for which a fork waits at most."""

PACKAGES = {"espresso", "espresso_rules", "llvmlite", "numba", "numpy"} | sys.stdlib_module_names
"""Packages whose modules may be imported in another thread at any time."""

HOLD = 0.2
"""Seconds for which it keeps the interpreter at most before it lets others, for which programs may wait, go on."""

_locks: list[Any] = []
_fork = threading.local()
_running: list[Any] = []  # how many programs run that call a BLAS, as a word in memory
_interval = 0.0  # for which a thread had the interpreter at most before the fork


def new_lock() -> Any:
    """A lock of a module, which its thread may take again; there is one for the life of the process."""
    made = threading.RLock()
    _locks.append(made)
    return made


def in_child(renew: Callable[[], None]) -> None:
    """Call ``renew`` in every child, before anything else runs there."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=renew)


def in_flight() -> int:
    """The address of the number of programs that run and call a BLAS."""
    import ctypes

    if not _running:
        _running.append(ctypes.c_int64(0))
    return ctypes.addressof(_running[0])


def first() -> None:
    """Forks wait here before they take locks of modules that were imported until now, such as that of logging.

    What another thread compiles may need those locks to come to its end.
    """
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_after_in_child)


def _foreign(module: str, *path: str) -> list[Any]:
    """The lock at this place of a library, where the library is loaded and has one there."""
    found = sys.modules.get(module)
    for name in path:
        found = getattr(found, name, None)
    return [] if found is None or not hasattr(found, "_is_owned") else [found]


def _every() -> list[Any]:
    return [*_locks, *_foreign("llvmlite.binding.ffi", "lib", "_lock", "_lock")]


def _before() -> None:
    """Take all locks, or some of them where that takes too long, and wait for programs."""
    if "held" in _fork.__dict__:  # registered twice
        return
    _take_all()
    _wait_for_programs()


def _take_all() -> None:
    held = _fork.held = []
    until = time.monotonic() + PATIENCE
    while True:
        while _importing() and time.monotonic() < until:
            time.sleep(0.001)
        missing = _take(held, _every())
        while missing is not None:
            while held:
                held.pop().release()
            if not missing.acquire(timeout=max(0.0, until - time.monotonic())):
                return
            held.append(missing)
            missing = _take(held, [one for one in _every() if one is not missing])
        if not _importing() or time.monotonic() >= until:
            return
        while held:  # an import has begun since: it may need a lock to come to its end
            held.pop().release()


def _wait_for_programs() -> None:
    """Until no program calls a BLAS; no thread gets the interpreter between the last look and the fork."""
    global _interval
    if not _running:
        return
    import ctypes

    pause = ctypes.PyDLL(None).usleep  # which keeps the interpreter
    until = time.monotonic() + PATIENCE
    while True:
        now = sys.getswitchinterval()
        _interval = _interval if now == PATIENCE else now
        sys.setswitchinterval(PATIENCE)
        short = time.monotonic() + HOLD
        while _running[0].value and time.monotonic() < short:
            pause(50)
        if not _running[0].value or time.monotonic() >= until:
            return
        time.sleep(0.001)


def _take(held: list[Any], locks: list[Any]) -> Any:
    """The first of the locks that another thread has; None when all of them are held."""
    for one in locks:
        if not one.acquire(blocking=False):
            return one
        held.append(one)
    return None


def _importing() -> bool:
    """Whether other threads import modules that are needed here: in the child the import would never end."""
    own: set[Any] = set()
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        own.add(frame.f_globals.get("__name__") if frame.f_code.co_name == "<module>" else "")
        frame = frame.f_back
    modules = [m for n, m in list(sys.modules.items()) if n not in own and n.partition(".")[0] in PACKAGES]
    return any(getattr(getattr(m, "__spec__", None), "_initializing", False) for m in modules)


def _after() -> None:
    if _interval:
        sys.setswitchinterval(_interval)
    for one in _fork.__dict__.pop("held", ()):
        one.release()


def _after_in_child() -> None:
    _after()
    for count in _running:
        count.value = 0
    for one in (*_every(), *_foreign("numba.core.compiler_lock", "global_compiler_lock", "_lock")):
        if not one._is_owned():  # those of this thread it gives back itself
            one._at_fork_reinit()


first()


if TYPE_CHECKING:
    from functools import cached_property as cached_property
else:

    class cached_property:
        """Python's own, without the lock that it has before Python 3.12, which no fork can wait for."""

        def __init__(self, function: Callable[[Any], Any]) -> None:
            self.function, self.__doc__ = function, function.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.function(instance)
            return value
