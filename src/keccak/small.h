/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of Keccak, SHA-3, SHAKE128 and SHAKE256 share: the
 * permutation Keccak-f[1600] in words of 32 bits, and the sponge.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields A (50 of u32), ptr, rate, out_size
 *     #define SUFFIX 6                     the bits that follow the message, the first 1 of the
 *                                          padding included; the lowest bit comes first
 *     #define TURBO                        for the last 12 rounds alone (RFC 9861, section 2.1)
 *     #define LOWEST_FIRST                 if the lowest of the message's last bits comes first
 *
 * Names are those of FIPS 202, sections 3.2 and 3.3.  A lane is two words here, the low half first:
 * lane (x, y) is A[2 * (x + 5 * y)] and the word behind it.
 */
#ifndef MOTE_KECCAK_SMALL_H
#define MOTE_KECCAK_SMALL_H

#include "common/small.h"

#ifdef KECCAK_F1600

/* The permutation is a kernel in assembly. */
void mote_keccak_f1600(u32 *state);
#define permute mote_keccak_f1600

#else
#ifdef KECCAK_P1600

/* So are its last 12 rounds. */
void mote_keccak_p1600(u32 *state);
#define permute mote_keccak_p1600

#else

/* C becomes a cycle: the five lanes, then the first four of them again. */
#define CLOSE_CYCLE(C) memcpy((C) + 10, C, 8 * sizeof(u32))

/* Keccak-f[1600], section 3.4. */
NOINLINE static void permute(u32 *A) {
    u32 C[18], low, high, t;
#ifdef TURBO
    unsigned lfsr = 0xD5, r, k, x, y, j;
#else
    unsigned lfsr = 1, r, k, x, y, j;
#endif

    do {
        /* theta */
        for (j = 0; j < 10; j++) {
            t = 0;
            for (k = j; k < 50; k += 10)
                t ^= A[k];
            C[j] = t;
        }
        CLOSE_CYCLE(C);
        for (j = 0; j < 10; j++) {
            /* A lane rotated by one: the bit that comes in is the highest of the other half's last
             * byte.  As a shift of a word by 31 some compilers would make it a branch. */
            t = C[j + 8] ^ T32(C[j + 2] << 1) ^ GET_BYTE(C, 4 * ((j + 2) ^ 1) + 3) >> 7;
            for (k = j; k < 50; k += 10)
                A[k] ^= t;
        }

        /* rho and pi: along the path of rho, each lane goes to the place of the next. */
        low = A[2];
        high = A[3];
        x = 1;
        y = 0;
        r = 0;
        k = 0;
        do {
            k++;
            r += k;
            j = 2 * (x + y) + y;
            x = y;
            while (j >= 5)
                j -= 5;
            y = j;
            if (r & 32) {
                t = low;
                low = high;
                high = t;
            }
            /* r is never a multiple of 32 here */
            j = r & 31;
            t = T32(high << j) | low >> (32 - j);
            low = T32(low << j) | high >> (32 - j);
            high = t;
            j = 2 * (x + y + (y << 2));
            t = A[j];
            A[j] = low;
            low = t;
            t = A[j + 1];
            A[j + 1] = high;
            high = t;
        } while (k != 24);

        /* chi */
        for (k = 0; k < 50; k += 10) {
            memcpy(C, A + k, 10 * sizeof(u32));
            CLOSE_CYCLE(C);
            for (j = 0; j < 10; j++)
                A[k + j] = C[j] ^ (~C[j + 2] & C[j + 4]);
        }

        /* iota: bits 0, 1, 3, 7, 15, 31 and 63 */
        for (j = 1; j < 128; j <<= 1) {
            k = j - 1;
            A[k >> 5] ^= (u32)(lfsr & 1) << (k & 31);
            lfsr <<= 1;
            lfsr ^= -(lfsr >> 8) & 0x171;
        }
    } while (lfsr != 0x8E);
}

#endif
#endif

#define STATE cc->A
#define RATE cc->rate
#include "common/sponge.h"

static void init(context *cc, unsigned rate, unsigned out_size) {
    memset(cc, 0, sizeof *cc);
    cc->rate = rate;
    cc->out_size = out_size;
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;
    unsigned last = SUFFIX;

    ub = (ub & 0xFF) >> (8 - n);
#ifdef LOWEST_FIRST
    /* Keccak as submitted: the lowest of these bits comes first. */
    last = last << n | ub;
#else
    while (n != 0) {
        last = last << 1 | (ub & 1);
        ub >>= 1;
        n--;
    }
#endif
    add_to_state(cc, last);
    last >>= 7;
    if (last != 0) {
        step(cc);
        add_to_state(cc, last >> 1);
    }
    cc->ptr = cc->rate - 1;
    add_to_state(cc, 0x80);
    squeeze(cc, out, cc->out_size >> 3);
}

#endif
