/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/ascon_aead128.h.
 *
 * A private header.  The source includes it after aes/wipe.h and
 *
 *     typedef mote_ascon_aead128_context context;
 *     static void permute(u32 *S, unsigned constant);    Ascon-p from a round constant on
 *     #define ADD_BYTE(S, i, byte) ...     adds a byte to byte i of the state
 *     #define GET_BYTE(S, i) ...           byte i of the state
 *
 * and, where it works on whole blocks, defines WHOLE_BLOCKS and has before
 *
 *     static size_t absorb_blocks(context *cc, const unsigned char *data, size_t len);
 *     static size_t crypt_blocks(context *cc, const unsigned char *src, unsigned char *dst,
 *                                size_t len, int back);
 *
 * which say how many bytes they took; no block is begun when they are called.
 *
 * Names are those of NIST SP 800-232, section 4.
 */
#ifndef MOTE_ASCON_AEAD_H
#define MOTE_ASCON_AEAD_H

/* The first constants of Ascon-p[12] and Ascon-p[8] (section 3.2) */
#define TWELVE_ROUNDS 0xF0
#define EIGHT_LAST_ROUNDS 0xB4
#define RATE 16

/* What mote_ascon_aead128_context.phase is; 0: nothing is begun. */
#define TAKES_AAD 1
#define HAS_AAD 2
#define ENCRYPTS 3
#define DECRYPTS 4

/* Adds the key to the state from a place on. */
NOINLINE static void add_key(context *cc, unsigned place) {
    unsigned i;

    for (i = 0; i != 16; i++)
        ADD_BYTE(cc->S, place + i, cc->key[i]);
}

/* On to the next byte of a block */
NOINLINE static void step(context *cc) {
    if (++cc->ptr == RATE) {
        permute(cc->S, EIGHT_LAST_ROUNDS);
        cc->ptr = 0;
    }
}

/* The padding of section 2.1: a byte 1, and zeros */
NOINLINE static void pad(context *cc) {
    ADD_BYTE(cc->S, cc->ptr, 1);
    cc->ptr = 0;
}

/* Initialization (section 4.1.1, step 1) */
NOINLINE static void begin(context *cc, const void *key, const void *nonce) {
    unsigned i;

    memset(cc, 0, sizeof *cc);
    memcpy(cc->key, key, 16);
    cc->S[0] = 0x808C0001;
    cc->S[1] = 0x00001000;
    add_key(cc, 8);
    for (i = 0; i != 16; i++)
        ADD_BYTE(cc->S, 24 + i, ((const unsigned char *)nonce)[i]);
    permute(cc->S, TWELVE_ROUNDS);
    add_key(cc, 24);
    cc->phase = TAKES_AAD;
}

void mote_ascon_aead128_init(context *cc, const void *key, const void *nonce) {
    begin(cc, key, nonce);
    wipe_stack();
}

NOINLINE static void absorb(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;

    if (len != 0)
        cc->phase = HAS_AAD;
    while (len != 0) {
#ifdef WHOLE_BLOCKS
        if (cc->ptr == 0 && len >= RATE) {
            size_t done = absorb_blocks(cc, bytes, len);

            bytes += done;
            len -= done;
            continue;
        }
#endif
        ADD_BYTE(cc->S, cc->ptr, *bytes);
        step(cc);
        bytes++;
        len--;
    }
}

int mote_ascon_aead128_aad(context *cc, const void *data, size_t len) {
    if (cc->phase != TAKES_AAD && cc->phase != HAS_AAD)
        return MOTE_ASCON_AEAD128_WRONG_ORDER;
    absorb(cc, data, len);
    wipe_stack();
    return 0;
}

/* Whether text may come that goes this way; the data before it is complete then. */
NOINLINE static int begin_text(context *cc, unsigned phase) {
    if (cc->phase != phase) {
        if (cc->phase == HAS_AAD) {
            pad(cc);
            permute(cc->S, EIGHT_LAST_ROUNDS);
        } else if (cc->phase != TAKES_AAD) {
            return MOTE_ASCON_AEAD128_WRONG_ORDER;
        }
        /* Domain separation (section 4.1.1, step 2) */
        cc->S[9] ^= 0x80000000;
        cc->phase = phase;
    }
    return 0;
}

