/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 by a function of OpenSSL's assembly, ADAPTER_CRYPT: crypto/chacha/chacha_ppc.c chooses
 * between these by the processor.
 */
#include "../chacha20.h"

#include "../chacha20_blocks.h"

void ADAPTER_CRYPT(unsigned char *dst, const unsigned char *src, size_t len, const unsigned key[8],
                   const unsigned counter[4]);

static void adapter_blocks(unsigned *state, const unsigned char *src, unsigned char *dst,
                           size_t n) {
    ADAPTER_CRYPT(dst, src, 64 * n, state + 4, state + 12);
}
