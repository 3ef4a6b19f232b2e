// n[i,k] = (z[i,k] - mean[k](z[i,k]))/sqrt(var[k](z[i,k]) + 1e-05)*g[k] + b[k]
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
        float z_row[16];
        float s_sum = 0.0f;
        if (kept) {
            #pragma unroll
            for (int q = 0; q < 16; q += 1) {
                const int l = lane + q*lanes;
                if (l < n_l) {
                    z_row[q] = z[i*n_z_1 + l];
                    s_sum += z_row[q];
                }
            }
        } else {
            for (int l_first = lane; l_first < n_l; l_first += 64*lanes) {
                const int l_stop = l_first + 64*lanes < n_l ? l_first + 64*lanes : n_l;
                float s_part = 0.0f;
                for (int l = l_first; l < l_stop; l += lanes) {
                    s_part += z[i*n_z_1 + l];
                }
                s_sum += s_part;
            }
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        float s1_sum = 0.0f;
        const float v = -s_sum/((float)n_l);
        if (kept) {
            #pragma unroll
            for (int q_2 = 0; q_2 < 16; q_2 += 1) {
                const int n_2 = lane + q_2*lanes;
                if (n_2 < n_l) {
                    s1_sum += _es_abs2_float32(z_row[q_2] + v);
                }
            }
        } else {
            for (int n_2_first = lane; n_2_first < n_l; n_2_first += 64*lanes) {
                const int n_2_stop = n_2_first + 64*lanes < n_l ? n_2_first + 64*lanes : n_l;
                float s1_part = 0.0f;
                for (int n_2 = n_2_first; n_2 < n_2_stop; n_2 += lanes) {
                    s1_part += _es_abs2_float32(z[i*n_z_1 + n_2] + v);
                }
                s1_sum += s1_part;
            }
        }
        s1_sum = _es_team_sum_float32(s1_sum, scratch_float32, lane, lanes, at, step);
        const float v_2 = 1.0f/sqrt((s1_sum/((float)n_l)) + 1e-05f);
        if (kept) {
            #pragma unroll
            for (int q_3 = 0; q_3 < 16; q_3 += 1) {
                const int k = lane + q_3*lanes;
                if (k < n_l) {
                    if (active) n[i*n_l + k] = b[k] + (g[k]*(z_row[q_3] + v)*v_2);
                }
            }
        } else {
            for (int k = lane; k < n_l; k += lanes) {
                if (active) n[i*n_l + k] = b[k] + (g[k]*(z[i*n_z_1 + k] + v)*v_2);
            }
        }
    }
}
