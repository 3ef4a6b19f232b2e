"""Random programs beside the reference: ``python -m tests.campaign AREA --seconds 300 --state FILE`` goes on where it ended.

AREA is a name of `random_areas.AREAS`, or ``all``.  Each program is called several times, with other lengths after the first
call, with ``out=``, and between pages without access.  It runs in a process of its own, so that one that crashes or hangs is a
failure like a wrong value.  Failures are made smaller, and printed as a case that `check` runs.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import os
import re
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "rules"))
sys.path.insert(0, str(Path(__file__).parent))

import function_cases
from cpu.guarded import _held, guard_arenas, guarded, protection
from monte_carlo import Expected, Failure, same_infinities
from random_areas import AREAS, case
from random_cases import Case, array

import espresso as es
from espresso.formulas.graph import expr as ex
from espresso.system import machine_model

TARGETS = ("cpu", "numpy", "opencl", "gpu")
OPENCL_OPTIONS = "PYOPENCL_BUILD_OPTIONS"  # pyopencl adds them to the options of each program

# --- one program ---------------------------------------------------------------------------


def roots_of(c: Case) -> list[Any] | None:
    """The formulas of a case; None where text or derivative is refused."""
    try:
        e = es.parse(c.text)
        functions: dict[str, Callable[..., Any]] = {
            "value": lambda: e, "grad": lambda w: es.grad(e, w), "hessian": lambda w: es.hessian(e, w),
            "first": lambda w: es.derivative(e, w), "second": lambda w: es.derivative(e, w, order=2),
            "third": lambda w: es.derivative(e, w, order=3), "hvp": lambda w, v: es.hvp(e, w, v), "vjp": lambda w, v: es.vjp(e, w, v),
        }  # fmt: skip
        if c.options.get("outputs"):
            return list(e.outputs.values())
        return [functions[kind](*of) for kind, *of in c.derived] if c.derived else [e]
    except es.EspressoError:
        return None


def check(c: Case, target: str = "cpu", guard: bool = True) -> tuple[int, bool]:
    """How many calls were right, and whether the program was refused; raises `Failure`."""
    with warnings.catch_warnings(), _settings(c, target):
        warnings.simplefilter("ignore")
        try:
            guard = guard and target == "cpu" and protection() is not None
            if function_cases.is_function(c):
                return function_cases.checked(c, target, lambda a, k: guarded(a, k % 2 == 0) if guard and isinstance(a, np.ndarray) else a)
            return _checked(c, target, guard)
        finally:
            _held.clear()


@contextlib.contextmanager
def _settings(c: Case, target: str) -> Iterator[None]:
    """Compile as the case says, and afterwards as before: the tests of a process share these settings."""
    from espresso.machine import machine_code

    before = machine_code.LEVELS, machine_model.rates, os.environ.get(OPENCL_OPTIONS)
    machine_code.LEVELS = (3, 3) if c.options.get("optimised") else (0, 0)
    if target == "opencl":
        os.environ[OPENCL_OPTIONS] = "" if c.options.get("optimised") else "-cl-opt-disable"
    if c.options.get("threaded"):
        machine_model.rates = lambda: machine_model.Rates(sleeping=1)  # type: ignore[assignment]
    try:
        yield
    finally:
        machine_code.LEVELS, machine_model.rates = before[:2]  # type: ignore[assignment]
        if before[2] is None:
            os.environ.pop(OPENCL_OPTIONS, None)
        else:
            os.environ[OPENCL_OPTIONS] = before[2]


def _checked(c: Case, target: str, guard: bool) -> tuple[int, bool]:
    try:
        roots = roots_of(c)
    except Exception as error:
        raise Failure(f"raised {type(error).__name__}", f"derived: {error}\n{_where(error)}") from error
    if roots is None:
        return 0, True
    f = es.compile(roots if len(roots) > 1 else roots[0], target=target)
    plain = es.compile(roots if len(roots) > 1 else roots[0], target=target)
    if not {*f.inputs} <= {*c.inputs}:
        return 0, True  # a smaller case without a statement that others read
    wanted = [[*e.outputs.values()][-1] if e.op == "program" else e for e in roots]  # the reference computes all statements
    done = refused = 0
    for k, lengths in enumerate(c.calls):
        every = {n: array(n, i, lengths) for n, i in c.inputs.items()}
        arrays = {n: every[n] for n in f.inputs}
        right: Any
        try:
            right = Expected(wanted, every)
        except (es.EspressoError, np.linalg.LinAlgError) as error:
            right = error
        except Exception as error:
            raise Failure(f"reference raised {type(error).__name__}", f"{error}\n{_where(error)}") from error
        given = {n: guarded(a, k % 2 == 0) if guard and k != 1 and isinstance(a, np.ndarray) else a for n, a in arrays.items()}
        got = _called(f, given, {})
        what = f"call {k} {lengths}"
        if isinstance(got, Exception) or isinstance(right, Exception):
            if isinstance(got, es.EspressoError) and isinstance(right, Expected) and not any(v.size for v in right.right):
                refused += 1  # positions are looked at that no element of the result needs
                continue
            singular = isinstance(got, np.linalg.LinAlgError) or isinstance(right, np.linalg.LinAlgError)  # to the last place
            if not singular and not (isinstance(got, Exception) and isinstance(right, Exception)):
                raise Failure("refusal", f"{what}: got {_short(got)}, not {_short(right)}")
            refused += 1
            continue
        for n, a in given.items():
            if np.asarray(a).tobytes() != np.asarray(arrays[n]).tobytes():
                raise Failure("inputs", f"{what}: {n} was changed")
        got = list(got) if len(roots) > 1 else [got]
        right.compare(got, what)
        if c.options.get("infinite") and target == "cpu":
            with _one_by_one():
                other = _called(plain, given, {})
            same_infinities(got, other if len(roots) > 1 else [other], what)
        _into(f, given, k, guard, right, what)
        done += 2
    if c.options.get("smooth") and done and not any("16" in i.dtype or i.dtype == "float32" for i in c.inputs.values()):
        with contextlib.suppress(es.EspressoError):
            _beside_differences(c, roots)
    return done, refused == len(c.calls)


@contextlib.contextmanager
def _one_by_one() -> Iterator[None]:
    """Loops are not written in vectors, and other code is compiled for what is called meanwhile."""
    from espresso.llvm.emit import translate
    from espresso.llvm.emit.widening.straight import OneByOne
    from espresso.machine import machine_code

    def refused(*_: Any) -> Any:
        raise OneByOne("asked for")

    before = machine_code.LEVELS, translate.widen
    machine_code.LEVELS, translate.widen = (1, 3), refused
    try:
        yield
    finally:
        machine_code.LEVELS, translate.widen = before


def _into(f: Any, given: dict[str, Any], k: int, guard: bool, wanted: Expected, what: str) -> None:
    """The same call with ``out=`` arrays that lie inside of others, in some order of axes."""
    outs, around = [], []
    for v in wanted.right:
        wide = np.full(v.size + 16, 77).astype(v.dtype)
        out = wide[8 : 8 + v.size].reshape(v.shape[::-1] if k % 2 else v.shape)
        outs.append(guarded(np.zeros_like(v), k % 2 == 1) if guard and k % 3 == 2 and v.size else out.T if k % 2 else out)
        around.append(wide)
    got = _called(f, given, {"out": outs if len(outs) > 1 else outs[0]})
    if isinstance(got, Exception):
        raise Failure("refusal", f"{what} out=: {got!r}")
    wanted.compare(outs, f"{what} out=")
    for j in range(len(outs)):
        if not (np.delete(around[j], np.s_[8 : around[j].size - 8]) == around[j].dtype.type(77)).all():
            raise Failure("wrote outside", f"{what} out= result {j}")


def _called(f: Any, given: dict[str, Any], options: dict[str, Any]) -> Any:
    try:
        return f(**given, **options)
    except (es.EspressoError, np.linalg.LinAlgError) as error:
        return error
    except Exception as error:
        raise Failure(f"raised {type(error).__name__}", f"{error}\n{_where(error)}") from error


def _short(value: Any) -> str:
    return repr(value) if isinstance(value, Exception) else "values"


def _where(error: BaseException) -> str:
    return "".join(traceback.format_tb(error.__traceback__)[-3:])


def _beside_differences(c: Case, roots: list[Any]) -> None:
    """Derivatives of the formula beside differences of what they derive, in a random direction."""
    e, h = es.parse(c.text), 2.0**-18
    e = [*e.outputs.values()][-1] if e.op == "program" else e  # inputs of other statements are not there
    orders = {"grad": 1, "first": 1, "hessian": 2, "second": 2, "third": 3}
    lengths = c.calls[0]
    arrays = {n: np.asarray(array(n, dataclasses.replace(i, layout="C"), lengths)) for n, i in c.inputs.items()}
    for (kind, *of), found in zip(c.derived, roots, strict=True):
        if kind not in orders or f"{of[0]} :" in c.text:  # directions would break what is declared
            continue
        w = of[0]
        below = e if orders[kind] == 1 else es.derivative(e, w, order=orders[kind] - 1)
        v = np.random.default_rng(5).uniform(-1, 1, arrays[w].shape)

        def at(step: float, root: Any = below, w: str = w, v: Any = v) -> np.ndarray:
            moved = arrays | {w: arrays[w] + step * v}
            return np.asarray(es.evaluate(root, {n: moved[n] for n in root.inputs}), float)

        slopes = [(at(s) - at(-s)) / (2 * s) for s in (h, 2 * h)]
        D = np.asarray(es.evaluate(found, {n: arrays[n] for n in found.inputs}))
        if not abs(D).max(initial=0) < 1e4:
            continue
        mine = np.tensordot(D, v, v.ndim)
        scale = 1 + abs(D).max(initial=0) * v.size + abs(at(0)).max(initial=0)
        unsure = 4 * abs(slopes[0] - slopes[1]) + 1e-5 * scale
        if (abs(mine - slopes[0]) > unsure).any() and np.isfinite(mine).all() and np.isfinite(slopes[0]).all():
            raise Failure("derivative", f"{kind} by {w}: {mine!r}, by differences {slopes[0]!r}")


# --- processes -------------------------------------------------------------------------------


def apart(work: Callable[[Callable[[Any], None]], None], seconds: float) -> Iterator[Any]:
    """What ``work`` sends from a process of its own, then how that ended: "done", "hang" or "crash NUMBER"."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            os.close(read)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (24 << 30, 24 << 30))
            work(lambda line: os.write(write, (json.dumps(line) + "\n").encode()) and None)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(write)
    rest, hung = b"", False
    try:
        while True:
            if not select.select([read], [], [], seconds)[0]:
                hung = True
                os.kill(child, signal.SIGKILL)
                break
            got = os.read(read, 1 << 16)
            if not got:
                break
            *lines, rest = (rest + got).split(b"\n")
            yield from map(json.loads, lines)
    except GeneratorExit:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        os.close(read)
        _, status = os.waitpid(child, 0)
    yield "hang" if hung else "done" if status == 0 else f"crash {os.waitstatus_to_exitcode(status)}"


