// a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])
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

// s[i,j] = sum[d]((x[i,d] - y[j,d])**2)
// a[i] = sum[j](b[j]*exp(-s[i,j]))
extern "C" __global__ void kernel_a(
    const float* __restrict__ b,
    const float* __restrict__ x,
    const float* __restrict__ y,
    float* __restrict__ a,
    float* __restrict__ a_parts,
    const int n_i,
    const int n_j,
    const int n_d,
    const int n_y_1)
{
    __shared__ float scratch_float32[256];
    const int lane = threadIdx.y, lanes = blockDim.y;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = blockDim.x;
    const int part = blockIdx.y, parts = gridDim.y;
    const int team = threadIdx.x;
    const int block_start = blockIdx.x*blockDim.x, row_step = gridDim.x*blockDim.x;
    for (int i_first = block_start; i_first < n_i; i_first += row_step) {
        const bool active = i_first + team < n_i;
        const int i = active ? i_first + team : n_i - 1;
        float a_sum = 0.0f;
        const int chunk = (n_j + 256*parts - 1)/(256*parts)*256, start = part*chunk;
        const int stop = start + chunk < n_j ? start + chunk : n_j;
        for (int j_first = start + lane; j_first < stop; j_first += 64*lanes) {
            const int j_stop = j_first + 64*lanes < stop ? j_first + 64*lanes : stop;
            float a_part = 0.0f;
            #pragma unroll 4
            for (int j = j_first; j < j_stop; j += lanes) {
                float s_sum = 0.0f;
                for (int d_first = 0; d_first < n_d; d_first += 64) {
                    const int d_stop = d_first + 64 < n_d ? d_first + 64 : n_d;
                    float s_part = 0.0f;
                    for (int d = d_first; d < d_stop; d += 1) {
                        const float v = x[i*n_d + d] - y[j*n_y_1 + d];
                        s_part += v*v;
                    }
                    s_sum += s_part;
                }
                a_part += b[j]*exp(-s_sum);
            }
            a_sum += a_part;
        }
        a_sum = _es_team_sum_float32(a_sum, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) {
            if (parts == 1) a[i] = a_sum;
            else a_parts[i*parts + part] = a_sum;
        }
    }
}

// a[i] = sum[part](a_parts[i,part])
extern "C" __global__ void kernel_a_2(
    const float* __restrict__ a_parts,
    float* __restrict__ a,
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
        float a_sum = 0.0f;
        if (n_part % 4 == 0 && _es_aligned(a_parts)) {
            for (int part__first = 4*lane; part__first < n_part; part__first += 64*lanes) {
                const int part__stop = part__first + 64*lanes < n_part ? part__first + 64*lanes : n_part;
                float a_part = 0.0f;
                #pragma unroll 4
                for (int part__run = part__first; part__run < part__stop; part__run += 4*lanes) {
                    float a_parts_4[4];
                    _es_load4_float32(a_parts_4, a_parts, i*n_part + part__run);
                    #pragma unroll
                    for (int q = 0; q < 4; q += 1) {
                        const int part_ = part__run + q;
                        a_part += a_parts_4[q];
                    }
                }
                a_sum += a_part;
            }
        } else {
            for (int part__first_2 = lane; part__first_2 < n_part; part__first_2 += 64*lanes) {
                const int part__stop_2 = part__first_2 + 64*lanes < n_part ? part__first_2 + 64*lanes : n_part;
                float a_part_2 = 0.0f;
                #pragma unroll 4
                for (int part_ = part__first_2; part_ < part__stop_2; part_ += lanes) {
                    a_part_2 += a_parts[i*n_part + part_];
                }
                a_sum += a_part_2;
            }
        }
        a_sum = _es_team_sum_float32(a_sum, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) a[i] = a_sum;
    }
}
