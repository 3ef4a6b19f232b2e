// y[i,j] = x[i]//2 - x[j] % 3
#define _es_aligned(x) ((unsigned long long)(x) % 16 == 0)

#ifndef _ES_PACK4_INT32
#define _ES_PACK4_INT32
struct __align__(16) _es_pack4_int32 { int at[4]; };
#endif
__device__ __forceinline__ void _es_load4_int32(int* to, const int* __restrict__ x, long long k)
{
    const _es_pack4_int32 v = *(const _es_pack4_int32*)(x + k);
    #pragma unroll
    for (int q = 0; q < 4; q += 1) to[q] = v.at[q];
}

#ifndef _ES_PACK4_INT32
#define _ES_PACK4_INT32
struct __align__(16) _es_pack4_int32 { int at[4]; };
#endif
__device__ __forceinline__ void _es_store4_int32(const int* from, int* x, long long k)
{
    _es_pack4_int32 v;
    #pragma unroll
    for (int q = 0; q < 4; q += 1) v.at[q] = from[q];
    *(_es_pack4_int32*)(x + k) = v;
}

__device__ __forceinline__ int _es_floordiv_int32(int x, int y)
{
    if (y == 0 || y == -1) return y == 0 ? 0 : (int)((unsigned int)0 - x);
    return (int)(x/y - (x%y != 0 && (x < 0) != (y < 0)));
}

__device__ __forceinline__ int _es_mod_int32(int x, int y)
{
    if (y == 0 || y == -1) return 0;
    return (int)(x%y + (x%y != 0 && (x < 0) != (y < 0) ? y : 0));
}

// y[i,j] = x[i]//2 - x[j] % 3
extern "C" __global__ void kernel_y(
    const int* __restrict__ x,
    int* __restrict__ y,
    const int n_i)
{
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int part = blockIdx.y, parts = gridDim.y;
    const int row_start = blockIdx.x*blockDim.y + threadIdx.y, row_step = gridDim.x*blockDim.y;
    for (int i = row_start; i < n_i; i += row_step) {
        const int v = _es_floordiv_int32(x[i], 2);
        if (n_i % 4 == 0 && _es_aligned(x) && _es_aligned(y)) {
            for (int j_run = 4*(part*lanes + lane); j_run < n_i; j_run += 4*parts*lanes) {
                int x_4[4];
                _es_load4_int32(x_4, x, j_run);
                int y_4[4];
                #pragma unroll
                for (int q = 0; q < 4; q += 1) {
                    const int j = j_run + q;
                    y_4[q] = (int)(0u + v - _es_mod_int32(x_4[q], 3));
                }
                _es_store4_int32(y_4, y, i*n_i + j_run);
            }
        } else {
            for (int j = part*lanes + lane; j < n_i; j += parts*lanes) {
                y[i*n_i + j] = (int)(0u + v - _es_mod_int32(x[j], 3));
            }
        }
    }
}