def one(c: Case, target: str) -> dict[str, Any]:
    """The outcome of a case: {"calls": ...} or {"kind": ..., "message": ...}."""
    try:
        calls, refused = check(c, target)
        return {"calls": calls, "refused": refused}
    except Failure as failure:
        return {"kind": failure.kind, "message": failure.message}


def tried(c: Case, target: str, seconds: float = 60) -> dict[str, Any]:
    """`one` in a process of its own."""
    found: dict[str, Any] = {}
    for line in apart(lambda send: send(one(c, target)), seconds):
        if isinstance(line, dict):
            found = line
        elif line != "done":
            return {"kind": line, "message": ""}
    return found


# --- smaller cases ------------------------------------------------------------------------------


def smaller(c: Case) -> Iterator[Case]:
    """Cases with less of something."""
    change = dataclasses.replace
    for k in range(len(c.calls)) if len(c.calls) > 1 else ():
        yield change(c, calls=c.calls[:k] + c.calls[k + 1 :])
    for k in range(len(c.derived)) if len(c.derived) > 1 else ():
        yield change(c, derived=c.derived[:k] + c.derived[k + 1 :])
    for name in c.options:
        yield change(c, options={n: v for n, v in c.options.items() if n != name})
    texts = function_cases.smaller_functions if function_cases.is_function(c) else smaller_texts
    for text in sorted(set(texts(c.text)), key=len):
        if len(text) < len(c.text) or text.count("=") < c.text.count("="):
            yield change(c, text=text)
    for letter in sorted({a for call in c.calls for a in call}):
        for n in (1, 2, 3, 4, 8):
            if any(call.get(letter, 0) > n for call in c.calls):
                yield change(c, calls=tuple({**call, letter: min(n, call[letter])} for call in c.calls))
    for name, i in c.inputs.items():
        for simple in (change(i, layout="C"), change(i, values="whole"), change(i, dtype="float64")):
            free = i.values in ("normal", "whole", "mask") or simple.values == i.values and simple.dtype == i.dtype
            if simple != i and free:
                yield change(c, inputs={**c.inputs, name: simple})


