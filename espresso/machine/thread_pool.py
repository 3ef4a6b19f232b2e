"""The thread pool in machine code: workers take slices of a loop without Python.

The functions work on one block of memory (``STATE`` bytes, zeros at first) that belongs to
the process.  ``together`` hands out slices 0 .. count-1 of a function; the calling thread
takes slices too, so that a worker that is late, or does not exist, delays nothing.  Only
one call at a time has the workers; another runs its slices by itself.

Each thread has a share of the slices, the same one for each job and in one piece, and takes those of others when its
own are taken: what one loop has left in the caches of a processor, the next loop reads there, and neighbouring slices,
which may write to the same cache lines, are not computed at the same time.  (When whoever came first had the next
slice, `espresso bench --profile --only W19 --case 1x1` had 0.28 ms or 0.53 ms for the gradient by the filter.)

The ticket of a share is a number of the job and the next slice in one word.  A slice is taken by
comparing and exchanging it, which succeeds only while the job is the one whose fields were
read.  With the last slice of a share its ticket is closed, so that all are before the fields change.
A worker looks on until the job is done, then for ``SPIN`` nanoseconds for the next one, and sleeps on a
futex; so does one that came too late, because a short job is shared only where others precede it (``SHORT_JOB``), and
one on the processor of the caller sleeps at once.  One that wakes on the
processor of the caller goes to another: a scheduler that has put it there, because the others
were busy then, does so at each wake, and the two take turns although a processor is idle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

DEFAULT = 0x1F80
"""Settings of a worker, which would inherit those of the thread that starts it (`llvm.emit.floating_point`)."""

LINE = 64
"""Bytes of a cache line."""

SPIN = 100_000
"""Nanoseconds for which a worker without work looks for more before it sleeps."""

SHORT_JOB = 1 << 32
"""Added to the number of threads of a job that is too short to wake a sleeper for: it is shared where another job
ended less than ``SPIN`` nanoseconds before, so that workers are awake, or worth waking for those that follow."""

PATIENCE = 200_000
"""Nanoseconds without the end of a slice for which a thread looks on while others work at the same job."""

MOST = 255
"""Worker threads that are ever started."""

MASK = 1024
"""Bytes of a set of processors, one bit for each: the kernel refuses a set that is shorter than its own."""

_PLACES = {
    "job": 0, "wake": 8, "sleepers": 16, "done": 24, "waiting": 32, "busy": 40, "function": 48, "addresses": 49,
    "numbers": 50, "extent": 51, "count": 52, "threads": 53, "cpu": 54, "started": 56, "arrived": 64, "recent": 72,
    "tickets": 128,
}  # fmt: skip
"""The words of the state; the tickets stand at its end, and each that several threads write has a line of its own."""

STATE = 8 * _PLACES["tickets"] + LINE * (MOST + 1)
"""Bytes of the state."""

FUNCTIONS = ("together",)

LIBRARY = ("clock_gettime", "sched_getcpu", "sched_getaffinity", "sched_setaffinity", "pthread_create",
           "pthread_detach", "pthread_sigmask")  # fmt: skip
"""Functions of the C library."""

RARE = ("leave", "start")
"""Functions of the text that run when workers start or sleep: LLVM leaves them as they are written."""

TEXT = '''
@njit
def now():
    """Nanoseconds of a clock."""
    time = room(2)
    clock_gettime(1, time)
    return 1000000000*word(time, 0) + word(time, 1)


@njit
def look(place, seen, long):
    """Look until the word is not ``seen`` any more, for so many nanoseconds at most; the last value seen."""
    found = get(place)
    if found == seen:
        start = now()
        while found == seen and now() - start <= long:
            k = 0
            while found == seen and k < 16:
                pause()
                found = get(place)
                k += 1
    return found


@njit
def sleep(place, seen, bits):
    """Sleep until woken by one of the bits, where the lower half of the word still is ``seen``."""
    return syscall(202, place, 137, seen, 0, 0, bits)


@njit
def rouse(place, most, bits):
    """Wake so many threads that sleep on the word with one of the bits."""
    return syscall(202, place, 138, most, 0, 0, bits)


@njit
def part(function, addresses, numbers, extent, count, slice):
    """One slice; bounds of long loops are multiples of 16 (of 64 where that is less than a hundredth), the nearest."""
    each = extent//count
    unit = 64 if each >= 6400 else 16 if each >= 256 else 1
    start = (slice*extent//count + unit//2) & -unit
    stop = ((slice + 1)*extent//count + unit//2) & -unit
    if slice + 1 == count:
        stop = extent
    call_at(function, addresses, numbers, start, stop, slice)
    return 0


@njit
def work(state, own):
    """Take slices of the job until there are none: first those of one's own share."""
    k, threads = 0, get(state + AT_threads)
    while k < threads:
        share = (own + k) % threads
        place = state + AT_tickets + LINE*share
        ticket = get(place)
        count, threads = get(state + AT_count), get(state + AT_threads)  # of the job of the ticket, or it is not taken
        slice, stop = ticket & LOW, (share + 1)*count//threads
        if slice < stop:
            function, addresses = get(state + AT_function), get(state + AT_addresses)
            numbers, extent = get(state + AT_numbers), get(state + AT_extent)
            if replace(place, ticket, ticket + 1 if slice + 1 < stop else ticket | LOW):
                part(function, addresses, numbers, extent, count, slice)
                if increase(state + AT_done, 1) + 1 == count:
                    if get(state + AT_waiting):
                        rouse(state + AT_done, 1, LOW)
        else:
            k += 1
    return 0


