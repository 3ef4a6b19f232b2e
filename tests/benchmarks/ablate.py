"""``espresso bench --ablate``: what each part of the compiler changes, and what that buys.

A part is a module of `PACKAGES`, or an engine.  It is left out where its functions give the neutral answer that their
annotation tells: None where they may give that, False, or the argument of the type of the result, unchanged.  So a
new pass, recogniser or engine is in the table by itself.  Programs are planned with each part left out that has said anything
else to them, and their texts compared.  Where texts differ, the calls of both are timed, in turns.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import inspect
import itertools
import multiprocessing
import os
import pickle
import pkgutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from copy import copy
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

import espresso as es

from . import mutants
from .workload import Arrays, Workload, cast, largest_error, leaves

PACKAGES = (
    "compiler", "compiler.passes", "compiler.matching", "compiler.lowering", "compiler.loops", "codegen.loops",
    "algebra.contraction", "algebra.recurrences",
    "kernels.convolution", "kernels.packed_gemm", "kernels.skinny_gemm", "llvm.emit", "llvm",
)  # fmt: skip
"""Of espresso; their modules are parts."""

Function = Callable[..., Any]
Place = tuple[Any, str]
"""A module or class, and a name in it."""


EMPTY: dict[str, Callable[..., Any]] = {"dict": dict, "Mapping": dict, "set": set, "frozenset": frozenset, "list": list}


def _answer(result: str, notes: Mapping[str, str]) -> Callable[[Mapping[str, Any]], Any] | None:
    """What is given where a result has this type, from the arguments; None where the type does not tell."""
    if result == "bool":
        return lambda given: False
    if result == "None" or result.endswith("| None"):
        return lambda given: None
    kind, _, inside = result.partition("[")
    alike = {result, *(f"{k}[{inside}" for k in ("Sequence", "Iterable", kind)), f"Sequence[{inside.replace(', ...', '')}"}
    same = next((n for n, note in notes.items() if n != "return" and note in alike), None)
    if same is not None and kind not in ("str", "int", "float", "Any"):
        convert = {"list": list, "tuple": tuple}.get(kind, lambda value: value)
        return lambda given: convert(given[same])
    if kind == "tuple" and "..." not in inside:
        depth = list(itertools.accumulate((c in "[(") - (c in ")]") for c in inside[:-1]))
        cuts = [-1, *(k for k, c in enumerate(inside[:-1]) if c == "," and not depth[k]), len(inside) - 1]
        parts = [_answer(inside[a + 1 : b].strip(), notes) for a, b in itertools.pairwise(cuts)]
        return None if None in parts else lambda given: tuple(p(given) for p in parts if p is not None)
    return (lambda given: EMPTY[kind]()) if kind in EMPTY else None


def neutral(function: Function) -> Function | None:
    """What a function does that is left out, by its annotations; None where they do not tell."""
    notes = getattr(function, "__annotations__", {})
    answer = _answer(str(notes.get("return", "")), notes)
    if answer is None:
        return None
    signature = inspect.signature(function)
    return lambda *given, **named: answer(signature.bind(*given, **named).arguments)


@dataclass(frozen=True)
class Part:
    """A module or an engine: what is replaced where it is left out, and the lines that it has."""

    name: str
    places: tuple[Place, ...]
    lines: int
    about: str


def _modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        found = importlib.import_module(f"espresso.{package}")
        for entry in pkgutil.iter_modules(found.__path__):
            yield importlib.import_module(f"{found.__name__}.{entry.name}")


def _places(module: ModuleType, private: bool = False) -> Iterator[Place]:
    """The functions and methods of a module that have a neutral answer."""
    for owner in (module, *(c for c in vars(module).values() if inspect.isclass(c) and c.__module__ == module.__name__)):
        for name, value in list(vars(owner).items()):
            own = isinstance(value, FunctionType) and value.__module__ == module.__name__
            if own and not name.startswith("__") and (private or not name.startswith("_")) and neutral(value):
                yield owner, name


def parts(single: bool = False) -> list[Part]:
    """The modules with functions that have a neutral answer, and the engines; ``single``: each function for itself."""
    from espresso.engine import table

    found = []
    for module in _modules():
        name = module.__name__.removeprefix("espresso.")
        if single:
            for owner, n in _places(module, True):
                lines = len(inspect.getsourcelines(vars(owner)[n])[0])
                found.append(Part(f"{name}: {getattr(owner, '__qualname__', '')}.{n}", ((owner, n),), lines, _about(vars(owner)[n])))
        elif places := tuple(_places(module)):
            found.append(Part(name, places, len(inspect.getsource(module).splitlines()), _about(module)))
    cpu = [e for e in table.ENGINES if e.target == "cpu"]
    return [*found, *(Part(f"engine {e.name}", ((table, e.name),), 0, e.serves) for e in cpu)]


def chosen(names: Sequence[str]) -> list[Part]:
    """The parts, and the single functions of parts, whose names contain one of these: ``codegen.loops.tiling: .tile``."""
    every = [*parts(), *(p for p in parts(True) if not p.name.startswith("engine "))]
    exact = [p for p in every if p.name in names]
    return [*exact, *(p for p in every if any(n in p.name for n in names if all(n != e.name for e in exact)))]


def _about(value: Any) -> str:
    return (inspect.getdoc(value) or "").partition("\n")[0]


def _everywhere(old: Any, new: Any) -> Iterator[tuple[Any, str, Any]]:
    """Where espresso's modules hold a value, alone or in a table: (module, name, what stands there instead)."""
    for module in [m for n, m in sys.modules.items() if n.startswith("espresso") and m is not None]:
        for name, value in list(vars(module).items()):
            if value is old:
                yield module, name, new
            elif type(value) is tuple and any(v is old for v in value):
                yield module, name, tuple(new if v is old else v for v in value)
            elif type(value) is dict and any(v is old for v in value.values()):
                yield module, name, {k: new if v is old else v for k, v in value.items()}


