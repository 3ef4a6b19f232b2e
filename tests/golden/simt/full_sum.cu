// s = sum[i](x[i]*y[i])
#define _es_aligned(x) ((unsigned long long)(x) % 16 == 0)

#ifndef _ES_PACK2_FLOAT64
#define _ES_PACK2_FLOAT64
struct __align__(16) _es_pack2_float64 { double at[2]; };
#endif
__device__ __forceinline__ void _es_load2_float64(double* to, const double* __restrict__ x, long long k)
{
    const _es_pack2_float64 v = *(const _es_pack2_float64*)(x + k);
    #pragma unroll
    for (int q = 0; q < 2; q += 1) to[q] = v.at[q];
}

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
    if (n_i % 2 == 0 && _es_aligned(x) && _es_aligned(y)) {
        const int chunk = (n_i + 256*parts - 1)/(256*parts)*256, start = part*chunk;
        const int stop = start + chunk < n_i ? start + chunk : n_i;
        #pragma unroll 4
        for (int i_run = start + 2*lane; i_run < stop; i_run += 2*lanes) {
            double x_2[2];
            _es_load2_float64(x_2, x, i_run);
            double y_2[2];
            _es_load2_float64(y_2, y, i_run);
            #pragma unroll
            for (int q = 0; q < 2; q += 1) {
                const int i = i_run + q;
                s_sum += x_2[q]*y_2[q];
            }
        }
    } else {
        const int chunk_2 = (n_i + 256*parts - 1)/(256*parts)*256, start_2 = part*chunk_2;
        const int stop_2 = start_2 + chunk_2 < n_i ? start_2 + chunk_2 : n_i;
        #pragma unroll 4
        for (int i = start_2 + lane; i < stop_2; i += lanes) {
            s_sum += x[i]*y[i];
        }
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
    if (n_part % 2 == 0 && _es_aligned(s_parts)) {
        #pragma unroll 4
        for (int part__run = 2*lane; part__run < n_part; part__run += 2*lanes) {
            double s_parts_2[2];
            _es_load2_float64(s_parts_2, s_parts, part__run);
            #pragma unroll
            for (int q = 0; q < 2; q += 1) {
                const int part_ = part__run + q;
                s_sum += s_parts_2[q];
            }
        }
    } else {
        #pragma unroll 4
        for (int part_ = lane; part_ < n_part; part_ += lanes) {
            s_sum += s_parts[part_];
        }
    }
    s_sum = _es_team_sum_float64(s_sum, scratch_float64, lane, lanes, at, step);
    if (lane == 0) s[0] = s_sum;
}
