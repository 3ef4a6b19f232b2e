// a[i] = any[j](x[i,j] > 0.5)
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

__device__ __forceinline__ bool _es_team_any_bool(
    bool value, bool* scratch, int lane, int lanes, int at, int step)
{
    /* the value of all lanes of a team together, for every lane */
    int hop;
    if (lanes == 1) return value;
    if (step == 1 && blockDim.x*blockDim.y % 32 == 0) {
        for (hop = (lanes < 32 ? lanes : 32)/2; hop > 0; hop /= 2) {
            bool other = (bool)__shfl_xor_sync(0xffffffffu, (int)value, hop);
            value = value || other;
        }
        if (lanes <= 32) return value;
        if (lane % 32 == 0) scratch[at] = value;
        __syncthreads();
        value = scratch[at - lane];
        for (hop = 1; hop < lanes/32; hop += 1) value = value || scratch[at - lane + 32*hop];
        __syncthreads();
        return value;
    }
    scratch[at] = value;
    __syncthreads();
    for (hop = lanes/2; hop > 0; hop /= 2) {
        if (lane < hop) scratch[at] = scratch[at] || scratch[at + hop*step];
        __syncthreads();
    }
    value = scratch[at - lane*step];
    __syncthreads();
    return value;
}

// a[i] = any[j]((x[i,j] > 0.5))
extern "C" __global__ void kernel_a(
    const float* __restrict__ x,
    unsigned char* __restrict__ a,
    unsigned char* __restrict__ a_parts,
    const int n_i,
    const int n_j)
{
    __shared__ bool scratch_bool[256];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    const int part = blockIdx.y, parts = gridDim.y;
    const int team = threadIdx.y;
    const int block_start = blockIdx.x*blockDim.y, row_step = gridDim.x*blockDim.y;
    for (int i_first = block_start; i_first < n_i; i_first += row_step) {
        const bool active = i_first + team < n_i;
        const int i = active ? i_first + team : n_i - 1;
        bool a_any = false;
        if (n_j % 4 == 0 && _es_aligned(x)) {
            const int chunk = (n_j + 256*parts - 1)/(256*parts)*256, start = part*chunk;
            const int stop = start + chunk < n_j ? start + chunk : n_j;
            #pragma unroll 4
            for (int j_run = start + 4*lane; j_run < stop; j_run += 4*lanes) {
                float x_4[4];
                _es_load4_float32(x_4, x, i*n_j + j_run);
                #pragma unroll
                for (int q = 0; q < 4; q += 1) {
                    const int j = j_run + q;
                    a_any = a_any || (x_4[q] > 0.5f);
                }
            }
        } else {
            const int chunk_2 = (n_j + 256*parts - 1)/(256*parts)*256, start_2 = part*chunk_2;
            const int stop_2 = start_2 + chunk_2 < n_j ? start_2 + chunk_2 : n_j;
            #pragma unroll 4
            for (int j = start_2 + lane; j < stop_2; j += lanes) {
                a_any = a_any || (x[i*n_j + j] > 0.5f);
            }
        }
        a_any = _es_team_any_bool(a_any, scratch_bool, lane, lanes, at, step);
        if (active && lane == 0) {
            if (parts == 1) a[i] = a_any;
            else a_parts[i*parts + part] = a_any;
        }
    }
}

// a[i] = any[part](a_parts[i,part])
extern "C" __global__ void kernel_a_2(
    const unsigned char* __restrict__ a_parts,
    unsigned char* __restrict__ a,
    const int n_i,
    const int n_part)
{
    __shared__ bool scratch_bool[256];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    const int team = threadIdx.y;
    const int block_start = blockIdx.x*blockDim.y, row_step = gridDim.x*blockDim.y;
    for (int i_first = block_start; i_first < n_i; i_first += row_step) {
        const bool active = i_first + team < n_i;
        const int i = active ? i_first + team : n_i - 1;
        bool a_any = false;
        #pragma unroll 4
        for (int part_ = lane; part_ < n_part; part_ += lanes) {
            a_any = a_any || (a_parts[i*n_part + part_] != 0);
        }
        a_any = _es_team_any_bool(a_any, scratch_bool, lane, lanes, at, step);
        if (active && lane == 0) a[i] = a_any;
    }
}
