/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Verification of LMS signatures in portable C.
 *
 * A private header.  The source includes the public header of one function before it, and defines
 * the types context and hash_context, the names INIT to HASH_CLOSE, and the first types.
 *
 * Names are those of RFC 8554: q, C, y, Q, I, T[1] (T1); i, j, a of section 4.6, algorithm 4b; r of
 * section 5.4.2, algorithm 6a, is node_num.  All that is hashed lies in cc->text, one behind the other:
 * I, then q or r, then i or D, then in a chain j, then one hash or two.
 */
#include <string.h>

#if MOTE_LMS_N == 0
#define N (cc->n)
#else
#define N ((unsigned)MOTE_LMS_N)
#endif
#if MOTE_LMS_W == 0
#define LOG_W (cc->log_w)
#else
#define LOG_W (MOTE_LMS_W == 8 ? 3u : MOTE_LMS_W == 4 ? 2u : MOTE_LMS_W == 2 ? 1u : 0u)
#endif
#define W (1u << LOG_W)
#if MOTE_LMS_H == 0
#define H (cc->h)
#else
#define H ((unsigned)MOTE_LMS_H)
#endif

/* N times x; small processors call a function to multiply. */
#define TIMES_N(x) (N == 32 ? (x) << 5 : ((x) << 4) + ((x) << 3))

/* Digits of a hash, and of its checksum, which are the highest of 16 bits (appendix B). */
#define DIGITS (N << 3 >> LOG_W)
#define SUM_DIGITS (W == 8 ? 2u : W == 4 ? 3u : W == 2 ? 5u : N == 32 ? 9u : 8u)
#define P (DIGITS + SUM_DIGITS)
#define SHIFT (16 - (SUM_DIGITS << LOG_W))
#define MOST ((1u << W) - 1)

/* Places of a signature, and of the parts of what is hashed. */
#define AT_C 8
#define AT_Y (AT_C + N)
#define AT_TYPE (AT_Y + TIMES_N(P))
#define AT_PATH (AT_TYPE + 4)
#define AT_NUMBER 16 /* four bytes, the highest first */
#define AT_LOWEST 19
#define AT_D 20
#define AT_J 22
#define AT_TMP 23

#define D_PBLK 0x80
#define D_MESG 0x81
#define D_LEAF 0x82
#define D_INTR 0x83

/* Starts a hash with the first 22 bytes. */
static void start(context *cc, unsigned D) {
    cc->text[AT_D] = cc->text[AT_D + 1] = (unsigned char)D;
    HASH_INIT(&cc->hash, 256);
    HASH_UPDATE(&cc->hash, cc->text, AT_J);
}

/* Hashes len bytes; all 32 bytes of the hash go to dst. */
static void digest(const context *cc, unsigned len, unsigned char *dst) {
    hash_context hash;

    HASH_INIT(&hash, 256);
    HASH_UPDATE(&hash, cc->text, len);
    HASH_CLOSE(&hash, 0, 0, dst);
}

/* Sets what the types of a key say; 0 if they are none of those that are built in. */
static int types(context *cc, const unsigned char *key) {
    unsigned type = key[3] - (unsigned)FIRST_TYPE, ots = key[7] - (unsigned)FIRST_OTS_TYPE;

    (void)cc;
#if MOTE_LMS_N == 0
    cc->n = type < 5 ? 32 : 24;
#endif
    if (N == 24) {
        type -= 5;
        ots -= 4;
    }
    if (type >= 5 || ots >= 4)
        return 0;
#if MOTE_LMS_H == 0
    cc->h = type + (type << 2) + 5;
#endif
#if MOTE_LMS_W == 0
    cc->log_w = ots;
#endif
    return H == type + (type << 2) + 5 && LOG_W == ots;
}

void INIT(context *cc, const void *key, size_t key_len, const void *signature,
          size_t signature_len) {
    const unsigned char *k = (const unsigned char *)key;
    const unsigned char *s = (const unsigned char *)signature;
    unsigned char wrong = 0;
    unsigned i;

    cc->key = 0;
    HASH_INIT(&cc->hash, 256);
    if (key_len < 24 || !types(cc, k) || key_len != 24 + N || signature_len != AT_PATH + TIMES_N(H))
        return;
    for (i = 0; i < 4; i++) {
        wrong |= (s[4 + i] ^ k[4 + i]) | (s[AT_TYPE + i] ^ k[i]);
        /* The types are numbers of 32 bits, below 256. */
        if (i != 3)
            wrong |= k[i] | k[4 + i];
        if (i + (H >> 3) < 3)
            wrong |= s[i];
    }
    if (wrong != 0 || s[3 - (H >> 3)] >> (H & 7) != 0)
        return;
    cc->key = k + 24;
    cc->signature = s;
    memcpy(cc->text, k + 8, 16);
    memcpy(cc->text + AT_NUMBER, s, 4);
    start(cc, D_MESG);
    HASH_UPDATE(&cc->hash, s + AT_C, N);
}

void UPDATE(context *cc, const void *data, size_t len) {
    HASH_UPDATE(&cc->hash, data, len);
}

int CLOSE(context *cc) {
    unsigned char Q[32 + 2], *text = cc->text;
    const unsigned char *s;
    unsigned i, j, bit, len, sum = 0;

    if (cc->key == 0)
        return 0;
    s = cc->signature + AT_Y;
    /* Algorithm 4b: a public key of the signature and the message; its hash comes to text + 22. */
    HASH_CLOSE(&cc->hash, 0, 0, Q);
    start(cc, D_PBLK);
    for (i = 0; i < P; i++) {
        if (i == DIGITS) {
            sum <<= SHIFT;
            Q[N] = (unsigned char)(sum >> 8);
            Q[N + 1] = (unsigned char)sum;
        }
        bit = i << LOG_W;
        j = (unsigned)Q[bit >> 3] >> (8 - W - (bit & 7)) & MOST;
        sum += MOST - j;
        text[AT_D] = (unsigned char)(i >> 8);
        text[AT_D + 1] = (unsigned char)i;
        memcpy(text + AT_TMP, s, N);
        s += N;
        for (; j < MOST; j++) {
            text[AT_J] = (unsigned char)j;
            digest(cc, AT_TMP + N, text + AT_TMP);
        }
        HASH_UPDATE(&cc->hash, text + AT_TMP, N);
    }
    HASH_CLOSE(&cc->hash, 0, 0, text + AT_J);

    /* Algorithm 6a: the hash of a node goes where its parent's text has it.  r begins as 2^h + q. */
    s += 4;
    text[AT_LOWEST - (H >> 3)] |= (unsigned char)(1u << (H & 7));
    text[AT_D] = text[AT_D + 1] = D_LEAF;
    len = AT_J + N;
    for (i = H;; i--) {
        bit = text[AT_LOWEST] & 1;
        digest(cc, len, text + AT_J + (bit != 0 ? N : 0));
        if (i == 0)
            break;
        memcpy(text + AT_J + (bit != 0 ? 0 : N), s, N);
        s += N;
        for (j = AT_NUMBER, sum = 0; j <= AT_LOWEST; j++) {
            sum = sum << 8 | text[j];
            text[j] = (unsigned char)(sum >> 1);
        }
        text[AT_D] = text[AT_D + 1] = D_INTR;
        len = AT_J + 2 * N;
    }

    /* The root; what is left of it, and what differs: 0 to 255 and no more than that is 0. */
    for (i = N, bit = 0; i != 0; i--)
        bit |= text[AT_J + N + i - 1] ^ cc->key[i - 1];
    return (int)(0u - (((bit | i) - 1u) >> 8 & 1)) & MOTE_LMS_VALID;
}
