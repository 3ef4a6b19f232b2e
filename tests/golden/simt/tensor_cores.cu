// C[i,k] = sum[j](A[i,j]*B[j,k])
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

__device__ __forceinline__ float _es_load_float16(const unsigned short* x, long long k)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(x[k]));
    return value;
}

#if __CUDA_ARCH__ >= 800
__device__ __forceinline__ unsigned _es_tf32(float x)
{
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return bits;
}
__device__ __forceinline__ void _es_mma(float* c0, float* c1, float* c2, float* c3, const float* a, const float* b)
{
    /* 16 rows and 8 columns of a warp: sums of 8 products each, of TF32 numbers, in float32 */
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(*c0), "+f"(*c1), "+f"(*c2), "+f"(*c3)
        : "r"(_es_tf32(a[0])), "r"(_es_tf32(a[1])), "r"(_es_tf32(a[2])), "r"(_es_tf32(a[3])),
          "r"(_es_tf32(b[0])), "r"(_es_tf32(b[1])));
}
#endif

#ifndef _ES_PACK4_FLOAT16
#define _ES_PACK4_FLOAT16
struct __align__(8) _es_pack4_float16 { unsigned short at[4]; };
#endif
__device__ __forceinline__ void _es_store4_float16(const float* from, unsigned short* x, long long k)
{
    _es_pack4_float16 v;
    #pragma unroll
    for (int q = 0; q < 4; q += 1) asm("cvt.rn.f16.f32 %0, %1;" : "=h"(v.at[q]) : "f"(from[q]));
    *(_es_pack4_float16*)(x + k) = v;
}

