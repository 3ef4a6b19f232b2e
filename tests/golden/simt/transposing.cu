// z[i,j] = exp(x[j,i])*y[i]


// z[i,j] = y[i]*exp(x[j,i])
extern "C" __global__ void kernel_z(
    const float* __restrict__ x,
    const float* __restrict__ y,
    float* __restrict__ z,
    const int n_i,
    const int n_j)
{
    __shared__ float tile_x[32][33];
    const int lane = threadIdx.x, row = threadIdx.y;
    const int j_first = blockIdx.x*32;
    for (int i_first = blockIdx.y*32; i_first < n_i; i_first += gridDim.y*32) {
        for (int q = row; q < 32; q += 8) {
            const int j = j_first + q, i = i_first + lane;
            if (i < n_i && j < n_j) {
                tile_x[q][lane] = x[j*n_i + i];
            }
        }
        __syncthreads();
        for (int q = row; q < 32; q += 8) {
            const int i = i_first + q, j = j_first + lane;
            if (i < n_i && j < n_j) {
                z[i*n_j + j] = y[i]*exp(tile_x[lane][q]);
            }
        }
        __syncthreads();
    }
}
