/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Shabal in portable C with little memory: the specification, transcribed.
 *
 * B is updated in place, so that the stack holds no array (portable.c has one of 256 bytes).  Names
 * and order of the steps are those of the specification, sections 2.3.1 and 2.3.2; M is cc->buf.
 */
#include "mote/shabal.h"

#include <string.h>

typedef mote_u32 u32;

/* The low 32 bits, where u32 has more; and their rotation to the left. */
#define T32(x) ((x) & 0xFFFFFFFF)
#define ROTL(x, n) T32(((x) << (n)) | ((x) >> (32 - (n))))

/*
 * PUT writes the message's bytes into M in ascending order; GET reads the digest's bytes from C.
 * Words are little-endian in Shabal.  Where the compiler tells how the machine stores its words of
 * 32 bits, byte i is found in place; elsewhere it is shifted in and out.
 */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PUT(M, i, byte) ((unsigned char *)(M))[(i) ^ 3] = (unsigned char)(byte)
#define GET(C, i) ((const unsigned char *)(C))[(i) ^ 3]
#elif defined __SDCC_mcs51 || (defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define PUT(M, i, byte) ((unsigned char *)(M))[i] = (unsigned char)(byte)
#define GET(C, i) ((const unsigned char *)(C))[i]
#else
#define PUT(M, i, byte) ((M)[(i) >> 2] = (M)[(i) >> 2] >> 8 | (u32)((byte) & 0xFF) << 24)
#define GET(C, i) (unsigned char)(((C)[(i) >> 2] >> 8 * ((i) & 3)) & 0xFF)
#endif

/* One message round; n = 1: the block is a new one; n = 0: the last one again, a final round. */
static void message_round(mote_shabal_context *cc, unsigned n) {
    u32 t, b;
    unsigned i, a;

    cc->Wlow = T32(cc->Wlow + n);
    if (cc->Wlow < n)
        cc->Whigh = T32(cc->Whigh + 1);

    /* B <- (B + M) <<< 17, by 16 and by 1, which some processors have as single steps. */
    for (i = 0; i < 16; i++) {
        t = T32(cc->B[i] + cc->buf[i]);
        cc->B[i] = ROTL(ROTL(t, 16), 1);
    }

    /* A <- A ^ W */
    cc->A[0] ^= cc->Wlow;
    cc->A[1] ^= cc->Whigh;

    /* 48 steps: t is the word of A computed last, A[a] the one to replace; V(x) = 5x, U(x) = 3x. */
    t = cc->A[11];
    a = 0;
    for (i = 0; i < 48; i++) {
        t = ROTL(ROTL(t, 16), 31); /* by 15 */
        t = (t + (t << 2)) ^ cc->A[a] ^ cc->C[(8 - i) & 15];
        t = (t + (t << 1)) ^ cc->B[(i + 13) & 15] ^ (cc->B[(i + 9) & 15] & ~cc->B[(i + 6) & 15]) ^
            cc->buf[i & 15];
        t = T32(t);
        cc->A[a] = t;
        b = cc->B[i & 15];
        cc->B[i & 15] = T32(~(ROTL(b, 1) ^ t));
        if (++a == 12)
            a = 0;
    }

    /* A[j mod 12] <- A[j mod 12] + C[j + 3 mod 16], for j from 0 to 35; here i = j + 3. */
    i = 3;
    do {
        for (a = 0; a < 12; a++) {
            cc->A[a] = T32(cc->A[a] + cc->C[i & 15]);
            i++;
        }
    } while (i != 36 + 3);

    /* C <- C - M, then B and C change places. */
    for (i = 0; i < 16; i++) {
        t = T32(cc->C[i] - cc->buf[i]);
        cc->C[i] = cc->B[i];
        cc->B[i] = t;
    }
}

void mote_shabal_init(mote_shabal_context *cc, unsigned out_size) {
    unsigned i;

    /* The message is prefixed with two blocks of number -1 and 0, made of the digest size. */
    memset(cc, 0, sizeof *cc);
    cc->out_size = out_size;
    cc->Wlow = 0xFFFFFFFE;
    cc->Whigh = 0xFFFFFFFF;
    do {
        for (i = 0; i < 16; i++)
            cc->buf[i] = out_size++;
        message_round(cc, 1);
    } while (cc->Wlow != 0);
}

void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    unsigned ptr = cc->ptr;

    while (len != 0) {
        PUT(cc->buf, ptr, *bytes);
        bytes++;
        len--;
        if (++ptr == 64) {
            ptr = 0;
            message_round(cc, 1);
        }
    }
    cc->ptr = ptr;
}

void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;
    unsigned i;

    /* Padding: the n bits of ub, one bit 1, bits 0 up to the end of the block. */
    n = 0x80 >> n;
    n = (ub | n) & -n;
    i = cc->ptr;
    do {
        PUT(cc->buf, i, n);
        n = 0;
    } while (++i != 64);

    /* The last block, then three final rounds with the same block and number. */
    n = 1;
    i = 4;
    do {
        message_round(cc, n);
        n = 0;
    } while (--i != 0);

    /* The digest is the last out_size / 32 words of C. */
    i = 64;
    n = cc->out_size >> 3;
    do {
        n--;
        i--;
        out[n] = GET(cc->C, i);
    } while (n != 0);
}