__device__ __forceinline__ void _es_store_float16(float value, unsigned short* x, long long k)
{
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    x[k] = bits;
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

// s[i,k] = sum[j](A[i,j]*B[j,k])
extern "C" __global__ void kernel_s(
    const unsigned short* __restrict__ A,
    const unsigned short* __restrict__ B,
    float* __restrict__ s,
    float* __restrict__ s_parts,
    const int n_i,
    const int n_k,
    const int n_j,
    const int n)
{
    __shared__ float left[16][72], right[16][72];
    const int t = threadIdx.x, across = t/64*4 + t % 4, down = t/32 % 2*8 + t % 32/4;
    const int n_rows = n_i;
    const int n_columns = n_k;
    const int n_summed = n_j;
    const int n_batch = 1;
    const int row0 = blockIdx.x*64;
    const int part = blockIdx.z % n;
    const int chunk = (n_summed + n - 1)/n, start = part*chunk;
    const int stop = start + chunk < n_summed ? start + chunk : n_summed;
    for (int z = blockIdx.z/n; z < n_batch; z += gridDim.z/n)
    for (int column0 = blockIdx.y*64; column0 < n_columns; column0 += gridDim.y*64) {
        float sum[4][4];
        #pragma unroll
        for (int p = 0; p < 4; p += 1) {
            #pragma unroll
            for (int q = 0; q < 4; q += 1) { sum[p][q] = 0.0f; }
        }
        for (int k0 = start; k0 < stop; k0 += 16) {
            #pragma unroll
            for (int e = 0; e < 1024; e += 256) {
                const int k = t % 16, m = t / 16 + e / 16;
                const int at = row0 + m, along = k0 + k;
                left[k][m] = at < n_rows && along < stop ? _es_load_float16(A, at*n_j + along) : 0.0f;
            }
            #pragma unroll
            for (int e = 0; e < 1024; e += 256) {
                const int k = t / 64 + e / 64, m = t % 64;
                const int at = column0 + m, along = k0 + k;
                right[k][m] = at < n_columns && along < stop ? _es_load_float16(B, along*n_k + at) : 0.0f;
            }
            __syncthreads();
            #if __CUDA_ARCH__ >= 800
            #pragma unroll
            for (int k = 0; k < 16; k += 8) {
                float a[2][4], b[2];
                #pragma unroll
                for (int p = 0; p < 2; p += 1) {
                    a[p][0] = left[k + t % 4][down/8*32 + down % 8 + p*16];
                    a[p][1] = left[k + t % 4][down/8*32 + down % 8 + p*16 + 8];
                    a[p][2] = left[k + t % 4 + 4][down/8*32 + down % 8 + p*16];
                    a[p][3] = left[k + t % 4 + 4][down/8*32 + down % 8 + p*16 + 8];
                }
                #pragma unroll
                for (int r = 0; r < 2; r += 1) {
                    b[0] = right[k + t % 4][across/4*16 + r*8 + down % 8];
                    b[1] = right[k + t % 4 + 4][across/4*16 + r*8 + down % 8];
                    #pragma unroll
                    for (int p = 0; p < 2; p += 1)
                        _es_mma(&sum[2*p][2*r], &sum[2*p][2*r + 1],
                            &sum[2*p + 1][2*r], &sum[2*p + 1][2*r + 1], a[p], b);
                }
            }
            #else
            #pragma unroll
            for (int k = 0; k < 16; k += 1) {
                float a[4], b[4];
                #pragma unroll
                for (int p = 0; p < 4; p += 1) a[p] = left[k][down/8*32 + down % 8 + p*8];
                #pragma unroll
                for (int r = 0; r < 4; r += 1) b[r] = right[k][across/4*16 + across % 4*2 + r/2*8 + r % 2];
                #pragma unroll
                for (int p = 0; p < 4; p += 1) {
                    #pragma unroll
                    for (int r = 0; r < 4; r += 1) sum[p][r] += a[p]*b[r];
                }
            }
            #endif
            __syncthreads();
        }
        #pragma unroll
        for (int p = 0; p < 4; p += 1) {
            const int row = row0 + down/8*32 + down % 8 + p*8;
            #pragma unroll
            for (int q = 0; q < 4; q += 1) {
                const int column = column0 + across/4*16 + across % 4*2 + q/2*8 + q % 2;
                if (row < n_rows && column < n_columns && n == 1) s[row*n_k + column] = sum[p][q];
                if (row < n_rows && column < n_columns && n > 1) s_parts[(row*n_k + column)*n + part] = sum[p][q];
            }
        }
    }
}

// s[i,k] = sum[part](s_parts[i,k,part])
extern "C" __global__ void kernel_s_2(
    const float* __restrict__ s_parts,
    float* __restrict__ s,
    const int n_i,
    const int n_k,
    const int n_part)
{
    __shared__ float scratch_float32[256];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    const int team = threadIdx.y;
    const int block_start = blockIdx.x*blockDim.y, row_step = gridDim.x*blockDim.y;
    const int rows = n_i*n_k;
    for (int row_first = block_start; row_first < rows; row_first += row_step) {
        const bool active = row_first + team < rows;
        const int row = active ? row_first + team : rows - 1;
        const int k = row % n_k;
        const int i = row / n_k;
        float s_sum = 0.0f;
        if (n_part % 4 == 0 && _es_aligned(s_parts)) {
            for (int part__first = 4*lane; part__first < n_part; part__first += 64*lanes) {
                const int part__stop = part__first + 64*lanes < n_part ? part__first + 64*lanes : n_part;
                float s_part = 0.0f;
                #pragma unroll 4
                for (int part__run = part__first; part__run < part__stop; part__run += 4*lanes) {
                    float s_parts_4[4];
                    _es_load4_float32(s_parts_4, s_parts, (i*n_k + k)*n_part + part__run);
                    #pragma unroll
                    for (int q = 0; q < 4; q += 1) {
                        const int part_ = part__run + q;
                        s_part += s_parts_4[q];
                    }
                }
                s_sum += s_part;
            }
        } else {
            for (int part__first_2 = lane; part__first_2 < n_part; part__first_2 += 64*lanes) {
                const int part__stop_2 = part__first_2 + 64*lanes < n_part ? part__first_2 + 64*lanes : n_part;
                float s_part_2 = 0.0f;
                #pragma unroll 4
                for (int part_ = part__first_2; part_ < part__stop_2; part_ += lanes) {
                    s_part_2 += s_parts[(i*n_k + k)*n_part + part_];
                }
                s_sum += s_part_2;
            }
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) s[i*n_k + k] = s_sum;
    }
}

// C[i,k] = s[i,k]
extern "C" __global__ void kernel_C(
    const float* __restrict__ s,
    unsigned short* __restrict__ C,
    const int n_i,
    const int n_k)
{
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int part = blockIdx.y, parts = gridDim.y;
    const int row_start = blockIdx.x*blockDim.y + threadIdx.y, row_step = gridDim.x*blockDim.y;
    for (int i = row_start; i < n_i; i += row_step) {
        if (n_k % 4 == 0 && _es_aligned(s) && _es_aligned(C)) {
            for (int k_run = 4*(part*lanes + lane); k_run < n_k; k_run += 4*parts*lanes) {
                float s_4[4];
                _es_load4_float32(s_4, s, i*n_k + k_run);
                float C_4[4];
                #pragma unroll
                for (int q = 0; q < 4; q += 1) {
                    const int k = k_run + q;
                    C_4[q] = s_4[q];
                }
                _es_store4_float16(C_4, C, i*n_k + k_run);
            }
        } else {
            for (int k = part*lanes + lane; k < n_k; k += parts*lanes) {
                _es_store_float16(s[i*n_k + k], C, i*n_k + k);
            }
        }
    }
}
