// z[i,j] = x[i,j] + y[i]*v[j]
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

// z[i,j] = v[j]*y[i] + x[i,j]
extern "C" __global__ void kernel_z(
    const float* __restrict__ v,
    const float* __restrict__ x,
    const float* __restrict__ y,
    float* __restrict__ z,
    const int n_i,
    const int n_j,
    const int n_x_1)
{
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int part = blockIdx.y, parts = gridDim.y;
    const int row_start = blockIdx.x*blockDim.y + threadIdx.y, row_step = gridDim.x*blockDim.y;
    for (int i = row_start; i < n_i; i += row_step) {
        const float v_2 = y[i];
        if (n_j % 4 == 0 && n_x_1 % 4 == 0 && _es_aligned(v) && _es_aligned(x) && _es_aligned(z)) {
            for (int j_run = 4*(part*lanes + lane); j_run < n_j; j_run += 4*parts*lanes) {
                float v_4[4];
                _es_load4_float32(v_4, v, j_run);
                float x_4[4];
                _es_load4_float32(x_4, x, i*n_x_1 + j_run);
                float z_4[4];
                #pragma unroll
                for (int q = 0; q < 4; q += 1) {
                    const int j = j_run + q;
                    z_4[q] = (v_4[q]*v_2) + x_4[q];
                }
                _es_store4_float32(z_4, z, i*n_j + j_run);
            }
        } else {
            for (int j = part*lanes + lane; j < n_j; j += parts*lanes) {
                z[i*n_j + j] = (v[j]*v_2) + x[i*n_x_1 + j];
            }
        }
    }
}
