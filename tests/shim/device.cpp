// A CUDA device in software: the threads of a block are fibers, and every access to memory is checked.
//
// Kernels are compiled with GCC's instrumentation for ThreadSanitizer and UndefinedBehaviorSanitizer, without their
// libraries: the functions that the compiler calls at each access are these here.  So the device knows of every load
// and store which thread makes it, between which barriers, in which array.  What it finds stops the launch before the
// access is made: outside of the arrays of the launch, not aligned, two threads at one element without a barrier
// between them (of one block, or of two), a barrier or a shuffle that not all threads reach, overflow of integers.

#include <csetjmp>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>

struct Dim3 { unsigned x, y, z; };
struct Shared { const char* name; char* start; size_t bytes, unit; };
struct Kernel { const char* name; void (*call)(void**); const Shared* shared; int blocks, threads, parameters, bytes; const char* kinds; const char* const* names; };
struct Array { uintptr_t start; size_t bytes, unit; };  // what the test says of an argument

extern "C" { Dim3 threadIdx, blockIdx, blockDim, gridDim; char es_finding[1024]; }

namespace {

constexpr size_t STACK = 1 << 16;
constexpr int MOST = 1024;
enum State { READY, AT_BARRIER, IN_WARP, LEFT };
enum Kind { READ, WRITE, ATOMIC };

struct Fiber { jmp_buf here; ucontext_t first; char* stack; State state; int line; bool started; };
struct Slot { double words[8]; };  // what a lane hands to its warp
struct Warp { Slot slots[2][32]; int parity, arrived, line; };
struct Cell { uint32_t written, read, first_read; uint16_t writer, reader; bool atomic; };
struct Region { uintptr_t start; size_t bytes, unit; const char* name; std::vector<Cell> cells; bool shared; };

Fiber fibers[MOST];
Warp warps[MOST/32];
std::vector<Region> regions;
int sites[4096];  // the region that an instruction met last
int self = -1, threads = 0;
uint32_t epoch, block_start;
const Kernel* kernel;
jmp_buf scheduler, stopped;
uint64_t seed;
int order_of = 0;  // forwards, backwards, at random
constexpr uint16_t SEVERAL = 0xffff;

uint32_t random_below(uint32_t n)
{
    seed = seed*6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((seed >> 33)*(uint64_t)n >> 31);
}

[[noreturn]] void stop(const char* format, ...)
{
    int at = snprintf(es_finding, sizeof es_finding, "%s: ", kernel->name);
    va_list arguments;
    va_start(arguments, format);
    at += vsnprintf(es_finding + at, sizeof es_finding - at, format, arguments);
    va_end(arguments);
    if (self >= 0)
        snprintf(es_finding + at, sizeof es_finding - at, "\n  block (%u, %u, %u) of (%u, %u, %u), thread (%u, %u, %u) of (%u, %u, %u)",
                 blockIdx.x, blockIdx.y, blockIdx.z, gridDim.x, gridDim.y, gridDim.z, threadIdx.x, threadIdx.y, threadIdx.z,
                 blockDim.x, blockDim.y, blockDim.z);
    _longjmp(stopped, 1);
}

// --- fibers ---

void** parameters_now;

__attribute__((noinline)) void leave()
{
    if (!_setjmp(fibers[self].here)) _longjmp(scheduler, 1);
}

void body()
{
    for (;;) {
        kernel->call(parameters_now);
        fibers[self].state = LEFT;
        leave();
    }
}

__attribute__((noinline)) void resume(int number)
{
    Fiber& f = fibers[number];
    self = number;
    threadIdx = {number % blockDim.x, number / blockDim.x % blockDim.y, number / blockDim.x / blockDim.y};
    if (_setjmp(scheduler)) { self = -1; return; }
    if (f.started) _longjmp(f.here, 1);
    if (!f.stack) f.stack = (char*)mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    f.started = true;
    getcontext(&f.first);
    f.first.uc_stack.ss_sp = f.stack;
    f.first.uc_stack.ss_size = STACK;
    f.first.uc_link = nullptr;
    makecontext(&f.first, body, 0);
    setcontext(&f.first);
}

void shuffled(std::vector<int>& order)
{
    for (size_t k = 0; k < order.size(); k += 1) order[k] = order_of == 1 ? (int)(order.size() - 1 - k) : (int)k;
    if (order_of != 2) return;
    for (size_t k = order.size(); k > 1; k -= 1) std::swap(order[k - 1], order[random_below((uint32_t)k)]);
}

void run_block()
{
    static std::vector<int> order;
    order.resize(threads);
    for (int k = 0; k < threads; k += 1) fibers[k].state = READY;
    for (Warp& w : warps) w.arrived = w.parity = 0;
    for (;;) {
        shuffled(order);
        for (int k : order) if (fibers[k].state == READY) resume(k);
        int ready = 0, waiting = 0, in_warp = 0, left = 0, line = 0;
        for (int k = 0; k < threads; k += 1) {
            const Fiber& f = fibers[k];
            ready += f.state == READY;
            in_warp += f.state == IN_WARP;
            left += f.state == LEFT;
            if (f.state != AT_BARRIER) continue;
            if (waiting && f.line != line) stop("threads wait at two barriers, in lines %d and %d", line, f.line);
            waiting += 1;
            line = f.line;
        }
        if (ready) continue;
        if (in_warp) stop("%d threads wait for others of their warps, %d at a barrier, and %d have left", in_warp, waiting, left);
        if (!waiting) return;
        if (left) stop("%d threads wait at the barrier in line %d that %d threads have left", waiting, line, left);
        epoch += 1;
        for (int k = 0; k < threads; k += 1) fibers[k].state = READY;
    }
}

// --- every access ---

const Region* nearest(uintptr_t at)
{
    const Region* best = nullptr;
    size_t least = SIZE_MAX;
    for (const Region& r : regions) {
        const size_t away = at < r.start ? r.start - at : at - r.start - r.bytes;
        if (away < least) least = away, best = &r;
    }
    return best;
}

Region& region_of(uintptr_t at, size_t size, const char* what, void* site)
{
    int& known = sites[((uintptr_t)site ^ (uintptr_t)site >> 12) % 4096];
    for (size_t turn = 0; turn <= regions.size(); turn += 1) {
        const size_t k = turn ? turn - 1 : (size_t)known;
        if (k >= regions.size()) continue;
        Region& r = regions[k];
        if (at >= r.start && at + size <= r.start + r.bytes) { known = (int)k; return r; }
    }
    const Region* r = nearest(at);
    if (!r) stop("%s of %zu bytes outside: there are no arrays", what, size);
    stop("%s of %zu bytes outside: element %ld of %s, which has %zu", what, size, ((long)at - (long)r->start)/(long)r->unit, r->name, r->bytes/r->unit);
}

void race(const Region& r, size_t cell, const char* now, const char* before, uint32_t when, int other)
{
    char who[64];
    if (when < block_start) snprintf(who, sizeof who, "another block");
    else if (other == SEVERAL) snprintf(who, sizeof who, "other threads");
    else snprintf(who, sizeof who, "thread number %d", other);
    stop("a race at element %zu of %s: %s, and %s %s it without a barrier between", cell, r.name, now, who, before);
}

void touch(uintptr_t at, size_t size, Kind kind, void* site)
{
    if (self < 0) return;
    if (at - (uintptr_t)fibers[self].stack < STACK) return;
    static const char* const NAMES[] = {"a load", "a store", "an atomic addition"};
    if (size <= 16 && (size & (size - 1)) == 0 && at % size) stop("%s of %zu bytes at an address that is no multiple of it", NAMES[kind], size);
    Region& r = region_of(at, size, NAMES[kind], site);
    if (r.cells.empty()) return;
    const uint32_t since = r.shared ? block_start : 1;  // shared memory is another one in each block
    const uint16_t me = (uint16_t)self;
    const size_t last = (at + size - 1 - r.start)/r.unit;
    for (size_t k = (at - r.start)/r.unit; k <= last; k += 1) {
        Cell& c = r.cells[k];
        const bool theirs = c.written >= since && (c.written < block_start || (c.written == epoch && c.writer != me));
        if (theirs && !(kind == ATOMIC && c.atomic)) race(r, k, NAMES[kind], c.atomic ? "adds to" : "stores to", c.written, c.writer);
        if (kind == READ) {
            if (c.first_read < since) c.first_read = epoch;
            c.reader = c.read == epoch && c.reader != me ? SEVERAL : me;
            c.read = epoch;
            continue;
        }
        if (c.first_read >= since && c.first_read < block_start) race(r, k, NAMES[kind], "loads", c.first_read, 0);
        if (c.read == epoch && c.reader != me) race(r, k, NAMES[kind], "loads", c.read, c.reader);
        c.written = epoch;
        c.writer = me;
        c.atomic = kind == ATOMIC;
    }
}

}  // namespace

