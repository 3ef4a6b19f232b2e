// y[i] = 2*x[i] + 1
#define _es_load8_float16(to, x, k) vstore8(vload_half8(0, (x) + (k)), 0, to)

#define _es_load_float16(x, k) vload_half(k, x)

#define _es_store8_float16(from, x, k) vstore_half8_rte(vload8(0, from), 0, (x) + (k))

#define _es_store_float16(value, x, k) vstore_half_rte(value, k, x)

// y[i] = 2*x[i] + 1
__kernel void kernel_y(
    __global const half* restrict x,
    __global half* restrict y,
    const int n_i)
{
    const int lane = get_local_id(0), lanes = get_local_size(0);
    const int part = get_group_id(0), parts = get_num_groups(0);
    if (n_i % 8 == 0) {
        for (int i_run = 8*(part*lanes + lane); i_run < n_i; i_run += 8*parts*lanes) {
            float x_8[8];
            _es_load8_float16(x_8, x, i_run);
            float y_8[8];
            for (int q = 0; q < 8; q += 1) {
                const int i = i_run + q;
                y_8[q] = (2.0f*x_8[q]) + 1.0f;
            }
            _es_store8_float16(y_8, y, i_run);
        }
    } else {
        for (int i = part*lanes + lane; i < n_i; i += parts*lanes) {
            _es_store_float16((2.0f*_es_load_float16(x, i)) + 1.0f, y, i);
        }
    }
}
