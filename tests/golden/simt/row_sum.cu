// s[i] = sum[j](exp(x[i,j]))
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

__device__ __forceinline__ float _es_team_sum_float32(
    float value, float* scratch, int lane, int lanes, int at, int step)
{
    /* the value of all lanes of a team together, for every lane */
    int hop;
    if (lanes == 1) return value;
    if (step == 1 && blockDim.x*blockDim.y % 32 == 0) {
        for (hop = (lanes < 32 ? lanes : 32)/2; hop > 0; hop /= 2) {
            float other = __shfl_xor_sync(0xffffffffu, value, hop);
            value = value + other;
        }
        if (lanes <= 32) return value;
        if (lane % 32 == 0) scratch[at] = value;
        __syncthreads();
        value = scratch[at - lane];
        for (hop = 1; hop < lanes/32; hop += 1) value = value + scratch[at - lane + 32*hop];
        __syncthreads();
        return value;
    }
    scratch[at] = value;
    __syncthreads();
    for (hop = lanes/2; hop > 0; hop /= 2) {
        if (lane < hop) scratch[at] = scratch[at] + scratch[at + hop*step];
        __syncthreads();
    }
    value = scratch[at - lane*step];
    __syncthreads();
    return value;
}

// s[i] = sum[j](exp(x[i,j]))
extern "C" __global__ void kernel_s(
    const float* __restrict__ x,
    float* __restrict__ s,
    float* __restrict__ s_parts,
    const int n_i,
    const int n_j)
{
    __shared__ float scratch_float32[256];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    const int part = blockIdx.y, parts = gridDim.y;
    const int team = threadIdx.y;
    const int block_start = blockIdx.x*blockDim.y, row_step = gridDim.x*blockDim.y;
    for (int i_first = block_start; i_first < n_i; i_first += row_step) {
        const bool active = i_first + team < n_i;
        const int i = active ? i_first + team : n_i - 1;
        float s_sum = 0.0f;
        if (n_j % 4 == 0 && _es_aligned(x)) {
            const int chunk = (n_j + 256*parts - 1)/(256*parts)*256, start = part*chunk;
            const int stop = start + chunk < n_j ? start + chunk : n_j;
            for (int j_first = start + 4*lane; j_first < stop; j_first += 64*lanes) {
                const int j_stop = j_first + 64*lanes < stop ? j_first + 64*lanes : stop;
                float s_part = 0.0f;
                #pragma unroll 4
                for (int j_run = j_first; j_run < j_stop; j_run += 4*lanes) {
                    float x_4[4];
                    _es_load4_float32(x_4, x, i*n_j + j_run);
                    #pragma unroll
                    for (int q = 0; q < 4; q += 1) {
                        const int j = j_run + q;
                        s_part += exp(x_4[q]);
                    }
                }
                s_sum += s_part;
            }
        } else {
            const int chunk_2 = (n_j + 256*parts - 1)/(256*parts)*256, start_2 = part*chunk_2;
            const int stop_2 = start_2 + chunk_2 < n_j ? start_2 + chunk_2 : n_j;
            for (int j_first_2 = start_2 + lane; j_first_2 < stop_2; j_first_2 += 64*lanes) {
                const int j_stop_2 = j_first_2 + 64*lanes < stop_2 ? j_first_2 + 64*lanes : stop_2;
                float s_part_2 = 0.0f;
                #pragma unroll 4
                for (int j = j_first_2; j < j_stop_2; j += lanes) {
                    s_part_2 += exp(x[i*n_j + j]);
                }
                s_sum += s_part_2;
            }
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) {
            if (parts == 1) s[i] = s_sum;
            else s_parts[i*parts + part] = s_sum;
        }
    }
}

// s[i] = sum[part](s_parts[i,part])
extern "C" __global__ void kernel_s_2(
    const float* __restrict__ s_parts,
    float* __restrict__ s,
    const int n_i,
    const int n_part)
{
    __shared__ float scratch_float32[256];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    const int team = threadIdx.y;
    const int block_start = blockIdx.x*blockDim.y, row_step = gridDim.x*blockDim.y;
    for (int i_first = block_start; i_first < n_i; i_first += row_step) {
        const bool active = i_first + team < n_i;
        const int i = active ? i_first + team : n_i - 1;
        float s_sum = 0.0f;
        if (n_part % 4 == 0 && _es_aligned(s_parts)) {
            for (int part__first = 4*lane; part__first < n_part; part__first += 64*lanes) {
                const int part__stop = part__first + 64*lanes < n_part ? part__first + 64*lanes : n_part;
                float s_part = 0.0f;
                #pragma unroll 4
                for (int part__run = part__first; part__run < part__stop; part__run += 4*lanes) {
                    float s_parts_4[4];
                    _es_load4_float32(s_parts_4, s_parts, i*n_part + part__run);
                    #pragma unroll
                    for (int q = 0; q < 4; q += 1) {
                        const int part_ = part__run + q;
                        s_part += s_parts_4[q];
                    }
                }
                s_sum += s_part;
            }
        } else {
            for (int part__first_2 = lane; part__first_2 < n_part; part__first_2 += 64*lanes) {
                const int part__stop_2 = part__first_2 + 64*lanes < n_part ? part__first_2 + 64*lanes : n_part;
                float s_part_2 = 0.0f;
                #pragma unroll 4
                for (int part_ = part__first_2; part_ < part__stop_2; part_ += lanes) {
                    s_part_2 += s_parts[i*n_part + part_];
                }
                s_sum += s_part_2;
            }
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) s[i] = s_sum;
    }
}
