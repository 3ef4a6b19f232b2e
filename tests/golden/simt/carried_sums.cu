// s[i] = sum[k](x[i,k])
// c[k] = sum[i](x[i,k]/s[i])
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
    const int own = block_start + team; // rows own, own + n, ...
    float c_rows[16];
    if (kept) {
        #pragma unroll
        for (int q = 0; q < 16; q += 1) {
            const int k = lane + q*lanes;
            if (k < n_k) c_rows[q] = 0.0f;
        }
    }
    for (int i_first = block_start; i_first < n_i; i_first += n) {
        const bool active = i_first + team < n_i && own < n;
        const int i = active ? i_first + team : n_i - 1;
        float x_row[16];
        float s_sum = 0.0f;
        if (kept) {
            #pragma unroll
            for (int q_2 = 0; q_2 < 16; q_2 += 1) {
                const int k = lane + q_2*lanes;
                if (k < n_k) {
                    x_row[q_2] = x[i*n_k + k];
                    s_sum += x_row[q_2];
                }
            }
        } else {
            for (int k_first = lane; k_first < n_k; k_first += 64*lanes) {
                const int k_stop = k_first + 64*lanes < n_k ? k_first + 64*lanes : n_k;
                float s_part = 0.0f;
                for (int k = k_first; k < k_stop; k += lanes) {
                    s_part += x[i*n_k + k];
                }
                s_sum += s_part;
            }
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        const float v = 1.0f/s_sum;
        if (kept) {
            #pragma unroll
            for (int q_3 = 0; q_3 < 16; q_3 += 1) {
                const int k = lane + q_3*lanes;
                if (k < n_k) {
                    if (active) c_rows[q_3] += x_row[q_3]*v;
                }
            }
        } else {
            for (int k = lane; k < n_k; k += lanes) {
                const float v_2 = x[i*n_k + k]*v;
                if (active) c_parts[own*n_k + k] = i_first == block_start ? v_2 : (c_parts[own*n_k + k]) + v_2;
            }
        }
    }
    if (kept && own < n) {
        #pragma unroll
        for (int q_4 = 0; q_4 < 16; q_4 += 1) {
            const int k = lane + q_4*lanes;
            if (k < n_k) c_parts[own*n_k + k] = c_rows[q_4];
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
            for (int part_ = part__first; part_ < part__stop; part_ += lanes) {
                c_part += c_parts[part_*n_k + k];
            }
            c_sum += c_part;
        }
        c_sum = _es_team_sum_float32(c_sum, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) c[k] = c_sum;
    }
}
