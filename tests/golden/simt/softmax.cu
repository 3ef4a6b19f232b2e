// p[i,k] = softmax[k](z[i,k])
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif

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

// m1[i] = max[l](z[i,l])
// t[i,m] = exp(z[i,m] - where(isfinite(m1[i]), m1[i], 0))
// s[i] = sum[m](t[i,m])
// p[i,k] = exp(z[i,k] - where(isfinite(m1[i]), m1[i], 0))/s[i]
extern "C" __global__ void __launch_bounds__(1024, 1) kernel_p(
    const float* __restrict__ z,
    float* __restrict__ p,
    const int n_i,
    const int n_l)
{
    __shared__ float scratch_float32[1024];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    const int team = threadIdx.y;
    const int block_start = blockIdx.x*blockDim.y, row_step = gridDim.x*blockDim.y;
    for (int i_first = block_start; i_first < n_i; i_first += row_step) {
        const bool active = i_first + team < n_i;
        const int i = active ? i_first + team : n_i - 1;
        const bool kept = n_l <= 16*lanes; // the row stays on chip
        float z_row[16];
        float m1_max = -INFINITY;
        float s_sum = 0.0f;
        float m1_own = -INFINITY;
        if (kept) {
            #pragma unroll
            for (int q = 0; q < 16; q += 1) {
                const int l = lane + q*lanes;
                if (l < n_l) {
                    z_row[q] = z[i*n_l + l];
                    m1_max = _es_maximum_float32(m1_max, z_row[q]);
                }
            }
        } else {
            for (int l_first = lane; l_first < n_l; l_first += 64*lanes) {
                const int l_stop = l_first + 64*lanes < n_l ? l_first + 64*lanes : n_l;
                float s_part = 0.0f;
                for (int l = l_first; l < l_stop; l += lanes) {
                    const float v = z[i*n_l + l];
                    m1_max = _es_maximum_float32(m1_max, v);
                    if (!(m1_max <= m1_own + 8.0f)) {
                        const float scale = exp((isfinite(m1_own) ? m1_own : 0.0f) - (isfinite(m1_max) ? m1_max : 0.0f));
                        s_part = m1_own == -INFINITY || s_part == 0.0f ? 0.0f : s_part*scale;
                        s_sum = m1_own == -INFINITY || s_sum == 0.0f ? 0.0f : s_sum*scale;
                        m1_own = m1_max;
                    }
                    const float t = exp(v - (isfinite(m1_own) ? m1_own : 0.0f));
                    s_part += t;
                }
                s_sum += s_part;
            }
        }
        m1_max = _es_team_max_float32(m1_max, scratch_float32, lane, lanes, at, step);
        const float v_2 = isfinite(m1_max) ? m1_max : 0.0f;
        if (kept) {
            #pragma unroll
            for (int q_2 = 0; q_2 < 16; q_2 += 1) {
                const int m = lane + q_2*lanes;
                if (m < n_l) {
                    const float t = exp(z_row[q_2] - v_2);
                    s_sum += t;
                }
            }
        } else {
            if (m1_own != m1_max) {
                const float scale_2 = exp((isfinite(m1_own) ? m1_own : 0.0f) - (isfinite(m1_max) ? m1_max : 0.0f));
                s_sum = m1_own == -INFINITY || s_sum == 0.0f ? 0.0f : s_sum*scale_2;
            }
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        const float v_3 = 1.0f/s_sum;
        if (kept) {
            #pragma unroll
            for (int q_3 = 0; q_3 < 16; q_3 += 1) {
                const int k = lane + q_3*lanes;
                if (k < n_l) {
                    if (active) p[i*n_l + k] = exp(z_row[q_3] - v_2)*v_3;
                }
            }
        } else {
            for (int k = lane; k < n_l; k += lanes) {
                if (active) p[i*n_l + k] = exp(z[i*n_l + k] - v_2)*v_3;
            }
        }
    }
}
