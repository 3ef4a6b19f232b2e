// a[i] = argmax[j](x[i,j])
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif

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

__device__ __forceinline__ long long _es_team_argmax_float32(
    float value, long long place, float* scratch, long long* places, int lane, int lanes, int at, int step)
{
    /* the place of the first best value of a team, for every lane; scratch keeps the value */
    int hop;
    scratch[at] = value;
    places[at] = place;
    __syncthreads();
    for (hop = lanes/2; hop > 0; hop /= 2) {
        if (lane < hop) {
            float other = scratch[at + hop*step];
            long long there = places[at + hop*step];
            if (there >= 0 && (place < 0 || other > value || (other != other && value == value) || ((other == value || (other != other && value != value)) && there < place))) {
                value = other;
                place = there;
                scratch[at] = value;
                places[at] = place;
            }
        }
        __syncthreads();
    }
    place = places[at - lane*step];
    __syncthreads();
    return place;
}

// a[i] = argmax[j](x[i,j])
extern "C" __global__ void kernel_a(
    const float* __restrict__ x,
    long long* __restrict__ a,
    long long* __restrict__ a_parts,
    float* __restrict__ a_parts_value,
    const int n_i,
    const int n_j)
{
    __shared__ float scratch_float32[256];
    __shared__ long long places_int64[256];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    const int part = blockIdx.y, parts = gridDim.y;
    const int team = threadIdx.y;
    const int block_start = blockIdx.x*blockDim.y, row_step = gridDim.x*blockDim.y;
    for (int i_first = block_start; i_first < n_i; i_first += row_step) {
        const bool active = i_first + team < n_i;
        const int i = active ? i_first + team : n_i - 1;
        float a_max = -INFINITY;
        long long a_at = -1;
        if (n_j % 4 == 0 && _es_aligned(x)) {
            const int chunk = (n_j + 256*parts - 1)/(256*parts)*256, start = part*chunk;
            const int stop = start + chunk < n_j ? start + chunk : n_j;
            #pragma unroll 4
            for (int j_run = start + 4*lane; j_run < stop; j_run += 4*lanes) {
                float x_4[4];
                _es_load4_float32(x_4, x, i*n_j + j_run);
                #pragma unroll
                for (int q = 0; q < 4; q += 1) {
                    const int j = j_run + q;
                    const float v = x_4[q];
                    const long long place = (long long)j;
                    if (place >= 0 && (a_at < 0 || v > a_max || (v != v && a_max == a_max) || ((v == a_max || (v != v && a_max != a_max)) && place < a_at))) {
                        a_max = v;
                        a_at = place;
                    }
                }
            }
        } else {
            const int chunk_2 = (n_j + 256*parts - 1)/(256*parts)*256, start_2 = part*chunk_2;
            const int stop_2 = start_2 + chunk_2 < n_j ? start_2 + chunk_2 : n_j;
            #pragma unroll 4
            for (int j = start_2 + lane; j < stop_2; j += lanes) {
                const float v_2 = x[i*n_j + j];
                const long long place_2 = (long long)j;
                if (place_2 >= 0 && (a_at < 0 || v_2 > a_max || (v_2 != v_2 && a_max == a_max) || ((v_2 == a_max || (v_2 != v_2 && a_max != a_max)) && place_2 < a_at))) {
                    a_max = v_2;
                    a_at = place_2;
                }
            }
        }
        a_at = _es_team_argmax_float32(a_max, a_at, scratch_float32, places_int64, lane, lanes, at, step);
        a_max = scratch_float32[at - lane*step];
        __syncthreads();
        if (active && lane == 0) {
            if (parts == 1) a[i] = a_at;
            else a_parts[i*parts + part] = a_at;
        }
        if (active && lane == 0 && parts > 1) a_parts_value[i*parts + part] = a_max;
    }
}

// a_best[i] = argmax[part](a_parts_value[i,part])
// a[i] = a_parts[i, a_best[i]]
extern "C" __global__ void kernel_a_2(
    const long long* __restrict__ a_parts,
    const float* __restrict__ a_parts_value,
    long long* __restrict__ a,
    const int n_i,
    const int n_part)
{
    __shared__ float scratch_float32[256];
    __shared__ long long places_int64[256];
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int at = threadIdx.y*blockDim.x + threadIdx.x, step = 1;
    const int team = threadIdx.y;
    const int block_start = blockIdx.x*blockDim.y, row_step = gridDim.x*blockDim.y;
    for (int i_first = block_start; i_first < n_i; i_first += row_step) {
        const bool active = i_first + team < n_i;
        const int i = active ? i_first + team : n_i - 1;
        float a_best_max = -INFINITY;
        long long a_best_at = -1;
        if (n_part % 4 == 0 && _es_aligned(a_parts_value)) {
            #pragma unroll 4
            for (int part__run = 4*lane; part__run < n_part; part__run += 4*lanes) {
                float a_parts_value_4[4];
                _es_load4_float32(a_parts_value_4, a_parts_value, i*n_part + part__run);
                #pragma unroll
                for (int q = 0; q < 4; q += 1) {
                    const int part_ = part__run + q;
                    const float v = a_parts_value_4[q];
                    const long long place = (long long)part_;
                    if (place >= 0 && (a_best_at < 0 || v > a_best_max || (v != v && a_best_max == a_best_max) || ((v == a_best_max || (v != v && a_best_max != a_best_max)) && place < a_best_at))) {
                        a_best_max = v;
                        a_best_at = place;
                    }
                }
            }
        } else {
            #pragma unroll 4
            for (int part_ = lane; part_ < n_part; part_ += lanes) {
                const float v_2 = a_parts_value[i*n_part + part_];
                const long long place_2 = (long long)part_;
                if (place_2 >= 0 && (a_best_at < 0 || v_2 > a_best_max || (v_2 != v_2 && a_best_max == a_best_max) || ((v_2 == a_best_max || (v_2 != v_2 && a_best_max != a_best_max)) && place_2 < a_best_at))) {
                    a_best_max = v_2;
                    a_best_at = place_2;
                }
            }
        }
        a_best_at = _es_team_argmax_float32(a_best_max, a_best_at, scratch_float32, places_int64, lane, lanes, at, step);
        if (active && lane == 0) a[i] = a_parts[i*n_part + (int)a_best_at];
    }
}
