/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-AEAD128 in portable C, the rounds written out: for hosts and large cores.  With ASCON_DUPLEX
 * defined it is the mode of a kernel in assembly, which does all work on the state in whole blocks
 * (ascon_duplex/).
 */
#include "mote/ascon_aead128.h"

typedef mote_ascon_aead128_context context;

#include "common/fast.h"

#include "ascon/rounds_fast.h"

#ifdef __GNUC__
#define NOINLINE __attribute__((__noinline__))
#else
#define NOINLINE
#endif

/* Compilers have most of the rounds in memory where registers are few. */
#ifdef __i386__
#define STACK_BYTES 640
#else
#define STACK_BYTES 192
#endif
#include "aes/wipe.h"

#define ADD_BYTE(words, i, byte) ((words)[(i) >> 2] ^= (u32)(byte) << 8 * ((i) & 3))
#define GET_BYTE(words, i) ((unsigned char)((words)[(i) >> 2] >> 8 * ((i) & 3)))

#ifdef ASCON_DUPLEX

/* See ascon_duplex/kernel.toml. */
void mote_ascon_duplex(u32 *S, const unsigned char *src, unsigned char *dst, size_t blocks,
                       unsigned way);
#define TAKE_IN 0
#define ENCRYPT 1
#define DECRYPT 2

/* Ascon-p[12], or Ascon-p[8] as behind a block of zeros */
NOINLINE static void permute(u32 *S, unsigned constant) {
    static const unsigned char zeros[16] = {0};

    if (constant == 0xF0)
        mote_ascon_duplex(S, NULL, NULL, 0, TAKE_IN);
    else
        mote_ascon_duplex(S, zeros, NULL, 1, TAKE_IN);
}

#define WHOLE_BLOCKS
static size_t absorb_blocks(context *cc, const unsigned char *data, size_t len) {
    mote_ascon_duplex(cc->S, data, NULL, len / 16, TAKE_IN);
    return len / 16 * 16;
}

static size_t crypt_blocks(context *cc, const unsigned char *src, unsigned char *dst, size_t len,
                           int back) {
    mote_ascon_duplex(cc->S, src, dst, len / 16, back ? DECRYPT : ENCRYPT);
    return len / 16 * 16;
}

#else

/* Ascon-p[12], or Ascon-p[8] from its first constant on */
NOINLINE static void permute(u32 *S, unsigned constant) {
    u64 x0, x1, x2, x3, x4, t0, t1, t2, t3, t4;

    LOAD_STATE(S);
    if (constant == 0xF0)
        FOUR_ROUNDS;
    EIGHT_ROUNDS;
    STORE_STATE(S);
}

/* As many whole blocks of the data or the text as there are; how many bytes that is. */
#define WHOLE_BLOCKS
static size_t absorb_blocks(context *cc, const unsigned char *data, size_t len) {
    size_t left;
    unsigned i;

    for (left = len; left >= 16; left -= 16) {
        for (i = 0; i < 4; i++)
            cc->S[i] ^= get_le32(data + 4 * i);
        permute(cc->S, 0xB4);
        data += 16;
    }
    return len - left;
}

static size_t crypt_blocks(context *cc, const unsigned char *src, unsigned char *dst, size_t len,
                           int back) {
    size_t left;
    unsigned i;
    u32 x;

    for (left = len; left >= 16; left -= 16) {
        for (i = 0; i < 4; i++) {
            x = get_le32(src + 4 * i);
            put_le32(dst + 4 * i, cc->S[i] ^ x);
            cc->S[i] = back ? x : cc->S[i] ^ x;
        }
        permute(cc->S, 0xB4);
        src += 16;
        dst += 16;
    }
    return len - left;
}

#endif

#include "ascon/aead.h"
