// s[i] = sum[k](x[i,k])
// c[k] = sum[i](x[i,k]/s[i])
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

// s[i] = sum[k](x[i,k])
// c[k] = sum[i](x[i,k]/s[i])
extern "C" __global__ void __launch_bounds__(512, 1) kernel_(
    const float* __restrict__ x,
    float* __restrict__ c_parts,
    const int n_i,
    const int n_k,
    const int n)
{
    __shared__ float scratch_float32[512];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    const int team = threadIdx.y;
    const int block_start = blockIdx.x*blockDim.y, row_step = gridDim.x*blockDim.y;
    const bool kept = n_k <= 16*lanes; // the row stays on chip
    const bool by_runs = kept && n_k % 4 == 0 && _es_aligned(x);
    const int own = block_start + team; // rows own, own + n, ...
    float c_rows[16];
    if (kept) {
        #pragma unroll
        for (int q = 0; q < 16; q += 1) {
            const int k = by_runs ? 4*(lane + q/4*lanes) + q % 4 : lane + q*lanes;
            if (k < n_k) c_rows[q] = 0.0f;
        }
    }
    for (int i_first = block_start; i_first < n_i; i_first += n) {
        const bool active = i_first + team < n_i && own < n;
        const int i = active ? i_first + team : n_i - 1;
        float x_row[16];
        float s_sum = 0.0f;
        if (by_runs) {
            #pragma unroll
            for (int q_2 = 0; q_2 < 4; q_2 += 1) {
                const int k_run = 4*(lane + q_2*lanes);
                if (k_run < n_k) {
                    _es_load4_float32(x_row + 4*q_2, x, i*n_k + k_run);
                    #pragma unroll
                    for (int q_3 = 0; q_3 < 4; q_3 += 1) {
                        const int k = k_run + q_3;
                        s_sum += x_row[4*q_2 + q_3];
                    }
                }
            }
        } else if (kept) {
            #pragma unroll
            for (int q_4 = 0; q_4 < 16; q_4 += 1) {
                const int k = lane + q_4*lanes;
                if (k < n_k) {
                    x_row[q_4] = x[i*n_k + k];
                    s_sum += x_row[q_4];
                }
            }
        } else {
            if (n_k % 4 == 0 && _es_aligned(x)) {
                for (int k_run_2_first = 4*lane; k_run_2_first < n_k; k_run_2_first += 64*lanes) {
                    const int k_run_2_stop = k_run_2_first + 64*lanes < n_k ? k_run_2_first + 64*lanes : n_k;
                    float s_part = 0.0f;
                    for (int k_run_2 = k_run_2_first; k_run_2 < k_run_2_stop; k_run_2 += 4*lanes) {
                        float x_4[4];
                        _es_load4_float32(x_4, x, i*n_k + k_run_2);
                        #pragma unroll
                        for (int q_5 = 0; q_5 < 4; q_5 += 1) {
                            const int k = k_run_2 + q_5;
                            s_part += x_4[q_5];
                        }
                    }
                    s_sum += s_part;
                }
            } else {
                for (int k_first = lane; k_first < n_k; k_first += 64*lanes) {
                    const int k_stop = k_first + 64*lanes < n_k ? k_first + 64*lanes : n_k;
                    float s_part_2 = 0.0f;
                    for (int k = k_first; k < k_stop; k += lanes) {
                        s_part_2 += x[i*n_k + k];
                    }
                    s_sum += s_part_2;
                }
            }
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        const float v = 1.0f/s_sum;
        if (by_runs) {
            #pragma unroll
            for (int q_6 = 0; q_6 < 4; q_6 += 1) {
                const int k_run_3 = 4*(lane + q_6*lanes);
                if (k_run_3 < n_k) {
                    #pragma unroll
                    for (int q_7 = 0; q_7 < 4; q_7 += 1) {
                        const int k = k_run_3 + q_7;
                        if (active) c_rows[4*q_6 + q_7] += x_row[4*q_6 + q_7]*v;
                    }
                }
            }
        } else if (kept) {
            #pragma unroll
            for (int q_8 = 0; q_8 < 16; q_8 += 1) {
                const int k = lane + q_8*lanes;
                if (k < n_k) {
                    if (active) c_rows[q_8] += x_row[q_8]*v;
                }
            }
        } else {
            if (n_k % 4 == 0 && _es_aligned(x)) {
                for (int k_run_4 = 4*lane; k_run_4 < n_k; k_run_4 += 4*lanes) {
                    float x_4_2[4];
                    _es_load4_float32(x_4_2, x, i*n_k + k_run_4);
                    #pragma unroll
                    for (int q_9 = 0; q_9 < 4; q_9 += 1) {
                        const int k = k_run_4 + q_9;
                        const float v_2 = x_4_2[q_9]*v;
                        if (active) c_parts[own*n_k + k] = i_first == block_start ? v_2 : (c_parts[own*n_k + k]) + v_2;
                    }
                }
            } else {
                for (int k = lane; k < n_k; k += lanes) {
                    const float v_3 = x[i*n_k + k]*v;
                    if (active) c_parts[own*n_k + k] = i_first == block_start ? v_3 : (c_parts[own*n_k + k]) + v_3;
                }
            }
        }
    }
    if (kept && own < n) {
        #pragma unroll
        for (int q_10 = 0; q_10 < 16; q_10 += 1) {
            const int k = by_runs ? 4*(lane + q_10/4*lanes) + q_10 % 4 : lane + q_10*lanes;
            if (k < n_k) c_parts[own*n_k + k] = c_rows[q_10];
        }
    }
}

// c[k] = sum[part](c_parts[part,k])
extern "C" __global__ void kernel_c(
    const float* __restrict__ c_parts,
    float* __restrict__ c,
    const int n_k,
    const int n_part)
{
    __shared__ float scratch_float32[256];
    const int lane = threadIdx.y, lanes = blockDim.y;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = blockDim.x;
    const int team = threadIdx.x;
    const int block_start = blockIdx.x*blockDim.x, row_step = gridDim.x*blockDim.x;
    for (int k_first = block_start; k_first < n_k; k_first += row_step) {
        const bool active = k_first + team < n_k;
        const int k = active ? k_first + team : n_k - 1;
        float c_sum = 0.0f;
        for (int part__first = lane; part__first < n_part; part__first += 64*lanes) {
            const int part__stop = part__first + 64*lanes < n_part ? part__first + 64*lanes : n_part;
            float c_part = 0.0f;
            #pragma unroll 4
            for (int part_ = part__first; part_ < part__stop; part_ += lanes) {
                c_part += c_parts[part_*n_k + k];
            }
            c_sum += c_part;
        }
        c_sum = _es_team_sum_float32(c_sum, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) c[k] = c_sum;
    }
}