def smaller_texts(text: str) -> Iterator[str]:
    """Texts without a statement, or with a part in the place of a whole."""
    lines = text.replace("\n", ";\n").split(";")
    for k in range(len(lines)):
        yield ";".join(lines[:k] + lines[k + 1 :]).replace(";\n", "\n").strip(";\n ")
    try:
        e = es.parse(text)
    except es.EspressoError:
        return
    for node in ex.postorder(e):
        parts: list[Any] = []
        if node.op == "call":
            parts = [*node.args, ex.const(1)]
            if node.data in ("add", "mul") and len(node.args) > 2:
                parts += [ex.call(node.data, *node.args[:k], *node.args[k + 1 :]) for k in range(len(node.args))]
        elif node.op in ("reduce", "scan", "access"):
            parts = [*(a for a in node.args if a.op not in ex.ARRAY_OPS), ex.const(1)]
            let = node.args[0]
            if node.op == "access" and let.op == "let" and node.data is None:  # what is named, in its place
                parts.append(ex.substitute(let.args[0], dict(zip(let.data[1], node.args[1:], strict=True))))
        for part in parts:
            with contextlib.suppress(Exception):
                yield str(ex.replace(e, {node: part}))


def shrunk(c: Case, target: str, kind: str, seconds: float) -> Case:
    """A small case that fails alike."""
    end, again = time.monotonic() + seconds, True
    while again and time.monotonic() < end:
        again = False
        for other in smaller(c):
            if time.monotonic() > end:
                break
            if tried(other, target, 30).get("kind") == kind:
                c, again = other, True
                break
    with contextlib.suppress(Exception):
        used = {n for e in roots_of(c) or () for n in e.inputs} or {n for n in c.inputs if re.search(rf"\b{n}\b", c.text)}
        c = dataclasses.replace(c, inputs={n: i for n, i in c.inputs.items() if n in used})
    return c


