"""Recognition of batch normalisation and its gradients, for engines that compute them as a whole.

With the sums of x[.., c] over all other indices, N their number, it is found by what statements compute:

    S[c] = sum(x)    V[c] = sum((x - S/N)**2)    r = (V/N + eps)**(-1/2)    y = g*(x - S/N)*r + b
    B[c] = sum(G)    D[c] = sum(G*(x - S/N))     dx = g*r*(G - r**2*(x - S/N)*D/N - B/N)

also where y or dx is a part of a longer statement, and x or the cotangent G a value that nothing stores: statements
are written out in the indices of S and compared with these terms at random numbers (`identity_testing`).  With given
mean and variance it is one map.  A call gives mean, 1/deviation and the unbiased variance too (or the two sums of the
gradients), and what the sums were is computed from these, a number for each channel.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from espresso.compiler.matching.identity_testing import atoms, plain
from espresso.compiler.matching.norm_terms import ROOTS, Batch, Norms, Part, difference, inverse, names_of, product
from espresso.compiler.matching.replacement import Matched, taken
from espresso.compiler.sizes import Size
from espresso.compiler.statements import Ask
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.arrangement import Arrangement, Result
from espresso.ir.calls import EngineCall
from espresso.ir.engine import NORM
from espresso.ir.loops import Statement, accesses
from espresso.ir.storage.dtypes import storage
from espresso.system.half_precision import COMPUTED


def norm_calls(code: Matched, dtypes: Mapping[str, str], size_of: Size, ask: Ask) -> Matched:
    """The code with calls of engines in place of batch normalisation and of its gradients, where they take these."""
    statements = [s for s in code.steps if isinstance(s, Statement)]
    if not any(n.op == "call" and n.data in ROOTS for n in ex.postorder(*(s.body for s in statements))):
        return code
    norms = Norms(code, dtypes, size_of)
    for name in [s.name for s in statements]:
        for find in (_gradients, _training, _inference):
            seed = norms.statement(name)
            found = None if seed is None else find(norms, seed)
            if found is not None:
                old, code = code, taken(code, found[:1], ask, found[1])
                if code.steps is old.steps:
                    norms.forget()
                else:
                    norms = Norms(code, dtypes, size_of)
    return code


def _batch(norms: Norms, total: Statement) -> Batch | None:
    """The statistics whose sum is this statement, or None; found once."""
    if total.name not in norms.batches:
        norms.batches[total.name] = _statistics(norms, total)
    return norms.batches[total.name]


def _statistics(norms: Norms, total: Statement) -> Batch | None:
    if total.operator != "sum" or len(total.axes) != 1 or not total.over:
        return None
    anchor = next((r for r in accesses(total.body) if set(names_of(r) or ()) == set(total.indices)), None)
    if anchor is None:
        return None
    lengths = [total.extents[a] for a in total.over]
    count = product(*lengths) if len(lengths) > 1 else lengths[0]
    own = atoms(plain(total.body))
    for s in norms.sums(len(total.over)):
        told = norms.told(s, [anchor], own) if s is not total else None
        if told is not None and told.axes == total.axes:
            found = Batch(total, told, anchor, count)
            if norms.same(told.body, product(found.centred, found.centred)):
                return found
    return None


def _training(norms: Norms, seed: Statement) -> tuple[EngineCall, list[Statement]] | None:
    """The call for a norm with the statistics of its batch, whose sum is ``seed``."""
    batch = _batch(norms, seed)
    if batch is None:
        return None
    own, statistics = atoms(plain(batch.x)), [batch.read(s.name) for s in (batch.total, batch.spread)]
    variance = statistics[1]
    found: list[Part] = []
    facts: tuple[float, Expr, Expr] | None = None
    for s in norms.rooted(len(seed.indices)):
        told = norms.told(s, [batch.anchor], own)
        if told is None:
            continue
        part = next(_normalised(norms, told, batch, own, variance, facts), None)
        if part is not None:
            facts = part[1]
            found.append(part[0])
    if facts is None:
        return None
    epsilon, gain, shift = facts
    x, made = _stored(norms, batch.x, batch, "x")
    first = next((p for p in found if p.whole), None)
    axes = batch.axes if first is None else first.statement.axes
    name = norms.name("y") if first is None else first.statement.name
    dtype = found[0].statement.dtype if first is None else first.statement.dtype
    r = ex.call("pow", ex.call("add", product(variance, inverse(batch.count)), ex.const(epsilon)), ex.const(-0.5))
    mean, deviation = norms.known(batch, batch.mean, "mean"), norms.known(batch, r, "deviation", variance)
    single, more = _single(norms, batch.total, [gain, shift])
    spread = norms.name("variance")
    c = (batch.channel,)
    results = [(name, axes, dtype), *((n, c, "float32") for n in (mean, deviation, spread))]
    width = norms.reads(batch.x)
    beside = (0 if first is not None else 1) + (width + 1 if made else 0)
    call = _call(norms, batch.total, "forward", [x, *single], results, epsilon,
                 3 * width + (first is not None), beside)  # fmt: skip
    less = ex.call("add", batch.count, ex.const(-1))
    made += more + [p.reading(name, axes) for p in found if p is not first]
    made.append(_numbers(batch.total, product(batch.read(mean), batch.count)))
    made.append(_numbers(batch.spread, product(batch.read(spread), less)))
    return call, made


def _normalised(
    norms: Norms, s: Statement, batch: Batch, own: set[Expr], variance: Expr, facts: tuple[float, Expr, Expr] | None
) -> Iterator[tuple[Part, tuple[float, Expr, Expr]]]:  # fmt: skip
    """Parts of a statement that are the norm, with epsilon, gain and shift (those of ``facts`` if they are known)."""
    shared = {plain(batch.read(batch.total.name)), variance}
    roots = list(norms.deviation(s.body, batch.channel, lambda v: product(v, inverse(batch.count))))
    for epsilon, read, r in roots:
        if read is not variance:
            continue
        for part in norms.parts(s, lambda n: n in own or names_of(n) == (batch.channel,)):
            others = sorted(atoms(plain(part.own)) - own - shared, key=lambda n: n.digest)
            if len(others) != 2:
                continue
            for gain, shift in itertools.permutations(others):
                whole = ex.call("add", product(gain, batch.centred, r), shift)
                if facts in (None, (epsilon, gain, shift)) and norms.same(part.own, whole, variance):
                    yield part, (epsilon, gain, shift)


def _gradients(norms: Norms, seed: Statement) -> tuple[EngineCall, list[Statement]] | None:
    """The call for the gradients of a norm with the statistics of its batch, whose sum is ``seed``."""
    batch = _batch(norms, seed)
    if batch is None:
        return None
    own = atoms(plain(batch.x))
    for s in norms.sums(len(seed.over)):
        paired = norms.told(s, [batch.anchor], own)
        if paired is None or s.name in (batch.total.name, batch.spread.name) or paired.axes != seed.axes:
            continue
        for t in norms.sums(len(seed.over)):
            if t.name in (s.name, batch.total.name, batch.spread.name):
                continue
            anchors = [n for n in ex.postorder(paired.body) if len(names_of(n) or ()) == len(seed.indices)]
            alone = norms.told(t, anchors)
            if alone is None or alone.axes != seed.axes:
                continue
            if norms.same(paired.body, product(alone.body, batch.centred)):
                call = _gradient_call(norms, batch, paired, alone)
                if call is not None:
                    return call
    return None


def _gradient_call(
    norms: Norms, batch: Batch, paired: Statement, alone: Statement
) -> tuple[EngineCall, list[Statement]] | None:
    """The call for the gradients with D and B, where a statement is or contains dx."""
    variance = batch.read(batch.spread.name)
    own = atoms(plain(batch.x)) | atoms(plain(alone.body))
    sums = [plain(batch.read(s.name)) for s in (batch.total, batch.spread, paired, alone)]
    for s in norms.rooted(len(batch.total.indices)):
        told = norms.told(s, [batch.anchor], own)
        if told is None:
            continue
        roots = norms.deviation(told.body, batch.channel, lambda v: product(v, inverse(batch.count)))
        for epsilon, read, r in roots:
            if read is not variance:
                continue
            less = product(ex.call("pow", r, ex.const(2)), batch.centred, sums[2], inverse(batch.count))
            less = ex.call("add", less, product(sums[3], inverse(batch.count)))
            inside = product(r, difference(alone.body, less))
            for part in norms.parts(told, lambda n: n in own or names_of(n) == (batch.channel,)):
                others = atoms(plain(part.own)) - own - set(sums)
                gain = others.pop() if len(others) == 1 else None
                if gain is not None and norms.same(part.own, product(gain, inside), variance):
                    return _gradient_steps(norms, batch, (paired, alone), part, (epsilon, gain), r)
    return None


def _gradient_steps(
    norms: Norms, batch: Batch, sums: tuple[Statement, Statement], part: Part, facts: tuple[float, Expr], r: Expr
) -> tuple[EngineCall, list[Statement]]:  # fmt: skip
    (paired, alone), (epsilon, gain), c = sums, facts, (batch.channel,)
    x, stored = _stored(norms, batch.x, batch, "x")
    cotangent, more = _stored(norms, alone.body, batch, "cotangent")
    whole = part.whole
    axes = part.statement.axes if whole else batch.axes
    name = part.statement.name if whole else norms.name("dx")
    mean, deviation, scale = (norms.name(n) for n in ("mean", "deviation", "dscale"))
    shift = alone.name if alone.dtype == "float32" else norms.name("dshift")
    results = [(name, axes, part.statement.dtype), *((n, c, "float32") for n in (scale, shift))]
    single, numbers = _single(norms, batch.total, [gain])
    operands = [cotangent, x, *single, batch.read(mean), batch.read(deviation)]
    width = norms.reads(batch.x) + norms.reads(alone.body)
    beside = (0 if whole else 1) + sum(norms.reads(s.body) + 1 for s in (*stored, *more))
    like = replace(batch.total, dtype="float32")
    made = [*stored, *more, *numbers, _numbers(replace(like, name=mean), batch.mean),
            _numbers(replace(like, name=deviation), r)]  # fmt: skip
    norms.dtypes = {**norms.dtypes, mean: "float32", deviation: "float32"}
    shared = norms.reads(batch.x)  # read anyway for the variance
    call = _call(norms, batch.total, "backward", operands, results, epsilon, 2 * width - shared + whole, beside)
    made += [] if whole else [part.reading(name, axes)]
    made.append(_numbers(paired, product(batch.read(scale), inverse(r))))
    made += [] if shift == alone.name else [_numbers(alone, batch.read(shift))]
    return call, made


def _inference(norms: Norms, seed: Statement) -> tuple[EngineCall, list[Statement]] | None:
    """The call for a norm with given mean and variance, which ``seed`` is or contains."""
    if seed.operator is not None or len(seed.axes) < 2 or seed not in norms.rooted(len(seed.axes)):
        return None
    full = [n for n in ex.postorder(seed.body) if set(names_of(n) or ()) == set(seed.axes)]
    for x, channel in itertools.product(full, seed.axes):
        told = norms.told(seed, [x])
        found = None if told is None else next(_by_given(norms, told, x, channel), None)
        if found is None:
            continue
        part, epsilon, numbers = found
        axes, whole = part.statement.axes, part.whole
        name = seed.name if whole else norms.name("y")
        like = replace(part.statement, axes=(channel,), over=tuple(a for a in axes if a != channel))
        single, made = _single(norms, like, numbers)
        results = [(name, axes, seed.dtype)]
        call = _call(norms, like, "inference", [x, *single], results, epsilon, 1 + whole, 1 - whole)
        return call, made if whole else [*made, part.reading(name, axes)]
    return None


def _by_given(
    norms: Norms, s: Statement, x: Expr, channel: str
) -> Iterator[tuple[Part, float, tuple[Expr, Expr, Expr, Expr]]]:
    """Parts of a statement that are the norm of x, with epsilon, and given mean, variance, gain and shift."""
    own = atoms(plain(x))
    for epsilon, variance, r in norms.deviation(s.body, channel, lambda v: v):
        for part in norms.parts(s, lambda n: n in own or names_of(n) == (channel,)):
            others = sorted(atoms(plain(part.own)) - own - {variance}, key=lambda n: n.digest)
            for mean, gain, shift in itertools.permutations(others) if len(others) == 3 else ():
                whole = ex.call("add", product(gain, difference(x, mean), r), shift)
                if norms.same(part.own, whole, variance):
                    yield part, epsilon, (mean, variance, gain, shift)


def _stored(norms: Norms, value: Expr, like: Batch, name: str) -> tuple[Expr, list[Statement]]:
    """A read of a value over all indices, and the statement that stores it where no array is that value."""
    if set(names_of(value) or ()) == set(like.axes):
        return value, []

    anchors = [n for n in ex.postorder(value) if len(names_of(n) or ()) == len(like.axes)]
    for s in norms.maps(len(like.axes)):
        told = norms.told(s, anchors)
        if told is not None and norms.same(told.body, value):
            return ex.access(ex.tensor(s.name, len(told.axes)), [ex.index(a) for a in told.axes]), []
    axes, new = like.axes, norms.name(name)
    dtypes = {**norms.dtypes, **{n: b.dtype for n, b in norms.buffers.items()}}
    dtype = storage(value, None, (), dtypes, {})[0]
    norms.dtypes = {**norms.dtypes, new: dtype}
    read = ex.access(ex.tensor(new, len(axes)), [ex.index(a) for a in axes])
    return read, [Statement(new, axes, value, None, (), like.total.extents, dtype, dtype)]


def _single(norms: Norms, like: Statement, reads: Sequence[Expr]) -> tuple[list[Expr], list[Statement]]:
    """Numbers for each channel as float32, and the statements that make them so from 16 bits."""
    found, made = [], []
    for read in reads:
        old = read.args[0].data.name
        if str(norms.dtypes.get(old) or norms.buffers[old].dtype) in COMPUTED:
            new = norms.name(old)
            norms.dtypes = {**norms.dtypes, new: "float32"}
            single = replace(like, name=new, axes=names_of(read) or (), dtype="float32", accumulate="float32")
            made.append(_numbers(single, read))
            read = ex.access(ex.tensor(new, 1), read.args[1:])
        found.append(read)
    return found, made


def _numbers(s: Statement, body: Expr) -> Statement:
    """A number for each channel, under the name of a sum."""
    extents = {a: s.extents[a] for a in s.axes}
    return replace(s, body=body, operator=None, over=(), extents=extents)


def _call(
    norms: Norms, batch: Statement, direction: str, operands: Sequence[Expr],
    results: Sequence[tuple[str, Sequence[str], str]], epsilon: float, passes: int, beside: int,
) -> EngineCall:  # fmt: skip
    """The step: arrays as (all, channels, the rest ...), numbers of channels as they are.

    passes: arrays of the size of the first that kernels would move; beside: those that they move beside the call.
    """
    channel, others = batch.axes[0], list(batch.over)

    def seen(names: Sequence[str]) -> Arrangement:
        wanted = [channel] if len(names) == 1 else [others[0], channel, *others[1:]]
        return Arrangement(((),) * len(names), tuple(list(names).index(n) for n in wanted), (1,) * len(names))

    axes = [names_of(r) or () for r in operands]
    large = [a for a in (*axes, *(a for _, a, _ in results)) if len(a) > 1]
    names = [r.args[0].data.name for r in operands]
    kinds = tuple(str(norms.dtypes.get(n) or norms.buffers[n].dtype) for n in names)
    first, *more = (Result(n, tuple(a), d, seen(a)) for n, a, d in results)
    parameters = {"direction": direction, "epsilon": epsilon, "passes": passes, "beside": beside,
                  "last": all(a[-1] == channel for a in large)}  # fmt: skip
    words = {"forward": f"batch norm of {names[0]}", "inference": f"batch norm of {names[0]} by {names[1]}, {names[2]}",
             "backward": f"gradients of batch norm of {names[1]} by {names[0]}"}  # fmt: skip
    return EngineCall(
        NORM, first.name, first.axes, tuple(names), (*map(seen, axes), first.seen),
        {a: batch.extents[a] for a in (channel, *others)}, first.dtype,
        tuple(tuple(batch.extents[a] for a in own) for own in axes), kinds, parameters, words[direction],
        more=tuple(more),
    )  # fmt: skip
