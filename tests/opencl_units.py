"""OpenCL programs of all tests of a file (`FILES`), built as one: for a driver a program takes half a second, whatever is in it.

Before the first OpenCL test of a file, its OpenCL tests are begun one after the other.  Each goes on until it wants a
program that is not there yet; these texts are then built as one program, in which every kernel and function has
the number of its text before its name, and the tests that wanted them begin again, unless they are long.  What a test
reported that went to its end is told when its turn comes.  `pytest --alone` does without: each test builds its own programs.
"""

from __future__ import annotations

import os
import re
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

FILES = {
    "test_acceptance_ids", "test_empty_sums", "test_float_positions", "test_normal_distribution", "test_one_row", "test_opencl",
    "test_opencl_bfloat16", "test_opencl_recurrences", "test_operation_list", "test_operations_on_targets", "test_simt_complex", "test_simt_rows",
    "test_simt_shapes", "test_simt_table",
}  # fmt: skip
"""Files with many programs and short tests.  Before each test of theirs, generators of random numbers in its module are as they were first."""

ROUNDS = 12
"""So often the tests of a file begin anew; whatever is not there then, a test builds for itself."""

SHORT = 0.3
"""Seconds up to which a test begins anew: what takes as long as a program is not done twice for one."""

Text = tuple[Any, str, str]
"""What a program is: its context, options and source."""

_built: dict[Text, Part] = {}
_wanted: list[Text] | None = None
_reports: dict[str, list[pytest.TestReport]] = {}
_begun: set[str] = set()
_states: dict[int, list[tuple[np.random.Generator, Any]]] = {}


class Wanted(pytest.skip.Exception):
    """Ends a test until the program that it wants is built."""


class Part:
    """One text of a program of several."""

    def __init__(self, program: Any, prefix: str) -> None:
        self.program, self.prefix = program, prefix


def program(context: Any, source: str, build: Callable[[], Any]) -> Any:
    """The program of a text: a `Part` of a larger one where that is there, else what ``build`` makes."""
    key = context, os.environ.get("PYOPENCL_BUILD_OPTIONS", ""), source
    if key in _built:
        return _built[key]
    if _wanted is None:
        return build()
    _wanted.append(key)
    raise Wanted("its program is built with others")


def kernel(made: Any, name: str) -> Any:
    """A kernel of its own of what `program` gave."""
    import pyopencl

    return pyopencl.Kernel(made.program, made.prefix + name) if isinstance(made, Part) else pyopencl.Kernel(made, name)


def joined(sources: Sequence[str]) -> str:
    """One text of several."""
    parts = []
    for k, source in enumerate(sources):
        functions = dict.fromkeys(re.findall(r"^(?:static inline|__kernel) [\w ]*?\*?(\w+)\(", source, re.MULTILINE))
        macros = dict.fromkeys(re.findall(r"^ *#define (\w+)", source, re.MULTILINE))
        parts += [*(f"#define {n} p{k}_{n}" for n in functions), source, *(f"#undef {n}" for n in [*functions, *macros])]
    return "\n".join(parts)


def _build(texts: Sequence[Text]) -> None:
    """Build texts together; those that the driver refuses or has something to say about are left to their tests."""
    for context, options in dict.fromkeys(t[:2] for t in texts):
        left = [list(dict.fromkeys(s for c, o, s in texts if (c, o) == (context, options)))]
        while left:
            sources = left.pop()
            made = _of_all(context, options, sources)
            if made is not None:
                _built.update({(context, options, s): Part(made, f"p{k}_") for k, s in enumerate(sources)})
            elif len(sources) > 1:
                half = len(sources) // 2
                left += [sources[:half], sources[half:]]


def _of_all(context: Any, options: str, sources: Sequence[str]) -> Any:
    import pyopencl

    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        patch.setenv("PYOPENCL_BUILD_OPTIONS", options)
        warnings.simplefilter("error", pyopencl.CompilerWarning)
        try:
            return pyopencl.Program(context, joined(sources)).build(["-cl-std=CL1.2"], cache_dir=False)
        except (pyopencl.Error, pyopencl.CompilerWarning):
            return None


def _draw_anew(item: Any) -> None:
    space = item.function.__globals__
    if id(space) not in _states:
        _states[id(space)] = [(g, g.bit_generator.state) for g in space.values() if isinstance(g, np.random.Generator)]
    for generator, state in _states[id(space)]:
        generator.bit_generator.state = state


def _begin(items: list[pytest.Item]) -> None:
    global _wanted
    from _pytest.runner import runtestprotocol

    for _ in range(ROUNDS):
        _wanted, waiting = [], []
        try:
            for item in items:
                before, start = len(_wanted), time.process_time()
                file: Any = item.getparent(pytest.Module)  # what is left standing after it: fixtures of the file
                _draw_anew(item)
                reports = runtestprotocol(item, log=False, nextitem=file)
                if len(_wanted) == before:
                    _reports[item.nodeid] = reports
                elif time.process_time() - start < SHORT:
                    waiting.append(item)
            texts = _wanted
        finally:
            _wanted = None
        known = len(_built)
        if texts:
            _build(texts)
        if len(_built) == known:
            return
        items = waiting


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    def here(other: pytest.Item) -> bool:
        test = getattr(other, "obj", None)
        return other.path == item.path and other.get_closest_marker("opencl") is not None and not hasattr(test, "hypothesis")

    file = str(item.path)
    if item.config.getoption("--alone") or item.path.stem not in FILES or not isinstance(item, pytest.Function):
        return None
    _draw_anew(item)
    if not here(item):
        return None
    if file not in _begun:
        _begun.add(file)
        items = [i for i in item.session.items if here(i)]
        if len(items) > 1:
            _begin(items)
        _draw_anew(item)
    reports = _reports.pop(item.nodeid, None)
    if reports is None:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    item.session._setupstate.teardown_exact(nextitem)
    return True
