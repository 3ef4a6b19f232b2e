// y[p] = sum[r](pad(x)[p + r - 1]*w[r]) + x[p]
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

// s[p] = sum[r](w[r]*pad(x)[p + r - 1])
// y[p] = x[p] + s[p]
extern "C" __global__ void kernel_y(
    const float* __restrict__ w,
    const float* __restrict__ x,
    float* __restrict__ y,
    const int n_p,
    const int n_r)
{
    __shared__ float scratch_float32[256];
    const int lane = threadIdx.y, lanes = blockDim.y;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = blockDim.x;
    const int team = threadIdx.x;
    const int block_start = blockIdx.x*blockDim.x, row_step = gridDim.x*blockDim.x;
    for (int p_first = block_start; p_first < n_p; p_first += row_step) {
        const bool active = p_first + team < n_p;
        const int p = active ? p_first + team : n_p - 1;
        float s_sum = 0.0f;
        for (int r_first = lane; r_first < n_r; r_first += 64*lanes) {
            const int r_stop = r_first + 64*lanes < n_r ? r_first + 64*lanes : n_r;
            float s_part = 0.0f;
            #pragma unroll 4
            for (int r = r_first; r < r_stop; r += lanes) {
                s_part += w[r]*((0 <= (p + r - 1) && (p + r - 1) < n_p) ? x[p + r - 1] : 0.0f);
            }
            s_sum += s_part;
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) y[p] = x[p] + s_sum;
    }
}
