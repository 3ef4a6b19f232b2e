"""The thread pool in machine code: workers take slices of a loop without Python.

The functions work on one block of memory (``STATE`` bytes, zeros at first) that belongs to
the process.  ``together`` hands out slices 0 .. count-1 of a function; the calling thread
takes slices too, so that a worker that is late, or does not exist, delays nothing.  Only
one call at a time has the workers; another runs its slices by itself.

The ticket is a number of the job and the next slice in one word.  A slice is taken by
comparing and exchanging it, which succeeds only while the job is the one whose fields were
read.  Before the fields change, the ticket is closed: no slice of it can be taken.
A worker looks on until the job is done, then for ``SPIN`` nanoseconds for the next one, and sleeps on a
futex; so does one that came too late, because a short job is shared only where others precede it (``SHORT_JOB``), and
one on the processor of the caller sleeps at once.  One that wakes on the
processor of the caller goes to another: a scheduler that has put it there, because the others
were busy then, does so at each wake, and the two take turns although a processor is idle.
"""

from __future__ import annotations

import re

DEFAULT = 0x1F80
"""Settings of a worker, which would inherit those of the thread that starts it (`llvm.emit.floating_point`)."""

STATE = 1024
"""Bytes of the state; each word that several threads write has a cache line of its own."""

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
    "ticket": 0, "wake": 64, "sleepers": 128, "done": 192, "waiting": 256, "busy": 320,
    "function": 384, "addresses": 392, "numbers": 400, "extent": 408, "count": 416, "threads": 424, "cpu": 432,
    "started": 448, "arrived": 512, "recent": 576,
}  # fmt: skip

FUNCTIONS = ("together",)

