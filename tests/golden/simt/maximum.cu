// m[i] = max[j](x[i,j])
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif

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

__device__ __forceinline__ float _es_maximum_float32(float x, float y)
{
    return x > y || x != x ? x : y;
}

__device__ __forceinline__ float _es_team_max_float32(
    float value, float* scratch, int lane, int lanes, int at, int step)
{
    /* the value of all lanes of a team together, for every lane */
    int hop;
    if (lanes == 1) return value;
    if (step == 1 && blockDim.x*blockDim.y % 32 == 0) {
        for (hop = (lanes < 32 ? lanes : 32)/2; hop > 0; hop /= 2) {
            float other = __shfl_xor_sync(0xffffffffu, value, hop);
            value = _es_maximum_float32(value, other);
        }
        if (lanes <= 32) return value;
        if (lane % 32 == 0) scratch[at] = value;
        __syncthreads();
        value = scratch[at - lane];
        for (hop = 1; hop < lanes/32; hop += 1) value = _es_maximum_float32(value, scratch[at - lane + 32*hop]);
        __syncthreads();
        return value;
    }
    scratch[at] = value;
    __syncthreads();
    for (hop = lanes/2; hop > 0; hop /= 2) {
        if (lane < hop) scratch[at] = _es_maximum_float32(scratch[at], scratch[at + hop*step]);
        __syncthreads();
    }
    value = scratch[at - lane*step];
    __syncthreads();
    return value;
}

// m[i] = max[j](x[i,j])
extern "C" __global__ void kernel_m(
    const float* __restrict__ x,
    float* __restrict__ m,
    float* __restrict__ m_parts,
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
        float m_max = -INFINITY;
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
                    m_max = _es_maximum_float32(m_max, x_4[q]);
                }
            }
        } else {
            const int chunk_2 = (n_j + 256*parts - 1)/(256*parts)*256, start_2 = part*chunk_2;
            const int stop_2 = start_2 + chunk_2 < n_j ? start_2 + chunk_2 : n_j;
            #pragma unroll 4
            for (int j = start_2 + lane; j < stop_2; j += lanes) {
                m_max = _es_maximum_float32(m_max, x[i*n_j + j]);
            }
        }
        m_max = _es_team_max_float32(m_max, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) {
            if (parts == 1) m[i] = m_max;
            else m_parts[i*parts + part] = m_max;
        }
    }
}

// m[i] = max[part](m_parts[i,part])
extern "C" __global__ void kernel_m_2(
    const float* __restrict__ m_parts,
    float* __restrict__ m,
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
        float m_max = -INFINITY;
        if (n_part % 4 == 0 && _es_aligned(m_parts)) {
            #pragma unroll 4
            for (int part__run = 4*lane; part__run < n_part; part__run += 4*lanes) {
                float m_parts_4[4];
                _es_load4_float32(m_parts_4, m_parts, i*n_part + part__run);
                #pragma unroll
                for (int q = 0; q < 4; q += 1) {
                    const int part_ = part__run + q;
                    m_max = _es_maximum_float32(m_max, m_parts_4[q]);
                }
            }
        } else {
            #pragma unroll 4
            for (int part_ = lane; part_ < n_part; part_ += lanes) {
                m_max = _es_maximum_float32(m_max, m_parts[i*n_part + part_]);
            }
        }
        m_max = _es_team_max_float32(m_max, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) m[i] = m_max;
    }
}
