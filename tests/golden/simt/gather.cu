// y[b,k] = W[idx[b], k]
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

// y[b,k] = W[idx[b], k]
extern "C" __global__ void kernel_y(
    const float* __restrict__ W,
    const long long* __restrict__ idx,
    float* __restrict__ y,
    const int n_b,
    const int n_k)
{
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int part = blockIdx.y, parts = gridDim.y;
    const int row_start = blockIdx.x*blockDim.y + threadIdx.y, row_step = gridDim.x*blockDim.y;
    for (int b = row_start; b < n_b; b += row_step) {
        const long long v = idx[b];
        if (n_k % 4 == 0 && _es_aligned(W) && _es_aligned(y)) {
            for (int k_run = 4*(part*lanes + lane); k_run < n_k; k_run += 4*parts*lanes) {
                float W_4[4];
                _es_load4_float32(W_4, W, (int)v*n_k + k_run);
                float y_4[4];
                #pragma unroll
                for (int q = 0; q < 4; q += 1) {
                    const int k = k_run + q;
                    y_4[q] = W_4[q];
                }
                _es_store4_float32(y_4, y, b*n_k + k_run);
            }
        } else {
            for (int k = part*lanes + lane; k < n_k; k += parts*lanes) {
                y[b*n_k + k] = W[(int)v*n_k + k];
            }
        }
    }
}