TEXT = """
declare void @llvm.x86.sse2.pause()
declare void @llvm.x86.sse.ldmxcsr(ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_detach(i64)
declare i32 @pthread_sigmask(i32, ptr, ptr)
declare i32 @clock_gettime(i32, ptr)
declare i32 @sched_getcpu()
declare i32 @sched_getaffinity(i32, i64, ptr)
declare i32 @sched_setaffinity(i32, i64, ptr)
declare i64 @syscall(i64, ...)

define internal i64 @now() nounwind {
  %time = alloca [2 x i64]
  %failed = call i32 @clock_gettime(i32 1, ptr %time)
  %seconds = load i64, ptr %time
  %rest_at = getelementptr i8, ptr %time, i64 8
  %rest = load i64, ptr %rest_at
  %whole = mul i64 %seconds, 1000000000
  %all = add i64 %whole, %rest
  ret i64 %all
}

; look until the word is not `seen` any more, for so many nanoseconds at most; the last value seen
define internal i32 @look(ptr %word, i32 %seen, i64 %long) nounwind noinline {
entry:
  %first = load atomic i32, ptr %word acquire, align 4
  %early = icmp ne i32 %first, %seen
  br i1 %early, label %end, label %start
start:
  %from = call i64 @now()
  br label %round
round:
  br label %again
again:
  %k = phi i32 [ 0, %round ], [ %k_next, %more ]
  call void @llvm.x86.sse2.pause()
  %found = load atomic i32, ptr %word acquire, align 4
  %changed = icmp ne i32 %found, %seen
  br i1 %changed, label %end, label %more
more:
  %k_next = add i32 %k, 1
  %full = icmp eq i32 %k_next, 16
  br i1 %full, label %clock, label %again
clock:
  %at = call i64 @now()
  %spent = sub i64 %at, %from
  %over = icmp sgt i64 %spent, %long
  br i1 %over, label %end, label %round
end:
  %value = phi i32 [ %first, %entry ], [ %found, %again ], [ %found, %clock ]
  ret i32 %value
}

define internal void @sleep(ptr %word, i32 %seen) nounwind {
  %answer = call i64 (i64, ...) @syscall(i64 202, ptr %word, i64 128, i32 %seen, ptr null, ptr null, i64 0)
  ret void
}

define internal void @rouse(ptr %word, i32 %most) nounwind {
  %answer = call i64 (i64, ...) @syscall(i64 202, ptr %word, i64 129, i32 %most, ptr null, ptr null, i64 0)
  ret void
}

; take slices of the job until there are none
define internal i64 @work(ptr %state) nounwind noinline {
entry:
  %function_at = getelementptr i8, ptr %state, i64 $function
  %addresses_at = getelementptr i8, ptr %state, i64 $addresses
  %numbers_at = getelementptr i8, ptr %state, i64 $numbers
  %extent_at = getelementptr i8, ptr %state, i64 $extent
  %count_at = getelementptr i8, ptr %state, i64 $count
  %done_at = getelementptr i8, ptr %state, i64 $done
  %waiting_at = getelementptr i8, ptr %state, i64 $waiting
  br label %take
take:
  %did = phi i64 [ 0, %entry ], [ %did, %read ], [ %more, %run ], [ %more, %finished ], [ %more, %tell ]
  %ticket = load atomic i64, ptr %state seq_cst, align 8
  %slice = and i64 %ticket, 4294967295
  %count = load atomic i64, ptr %count_at acquire, align 8
  %none = icmp uge i64 %slice, %count
  br i1 %none, label %end, label %read
read:
  %function = load atomic ptr, ptr %function_at acquire, align 8
  %addresses = load atomic ptr, ptr %addresses_at acquire, align 8
  %numbers = load atomic ptr, ptr %numbers_at acquire, align 8
  %extent = load atomic i64, ptr %extent_at acquire, align 8
  %following = add i64 %ticket, 1
  %pair = cmpxchg ptr %state, i64 %ticket, i64 %following seq_cst seq_cst
  %taken = extractvalue { i64, i1 } %pair, 1
  br i1 %taken, label %run, label %take
run:
  %more = add i64 %did, 1
  call void @part(ptr %function, ptr %addresses, ptr %numbers, i64 %extent, i64 %count, i64 %slice)
  %before = atomicrmw add ptr %done_at, i32 1 seq_cst
  %now_done = add i32 %before, 1
  %whole = trunc i64 %count to i32
  %last = icmp eq i32 %now_done, %whole
  br i1 %last, label %finished, label %take
finished:
  %waiting = load atomic i32, ptr %waiting_at seq_cst, align 4
  %someone = icmp ne i32 %waiting, 0
  br i1 %someone, label %tell, label %take
tell:
  call void @rouse(ptr %done_at, i32 1)
  br label %take
end:
  ret i64 %did
}

; one slice; bounds of long loops are multiples of 16 (of 64 where that is less than a hundredth), the nearest ones
define internal void @part(ptr %function, ptr %addresses, ptr %numbers, i64 %extent, i64 %count, i64 %slice) nounwind {
  %following = add i64 %slice, 1
  %low = mul i64 %slice, %extent
  %high = mul i64 %following, %extent
  %first = udiv i64 %low, %count
  %second = udiv i64 %high, %count
  %each = udiv i64 %extent, %count
  %long = icmp uge i64 %each, 256
  %longer = icmp uge i64 %each, 6400
  %some = select i1 %long, i64 16, i64 1
  %unit = select i1 %longer, i64 64, i64 %some
  %half = lshr i64 %unit, 1
  %mask = sub i64 0, %unit
  %first_up = add i64 %first, %half
  %second_up = add i64 %second, %half
  %start = and i64 %first_up, %mask
  %cut = and i64 %second_up, %mask
  %last = icmp eq i64 %following, %count
  %stop = select i1 %last, i64 %extent, i64 %cut
  call void %function(ptr %addresses, ptr %numbers, i64 %start, i64 %stop, i64 %slice)
  ret void
}

; go to another of the processors that this thread may use, where there is one; it may use the same ones afterwards
define internal void @leave(i32 %cpu) nounwind noinline {
entry:
  %all = alloca [$MASK x i8], align 8
  %others = alloca [$MASK x i8], align 8
  call void @llvm.memset.p0.i64(ptr %all, i8 0, i64 $MASK, i1 false)
  %failed = call i32 @sched_getaffinity(i32 0, i64 $MASK, ptr %all)
  %known = icmp eq i32 %failed, 0
  %number = zext i32 %cpu to i64
  %place = lshr i64 %number, 3
  %inside = icmp ult i64 %place, $MASK
  %sure = and i1 %known, %inside
  br i1 %sure, label %choose, label %end
choose:
  call void @llvm.memcpy.p0.p0.i64(ptr %others, ptr %all, i64 $MASK, i1 false)
  %byte_at = getelementptr i8, ptr %others, i64 %place
  %byte = load i8, ptr %byte_at
  %low = and i32 %cpu, 7
  %shift = trunc i32 %low to i8
  %bit = shl i8 1, %shift
  %without = xor i8 %bit, -1
  %rest = and i8 %byte, %without
  store i8 %rest, ptr %byte_at
  %moved = call i32 @sched_setaffinity(i32 0, i64 $MASK, ptr %others)
  %done = icmp eq i32 %moved, 0
  br i1 %done, label %restore, label %end
restore:
  %ignored = call i32 @sched_setaffinity(i32 0, i64 $MASK, ptr %all)
  br label %end
end:
  ret void
}

define internal ptr @worker(ptr %state) nounwind {
entry:
  %arrived_at = getelementptr i8, ptr %state, i64 $arrived
  %wake_at = getelementptr i8, ptr %state, i64 $wake
  %sleepers_at = getelementptr i8, ptr %state, i64 $sleepers
  %threads_at = getelementptr i8, ptr %state, i64 $threads
  %cpu_at = getelementptr i8, ptr %state, i64 $cpu
  %done_at = getelementptr i8, ptr %state, i64 $done
  %count_at = getelementptr i8, ptr %state, i64 $count
  %settings = alloca i32
  store i32 $DEFAULT, ptr %settings
  call void @llvm.x86.sse.ldmxcsr(ptr %settings)
  %number = atomicrmw add ptr %arrived_at, i64 1 seq_cst
  %own = add i64 %number, 1
  br label %idle
idle:
  %seen = phi i32 [ 0, %entry ], [ %seen, %rest ], [ %found, %awake ], [ %found, %take_part ],
    [ %found, %watch ], [ %found, %look_on ]
  %useful = phi i1 [ 0, %entry ], [ 0, %rest ], [ 0, %awake ], [ 0, %take_part ], [ 1, %watch ], [ 0, %look_on ]
  br i1 %useful, label %spin, label %glance
spin:
  %spun = call i32 @look(ptr %wake_at, i32 %seen, i64 $SPIN)
  br label %seen_now
glance:
  %glanced = load atomic i32, ptr %wake_at acquire, align 4
  br label %seen_now
seen_now:
  %found = phi i32 [ %spun, %spin ], [ %glanced, %glance ]
  %same = icmp eq i32 %found, %seen
  br i1 %same, label %rest, label %awake
rest:
  %more = atomicrmw add ptr %sleepers_at, i32 1 seq_cst
  call void @sleep(ptr %wake_at, i32 %seen)
  %less = atomicrmw sub ptr %sleepers_at, i32 1 seq_cst
  br label %idle
awake:
  %threads = load atomic i64, ptr %threads_at acquire, align 8
  %wanted = icmp ult i64 %own, %threads
  br i1 %wanted, label %help, label %idle
help:
  %woken_on = call i32 @sched_getcpu()
  %called_on = load atomic i32, ptr %cpu_at acquire, align 4
  %together = icmp eq i32 %woken_on, %called_on
  br i1 %together, label %move, label %take_part
move:
  call void @leave(i32 %woken_on)
  br label %take_part
take_part:
  %did = call i64 @work(ptr %state)
  %own_cpu = call i32 @sched_getcpu()
  %its_cpu = load atomic i32, ptr %cpu_at acquire, align 4
  %elsewhere = icmp ne i32 %own_cpu, %its_cpu
  br i1 %elsewhere, label %watch, label %idle
watch:
  %done = load atomic i32, ptr %done_at acquire, align 4
  %count = load atomic i64, ptr %count_at acquire, align 8
  %whole = trunc i64 %count to i32
  %latest = load atomic i32, ptr %wake_at acquire, align 4
  %ended = icmp eq i32 %done, %whole
  %another = icmp ne i32 %latest, %found
  %enough = or i1 %ended, %another
  br i1 %enough, label %idle, label %look_on
look_on:
  %later = call i32 @look(ptr %done_at, i32 %done, i64 $PATIENCE)
  %stuck = icmp eq i32 %later, %done
  br i1 %stuck, label %idle, label %watch
}

; start workers until there are enough for so many threads; they take no signals
define internal void @start(ptr %state, i64 %threads) nounwind noinline {
entry:
  %started_at = getelementptr i8, ptr %state, i64 $started
  %started = load i64, ptr %started_at
  %limited = call i64 @llvm.umin.i64(i64 %threads, i64 $MOST)
  %more = icmp ult i64 %started, %limited
  br i1 %more, label %block, label %end
block:
  %signals = alloca [128 x i8], align 16
  %old = alloca [128 x i8], align 16
  %id = alloca i64
  call void @llvm.memset.p0.i64(ptr %signals, i8 -1, i64 128, i1 false)
  %ignored = call i32 @pthread_sigmask(i32 2, ptr %signals, ptr %old)
  br label %create
create:
  %failed = call i32 @pthread_create(ptr %id, ptr null, ptr @worker, ptr %state)
  %bad = icmp ne i32 %failed, 0
  br i1 %bad, label %restore, label %next
next:
  %made = load i64, ptr %id
  %detached = call i32 @pthread_detach(i64 %made)
  %count = load i64, ptr %started_at
  %one_more = add i64 %count, 1
  store i64 %one_more, ptr %started_at
  %again = icmp ult i64 %one_more, %limited
  br i1 %again, label %create, label %restore
restore:
  %restored = call i32 @pthread_sigmask(i32 2, ptr %old, ptr null)
  br label %end
end:
  ret void
}
declare i64 @llvm.umin.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; function(addresses, numbers, start, stop, slice) for all slices of the extent, on so many threads
define void @together(ptr %state, ptr %function, ptr %addresses, ptr %numbers, i64 %extent, i64 %count, i64 %given)
    nounwind {
entry:
  %busy_at = getelementptr i8, ptr %state, i64 $busy
  %recent_at = getelementptr i8, ptr %state, i64 $recent
  %threads = and i64 %given, 4294967295
  %short = icmp uge i64 %given, $SHORT_JOB
  br i1 %short, label %judge, label %claim
judge:
  %at = call i64 @now()
  %last = load atomic i64, ptr %recent_at monotonic, align 8
  store atomic i64 %at, ptr %recent_at monotonic, align 8
  %gap = sub i64 %at, %last
  %near = icmp slt i64 %gap, $SPIN
  br i1 %near, label %claim, label %alone
claim:
  %pair = cmpxchg ptr %busy_at, i32 0, i32 1 seq_cst seq_cst
  %free = extractvalue { i32, i1 } %pair, 1
  br i1 %free, label %begin, label %alone
alone:
  %slice = phi i64 [ 0, %judge ], [ 0, %claim ], [ %slice_next, %alone ]
  call void @part(ptr %function, ptr %addresses, ptr %numbers, i64 %extent, i64 %count, i64 %slice)
  %slice_next = add i64 %slice, 1
  %all = icmp eq i64 %slice_next, %count
  br i1 %all, label %end, label %alone
begin:
  %others = sub i64 %threads, 1
  call void @start(ptr %state, i64 %others)
  %old = load atomic i64, ptr %state seq_cst, align 8
  %job = lshr i64 %old, 32
  %job_next = add i64 %job, 1
  %open = shl i64 %job_next, 32
  %closed = or i64 %open, 4294967295
  store atomic i64 %closed, ptr %state seq_cst, align 8
  %function_at = getelementptr i8, ptr %state, i64 $function
  %addresses_at = getelementptr i8, ptr %state, i64 $addresses
  %numbers_at = getelementptr i8, ptr %state, i64 $numbers
  %extent_at = getelementptr i8, ptr %state, i64 $extent
  %count_at = getelementptr i8, ptr %state, i64 $count
  %threads_at = getelementptr i8, ptr %state, i64 $threads
  %done_at = getelementptr i8, ptr %state, i64 $done
  %waiting_at = getelementptr i8, ptr %state, i64 $waiting
  %wake_at = getelementptr i8, ptr %state, i64 $wake
  %sleepers_at = getelementptr i8, ptr %state, i64 $sleepers
  %cpu_at = getelementptr i8, ptr %state, i64 $cpu
  %cpu = call i32 @sched_getcpu()
  store atomic i32 %cpu, ptr %cpu_at release, align 4
  store atomic ptr %function, ptr %function_at release, align 8
  store atomic ptr %addresses, ptr %addresses_at release, align 8
  store atomic ptr %numbers, ptr %numbers_at release, align 8
  store atomic i64 %extent, ptr %extent_at release, align 8
  store atomic i64 %count, ptr %count_at release, align 8
  store atomic i64 %threads, ptr %threads_at release, align 8
  store atomic i32 0, ptr %done_at release, align 4
  store atomic i64 %open, ptr %state seq_cst, align 8
  %woken = atomicrmw add ptr %wake_at, i32 1 seq_cst
  %sleepers = load atomic i32, ptr %sleepers_at seq_cst, align 4
  %sleeping = icmp sgt i32 %sleepers, 0
  br i1 %sleeping, label %rouse_them, label %join_in
rouse_them:
  %most = trunc i64 %others to i32
  call void @rouse(ptr %wake_at, i32 %most)
  br label %join_in
join_in:
  %own = call i64 @work(ptr %state)
  %whole = trunc i64 %count to i32
  %done = load atomic i32, ptr %done_at seq_cst, align 4
  %ready = icmp eq i32 %done, %whole
  br i1 %ready, label %leave, label %wait
wait:
  %so_far = phi i32 [ %done, %join_in ], [ %later, %wait ]
  %later = call i32 @look(ptr %done_at, i32 %so_far, i64 $PATIENCE)
  %complete = icmp eq i32 %later, %whole
  %stuck = icmp eq i32 %later, %so_far
  %decided = or i1 %complete, %stuck
  br i1 %decided, label %decide, label %wait
decide:
  br i1 %complete, label %leave, label %doze
doze:
  store atomic i32 1, ptr %waiting_at seq_cst, align 4
  br label %check
check:
  %last_seen = load atomic i32, ptr %done_at seq_cst, align 4
  %over = icmp eq i32 %last_seen, %whole
  br i1 %over, label %up, label %sleep_on
sleep_on:
  call void @sleep(ptr %done_at, i32 %last_seen)
  br label %check
up:
  store atomic i32 0, ptr %waiting_at seq_cst, align 4
  br label %leave
leave:
  %ended_at = call i64 @now()
  store atomic i64 %ended_at, ptr %recent_at monotonic, align 8
  store atomic i32 0, ptr %busy_at release, align 4
  br label %end
end:
  ret void
}
"""


def text() -> str:
    """The module as LLVM text."""
    made = TEXT
    numbers = {
        "SPIN": SPIN, "SHORT_JOB": SHORT_JOB, "PATIENCE": PATIENCE, "MOST": MOST, "MASK": MASK, "DEFAULT": DEFAULT,
    }  # fmt: skip
    for name, number in {**_PLACES, **numbers}.items():
        made = re.sub(rf"\${name}\b", str(number), made)
    return made