@contextmanager
def left_out(part: Part, instead: Callable[[Function, Function], Function] = lambda old, new: new) -> Iterator[None]:
    """The part gives neutral answers; or ``instead`` says what, of a function and the neutral one."""
    changed: list[tuple[Any, str, Any]] = []
    try:
        for owner, name in part.places:
            if part.name.startswith("engine "):
                swapped = [(owner, "ENGINES", tuple(e for e in owner.ENGINES if e.name != name))]
            else:
                old = vars(owner)[name]
                new = functools.wraps(old)(instead(old, neutral(old) or old))
                swapped = [(owner, name, new)] if inspect.isclass(owner) else list(_everywhere(old, new))
            for where, key, value in swapped:
                changed.append((where, key, vars(where)[key]))
                setattr(where, key, value)
        yield
    finally:
        for where, key, value in reversed(changed):
            setattr(where, key, value)


@dataclass(frozen=True)
class Program:
    """Formulas, arrays like their inputs whose memory was never touched, and what makes the inputs."""

    name: str
    formulas: Any
    arrays: Mapping[str, Any]
    inputs: Callable[[], Arrays]
    options: Mapping[str, Any] = field(default_factory=dict)

    def bound(self) -> Any:
        """(function, its call)."""
        f = es.compile(self.formulas, **self.options)
        named = {n: a for n, a in self.arrays.items() if n in f.inputs}  # a derivative may not need all
        f._last = f._runtime.bind(f, f._arguments.arrays(list(f._arguments.given((), named))))
        return f, f._last


@dataclass(frozen=True)
class Plan:
    """A planned program: a digest of its text, bytes of temporaries, seconds of planning, parts that changed something; or an error."""

    text: str
    bytes: int = 0
    seconds: float = 0.0
    spoke: frozenset[str] = frozenset()
    error: str = ""


def _containers(given: Sequence[Any]) -> list[Any]:
    """Copies of the lists and tables among arguments and their attributes: what functions change that give nothing."""
    held = [v for g in given for v in (g, *(vars(g).values() if hasattr(g, "__dict__") else ()))]
    return [copy(v) for v in held if isinstance(v, (list, dict, set))]