@njit
def leave(cpu):
    """Go to another of the processors that this thread may use, if any; it may use the same ones afterwards."""
    every, others = room(MASK//8), room(MASK//8)
    for k in range(MASK//8):
        put(every, k, 0)
    if sched_getaffinity(0, MASK, every) == 0 and cpu < 8*MASK:
        for k in range(MASK//8):
            put(others, k, word(every, k))
        put(others, cpu//64, word(every, cpu//64) & (-1 - bit(cpu & 63)))
        if sched_setaffinity(0, MASK, others) == 0:
            sched_setaffinity(0, MASK, every)
    return 0


@njit
def worker(state):
    """What a worker does until the process ends."""
    settings = room(1)
    put(settings, 0, DEFAULT)
    load_settings(settings)
    own = increase(state + AT_arrived, 1) + 1
    seen, useful = 0, False
    while True:
        found = look(state + AT_wake, seen, SPIN) if useful else get(state + AT_wake)
        useful = False
        if found == seen:
            increase(state + AT_sleepers, 1)
            sleep(state + AT_wake, seen, bit(own & 31))
            increase(state + AT_sleepers, -1)
        else:
            seen = found
            if own < get(state + AT_threads):
                cpu = sched_getcpu()
                if cpu == get(state + AT_cpu):
                    leave(cpu)
                work(state, own)
                useful = sched_getcpu() != get(state + AT_cpu) and watch(state, found)
    return 0


@njit
def watch(state, wake):
    """Look on until the job is done or there is another; False where no slice ends for long."""
    done = get(state + AT_done)
    while done != get(state + AT_count) and get(state + AT_wake) == wake:
        later = look(state + AT_done, done, PATIENCE)
        if later == done:
            return False
        done = later
    return True


@njit
def start(state, threads):
    """Start workers until there are enough for so many threads; they take no signals."""
    threads = min(threads, MOST)
    if word(state + AT_started, 0) < threads:
        signals, old, thread = room(16), room(16), room(1)
        for k in range(16):
            put(signals, k, -1)
        pthread_sigmask(2, signals, old)
        while word(state + AT_started, 0) < threads and pthread_create(thread, 0, worker_address(), state) == 0:
            pthread_detach(word(thread, 0))
            put(state + AT_started, 0, word(state + AT_started, 0) + 1)
        pthread_sigmask(2, old, 0)
    return 0


@njit
def is_near(state):
    """Whether another short job, or any job, ended or began a short time ago."""
    at = now()
    last = get(state + AT_recent)
    set(state + AT_recent, at)
    return at - last < SPIN


@njit
def together(state, function, addresses, numbers, extent, count, given):
    """function(addresses, numbers, start, stop, slice) for all slices of the extent, on so many threads."""
    if (given < SHORT_JOB or is_near(state)) and replace(state + AT_busy, 0, 1):
        threads = min(given & LOW, MOST + 1)
        start(state, threads - 1)
        job = get(state + AT_job)
        if job == 0:
            for share in range(MOST + 1):
                set(state + AT_tickets + LINE*share, LOW)
        job += LOW + 1
        set(state + AT_job, job)
        set(state + AT_cpu, sched_getcpu())
        set(state + AT_function, function)
        set(state + AT_addresses, addresses)
        set(state + AT_numbers, numbers)
        set(state + AT_extent, extent)
        set(state + AT_count, count)
        set(state + AT_threads, threads)
        set(state + AT_done, 0)
        for share in range(threads):
            slice = share*count//threads
            if slice < (share + 1)*count//threads:
                exchange(state + AT_tickets + LINE*share, job + slice)
        increase(state + AT_wake, 1)
        if get(state + AT_sleepers) > 0:
            rouse(state + AT_wake, MOST, bit(threads) - 2 if threads < 32 else LOW)  # all that have a share
        work(state, 0)
        done, later = -1, get(state + AT_done)
        while later != count and later != done:
            done = later
            later = look(state + AT_done, done, PATIENCE)
        if later != count:
            exchange(state + AT_waiting, 1)
            later = get(state + AT_done)
            while later != count:
                sleep(state + AT_done, later, LOW)
                later = get(state + AT_done)
            exchange(state + AT_waiting, 0)
        set(state + AT_recent, now())
        set(state + AT_busy, 0)
    else:
        for slice in range(count):
            part(function, addresses, numbers, extent, count, slice)
    return 0
'''
"""The functions; ``get``, ``set``, ``exchange``, ``replace`` and ``increase`` are atomic."""


def text(exported: Sequence[str] = FUNCTIONS) -> str:
    """The module as LLVM text."""
    import llvmlite.ir as ir  # not its part: two threads that import a package and a part of it get neither whole

    from espresso.llvm.emit.kinds import I64, POINTER, declared
    from espresso.llvm.native_text import I32, NativeText, of_library

    def at(t: Any, given: Any) -> Any:
        return t.b.inttoptr(given[0].ir, POINTER)

    def intrinsic(name: str) -> Any:
        def write(t: Any, given: Any) -> None:
            t.b.call(declared(t.scope.module, name, [POINTER] * len(given)), [at(t, given)] if given else [])

        return write

    def released(t: Any, given: Any) -> None:  # the builder's method looks at the type that a pointer points to
        t.b._insert(ir.instructions.StoreAtomicInstr(t.b.block, given[1].ir, at(t, given), "release", 8))

    natives = {
        "get": lambda t, given: t.b.load_atomic(at(t, given), "seq_cst", 8, typ=I64),
        "set": released,
        "increase": lambda t, given: t.b.atomic_rmw("add", at(t, given), given[1].ir, "seq_cst"),
        "replace": lambda t, given: t.b.extract_value(
            t.b.cmpxchg(at(t, given), given[1].ir, given[2].ir, "seq_cst", "seq_cst"), 1
        ),
        "bit": lambda t, given: t.b.shl(I64(1), given[0].ir),
        "worker_address": lambda t, given: t.b.ptrtoint(t.scope.function("worker")[0], I64),
        "pause": intrinsic("llvm.x86.sse2.pause"),
        "load_settings": intrinsic("llvm.x86.sse.ldmxcsr"),
        "syscall": of_library("syscall", I64),
        **{name: of_library(name, I32) for name in LIBRARY},
    }
    constants = {
        **{f"AT_{name}": 8 * k for name, k in _PLACES.items()}, "LOW": (1 << 32) - 1, "SPIN": SPIN, "MASK": MASK,
        "SHORT_JOB": SHORT_JOB, "PATIENCE": PATIENCE, "MOST": MOST, "DEFAULT": DEFAULT,
        "LINE": LINE,
    }  # fmt: skip
    return NativeText(TEXT, constants, natives, RARE).text(exported)
