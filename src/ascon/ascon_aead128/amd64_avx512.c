/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-AEAD128 with AVX-512 of amd64, in C.  The permutation is in ascon/amd64_avx512.h.
 */
#include "mote/ascon_aead128.h"

typedef mote_ascon_aead128_context context;

#include "common/fast.h"

#include "ascon/amd64_avx512.h"

/* Of the deepest function, where a compiler may put what found no register; vectors are in registers. */
#define STACK_BYTES 192
#include "aes/wipe.h"

#define ADD_BYTE(words, i, byte) ((words)[(i) >> 2] ^= (u32)(byte) << 8 * ((i) & 3))
#define GET_BYTE(words, i) ((unsigned char)((words)[(i) >> 2] >> 8 * ((i) & 3)))

/* Ascon-p[12], or Ascon-p[8] from its first constant on */
NOINLINE FEATURES static void permute(u32 *S, unsigned constant) {
    struct state s = load(S);

    if (constant == 0xF0)
        TWELVE(&s);
    else
        EIGHT(&s);
    store(S, &s);
}

/* As many whole blocks of the data or the text as there are; how many bytes that is. */
#define WHOLE_BLOCKS
NOINLINE FEATURES static size_t absorb_blocks(context *cc, const unsigned char *data, size_t len) {
    struct state s = load(cc->S);
    size_t left;

    for (left = len; left >= 16; left -= 16) {
        s.x0 = XOR(s.x0, WORD(data));
        s.x1 = XOR(s.x1, WORD(data + 8));
        EIGHT(&s);
        data += 16;
    }
    store(cc->S, &s);
    return len - left;
}

NOINLINE FEATURES static size_t crypt_blocks(context *cc, const unsigned char *src,
                                             unsigned char *dst, size_t len, int back) {
    struct state s = load(cc->S);
    word low, high;
    size_t left;

    for (left = len; left >= 16; left -= 16) {
        low = WORD(src);
        high = WORD(src + 8);
        s.x0 = XOR(s.x0, low);
        s.x1 = XOR(s.x1, high);
        STORE_WORD(dst, s.x0);
        STORE_WORD(dst + 8, s.x1);
        /* The state takes the text, whichever of the two it is. */
        if (back) {
            s.x0 = low;
            s.x1 = high;
        }
        EIGHT(&s);
        src += 16;
        dst += 16;
    }
    store(cc->S, &s);
    return len - left;
}

#include "ascon/aead.h"
