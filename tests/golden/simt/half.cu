// y[i] = 2*x[i] + 1
#define _es_aligned(x) ((unsigned long long)(x) % 16 == 0)

#ifndef _ES_PACK8_FLOAT16
#define _ES_PACK8_FLOAT16
struct __align__(16) _es_pack8_float16 { unsigned short at[8]; };
#endif
__device__ __forceinline__ void _es_load8_float16(float* to, const unsigned short* __restrict__ x, long long k)
{
    const _es_pack8_float16 v = *(const _es_pack8_float16*)(x + k);
    #pragma unroll
    for (int q = 0; q < 8; q += 1) asm("cvt.f32.f16 %0, %1;" : "=f"(to[q]) : "h"(v.at[q]));
}

__device__ __forceinline__ float _es_load_float16(const unsigned short* x, long long k)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(x[k]));
    return value;
}

#ifndef _ES_PACK8_FLOAT16
#define _ES_PACK8_FLOAT16
struct __align__(16) _es_pack8_float16 { unsigned short at[8]; };
#endif
__device__ __forceinline__ void _es_store8_float16(const float* from, unsigned short* x, long long k)
{
    _es_pack8_float16 v;
    #pragma unroll
    for (int q = 0; q < 8; q += 1) asm("cvt.rn.f16.f32 %0, %1;" : "=h"(v.at[q]) : "f"(from[q]));
    *(_es_pack8_float16*)(x + k) = v;
}

__device__ __forceinline__ void _es_store_float16(float value, unsigned short* x, long long k)
{
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    x[k] = bits;
}

// y[i] = 2*x[i] + 1
extern "C" __global__ void kernel_y(
    const unsigned short* __restrict__ x,
    unsigned short* __restrict__ y,
    const int n_i)
{
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int part = blockIdx.x, parts = gridDim.x;
    if (n_i % 8 == 0 && _es_aligned(x) && _es_aligned(y)) {
        for (int i_run = 8*(part*lanes + lane); i_run < n_i; i_run += 8*parts*lanes) {
            float x_8[8];
            _es_load8_float16(x_8, x, i_run);
            float y_8[8];
            #pragma unroll
            for (int q = 0; q < 8; q += 1) {
                const int i = i_run + q;
                y_8[q] = (2.0f*x_8[q]) + 1.0f;
            }
            _es_store8_float16(y_8, y, i_run);
        }
    } else {
        for (int i = part*lanes + lane; i < n_i; i += parts*lanes) {
            _es_store_float16((2.0f*_es_load_float16(x, i)) + 1.0f, y, i);
        }
    }
}