# --- the command ----------------------------------------------------------------------------------


def run(area: str, first: int, count: int, target: str, seconds: float, report: Callable[[str], None], most: int = 10, shrink: float = 45) -> dict[str, Any]:
    """Programs of an area until so many are done or the time is over: their counts and failures, and the next one."""
    end = time.monotonic() + seconds
    found: dict[str, Any] = {"next": first, "programs": 0, "refused": 0, "calls": 0, "failures": []}

    def work(send: Callable[[Any], None]) -> None:
        if protection():
            guard_arenas(True)
        for k in range(found["next"], min(first + count, found["next"] + 100)):
            if time.monotonic() > end:
                return
            send({"begin": k})
            send(one(case(area, k), target) | {"number": k})

    while found["next"] < first + count and time.monotonic() < end:
        number, begun = found["next"], None
        for line in apart(work, 120):
            if isinstance(line, dict) and "begin" in line:
                begun = line["begin"]
                continue
            if isinstance(line, str):
                if line == "done" or begun is None:
                    continue
                line = {"kind": line, "message": "", "number": begun}
            number, begun = line["number"] + 1, None
            found["programs"] += 1
            found["calls"] += line.get("calls", 0)
            found["refused"] += bool(line.get("refused"))
            if "kind" in line:
                few = len(found["failures"]) < 3
                small = shrunk(case(area, line["number"]), target, line["kind"], shrink if few else 0)
                end += shrink if few else 0
                found["failures"].append({"number": line["number"], "kind": line["kind"], "case": repr(small)})
                last = tried(small, target)
                if len(found["failures"]) >= most:
                    return found | {"next": number}
                report(f"{area} {line['number']} on {target}: {line['kind']}\n{line['message']}\nsmaller: {small}\n{last.get('message', '')}\n")
        if number == found["next"]:
            break
        found["next"] = number
    return found