// --- what the compiler calls ---

#define AT __builtin_return_address(0)
extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
#define ACCESS(n) \
    void __tsan_read##n(void* p) { touch((uintptr_t)p, n, READ, AT); } \
    void __tsan_write##n(void* p) { touch((uintptr_t)p, n, WRITE, AT); } \
    void __tsan_unaligned_read##n(void* p) { touch((uintptr_t)p, n, READ, AT); } \
    void __tsan_unaligned_write##n(void* p) { touch((uintptr_t)p, n, WRITE, AT); } \
    void __tsan_volatile_read##n(void* p) { touch((uintptr_t)p, n, READ, AT); } \
    void __tsan_volatile_write##n(void* p) { touch((uintptr_t)p, n, WRITE, AT); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)
void __tsan_read_range(void* p, size_t n) { touch((uintptr_t)p, n, READ, AT); }
void __tsan_write_range(void* p, size_t n) { touch((uintptr_t)p, n, WRITE, AT); }
void es_atomic(void* p, size_t n) { touch((uintptr_t)p, n, ATOMIC, AT); }

struct Place { const char* file; unsigned line, column; };
#define UNDEFINED(name, what) \
    void __ubsan_handle_##name(Place* p, ...) { stop("%s in line %u, column %u of the text", what, p->line, p->column); }