NOINLINE static int crypt_text(context *cc, const void *src, void *dst, size_t len,
                               unsigned phase) {
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst, in, out;
    int wrong = begin_text(cc, phase);

    if (wrong != 0)
        return wrong;
    while (len != 0) {
#ifdef WHOLE_BLOCKS
        if (cc->ptr == 0 && len >= RATE) {
            size_t done = crypt_blocks(cc, from, to, len, phase == DECRYPTS);

            from += done;
            to += done;
            len -= done;
            continue;
        }
#endif
        in = *from;
        out = (unsigned char)(in ^ GET_BYTE(cc->S, cc->ptr));
        *to = out;
        /* The state takes the text, whichever of the two it is. */
        if (phase == DECRYPTS)
            in = out;
        ADD_BYTE(cc->S, cc->ptr, in);
        step(cc);
        from++;
        to++;
        len--;
    }
    return 0;
}

int mote_ascon_aead128_encrypt(context *cc, const void *src, void *dst, size_t len) {
    int wrong = crypt_text(cc, src, dst, len, ENCRYPTS);

    wipe_stack();
    return wrong;
}

int mote_ascon_aead128_decrypt(context *cc, const void *src, void *dst, size_t len) {
    int wrong = crypt_text(cc, src, dst, len, DECRYPTS);

    wipe_stack();
    return wrong;
}

/*
 * Finalization (section 4.1.1, step 4): the tag is in the state then, from byte 24 on.
 */
NOINLINE static int finish(context *cc) {
    int wrong = begin_text(cc, cc->phase == DECRYPTS ? DECRYPTS : ENCRYPTS);

    if (wrong != 0)
        return wrong;
    pad(cc);
    add_key(cc, 16);
    permute(cc->S, TWELVE_ROUNDS);
    add_key(cc, 24);
    return 0;
}

int mote_ascon_aead128_tag(context *cc, void *tag) {
    int wrong = finish(cc);
    unsigned i;

    if (wrong == 0) {
        for (i = 0; i != 16; i++)
            ((unsigned char *)tag)[i] = GET_BYTE(cc->S, 24 + i);
        wipe(cc, sizeof *cc);
        wipe_stack();
    }
    return wrong;
}

int mote_ascon_aead128_check(context *cc, const void *tag) {
    int wrong = finish(cc);
    unsigned char difference = 0;
    unsigned i;

    if (wrong != 0)
        return wrong;
    for (i = 0; i != 16; i++)
        difference |= (unsigned char)(GET_BYTE(cc->S, 24 + i) ^ ((const unsigned char *)tag)[i]);
    wipe(cc, sizeof *cc);
    wipe_stack();
    return difference == 0 ? 0 : MOTE_ASCON_AEAD128_WRONG_TAG;
}

/* After init the calls come in their order here, and only the tag can be wrong. */

void mote_ascon_aead128_seal(context *cc, const void *key, const void *nonce, const void *aad,
                             size_t aad_len, const void *src, void *dst, size_t len, void *tag) {
    int never;

    mote_ascon_aead128_init(cc, key, nonce);
    absorb(cc, aad, aad_len);
    crypt_text(cc, src, dst, len, ENCRYPTS);
    never = mote_ascon_aead128_tag(cc, tag);
    (void)never;
}

int mote_ascon_aead128_open(context *cc, const void *key, const void *nonce, const void *aad,
                            size_t aad_len, const void *src, void *dst, size_t len,
                            const void *tag) {
    int wrong;

    mote_ascon_aead128_init(cc, key, nonce);
    absorb(cc, aad, aad_len);
    crypt_text(cc, src, dst, len, DECRYPTS);
    wrong = mote_ascon_aead128_check(cc, tag);
    if (wrong != 0 && len != 0)
        memset(dst, 0, len);
    return wrong;
}

#endif
