/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-CXOF128 with AVX-512 of amd64, in C.  Nearly all of it is in ascon/fast.h and ascon/amd64_avx512.h.
 */
#include "mote/ascon_cxof128.h"

typedef mote_ascon_cxof128_context context;

/* The initial value of section 5.3, permuted */
#define INITIAL                                                                                    \
    C64(0x675527C2, 0xA0E8DE03), C64(0x43D12D7D, 0xC0377BBC), C64(0xE9901DEC, 0x426E81B5),         \
        C64(0x2AB14907, 0x720780B6), C64(0x8F3F1D02, 0xD432BC46)

#define ASCON_AVX512
#include "ascon/fast.h"

#include "ascon/customized.h"

void mote_ascon_cxof128_init(context *cc, unsigned out_size) {
    cc->out_size = out_size;
    customize(cc, NULL, 0);
}

void mote_ascon_cxof128_customize(context *cc, const void *data, size_t len) {
    customize(cc, data, len);
}

void mote_ascon_cxof128(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_ascon_cxof128_close(context *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    finish(cc, dst);
}
