// s = sum[i](x[i]*y[i])
__device__ __forceinline__ double _es_team_sum_float64(
    double value, double* scratch, int lane, int lanes, int at, int step)
{
    /* the value of all lanes of a team together, for every lane */
    int hop;
    if (lanes == 1) return value;
    if (step == 1 && blockDim.x*blockDim.y % 32 == 0) {
        for (hop = (lanes < 32 ? lanes : 32)/2; hop > 0; hop /= 2) {
            double other = __shfl_xor_sync(0xffffffffu, value, hop);
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

// s = sum[i](x[i]*y[i])
extern "C" __global__ void kernel_s(
    const double* __restrict__ x,
    const double* __restrict__ y,
    double* __restrict__ s,
    double* __restrict__ s_parts,
    const int n_i)
{
    __shared__ double scratch_float64[256];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    const int part = blockIdx.x, parts = gridDim.x;
    double s_sum = 0.0;
    const int chunk = (n_i + 256*parts - 1)/(256*parts)*256, start = part*chunk;
    const int stop = start + chunk < n_i ? start + chunk : n_i;
    for (int i = start + lane; i < stop; i += lanes) {
        s_sum += x[i]*y[i];
    }
    s_sum = _es_team_sum_float64(s_sum, scratch_float64, lane, lanes, at, step);
    if (lane == 0) {
        if (parts == 1) s[0] = s_sum;
        else s_parts[part] = s_sum;
    }
}

// s = sum[part](s_parts[part])
extern "C" __global__ void kernel_s_2(
    const double* __restrict__ s_parts,
    double* __restrict__ s,
    const int n_part)
{
    __shared__ double scratch_float64[256];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    double s_sum = 0.0;
    for (int part_ = lane; part_ < n_part; part_ += lanes) {
        s_sum += s_parts[part_];
    }
    s_sum = _es_team_sum_float64(s_sum, scratch_float64, lane, lanes, at, step);
    if (lane == 0) s[0] = s_sum;
}
