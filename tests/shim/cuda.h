// CUDA C for a C++ compiler of the host: what the texts of espresso use, and nothing else.
// A function or an instruction that is not here does not compile.

#define __device__
#define __forceinline__ static inline
#define __global__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __syncthreads() es_barrier(__LINE__)

struct es_dim3 { unsigned x, y, z; };
struct es_slot { double words[8]; };
struct es_shared { const char* name; void* start; unsigned long bytes, unit; };
struct es_kernel { const char* name; void (*call)(void**); const es_shared* shared; int blocks, threads, parameters, bytes; const char* kinds; const char* const* names; };

extern "C" {
extern const es_dim3 threadIdx, blockIdx, blockDim, gridDim;
void es_barrier(int line);
const es_slot* es_exchange(unsigned mask, const void* words, unsigned long bytes, int line);
void es_atomic(void* p, unsigned long n);
[[noreturn]] void es_stop(const char* what);
}

#define ES_QUIET __attribute__((no_sanitize("thread"))) __attribute__((no_sanitize("undefined"))) static inline

// --- mathematics: overloads of float and double, as CUDA has them ---

#define ES_ONE(name) \
    static inline float name(float x) { return __builtin_##name##f(x); } \
    static inline double name(double x) { return __builtin_##name(x); }
#define ES_TWO(name) \
    static inline float name(float x, float y) { return __builtin_##name##f(x, y); } \
    static inline double name(double x, double y) { return __builtin_##name(x, y); }
ES_ONE(acos) ES_ONE(acosh) ES_ONE(asin) ES_ONE(asinh) ES_ONE(atan) ES_ONE(atanh) ES_ONE(cbrt) ES_ONE(ceil) ES_ONE(cos)
ES_ONE(cosh) ES_ONE(erf) ES_ONE(erfc) ES_ONE(exp) ES_ONE(exp2) ES_ONE(expm1) ES_ONE(fabs) ES_ONE(floor) ES_ONE(lgamma)
ES_ONE(log) ES_ONE(log10) ES_ONE(log1p) ES_ONE(log2) ES_ONE(rint) ES_ONE(sin) ES_ONE(sinh) ES_ONE(sqrt) ES_ONE(tan)
ES_ONE(tanh) ES_ONE(tgamma) ES_ONE(trunc)
ES_TWO(atan2) ES_TWO(copysign) ES_TWO(fmod) ES_TWO(hypot) ES_TWO(pow)
static inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
static inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
#define ES_TEST(name) \
    static inline bool name(float x) { return __builtin_##name(x); } \
    static inline bool name(double x) { return __builtin_##name(x); }
ES_TEST(isfinite) ES_TEST(isinf) ES_TEST(isnan)

template <class To, class From> ES_QUIET To es_bits(From x)
{
    static_assert(sizeof(To) == sizeof(From), "");
    To y;
    __builtin_memcpy(&y, &x, sizeof y);
    return y;
}
static inline float __int_as_float(int x) { return es_bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return es_bits<float>(x); }
static inline unsigned __float_as_uint(float x) { return es_bits<unsigned>(x); }
static inline float __fadd_rn(float a, float b) { return a + b; }
static inline double __dadd_rn(double a, double b) { return a + b; }

// --- warps ---

template <class T> ES_QUIET T es_from_lane(unsigned mask, T value, int lane, int line)
{
    const es_slot* slots = es_exchange(mask, &value, sizeof value, line);
    __builtin_memcpy(&value, &slots[lane], sizeof value);
    return value;
}
#define __shfl_xor_sync(mask, value, hop) es_xor(mask, value, hop, __LINE__)
#define ES_XOR(T) static inline T es_xor(unsigned mask, T value, int hop, int line) \
    { return es_from_lane(mask, value, (int)(threadIdx.x + blockDim.x*(threadIdx.y + blockDim.y*threadIdx.z)) % 32 ^ hop, line); }
ES_XOR(int) ES_XOR(unsigned) ES_XOR(long long) ES_XOR(unsigned long long) ES_XOR(float) ES_XOR(double)

#define ES_ADD(T) ES_QUIET T atomicAdd(T* x, T value) \
    { es_atomic(x, sizeof value); const T before = *x; *x = before + value; return before; }
ES_ADD(unsigned) ES_ADD(unsigned long long) ES_ADD(float) ES_ADD(double)
ES_QUIET int atomicAdd(int* x, int value) { return (int)atomicAdd((unsigned*)x, (unsigned)value); }

// --- instructions: asm statements become calls of these (text.py) ---

ES_QUIET void es_asm_cvt_f32_f16(float& y, unsigned short x) { y = (float)es_bits<_Float16>(x); }
ES_QUIET void es_asm_cvt_rn_f16_f32(unsigned short& y, float x) { y = es_bits<unsigned short>((_Float16)x); }

ES_QUIET void es_asm_ex2_approx_ftz_f32(float& y, float x)
{
    const float least = 0x1p-126f;
    y = __builtin_exp2f(x > -least && x < least ? 0.0f : x);
    if (y < least) y = 0.0f;
}

ES_QUIET void es_asm_cvt_rna_tf32_f32(unsigned& y, float x)
{
    y = es_bits<unsigned>(x);  // to nearest, ties away from zero; 10 bits of mantissa stay
    if ((y >> 23 & 255) != 255) y = (y + 0x1000) & ~0x1fffu;
}

// PTX ISA, "Matrix fragments for mma.m16n8k8": of a warp, lane 4*g + t has a[g, t], a[g+8, t], a[g, t+4], a[g+8, t+4],
// b[t, g], b[t+4, g] and c[g, 2t], c[g, 2t+1], c[g+8, 2t], c[g+8, 2t+1].
ES_QUIET void es_asm_mma_sync_aligned_m16n8k8_row_col_f32_tf32_tf32_f32(
    int line, float& c0, float& c1, float& c2, float& c3, unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0, unsigned b1)
{
    struct Words { unsigned a[4], b[2]; };
    const Words own = {{a0, a1, a2, a3}, {b0, b1}};
    for (int k = 0; k < 6; k += 1) {
        const unsigned bits = k < 4 ? own.a[k] : own.b[k - 4];
        if (bits & 0x1fff && (bits >> 23 & 255) != 255) es_stop("an operand of mma that is no TF32 number");
    }
    const es_slot* slots = es_exchange(0xffffffffu, &own, sizeof own, line);
    const int lane = (int)(threadIdx.x + blockDim.x*(threadIdx.y + blockDim.y*threadIdx.z)) % 32, g = lane/4, t = lane % 4;
    float* const sums[4] = {&c0, &c1, &c2, &c3};
    for (int part = 0; part < 4; part += 1) {
        float sum = 0.0f;
        for (int k = 0; k < 8; k += 1) {
            const Words& left = *(const Words*)&slots[4*g + k % 4];
            const Words& right = *(const Words*)&slots[4*(2*t + part % 2) + k % 4];
            sum += es_bits<float>(left.a[k/4*2 + part/2])*es_bits<float>(right.b[k/4]);
        }
        *sums[part] += sum;
    }
}
