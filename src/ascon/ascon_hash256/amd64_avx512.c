/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-Hash256 with AVX-512 of amd64, in C.  Nearly all of it is in ascon/fast.h and ascon/amd64_avx512.h.
 */
#include "mote/ascon_hash256.h"

typedef mote_ascon_hash256_context context;

/* The initial value of section 5.1, permuted */
#define INITIAL                                                                                    \
    C64(0x9B1E5494, 0xE934D681), C64(0x4BC3A01E, 0x333751D2), C64(0xAE65396C, 0x6B34B81A),         \
        C64(0x3C7FD4A4, 0xD56A4DB3), C64(0x1A5C4649, 0x06C5976D)

#define ASCON_AVX512
#include "ascon/fast.h"

void mote_ascon_hash256_init(context *cc, unsigned out_size) {
    init(cc, out_size);
}

void mote_ascon_hash256(context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_ascon_hash256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    finish(cc, dst);
}
