// C[b,i,k] = sum[j](A[b,i,j]*B[b,k,j])
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

#ifndef _ES_PACK2_FLOAT64
#define _ES_PACK2_FLOAT64
struct __align__(16) _es_pack2_float64 { double at[2]; };
#endif
__device__ __forceinline__ void _es_store2_float64(const double* from, double* x, long long k)
{
    _es_pack2_float64 v;
    #pragma unroll
    for (int q = 0; q < 2; q += 1) v.at[q] = from[q];
    *(_es_pack2_float64*)(x + k) = v;
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

// C[b,i,k] = sum[j](A[b,i,j]*B[b,k,j])
extern "C" __global__ void kernel_C(
    const double* __restrict__ A,
    const double* __restrict__ B,
    double* __restrict__ C,
    double* __restrict__ C_parts,
    const int n_i,
    const int n_k,
    const int n_j,
    const int n_b,
    const int n)
{
    __shared__ __align__(16) double left[16][66], right[16][66];
    const int t = threadIdx.x, across = t % 16, down = t / 16;
    const int n_rows = n_i;
    const int n_columns = n_k;
    const int n_summed = n_j;
    const int n_batch = n_b;
    const int row0 = blockIdx.x*64;
    const int part = blockIdx.z % n;
    const int chunk = (n_summed + n - 1)/n, start = part*chunk;
    const int stop = start + chunk < n_summed ? start + chunk : n_summed;
    for (int z = blockIdx.z/n; z < n_batch; z += gridDim.z/n)
    for (int column0 = blockIdx.y*64; column0 < n_columns; column0 += gridDim.y*64) {
        double sum[4][4];
        #pragma unroll
        for (int p = 0; p < 4; p += 1) {
            #pragma unroll
            for (int q = 0; q < 4; q += 1) { sum[p][q] = 0.0; }
        }
        for (int k0 = start; k0 < stop; k0 += 16) {
            #pragma unroll
            for (int e = 0; e < 1024; e += 256) {
                const int k = t % 16, m = t / 16 + e / 16;
                const int at = row0 + m, along = k0 + k;
                left[k][m] = at < n_rows && along < stop ? A[(z*n_i + at)*n_j + along] : 0.0;
            }
            #pragma unroll
            for (int e = 0; e < 1024; e += 256) {
                const int k = t % 16, m = t / 16 + e / 16;
                const int at = column0 + m, along = k0 + k;
                right[k][m] = at < n_columns && along < stop ? B[(z*n_k + at)*n_j + along] : 0.0;
            }
            __syncthreads();
            #pragma unroll
            for (int k = 0; k < 16; k += 1) {
                double a[4], b[4];
                #pragma unroll
                for (int p = 0; p < 4; p += 1) a[p] = left[k][down*2 + p % 2 + p/2*32];
                #pragma unroll
                for (int r = 0; r < 4; r += 1) b[r] = right[k][across*2 + r % 2 + r/2*32];
                #pragma unroll
                for (int p = 0; p < 4; p += 1) {
                    #pragma unroll
                    for (int r = 0; r < 4; r += 1) sum[p][r] += a[p]*b[r];
                }
            }
            __syncthreads();
        }
        const bool by_runs = n_k % 2 == 0 && n == 1 && _es_aligned(C);
        #pragma unroll
        for (int p = 0; p < 4; p += 1) {
            const int row = row0 + down*2 + p % 2 + p/2*32;
            #pragma unroll
            for (int q = 0; q < 4; q += 2) {
                const int column = column0 + across*2 + q % 2 + q/2*32;
                if (row < n_rows && column < n_columns && by_runs) _es_store2_float64(&sum[p][q], C, (z*n_i + row)*n_k + column);
            }
            #pragma unroll
            for (int q = 0; q < 4; q += 1) {
                const int column = column0 + across*2 + q % 2 + q/2*32;
                if (row < n_rows && column < n_columns && !by_runs && n == 1) C[(z*n_i + row)*n_k + column] = sum[p][q];
                if (row < n_rows && column < n_columns && !by_runs && n > 1) C_parts[((z*n_i + row)*n_k + column)*n + part] = sum[p][q];
            }
        }
    }
}

// C[b,i,k] = sum[part](C_parts[b,i,k,part])
extern "C" __global__ void kernel_C_2(
    const double* __restrict__ C_parts,
    double* __restrict__ C,
    const int n_b,
    const int n_i,
    const int n_k,
    const int n_part)
{
    __shared__ double scratch_float64[256];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    const int team = threadIdx.y;
    const int block_start = blockIdx.x*blockDim.y, row_step = gridDim.x*blockDim.y;
    const int rows = n_b*n_i*n_k;
    for (int row_first = block_start; row_first < rows; row_first += row_step) {
        const bool active = row_first + team < rows;
        const int row = active ? row_first + team : rows - 1;
        const int k = row % n_k;
        const int i = row / n_k % n_i;
        const int b = row / n_k / n_i;
        double C_sum = 0.0;
        if (n_part % 2 == 0 && _es_aligned(C_parts)) {
            #pragma unroll 4
            for (int part__run = 2*lane; part__run < n_part; part__run += 2*lanes) {
                double C_parts_2[2];
                _es_load2_float64(C_parts_2, C_parts, ((b*n_i + i)*n_k + k)*n_part + part__run);
                #pragma unroll
                for (int q = 0; q < 2; q += 1) {
                    const int part_ = part__run + q;
                    C_sum += C_parts_2[q];
                }
            }
        } else {
            #pragma unroll 4
            for (int part_ = lane; part_ < n_part; part_ += lanes) {
                C_sum += C_parts[((b*n_i + i)*n_k + k)*n_part + part_];
            }
        }
        C_sum = _es_team_sum_float64(C_sum, scratch_float64, lane, lanes, at, step);
        if (active && lane == 0) C[(b*n_i + i)*n_k + k] = C_sum;
    }
}
