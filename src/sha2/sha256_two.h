/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-256 of many messages with the SHA extensions of amd64: two at a time, as an instruction of one message
 * waits for the one before.
 *
 * A private header; before it come common/fast.h, common/many_plain.h, common/many.h and sha2/sha256_many.h.
 *
 * Names are those of FIPS 180-4, sections 5.1 and 6.2.2.  As in sha256/amd64_sha.c the working variables lie
 * in two vectors, {f, e, b, a} and {h, g, d, c} with the lowest word first.
 */
#ifndef MOTE_SHA256_TWO_H
#define MOTE_SHA256_TWO_H

#include <immintrin.h>

#define SHA_FEATURES __attribute__((__target__("sha,ssse3"), __noinline__))

/* A message that is under way. */
typedef struct {
    u32 H[8] __attribute__((__aligned__(16)));
    unsigned char end[2 * BLOCK_BYTES]; /* its last blocks */
    const unsigned char *at;            /* the next block */
    size_t blocks;                      /* how many there are */
    size_t number;                      /* of the message */
    int ending;                         /* they are the last ones */
    int fresh;                          /* none of its blocks is done */
} stream;

#define VECTOR(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define PUT_VECTOR(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)
/* The order of the bytes in four words */
#define BE_WORDS _mm_set_epi32(0x0C0D0E0F, 0x08090A0B, 0x04050607, 0x00010203)
#define FROM_BYTES(p) _mm_shuffle_epi8(VECTOR(p), order)

/* The hash value in its order, and in the two vectors of steps */
#define TO_STEPS(H, feba, hgdc)                                                                    \
    x = _mm_shuffle_epi32(VECTOR(H), 0xB1);                                                        \
    y = _mm_shuffle_epi32(VECTOR((H) + 4), 0xB1);                                                  \
    feba = _mm_unpacklo_epi64(y, x);                                                               \
    hgdc = _mm_unpackhi_epi64(y, x)
#define FROM_STEPS(H, feba, hgdc)                                                                  \
    x = _mm_unpackhi_epi64(feba, hgdc);                                                            \
    y = _mm_unpacklo_epi64(feba, hgdc);                                                            \
    PUT_VECTOR(H, _mm_shuffle_epi32(x, 0xB1));                                                     \
    PUT_VECTOR((H) + 4, _mm_shuffle_epi32(y, 0xB1))

/* Four steps of both messages with words w and v of the schedule. */
#define FOUR(w, v, j)                                                                              \
    x = VECTOR(k + (j));                                                                           \
    y = _mm_add_epi32(x, v);                                                                       \
    x = _mm_add_epi32(x, w);                                                                       \
    hgdc = _mm_sha256rnds2_epu32(hgdc, feba, x);                                                   \
    hgdc2 = _mm_sha256rnds2_epu32(hgdc2, feba2, y);                                                \
    x = _mm_unpackhi_epi64(x, x);                                                                  \
    y = _mm_unpackhi_epi64(y, y);                                                                  \
    feba = _mm_sha256rnds2_epu32(feba, hgdc, x);                                                   \
    feba2 = _mm_sha256rnds2_epu32(feba2, hgdc2, y)

/* Four words of the schedule in place of those of 16 steps before. */
#define LATER(w, w1, w2, w3)                                                                       \
    w = _mm_sha256msg2_epu32(                                                                      \
        _mm_add_epi32(_mm_sha256msg1_epu32(w, w1), _mm_alignr_epi8(w3, w2, 4)), w3)

/* So many blocks of two messages. */
SHA_FEATURES static void two_streams(stream *one, stream *two, size_t blocks) {
    const __m128i order = BE_WORDS;
    const unsigned char *data = one->at, *data2 = two->at;
    __m128i feba, hgdc, feba2, hgdc2, w0, w1, w2, w3, v0, v1, v2, v3, x, y;
    __m128i first, second, first2, second2;
    const u32 *k;

    TO_STEPS(one->H, feba, hgdc);
    TO_STEPS(two->H, feba2, hgdc2);
    do {
        first = feba, second = hgdc, first2 = feba2, second2 = hgdc2;
        w0 = FROM_BYTES(data), v0 = FROM_BYTES(data2);
        w1 = FROM_BYTES(data + 16), v1 = FROM_BYTES(data2 + 16);
        w2 = FROM_BYTES(data + 32), v2 = FROM_BYTES(data2 + 32);
        w3 = FROM_BYTES(data + 48), v3 = FROM_BYTES(data2 + 48);
        for (k = K; k != K + 48; k += 16) {
            FOUR(w0, v0, 0);
            LATER(w0, w1, w2, w3);
            LATER(v0, v1, v2, v3);
            FOUR(w1, v1, 4);
            LATER(w1, w2, w3, w0);
            LATER(v1, v2, v3, v0);
            FOUR(w2, v2, 8);
            LATER(w2, w3, w0, w1);
            LATER(v2, v3, v0, v1);
            FOUR(w3, v3, 12);
            LATER(w3, w0, w1, w2);
            LATER(v3, v0, v1, v2);
        }
        FOUR(w0, v0, 0);
        FOUR(w1, v1, 4);
        FOUR(w2, v2, 8);
        FOUR(w3, v3, 12);
        feba = _mm_add_epi32(feba, first), hgdc = _mm_add_epi32(hgdc, second);
        feba2 = _mm_add_epi32(feba2, first2), hgdc2 = _mm_add_epi32(hgdc2, second2);
        data += BLOCK_BYTES, data2 += BLOCK_BYTES;
    } while (--blocks != 0);
    FROM_STEPS(one->H, feba, hgdc);
    FROM_STEPS(two->H, feba2, hgdc2);
    one->at = data, two->at = data2;
}

