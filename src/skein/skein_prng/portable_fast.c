/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The random generator of Skein-256 in portable C, unrolled: for hosts and large cores.
 *
 * Names are those of "The Skein Hash Function Family", version 1.3, sections 3.4, 3.5 and 4.
 */
#include "mote/skein_prng.h"

#define WORDS 4

/* The deepest stack of a request: arrays, and what compilers put beside them */
#define STACK_BYTES (512 + 32 * sizeof(void *))
/* For both branches below: a packed file has a header where it is first included. */
#include "common/wipe.h"

#include "skein/ubi.h"

/* With a kernel, only the kernel is fast. */
#ifdef UBI
#include "skein/skein_prng_small.h"
#else

#include "common/fast.h"

#include "skein/threefish_fast.h"

/* The types of a UBI computation (table 6), and flags beside them, in the tweak's high word */
#define TYPE(n) C64((u32)(n) << 24, 0)
#define MESSAGE TYPE(48)
#define OUTPUT TYPE(63)
#define FIRST C64((u32)1 << 30, 0)
#define FINAL C64((u32)1 << 31, 0)

/* The chaining value behind the configuration of a digest of 256 bits (section 3.5.2; appendix B) */
static const u32 initial_value[2 * WORDS] = {0xD048B449, 0xFC9DA860, 0x9FA7D833, 0x2FCA6647,
                                             0x6656840F, 0xB33BC389, 0xFDE8DA69, 0x6A54E920};

/* A block of UBI (section 3.4): r = the block encrypted with k and t, ^ the block; r may be k. */
static void ubi(u64 *r, u64 *k, u64 *t, const u64 *block) {
    u64 X;

    COMPLETE(k, t);
    LOAD(block);
    ALL_ROUNDS;
    FEED_FORWARD(r, block);
}

/* Block `number` of the output function (section 3.5.3) for the chaining value k; r may be k. */
static void output(u64 *r, u64 *k, size_t number) {
    u64 t[3], block[WORDS];

    t[0] = 8;
    t[1] = OUTPUT | FIRST | FINAL;
    block[0] = number;
    block[1] = block[2] = block[3] = 0;
    ubi(r, k, t, block);
}

static void store(unsigned char *out, const u64 *r) {
    unsigned i;

    for (i = 0; i < WORDS; i++)
        put_le64(out + 8 * i, r[i]);
}

/* The state becomes the Skein-256 hash of the state and the seed. */
APART static void add_seed(mote_skein_prng_context *cc, const unsigned char *bytes, size_t len) {
    u64 k[WORDS + 1], t[3], block[WORDS], last[WORDS];
    unsigned part, i;

    for (i = 0; i < WORDS; i++) {
        k[i] = JOIN64(initial_value + 2 * i);
        block[i] = JOIN64(cc->S + 2 * i);
    }
    /* The message: the state, a block of its own, and the seed */
    t[0] = 8 * WORDS;
    t[1] = MESSAGE | FIRST;
    ubi(k, k, t, block);
    t[1] = MESSAGE;
    do {
        part = 8 * WORDS;
        if (len <= part) {
            part = (unsigned)len;
            memset(last, 0, sizeof last);
            memcpy(last, bytes, part);
            bytes = (const unsigned char *)last;
            t[1] = MESSAGE | FINAL;
        }
        for (i = 0; i < WORDS; i++)
            block[i] = get_le64(bytes + 8 * i);
        t[0] += part;
        ubi(k, k, t, block);
        bytes += 8 * WORDS;
        len -= part;
    } while (len != 0);
    output(k, k, 0);
    for (i = 0; i < WORDS; i++)
        SPLIT64(cc->S + 2 * i, k[i]);
}

/* The output function of the state, from its second block on; its first is the next state. */
APART static void request(mote_skein_prng_context *cc, unsigned char *out, size_t len) {
    u64 k[WORDS + 1], r[WORDS], last[WORDS];
    size_t number;
    unsigned i;

    for (i = 0; i < WORDS; i++)
        k[i] = JOIN64(cc->S + 2 * i);
    for (number = 1; len >= 8 * WORDS; number++) {
        output(r, k, number);
        store(out, r);
        out += 8 * WORDS;
        len -= 8 * WORDS;
    }
    if (len != 0) {
        output(r, k, number);
        store((unsigned char *)last, r);
        memcpy(out, last, len);
    }
    /* Block 0 is the next state. */
    output(k, k, 0);
    for (i = 0; i < WORDS; i++)
        SPLIT64(cc->S + 2 * i, k[i]);
}

void mote_skein_prng_init(mote_skein_prng_context *cc) {
    memset(cc->S, 0, sizeof cc->S);
}

void mote_skein_prng_seed(mote_skein_prng_context *cc, const void *data, size_t len) {
    if (len != 0) {
        add_seed(cc, (const unsigned char *)data, len);
        wipe_stack();
    }
}

int mote_skein_prng_generate(mote_skein_prng_context *cc, void *dst, size_t len) {
    u32 seeded = 0;
    unsigned i;

    for (i = 0; i < 2 * WORDS; i++)
        seeded |= cc->S[i];
    if (seeded == 0) {
        if (len != 0)
            memset(dst, 0, len);
        return MOTE_SKEIN_PRNG_UNSEEDED;
    }
    request(cc, (unsigned char *)dst, len);
    wipe_stack();
    return 0;
}

#endif