UNDEFINED(add_overflow, "a sum of integers that overflows")
UNDEFINED(sub_overflow, "a difference of integers that overflows")
UNDEFINED(mul_overflow, "a product of integers that overflows")
UNDEFINED(negate_overflow, "a change of sign that overflows")
UNDEFINED(divrem_overflow, "a division of integers without a value")
UNDEFINED(shift_out_of_bounds, "a shift without a value")
UNDEFINED(out_of_bounds, "an index outside of an array of known length")
UNDEFINED(builtin_unreachable, "a place that cannot be reached")
UNDEFINED(type_mismatch_v1, "an address that is not aligned for its type, or null,")

// --- what kernels call ---

void es_barrier(int line)
{
    fibers[self].state = AT_BARRIER;
    fibers[self].line = line;
    leave();
}

// Every lane of the warp hands over its words; the words of all lanes.
const Slot* es_exchange(unsigned mask, const void* words, size_t bytes, int line)
{
    const int lane = self % 32;
    Warp& w = warps[self/32];
    if (mask != 0xffffffffu) stop("a mask of some lanes in line %d, which this device does not know", line);
    if (threads - self/32*32 < 32) stop("a warp of fewer than 32 threads exchanges values of 32, in line %d", line);
    if (w.arrived && w.line != line) stop("threads of one warp exchange values in lines %d and %d", w.line, line);
    Slot* slots = w.slots[w.parity];
    memcpy(&slots[lane], words, bytes);
    w.line = line;
    if ((w.arrived += 1) == 32) {
        w.arrived = 0;
        w.parity ^= 1;
        for (int k = 0; k < 32; k += 1) fibers[self/32*32 + k].state = READY;
    } else {
        fibers[self].state = IN_WARP;
        leave();
    }
    return slots;
}
[[noreturn]] void es_stop(const char* what) { stop("%s", what); }

// --- the driver ---

void es_schedule(int order, uint64_t first) { order_of = order; seed = first; }

// 0 where a launch ran to its end, 1 where something was found; ``arrays`` are the pointers among the parameters.
int es_launch(const Kernel* k, const unsigned* geometry, unsigned dynamic, void** parameters, const Array* arrays, int count, int poison)
{
    kernel = k;
    self = -1;
    gridDim = {geometry[0], geometry[1], geometry[2]};
    blockDim = {geometry[3], geometry[4], geometry[5]};
    threads = (int)(blockDim.x*blockDim.y*blockDim.z);
    if (_setjmp(stopped)) {
        for (Fiber& f : fibers) f.started = false;
        self = -1;
        return 1;
    }
    const uint64_t all = (uint64_t)blockDim.x*blockDim.y*blockDim.z;
    if (!all || all > (unsigned)k->threads || blockDim.z > 64) stop("a block of (%u, %u, %u) threads; there may be %d", blockDim.x, blockDim.y, blockDim.z, k->threads);
    if (!gridDim.x || !gridDim.y || !gridDim.z || gridDim.x > 0x7fffffffu || gridDim.y > 65535 || gridDim.z > 65535)
        stop("a grid of (%u, %u, %u) blocks", gridDim.x, gridDim.y, gridDim.z);
    if (k->bytes > 4096) stop("%d bytes of arguments; there may be 4096", k->bytes);
    size_t shared = dynamic;
    for (int b = 0; b < k->blocks; b += 1) shared += (k->shared[b].bytes + 15)/16*16;
    if (shared > 48*1024) stop("%zu bytes of shared memory; there may be 49152", shared);
    regions.clear();
    for (int b = 0; b < k->blocks; b += 1) {
        const Shared& s = k->shared[b];
        regions.push_back({(uintptr_t)s.start, s.bytes, s.unit, s.name, std::vector<Cell>(s.bytes/s.unit), true});
    }
    for (int written = 1; written >= 0; written -= 1)  // where one of each kind is the same memory, stores and loads meet in the written one
        for (int a = 0; a < count; a += 1)
            if ((k->kinds[a] == 'w') == written)
                regions.push_back({arrays[a].start, arrays[a].bytes, arrays[a].unit, k->names[a], std::vector<Cell>(written ? arrays[a].bytes/arrays[a].unit : 0), false});
    parameters_now = parameters;
    epoch = 1;
    const uint64_t blocks = (uint64_t)gridDim.x*gridDim.y*gridDim.z, start = order_of == 2 ? random_below((uint32_t)blocks) : 0;
    for (uint64_t turn = 0; turn < blocks; turn += 1) {
        const uint64_t b = order_of == 1 ? blocks - 1 - turn : (turn + start) % blocks;
        blockIdx = {(unsigned)(b % gridDim.x), (unsigned)(b/gridDim.x % gridDim.y), (unsigned)(b/gridDim.x/gridDim.y)};
        for (int s = 0; s < k->blocks; s += 1) memset(k->shared[s].start, poison, k->shared[s].bytes);
        block_start = ++epoch;
        run_block();
    }
    return 0;
}
}
