// dW[p,k] = sum[b](c[b,k]*(p == idx[b])) + W[p,k]
#define _es_aligned(x) ((unsigned long long)(x) % 16 == 0)

__device__ __forceinline__ void _es_atomic_add_float32(float* x, float value)
{
    atomicAdd(x, value);
}

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

// s[p,k] = 0
extern "C" __global__ void kernel_s(
    float* __restrict__ s,
    const int n_p,
    const int n_k)
{
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int part = blockIdx.y, parts = gridDim.y;
    const int row_start = blockIdx.x*blockDim.y + threadIdx.y, row_step = gridDim.x*blockDim.y;
    for (int p = row_start; p < n_p; p += row_step) {
        if (n_k % 4 == 0 && _es_aligned(s)) {
            for (int k_run = 4*(part*lanes + lane); k_run < n_k; k_run += 4*parts*lanes) {
                float s_4[4];
                #pragma unroll
                for (int q = 0; q < 4; q += 1) {
                    const int k = k_run + q;
                    s_4[q] = 0.0f;
                }
                _es_store4_float32(s_4, s, p*n_k + k_run);
            }
        } else {
            for (int k = part*lanes + lane; k < n_k; k += parts*lanes) {
                s[p*n_k + k] = 0.0f;
            }
        }
    }
}

// s[idx[b],k] = sum[b](c[b,k])
extern "C" __global__ void kernel_s_2(
    const float* __restrict__ c,
    const long long* __restrict__ idx,
    float* __restrict__ s,
    const int n_b,
    const int n_k,
    const int n_p,
    const int n_c_1)
{
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int part = blockIdx.x, parts = gridDim.x;
    {
        const int count = n_b*n_k;
        int k = (part*lanes + lane) % (n_k + (n_k == 0));
        int b = (part*lanes + lane) / (n_k + (n_k == 0));
        const int k_hop = parts*lanes % (n_k + (n_k == 0));
        const int b_hop = parts*lanes / (n_k + (n_k == 0));
        for (int e = part*lanes + lane; e < count; e += parts*lanes) {
            const long long v = idx[b];
            if (0 <= v && v < n_p) _es_atomic_add_float32(&s[((int)v)*n_k + k], c[b*n_c_1 + k]);
            b += b_hop; k += k_hop;
            if (k >= n_k) { k -= n_k; b += 1; }
        }
    }
}

// dW[p,k] = W[p,k] + s[p,k]
extern "C" __global__ void kernel_dW(
    const float* __restrict__ W,
    const float* __restrict__ s,
    float* __restrict__ dW,
    const int n_p,
    const int n_k)
{
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int part = blockIdx.y, parts = gridDim.y;
    const int row_start = blockIdx.x*blockDim.y + threadIdx.y, row_step = gridDim.x*blockDim.y;
    for (int p = row_start; p < n_p; p += row_step) {
        if (n_k % 4 == 0 && _es_aligned(W) && _es_aligned(s) && _es_aligned(dW)) {
            for (int k_run = 4*(part*lanes + lane); k_run < n_k; k_run += 4*parts*lanes) {
                float W_4[4];
                _es_load4_float32(W_4, W, p*n_k + k_run);
                float s_4[4];
                _es_load4_float32(s_4, s, p*n_k + k_run);
                float dW_4[4];
                #pragma unroll
                for (int q = 0; q < 4; q += 1) {
                    const int k = k_run + q;
                    dW_4[q] = W_4[q] + s_4[q];
                }
                _es_store4_float32(dW_4, dW, p*n_k + k_run);
            }
        } else {
            for (int k = part*lanes + lane; k < n_k; k += parts*lanes) {
                dW[p*n_k + k] = W[p*n_k + k] + s[p*n_k + k];
            }
        }
    }
}
