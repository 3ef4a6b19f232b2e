// p[i,k] = softmax[k](z[i,k])
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
        const bool by_runs = kept && n_l % 4 == 0 && _es_aligned(z) && _es_aligned(p);
        float z_row[16];
        float m1_max = -INFINITY;
        float s_sum = 0.0f;
        float m1_own = -INFINITY;
        if (by_runs) {
            #pragma unroll
            for (int q = 0; q < 4; q += 1) {
                const int l_run = 4*(lane + q*lanes);
                if (l_run < n_l) {
                    _es_load4_float32(z_row + 4*q, z, i*n_l + l_run);
                    #pragma unroll
                    for (int q_2 = 0; q_2 < 4; q_2 += 1) {
                        const int l = l_run + q_2;
                        m1_max = _es_maximum_float32(m1_max, z_row[4*q + q_2]);
                    }
                }
            }
        } else if (kept) {
            #pragma unroll
            for (int q_3 = 0; q_3 < 16; q_3 += 1) {
                const int l = lane + q_3*lanes;
                if (l < n_l) {
                    z_row[q_3] = z[i*n_l + l];
                    m1_max = _es_maximum_float32(m1_max, z_row[q_3]);
                }
            }
        } else {
            if (n_l % 4 == 0 && _es_aligned(z)) {
                for (int l_run_2_first = 4*lane; l_run_2_first < n_l; l_run_2_first += 64*lanes) {
                    const int l_run_2_stop = l_run_2_first + 64*lanes < n_l ? l_run_2_first + 64*lanes : n_l;
                    float s_part = 0.0f;
                    for (int l_run_2 = l_run_2_first; l_run_2 < l_run_2_stop; l_run_2 += 4*lanes) {
                        float z_4[4];
                        _es_load4_float32(z_4, z, i*n_l + l_run_2);
                        #pragma unroll
                        for (int q_4 = 0; q_4 < 4; q_4 += 1) {
                            const int l = l_run_2 + q_4;
                            const float v = z_4[q_4];
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
                    }
                    s_sum += s_part;
                }
            } else {
                for (int l_first = lane; l_first < n_l; l_first += 64*lanes) {
                    const int l_stop = l_first + 64*lanes < n_l ? l_first + 64*lanes : n_l;
                    float s_part_2 = 0.0f;
                    for (int l = l_first; l < l_stop; l += lanes) {
                        const float v_2 = z[i*n_l + l];
                        m1_max = _es_maximum_float32(m1_max, v_2);
                        if (!(m1_max <= m1_own + 8.0f)) {
                            const float scale_2 = exp((isfinite(m1_own) ? m1_own : 0.0f) - (isfinite(m1_max) ? m1_max : 0.0f));
                            s_part_2 = m1_own == -INFINITY || s_part_2 == 0.0f ? 0.0f : s_part_2*scale_2;
                            s_sum = m1_own == -INFINITY || s_sum == 0.0f ? 0.0f : s_sum*scale_2;
                            m1_own = m1_max;
                        }
                        const float t = exp(v_2 - (isfinite(m1_own) ? m1_own : 0.0f));
                        s_part_2 += t;
                    }
                    s_sum += s_part_2;
                }
            }
        }
        m1_max = _es_team_max_float32(m1_max, scratch_float32, lane, lanes, at, step);
        const float v_3 = isfinite(m1_max) ? m1_max : 0.0f;
        if (by_runs) {
            #pragma unroll
            for (int q_5 = 0; q_5 < 4; q_5 += 1) {
                const int m_run = 4*(lane + q_5*lanes);
                if (m_run < n_l) {
                    #pragma unroll
                    for (int q_6 = 0; q_6 < 4; q_6 += 1) {
                        const int m = m_run + q_6;
                        const float t = exp(z_row[4*q_5 + q_6] - v_3);
                        s_sum += t;
                    }
                }
            }
        } else if (kept) {
            #pragma unroll
            for (int q_7 = 0; q_7 < 16; q_7 += 1) {
                const int m = lane + q_7*lanes;
                if (m < n_l) {
                    const float t = exp(z_row[q_7] - v_3);
                    s_sum += t;
                }
            }
        } else {
            if (m1_own != m1_max) {
                const float scale_3 = exp((isfinite(m1_own) ? m1_own : 0.0f) - (isfinite(m1_max) ? m1_max : 0.0f));
                s_sum = m1_own == -INFINITY || s_sum == 0.0f ? 0.0f : s_sum*scale_3;
            }
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        const float v_4 = 1.0f/s_sum;
        if (by_runs) {
            #pragma unroll
            for (int q_8 = 0; q_8 < 4; q_8 += 1) {
                const int k_run = 4*(lane + q_8*lanes);
                if (k_run < n_l) {
                    float p_4[4];
                    #pragma unroll
                    for (int q_9 = 0; q_9 < 4; q_9 += 1) {
                        const int k = k_run + q_9;
                        if (active) p_4[q_9] = exp(z_row[4*q_8 + q_9] - v_3)*v_4;
                    }
                    if (active) _es_store4_float32(p_4, p, i*n_l + k_run);
                }
            }
        } else if (kept) {
            #pragma unroll
            for (int q_10 = 0; q_10 < 16; q_10 += 1) {
                const int k = lane + q_10*lanes;
                if (k < n_l) {
                    if (active) p[i*n_l + k] = exp(z_row[q_10] - v_3)*v_4;
                }
            }
        } else {
            if (n_l % 4 == 0 && _es_aligned(z) && _es_aligned(p)) {
                for (int k_run_2 = 4*lane; k_run_2 < n_l; k_run_2 += 4*lanes) {
                    float z_4_2[4];
                    _es_load4_float32(z_4_2, z, i*n_l + k_run_2);
                    float p_4_2[4];
                    #pragma unroll
                    for (int q_11 = 0; q_11 < 4; q_11 += 1) {
                        const int k = k_run_2 + q_11;
                        if (active) p_4_2[q_11] = exp(z_4_2[q_11] - v_3)*v_4;
                    }
                    if (active) _es_store4_float32(p_4_2, p, i*n_l + k_run_2);
                }
            } else {
                for (int k = lane; k < n_l; k += lanes) {
                    if (active) p[i*n_l + k] = exp(z[i*n_l + k] - v_3)*v_4;
                }
            }
        }
    }
}
