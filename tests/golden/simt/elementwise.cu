// y[i] = exp(-x[i])*2 + x[i]
#define _es_aligned(x) ((unsigned long long)(x) % 16 == 0)

#ifndef _ES_PACK4_FLOAT32
#define _ES_PACK4_FLOAT32
struct __align__(16) _es_pack4_float32 { float at[4]; };
#endif
__device__ __forceinline__ void _es_load4_float32(float* to, const float* __restrict__ x, long long k)
{
    const _es_pack4_float32 v = *(const _es_pack4_float32*)(x + k);
    #pragma unroll
    for (int q = 0; q < 4; q += 1) to[q] = v.at[q];
}

#ifndef _ES_PACK4_FLOAT32
#define _ES_PACK4_FLOAT32
struct __align__(16) _es_pack4_float32 { float at[4]; };
#endif
__device__ __forceinline__ void _es_store4_float32(const float* from, float* x, long long k)
{
    _es_pack4_float32 v;
    #pragma unroll
    for (int q = 0; q < 4; q += 1) v.at[q] = from[q];
    *(_es_pack4_float32*)(x + k) = v;
}

// y[i] = x[i] + 2*exp(-x[i])
extern "C" __global__ void kernel_y(
    const float* __restrict__ x,
    float* __restrict__ y,
    const int n_i)
{
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int part = blockIdx.x, parts = gridDim.x;
    if (n_i % 4 == 0 && _es_aligned(x) && _es_aligned(y)) {
        for (int i_run = 4*(part*lanes + lane); i_run < n_i; i_run += 4*parts*lanes) {
            float x_4[4];
            _es_load4_float32(x_4, x, i_run);
            float y_4[4];
            #pragma unroll
            for (int q = 0; q < 4; q += 1) {
                const int i = i_run + q;
                const float v = x_4[q];
                y_4[q] = v + (2.0f*exp(-v));
            }
            _es_store4_float32(y_4, y, i_run);
        }
    } else {
        for (int i = part*lanes + lane; i < n_i; i += parts*lanes) {
            const float v_2 = x[i];
            y[i] = v_2 + (2.0f*exp(-v_2));
        }
    }
}