def table(state: dict[str, Any]) -> str:
    """Counts by area, as rows of Markdown."""
    targets = [t for t in TARGETS if any(name.endswith(f" {t}") for name in state)]
    rows = [f"| area | {' | '.join(f'programs, {t}' for t in targets)} | refused | calls | failures |", "|---" * (len(targets) + 4) + "|"]
    for area in AREAS:
        own = {t: state[f"{area} {t}"] for t in targets if f"{area} {t}" in state}
        programs = [f"{own[t]['programs']:,}" if t in own else "-" for t in targets]
        counts = [f"{sum(k[what] for k in own.values()):,}" for what in ("refused", "calls")]
        rows.append(f"| {' | '.join([area.replace('_', ' '), *programs, *counts, str(sum(len(k['failures']) for k in own.values()))])} |")
    return "\n".join(rows)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__.split("\n")[0])
    parser.add_argument("area", choices=[*AREAS, "all", "table"], help="table: print the counts of the state")
    parser.add_argument("--from", dest="first", type=int, help="the first program, in the place of where the state ended")
    parser.add_argument("--count", type=int, default=10**9)
    parser.add_argument("--seconds", type=float, default=300.0, help="for each area")
    parser.add_argument("--target", default="cpu", choices=TARGETS)
    parser.add_argument("--most", type=int, default=10, help="failures, after which an area ends")
    parser.add_argument("--state", type=Path, help="a file that keeps counts and failures, so that the next run goes on")
    given = parser.parse_args(arguments)
    state: dict[str, Any] = json.loads(given.state.read_text()) if given.state and given.state.exists() else {}
    if given.area == "table":
        print(table(state))
        return 0
    failed = False
    for area in AREAS if given.area == "all" else [given.area]:
        kept = state.setdefault(f"{area} {given.target}", {"next": 0, "programs": 0, "refused": 0, "calls": 0, "failures": []})
        first = kept["next"] if given.first is None else given.first
        with tempfile.TemporaryDirectory() as folder:
            kept_code = str(given.state.with_suffix(".cache").absolute()) if given.state else folder  # shared code is made once
            os.environ.update(ESPRESSO_CACHE_DIR=kept_code, ESPRESSO_CACHE_LIMIT=str(1 << 28))
            found = run(area, first, given.count, given.target, given.seconds, lambda text: print(text, flush=True), given.most)
        for name in ("programs", "refused", "calls", "failures"):
            kept[name] += found[name]
        kept["next"] = max(kept["next"], found["next"])
        print(f"{area} on {given.target}: {found['programs']} programs, {found['refused']} refused, {found['calls']} calls, "
              f"{len(found['failures'])} failures; next {found['next']}", flush=True)  # fmt: skip
        failed |= bool(found["failures"])
        if given.state:
            given.state.parent.mkdir(parents=True, exist_ok=True)
            given.state.write_text(json.dumps(state, indent=1))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
