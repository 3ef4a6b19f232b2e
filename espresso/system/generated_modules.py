"""Generated Python modules in memory, and numba's compilation results as cache entries.

numba itself keeps machine code beside a source file, as pickles that it reads whoever wrote them, and Python keeps
bytecode there.  Here there is no such file: a module is compiled from its text, and numba's results are read and
written as all entries are.
"""

from __future__ import annotations

import hashlib
import linecache
import pickle
import sys
import weakref
from types import ModuleType
from typing import Any

from espresso.system import cache
from espresso.system.locks import first, new_lock

_loaded: dict[str, ModuleType] = {}
"""Modules with functions of numba, which keeps what it compiles for the life of the process."""

_plain: weakref.WeakValueDictionary[str, ModuleType] = weakref.WeakValueDictionary()
_lock = new_lock()


def key_of(source: str) -> str:
    """The sha256 of the text and of everything else that machine code depends on."""
    import logging  # noqa: F401 - of numba

    first()
    import numba
    import numpy

    return cache.key_of([source, numba.__version__, numpy.__version__, sys.version])


def load(source: str) -> ModuleType:
    """The module with this text; what numba compiles in it is kept."""
    key = key_of(source)
    with _lock:
        module = _loaded.get(key)
        if module is None:
            module = _made(key, source)
            _keep_compiled(module, key)
            _loaded[key] = module
    return module


def load_plain(source: str) -> ModuleType:
    """A module of plain NumPy source, for those who hold it: there is no machine code to keep."""
    key = hashlib.sha256(source.encode()).hexdigest()
    with _lock:
        module = _plain.get(key)
        if module is None:
            module = _plain[key] = _made(key, source)
            del sys.modules[module.__name__]
            weakref.finalize(module, linecache.cache.pop, f"<{module.__name__}>", None).atexit = False
    return module


def _made(key: str, source: str) -> ModuleType:
    name = f"espresso_generated_{key[:32]}"
    file = f"<{name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    module = ModuleType(name)
    sys.modules[name] = module  # numba and pickle look functions up by module
    exec(compile(source.replace(", cache=True", ""), file, "exec"), module.__dict__)
    return module


def _keep_compiled(module: ModuleType, key: str) -> None:
    """Let numba's functions of a module keep what they compile as entries of the cache folder."""
    from numba.core.caching import NullCache
    from numba.core.compiler import CompileResult
    from numba.core.dispatcher import Dispatcher
    from numba.core.serialize import dumps

    rebuild: Any = CompileResult._rebuild
    dump: Any = dumps

    class Entries(NullCache):
        """What numba compiled of one function, a file for each signature and processor."""

        def __init__(self, name: str) -> None:
            self.name = name

        def entry(self, signature: Any, codegen: Any) -> str:
            """The name of a file."""
            facts = repr((key, self.name, signature, codegen.magic_tuple()))
            return f"es_{hashlib.sha256(facts.encode()).hexdigest()[:40]}.nbc"

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            """What is kept for a signature, or None."""
            target_context.refresh()
            data = cache.read_entry(self.entry(sig, target_context.codegen()))
            if data is None:
                return None
            try:
                return rebuild(target_context, *pickle.loads(data))
            except Exception:  # bad content has as many classes as pickles have functions: numba compiles again
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            """Keep what was compiled, where another process can use it."""
            if not data.library.has_dynamic_globals and all(part.can_cache for part in data.lifted):
                cache.write_entry(self.entry(sig, data.codegen), dump(data._reduce()))

    functions: dict[str, Any] = {n: f for n, f in vars(module).items() if isinstance(f, Dispatcher)}
    for name, function in functions.items():
        if function.py_func.__module__ == module.__name__:
            function._cache = Entries(name)