def _same(answer: Any, other: Any) -> bool:
    """Whether a function said what it says when it is left out."""
    if isinstance(answer, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(answer) == len(other) and all(a is b for a, b in zip(answer, other, strict=True))
    return answer is other or isinstance(answer, (dict, set, frozenset)) and answer == other


def planned(program: Program, without: Part | None = None, watched: Sequence[Part] = ()) -> Plan:
    """A program planned without a part, in this process; machine code is written as text, and not compiled."""
    from espresso.machine.program import Facts, ModuleWriter
    from espresso.runtime.cpu import generated
    from espresso.system import cache

    cache.KEEP, texts, spoke = False, [], set()

    def code(source: str, steps: Any, facts: Mapping[str, Any], again: bool = False) -> None:
        with suppress(Exception):
            writer = ModuleWriter(source, steps, Facts(**facts))
            texts.append(str(writer.module))
        texts.append(source + repr(steps))

    def listening(part: Part) -> Callable[[Function, Function], Function]:
        def listen(old: Function, new: Function) -> Function:
            def called(*given: Any, **named: Any) -> Any:
                if part.name in spoke:
                    return old(*given, **named)
                before = _containers(given) if old.__annotations__["return"] == "None" else []
                answer = old(*given, **named)
                if not _same(answer, new(*given, **named)) or before and before != _containers(given):
                    spoke.add(part.name)
                return answer

            return called

        return listen

    compile_, generated.machine_code = generated.machine_code, code  # type: ignore[assignment]
    start = time.perf_counter()
    try:
        with ExitStack() as stack:
            for part in watched:
                if not part.name.startswith("engine "):
                    stack.enter_context(left_out(part, listening(part)))
            if without is not None:
                stack.enter_context(left_out(without))
            start = time.perf_counter()
            _, bound = program.bound()
            seconds = time.perf_counter() - start
            spoke |= {f"engine {c.engine}" for c in getattr(bound.program, "choices", ())} if watched else set()
        digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()
        return Plan(digest, bound.memory().arena, seconds, frozenset(spoke))
    except Exception as error:
        return Plan("", error=f"{type(error).__name__}: {error}"[:300])
    finally:
        generated.machine_code = compile_


def apart(function: Callable[[], Any]) -> Any:
    """The result of a function in a child of this process, with nothing kept from it."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            with os.fdopen(write, "wb") as f:
                pickle.dump(function(), f)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as f:
        data = f.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else Plan("", error="the process ended")


def spread(function: Callable[[Any], Any], items: Sequence[Any], workers: int) -> list[Any]:
    """Results of a function for each item, in processes of their own, some at a time."""
    with tempfile.TemporaryDirectory() as folder:
        children = []
        for w in range(workers):
            child = os.fork()
            if child == 0:
                try:
                    made = [apart(functools.partial(function, item)) for item in items[w::workers]]
                    Path(folder, str(w)).write_bytes(pickle.dumps(made))
                finally:
                    os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)
        found = [pickle.loads(Path(folder, str(w)).read_bytes()) for w in range(workers)]
    return [found[k % workers][k // workers] for k in range(len(items))]


def _inputs(w: Workload, sizes: Mapping[str, int]) -> Arrays:
    return cast(w.inputs(np.random.default_rng(0), sizes), w.dtypes[0])


def corpus(workloads: Sequence[Workload], size: str, count: int) -> list[Program]:
    """The workloads with their first sizes, and ``count`` mutants of each."""
    found = []
    for w in workloads:
        sizes = (w.sizes.get(size) or w.sizes["full"])[0]
        inputs = functools.partial(_inputs, w, sizes)
        arrays: Arrays = {n: np.empty(a.shape, a.dtype) for n, a in inputs().items()}
        options: dict[str, Any] = {"structure": w.structure} if w.structure else {}
        options |= {"sizes": dict(w.option_sizes)} if w.option_sizes else {}
        made = w.program(sizes)
        found.append(Program(w.name, made, arrays, inputs, options))
        with suppress(Exception):  # a change that is no formula any more
            others = [] if w.structure else mutants.mutants(list(es.compile(made).expressions), count)
            found += [Program(f"{w.name}: {words}", roots, arrays, inputs, options) for words, roots in others]
    return found


@dataclass(frozen=True)
class Change:
    """What leaving a part out does to plans: programs asked, those that changed, errors, bytes and planning time beside those with it."""

    asked: tuple[str, ...]
    changed: tuple[str, ...]
    errors: Mapping[str, str]
    bytes: float
    planning: float


def changes(found: Sequence[Part], programs: Sequence[Program], most: int = 4, workers: int = 2) -> dict[str, Change]:
    """For each part its change of the programs to which it says anything, ``most`` of them at regular distances."""
    full = spread(lambda p: planned(p, watched=found), programs, workers)
    plain = spread(planned, programs, workers)
    tasks: list[tuple[Part, int]] = []
    for part in found:
        heard = [k for k, plan in enumerate(full) if part.name in plan.spoke]
        tasks += [(part, k) for k in heard[:: max(1, len(heard) // most)][:most]]
    plans = spread(lambda t: planned(programs[t[1]], t[0]), tasks, workers)
    result = {}
    for part in found:
        rows = [(k, plan) for (p, k), plan in zip(tasks, plans, strict=True) if p is part and not plain[k].error]
        whole = [(k, plan) for k, plan in rows if not plan.error]
        differ = [programs[k].name for k, plan in whole if plan.text != plain[k].text]
        result[part.name] = Change(
            tuple(programs[k].name for k, _ in rows), tuple(differ), {programs[k].name: p.error for k, p in rows if p.error},
            max((p.bytes / max(plain[k].bytes, 64) for k, p in whole), default=1.0),
            sum(p.seconds for _, p in whole) / max(sum(plain[k].seconds for k, _ in whole), 1e-9) if whole else 1.0,
        )  # fmt: skip
    return result


@dataclass(frozen=True)
class Timed:
    """Seconds of a call without a part beside those with it (lower quartiles), of compiling, and whether results agree."""

    program: str
    seconds: float
    ratio: float
    compiling: float
    error: float
    failure: str = ""


def _serve(program: Program, part: Part | None, given: Arrays, folder: str, pipe: Any) -> None:
    """A process that answers "go" with the seconds of some calls, first with those of compiling, and the results."""
    os.environ["ESPRESSO_CACHE_DIR"] = folder
    from espresso.system import cache

    cache.KEEP = False
    with suppress(Exception), left_out(part) if part is not None else nullcontext():  # who waits sees that nothing comes
        start = time.perf_counter()
        f = es.compile(program.formulas, **program.options)
        own = {n: a for n, a in given.items() if n in f.inputs}
        results = [np.asarray(r) for r in leaves(f(**own))]
        pipe.send((time.perf_counter() - start, results))
        count = 1
        while pipe.recv() == "go":
            start = time.perf_counter()
            for _ in range(count):
                f(**own)
            taken = time.perf_counter() - start
            pipe.send(taken / count)
            if taken < 4e-3:
                count *= 2


def timed(part: Part, program: Program, rounds: int = 24, budget: float = 1.0) -> Timed:
    """Calls of a program with and without a part, in two processes that take turns."""
    fork, given = multiprocessing.get_context("fork"), program.inputs()
    pairs = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            for k, which in enumerate((None, part)):
                here, there = fork.Pipe()
                child = fork.Process(target=_serve, args=(program, which, given, f"{folder}/{k}", there), daemon=True)
                child.start()
                there.close()
                pairs.append((here, child))
            (full, expected), (compiling, results) = (pipe.recv() for pipe, _ in pairs)
            samples: list[list[float]] = [[], []]
            begun = time.perf_counter()
            for _, child in pairs:
                os.kill(child.pid or 0, signal.SIGSTOP)
            for k in range(rounds):
                for (pipe, child), own in zip(pairs, samples, strict=True):
                    os.kill(child.pid or 0, signal.SIGCONT)
                    pipe.send("go")
                    own.append(pipe.recv())
                    os.kill(child.pid or 0, signal.SIGSTOP)  # its threads do not look for work while the other is measured
                if k >= 5 and time.perf_counter() - begun > budget:
                    break
            with_it, without = (float(np.quantile(s[len(s) // 3 :], 0.25)) for s in samples)
            return Timed(program.name, with_it, without / with_it, compiling / full, largest_error(results, expected))
        except EOFError:
            return Timed(program.name, 0.0, 1.0, 1.0, float("inf"), "fails")
        finally:
            for pipe, child in pairs:
                pipe.close()
                child.kill()
                child.join()


def row_of(part: Part, change: Change) -> dict[str, Any]:
    """The row of the result file for a part: what it changes; nothing is timed yet."""
    return {
        "part": part.name, "lines": part.lines, "about": part.about, "asked": len(change.asked), "changed": len(change.changed),
        "errors": len(change.errors), "bytes": round(change.bytes, 3), "planning": round(change.planning, 3),
        "programs": sorted(change.changed, key=lambda n: (":" in n, n)), "times": None,
    }  # fmt: skip


def times(part: Part, row: Mapping[str, Any], programs: Mapping[str, Program], most: int = 1) -> list[dict[str, Any]]:
    """Times of some programs that a part changes, those that are no mutants first; without errors alone."""
    chosen = [] if row["errors"] else row["programs"]
    return [asdict(timed(part, programs[n])) for n in chosen[:: max(1, len(chosen) // most)][:most]]
