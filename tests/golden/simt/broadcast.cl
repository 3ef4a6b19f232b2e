// z[i,j] = x[i,j] + y[i]*v[j]
#define _es_load4_float32(to, x, k) vstore4(vload4(0, (x) + (k)), 0, to)

#define _es_store4_float32(from, x, k) vstore4(vload4(0, from), 0, (x) + (k))

// z[i,j] = v[j]*y[i] + x[i,j]
__kernel void kernel_z(
    __global const float* restrict v,
    __global const float* restrict x,
    __global const float* restrict y,
    __global float* restrict z,
    const int n_i,
    const int n_j,
    const int n_x_1)
{
    const int lane = get_local_id(0), lanes = get_local_size(0);
    const int part = get_group_id(1), parts = get_num_groups(1);
    const int row_start = get_group_id(0)*get_local_size(1) + get_local_id(1), row_step = get_num_groups(0)*get_local_size(1);
    for (int i = row_start; i < n_i; i += row_step) {
        const float v_2 = y[i];
        if (n_j % 4 == 0 && n_x_1 % 4 == 0) {
            for (int j_run = 4*(part*lanes + lane); j_run < n_j; j_run += 4*parts*lanes) {
                float v_4[4];
                _es_load4_float32(v_4, v, j_run);
                float x_4[4];
                _es_load4_float32(x_4, x, i*n_x_1 + j_run);
                float z_4[4];
                for (int q = 0; q < 4; q += 1) {
                    const int j = j_run + q;
                    z_4[q] = (v_4[q]*v_2) + x_4[q];
                }
                _es_store4_float32(z_4, z, i*n_j + j_run);
            }
        } else {
            for (int j = part*lanes + lane; j < n_j; j += parts*lanes) {
                z[i*n_j + j] = (v[j]*v_2) + x[i*n_x_1 + j];
            }
        }
    }
}
