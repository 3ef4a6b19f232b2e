// C[i,k] = sum[j](A[i,j]*B[j,k])
#define _es_load4_float32(to, x, k) vstore4(vload4(0, (x) + (k)), 0, to)

#define _es_store4_float32(from, x, k) vstore4(vload4(0, from), 0, (x) + (k))

static inline float _es_team_sum_float32(
    float value, __local float* scratch, int lane, int lanes, int at, int step)
{
    /* the value of all lanes of a team together, for every lane */
    int hop;
    scratch[at] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (hop = lanes/2; hop > 0; hop /= 2) {
        if (lane < hop) scratch[at] = scratch[at] + scratch[at + hop*step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    value = scratch[at - lane*step];
    barrier(CLK_LOCAL_MEM_FENCE);
    return value;
}

// C[i,k] = sum[j](A[i,j]*B[j,k])
__kernel void kernel_C(
    __global const float* restrict A,
    __global const float* restrict B,
    __global float* restrict C,
    __global float* restrict C_parts,
    const int n_i,
    const int n_k,
    const int n_j,
    const int n)
{
    __local float left[16][68], right[16][68];
    const int t = get_local_id(0), across = t % 16, down = t / 16;
    const int n_rows = n_i;
    const int n_columns = n_k;
    const int n_summed = n_j;
    const int n_batch = 1;
    const int row0 = get_group_id(0)*64;
    const int part = get_group_id(2) % n;
    const int chunk = (n_summed + n - 1)/n, start = part*chunk;
    const int stop = start + chunk < n_summed ? start + chunk : n_summed;
    for (int z = get_group_id(2)/n; z < n_batch; z += get_num_groups(2)/n)
    for (int column0 = get_group_id(1)*64; column0 < n_columns; column0 += get_num_groups(1)*64) {
        float sum[4][4];
        for (int p = 0; p < 4; p += 1) {
            for (int q = 0; q < 4; q += 1) { sum[p][q] = 0.0f; }
        }
        for (int k0 = start; k0 < stop; k0 += 16) {
            for (int e = 0; e < 1024; e += 256) {
                const int k = t % 16, m = t / 16 + e / 16;
                const int at = row0 + m, along = k0 + k;
                left[k][m] = at < n_rows && along < stop ? A[at*n_j + along] : 0.0f;
            }
            for (int e = 0; e < 1024; e += 256) {
                const int k = t / 64 + e / 64, m = t % 64;
                const int at = column0 + m, along = k0 + k;
                right[k][m] = at < n_columns && along < stop ? B[along*n_k + at] : 0.0f;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int k = 0; k < 16; k += 1) {
                float a[4], b[4];
                for (int p = 0; p < 4; p += 1) a[p] = left[k][down*4 + p];
                for (int r = 0; r < 4; r += 1) b[r] = right[k][across*4 + r];
                for (int p = 0; p < 4; p += 1) {
                    for (int r = 0; r < 4; r += 1) sum[p][r] += a[p]*b[r];
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        const bool by_runs = n_k % 4 == 0 && n == 1;
        for (int p = 0; p < 4; p += 1) {
            const int row = row0 + down*4 + p;
            for (int q = 0; q < 4; q += 4) {
                const int column = column0 + across*4 + q;
                if (row < n_rows && column < n_columns && by_runs) _es_store4_float32(&sum[p][q], C, row*n_k + column);
            }
            for (int q = 0; q < 4; q += 1) {
                const int column = column0 + across*4 + q;
                if (row < n_rows && column < n_columns && !by_runs && n == 1) C[row*n_k + column] = sum[p][q];
                if (row < n_rows && column < n_columns && !by_runs && n > 1) C_parts[(row*n_k + column)*n + part] = sum[p][q];
            }
        }
    }
}

// C[i,k] = sum[part](C_parts[i,k,part])
__kernel void kernel_C_2(
    __global const float* restrict C_parts,
    __global float* restrict C,
    const int n_i,
    const int n_k,
    const int n_part)
{
    __local float scratch_float32[256];
    const int lane = get_local_id(0), lanes = get_local_size(0);
    const int at = get_local_id(1)*get_local_size(0) + get_local_id(0), step = 1;
    const int team = get_local_id(1);
    const int block_start = get_group_id(0)*get_local_size(1), row_step = get_num_groups(0)*get_local_size(1);
    const int rows = n_i*n_k;
    for (int row_first = block_start; row_first < rows; row_first += row_step) {
        const bool active = row_first + team < rows;
        const int row = active ? row_first + team : rows - 1;
        const int k = row % n_k;
        const int i = row / n_k;
        float C_sum = 0.0f;
        if (n_part % 4 == 0) {
            for (int part__first = 4*lane; part__first < n_part; part__first += 64*lanes) {
                const int part__stop = part__first + 64*lanes < n_part ? part__first + 64*lanes : n_part;
                float C_part = 0.0f;
                for (int part__run = part__first; part__run < part__stop; part__run += 4*lanes) {
                    float C_parts_4[4];
                    _es_load4_float32(C_parts_4, C_parts, (i*n_k + k)*n_part + part__run);
                    for (int q = 0; q < 4; q += 1) {
                        const int part_ = part__run + q;
                        C_part += C_parts_4[q];
                    }
                }
                C_sum += C_part;
            }
        } else {
            for (int part__first_2 = lane; part__first_2 < n_part; part__first_2 += 64*lanes) {
                const int part__stop_2 = part__first_2 + 64*lanes < n_part ? part__first_2 + 64*lanes : n_part;
                float C_part_2 = 0.0f;
                for (int part_ = part__first_2; part_ < part__stop_2; part_ += lanes) {
                    C_part_2 += C_parts[(i*n_k + k)*n_part + part_];
                }
                C_sum += C_part_2;
            }
        }
        C_sum = _es_team_sum_float32(C_sum, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) C[i*n_k + k] = C_sum;
    }
}
