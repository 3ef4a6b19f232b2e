// n[i,k] = (z[i,k] - mean[k](z[i,k]))/sqrt(var[k](z[i,k]) + 1e-05)*g[k] + b[k]
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

__device__ __forceinline__ float _es_abs2_float32(float x)
{
    return x*x;
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

// s[i] = sum[l](z[i,l])
// s1[i] = sum[n](abs2(z[i,n] - s[i]/size(b, 0)))
// n[i,k] = b[k] + g[k]*(z[i,k] - s[i]/size(b, 0))/sqrt(s1[i]/size(b, 0) + 1e-05)
extern "C" __global__ void __launch_bounds__(1024, 1) kernel_n(
    const float* __restrict__ b,
    const float* __restrict__ g,
    const float* __restrict__ z,
    float* __restrict__ n,
    const int n_i,
    const int n_l,
    const int n_z_1)
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
        const bool by_runs = kept && n_l % 4 == 0 && n_z_1 % 4 == 0 && _es_aligned(z) && _es_aligned(b) && _es_aligned(g) && _es_aligned(n);
        float z_row[16];
        float s_sum = 0.0f;
        if (by_runs) {
            #pragma unroll
            for (int q = 0; q < 4; q += 1) {
                const int l_run = 4*(lane + q*lanes);
                if (l_run < n_l) {
                    _es_load4_float32(z_row + 4*q, z, i*n_z_1 + l_run);
                    #pragma unroll
                    for (int q_2 = 0; q_2 < 4; q_2 += 1) {
                        const int l = l_run + q_2;
                        s_sum += z_row[4*q + q_2];
                    }
                }
            }
        } else if (kept) {
            #pragma unroll
            for (int q_3 = 0; q_3 < 16; q_3 += 1) {
                const int l = lane + q_3*lanes;
                if (l < n_l) {
                    z_row[q_3] = z[i*n_z_1 + l];
                    s_sum += z_row[q_3];
                }
            }
        } else {
            if (n_l % 4 == 0 && n_z_1 % 4 == 0 && _es_aligned(z)) {
                for (int l_run_2_first = 4*lane; l_run_2_first < n_l; l_run_2_first += 64*lanes) {
                    const int l_run_2_stop = l_run_2_first + 64*lanes < n_l ? l_run_2_first + 64*lanes : n_l;
                    float s_part = 0.0f;
                    for (int l_run_2 = l_run_2_first; l_run_2 < l_run_2_stop; l_run_2 += 4*lanes) {
                        float z_4[4];
                        _es_load4_float32(z_4, z, i*n_z_1 + l_run_2);
                        #pragma unroll
                        for (int q_4 = 0; q_4 < 4; q_4 += 1) {
                            const int l = l_run_2 + q_4;
                            s_part += z_4[q_4];
                        }
                    }
                    s_sum += s_part;
                }
            } else {
                for (int l_first = lane; l_first < n_l; l_first += 64*lanes) {
                    const int l_stop = l_first + 64*lanes < n_l ? l_first + 64*lanes : n_l;
                    float s_part_2 = 0.0f;
                    for (int l = l_first; l < l_stop; l += lanes) {
                        s_part_2 += z[i*n_z_1 + l];
                    }
                    s_sum += s_part_2;
                }
            }
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        float s1_sum = 0.0f;
        const float v = -s_sum/((float)n_l);
        if (by_runs) {
            #pragma unroll
            for (int q_5 = 0; q_5 < 4; q_5 += 1) {
                const int n_2_run = 4*(lane + q_5*lanes);
                if (n_2_run < n_l) {
                    #pragma unroll
                    for (int q_6 = 0; q_6 < 4; q_6 += 1) {
                        const int n_2 = n_2_run + q_6;
                        s1_sum += _es_abs2_float32(z_row[4*q_5 + q_6] + v);
                    }
                }
            }
        } else if (kept) {
            #pragma unroll
            for (int q_7 = 0; q_7 < 16; q_7 += 1) {
                const int n_2 = lane + q_7*lanes;
                if (n_2 < n_l) {
                    s1_sum += _es_abs2_float32(z_row[q_7] + v);
                }
            }
        } else {
            if (n_l % 4 == 0 && n_z_1 % 4 == 0 && _es_aligned(z)) {
                for (int n_2_run_2_first = 4*lane; n_2_run_2_first < n_l; n_2_run_2_first += 64*lanes) {
                    const int n_2_run_2_stop = n_2_run_2_first + 64*lanes < n_l ? n_2_run_2_first + 64*lanes : n_l;
                    float s1_part = 0.0f;
                    for (int n_2_run_2 = n_2_run_2_first; n_2_run_2 < n_2_run_2_stop; n_2_run_2 += 4*lanes) {
                        float z_4_2[4];
                        _es_load4_float32(z_4_2, z, i*n_z_1 + n_2_run_2);
                        #pragma unroll
                        for (int q_8 = 0; q_8 < 4; q_8 += 1) {
                            const int n_2 = n_2_run_2 + q_8;
                            s1_part += _es_abs2_float32(z_4_2[q_8] + v);
                        }
                    }
                    s1_sum += s1_part;
                }
            } else {
                for (int n_2_first = lane; n_2_first < n_l; n_2_first += 64*lanes) {
                    const int n_2_stop = n_2_first + 64*lanes < n_l ? n_2_first + 64*lanes : n_l;
                    float s1_part_2 = 0.0f;
                    for (int n_2 = n_2_first; n_2 < n_2_stop; n_2 += lanes) {
                        s1_part_2 += _es_abs2_float32(z[i*n_z_1 + n_2] + v);
                    }
                    s1_sum += s1_part_2;
                }
            }
        }
        s1_sum = _es_team_sum_float32(s1_sum, scratch_float32, lane, lanes, at, step);
        const float v_2 = 1.0f/sqrt((s1_sum/((float)n_l)) + 1e-05f);
        if (by_runs) {
            #pragma unroll
            for (int q_9 = 0; q_9 < 4; q_9 += 1) {
                const int k_run = 4*(lane + q_9*lanes);
                if (k_run < n_l) {
                    float b_4[4];
                    _es_load4_float32(b_4, b, k_run);
                    float g_4[4];
                    _es_load4_float32(g_4, g, k_run);
                    float n_4[4];
                    #pragma unroll
                    for (int q_10 = 0; q_10 < 4; q_10 += 1) {
                        const int k = k_run + q_10;
                        if (active) n_4[q_10] = b_4[q_10] + (g_4[q_10]*(z_row[4*q_9 + q_10] + v)*v_2);
                    }
                    if (active) _es_store4_float32(n_4, n, i*n_l + k_run);
                }
            }
        } else if (kept) {
            #pragma unroll
            for (int q_11 = 0; q_11 < 16; q_11 += 1) {
                const int k = lane + q_11*lanes;
                if (k < n_l) {
                    if (active) n[i*n_l + k] = b[k] + (g[k]*(z_row[q_11] + v)*v_2);
                }
            }
        } else {
            if (n_l % 4 == 0 && n_z_1 % 4 == 0 && _es_aligned(b) && _es_aligned(g) && _es_aligned(z) && _es_aligned(n)) {
                for (int k_run_2 = 4*lane; k_run_2 < n_l; k_run_2 += 4*lanes) {
                    float b_4_2[4];
                    _es_load4_float32(b_4_2, b, k_run_2);
                    float g_4_2[4];
                    _es_load4_float32(g_4_2, g, k_run_2);
                    float z_4_3[4];
                    _es_load4_float32(z_4_3, z, i*n_z_1 + k_run_2);
                    float n_4_2[4];
                    #pragma unroll
                    for (int q_12 = 0; q_12 < 4; q_12 += 1) {
                        const int k = k_run_2 + q_12;
                        if (active) n_4_2[q_12] = b_4_2[q_12] + (g_4_2[q_12]*(z_4_3[q_12] + v)*v_2);
                    }
                    if (active) _es_store4_float32(n_4_2, n, i*n_l + k_run_2);
                }
            } else {
                for (int k = lane; k < n_l; k += lanes) {
                    if (active) n[i*n_l + k] = b[k] + (g[k]*(z[i*n_z_1 + k] + v)*v_2);
                }
            }
        }
    }
}