/* The last blocks of a message, written as vectors, as they are read. */
static void begin_end(stream *one, const messages *m) {
    size_t len = m->len[one->number], rest = len % BLOCK_BYTES;
    unsigned char *end = one->end, *last = end + (rest < 56 ? 0 : BLOCK_BYTES);
    const __m128i bits = _mm_set_epi64x((long long)__builtin_bswap64((u64)len << 3), 0);

    memset(end, 0, BLOCK_BYTES);
    if (rest == 0) {
        PUT_VECTOR(end, _mm_cvtsi32_si128(0x80));
    } else {
        memcpy(end, (const unsigned char *)m->data[one->number] + (len - rest), rest);
        end[rest] = 0x80;
    }
    if (rest < 48) {
        PUT_VECTOR(end + 48, bits);
    } else {
        if (rest >= 56)
            memset(last, 0, BLOCK_BYTES);
        PUT_VECTOR(last + 48, _mm_or_si128(VECTOR(last + 48), bits));
    }
    one->at = end;
    one->blocks = rest < 56 ? 1 : 2;
    one->ending = 1;
}

__attribute__((__target__("ssse3"))) static void write_digest(const stream *one,
                                                              const messages *m) {
    const __m128i order = BE_WORDS;
    unsigned char digest[32], *dst = m->dst + one->number * m->out_bytes;

    if (m->out_bytes == 32) {
        PUT_VECTOR(dst, FROM_BYTES(one->H));
        PUT_VECTOR(dst + 16, FROM_BYTES(one->H + 4));
    } else {
        PUT_VECTOR(digest, FROM_BYTES(one->H));
        PUT_VECTOR(digest + 16, FROM_BYTES(one->H + 4));
        memcpy(dst, digest, 28);
    }
}

/* The next message; 0: there is none. */
static int begin(stream *one, messages *m) {
    if (m->next == m->count)
        return 0;
    one->number = m->next++;
    memcpy(one->H, FIRST_STATE(m), sizeof one->H);
    one->at = (const unsigned char *)m->data[one->number];
    one->blocks = m->len[one->number] / BLOCK_BYTES;
    one->ending = 0;
    one->fresh = 1;
    if (one->blocks == 0)
        begin_end(one, m);
    return 1;
}

/* When all its blocks are done: the last ones, or the digest and another message.  0: there is none. */
static int go_on(stream *one, messages *m) {
    if (!one->ending) {
        begin_end(one, m);
        return 1;
    }
    write_digest(one, m);
    return begin(one, m);
}

/* The rest of the last message, by a context that has nothing waiting: it counts bits for itself alone. */
static void end_alone(stream *one, messages *m) {
    CONTEXT cc;

    if (one->fresh) {
        INIT(&cc, 8 * m->out_bytes);
        UPDATE(&cc, m->data[one->number], m->len[one->number]);
        CLOSE(&cc, 0, 0, m->dst + one->number * m->out_bytes);
        FORGET(cc);
        return;
    }
    do {
        INIT(&cc, 256);
        memcpy(cc.H, one->H, sizeof cc.H);
        UPDATE(&cc, one->at, one->blocks * BLOCK_BYTES);
        memcpy(one->H, cc.H, sizeof cc.H);
    } while (go_on(one, m));
    FORGET(cc);
}

/* Apart from what a single message takes. */
__attribute__((__noinline__)) static void two_by_two(messages *m) {
    stream one, two;
    int more = begin(&one, m), more2 = begin(&two, m);
    size_t blocks;

    while (more && more2) {
        blocks = one.blocks < two.blocks ? one.blocks : two.blocks;
        two_streams(&one, &two, blocks);
        one.blocks -= blocks;
        two.blocks -= blocks;
        one.fresh = two.fresh = 0;
        if (one.blocks == 0)
            more = go_on(&one, m);
        if (two.blocks == 0)
            more2 = go_on(&two, m);
    }
    if (more || more2)
        end_alone(more ? &one : &two, m);
    FORGET(one);
    FORGET(two);
}

#endif
