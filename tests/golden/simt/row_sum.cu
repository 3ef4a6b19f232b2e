// s[i] = sum[j](exp(x[i,j]))
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
        const int chunk = (n_j + 256*parts - 1)/(256*parts)*256, start = part*chunk;
        const int stop = start + chunk < n_j ? start + chunk : n_j;
        for (int j_first = start + lane; j_first < stop; j_first += 64*lanes) {
            const int j_stop = j_first + 64*lanes < stop ? j_first + 64*lanes : stop;
            float s_part = 0.0f;
            for (int j = j_first; j < j_stop; j += lanes) {
                s_part += exp(x[i*n_j + j]);
            }
            s_sum += s_part;
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
        for (int part__first = lane; part__first < n_part; part__first += 64*lanes) {
            const int part__stop = part__first + 64*lanes < n_part ? part__first + 64*lanes : n_part;
            float s_part = 0.0f;
            for (int part_ = part__first; part_ < part__stop; part_ += lanes) {
                s_part += s_parts[i*n_part + part_];
            }
            s_sum += s_part;
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) s[i] = s_sum;
    }
}
