// a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])
__device__ __forceinline__ float _es_exp_of_sum_float32(float x)
{
    /* exp(x) of an x that several roundings have made: one more, and below 2^-126 zero */
#ifdef __CUDA_ARCH__
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(1.4426950408889634f*x));
    return y;
#else
    return exp2(1.4426950408889634f*x);
#endif
}

// a[i] = sum[j](b[j]*exp(-((x[i,0] - y[j,0])**2 + (x[i,1] - y[j,1])**2)))
extern "C" __global__ void kernel_a(
    const float* __restrict__ b_2,
    const float* __restrict__ x,
    const float* __restrict__ y,
    float* __restrict__ a_2,
    const int n_i,
    const int n_j,
    const int n_x_1,
    const int n_y_1)
{
    __shared__ __align__(16) float tile_float32[256][4];
    __shared__ float joined_float32[128][9];
    const int t = threadIdx.x, across = t / 32, down = t % 32;
    const int n_batch = 1;
    const int n_fixed = n_i;
    const int n_moving = n_j;
    for (int z = blockIdx.y; z < n_batch; z += gridDim.y)
    for (int fixed0 = blockIdx.x*128; fixed0 < n_fixed; fixed0 += gridDim.x*128) {
        float a_sum[4];
        #pragma unroll
        for (int p = 0; p < 4; p += 1) {
            a_sum[p] = 0.0f;
        }
        float x_rows[4];
        float x_rows_2[4];
        #pragma unroll
        for (int p = 0; p < 4; p += 1) {
            const int row = fixed0 + down + p*32;
            const int here = row < n_fixed ? row : n_fixed - 1;
            const int i = here;
            x_rows[p] = x[i*n_x_1 + 1];
            x_rows_2[p] = x[i*n_x_1 + 0];
        }
        for (int moving0 = 0; moving0 < n_moving; moving0 += 256) {
            for (int m = t; m < 256; m += 256) {
                const int column = moving0 + m, there = column < n_moving ? column : n_moving - 1;
                const int j = there;
                tile_float32[m][0] = -y[j*n_y_1 + 1];
                tile_float32[m][1] = -y[j*n_y_1 + 0];
                tile_float32[m][2] = b_2[j];
            }
            __syncthreads();
            float a_sum_part[4];
            #pragma unroll
            for (int p = 0; p < 4; p += 1) {
                a_sum_part[p] = 0.0f;
            }
            const int stop = n_moving - moving0 < 256 ? n_moving - moving0 : 256;
            #pragma unroll 4
            for (int m = across; m < stop; m += 8) {
                const float v = tile_float32[m][0];
                const float v_2 = tile_float32[m][1];
                const float v_3 = tile_float32[m][2];
                #pragma unroll
                for (int p = 0; p < 4; p += 1) {
                    const float v_4 = x_rows[p];
                    const float v_5 = x_rows_2[p];
                    const float v_6 = v_5 + v_2;
                    const float v_7 = v_4 + v;
                    const float v_8 = _es_exp_of_sum_float32(-((v_6*v_6) + (v_7*v_7)));
                    a_sum_part[p] = a_sum_part[p] + v_3*v_8;
                }
            }
            #pragma unroll
            for (int p = 0; p < 4; p += 1) {
                a_sum[p] = a_sum[p] + a_sum_part[p];
            }
            __syncthreads();
        }
        #pragma unroll
        for (int p = 0; p < 4; p += 1) {
            joined_float32[down + p*32][across] = a_sum[p];
        }
        __syncthreads();
        #pragma unroll
        for (int p = 0; p < 4; p += 1) {
            a_sum[p] = joined_float32[down + p*32][0];
            for (int k = 1; k < 8; k += 1)
                a_sum[p] = a_sum[p] + (joined_float32[down + p*32][k]);
        }
        __syncthreads();
        #pragma unroll
        for (int p = 0; p < 4; p += 1) {
            const int row = fixed0 + down + p*32;
            if (row < n_fixed && across == 0) a_2[row] = a_sum[p];
        }
    }
}
