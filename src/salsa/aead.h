/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/chacha20_poly1305.h, behind salsa/poly1305.h: ChaCha20 is called.
 *
 * A private header.  Names are those of RFC 8439, section 2.8.
 */
typedef mote_chacha20_poly1305_context context;

#ifdef GET_BYTE
#define LENGTH_BYTE(words, i) GET_BYTE(words, i)
#else
#define LENGTH_BYTE(words, i) ((unsigned char)((words)[(i) >> 2] >> 8 * ((i) & 3)))
#endif

/* What context.phase is; 0: nothing is begun. */
#define TAKES_AAD 1
#define ENCRYPTS 2
#define DECRYPTS 3

/* In two steps: size_t may have 16 bits. */
#define HIGH_WORD(len) ((u32)((len) >> 15 >> 15 >> 2 & 0xFFFFFFFF))

/* Adds to a number of bytes, two words. */
static void count(mote_u32 *n, size_t len) {
    u32 low = (u32)(len & 0xFFFFFFFF);

    n[0] = T32(n[0] + low);
    n[1] = T32(n[1] + HIGH_WORD(len) + (n[0] < low));
}

#ifdef POLY1305_AVX512
#define BLOCK_1_WAITS
#endif
#ifdef TEXT_BESIDE
#define BLOCK_1_WAITS
#endif

#ifdef BLOCK_1_WAITS
/* Block 1 is computed with block 0, side by side, and waits for the text. */
void mote_chacha20_poly1305_init(context *cc, const void *key, const void *nonce) {
    unsigned char stream[128];

    memset(stream, 0, sizeof stream);
    mote_chacha20_init(&cc->cipher, key, nonce, 0);
    mote_chacha20_crypt(&cc->cipher, stream, stream, sizeof stream);
    memset(&cc->mac, 0, sizeof cc->mac);
    memcpy(cc->mac.r, stream, 16);
    memcpy(cc->mac.s, stream + 16, 16);
    clamp(&cc->mac);
    memcpy(cc->cipher.key_stream, stream + 64, 64);
    cc->cipher.left = 64;
    memset(cc->lengths, 0, sizeof cc->lengths);
    cc->phase = TAKES_AAD;
    wipe(stream, sizeof stream);
}

/* From so many bytes on a text is encrypted by groups of blocks. */
#ifndef LEAST_BYTES
#define LEAST_BYTES 257
#endif

/* A long text, though, begins with block 1 itself, so that it goes in whole groups of blocks. */
static void begin_with_block_1(context *cc, size_t len) {
    if (len >= LEAST_BYTES && cc->cipher.left == 64 && cc->cipher.state[12] == 2) {
        cc->cipher.left = 0;
        cc->cipher.state[12] = 1;
    }
}
#else
#define begin_with_block_1(cc, len)
#ifdef POLY1305_WIDE
/* Block 0 as a whole: behind it comes block 1. */
void mote_chacha20_poly1305_init(context *cc, const void *key, const void *nonce) {
    u64 stream[8];

    memset(stream, 0, sizeof stream);
    mote_chacha20_init(&cc->cipher, key, nonce, 0);
    mote_chacha20_crypt(&cc->cipher, stream, stream, sizeof stream);
    memset(&cc->mac, 0, sizeof cc->mac);
    memcpy(cc->mac.r, stream, 16);
    memcpy(cc->mac.s, stream + 2, 16);
    clamp(&cc->mac);
    memset(cc->lengths, 0, sizeof cc->lengths);
    cc->phase = TAKES_AAD;
    wipe(stream, sizeof stream);
}
#else
void mote_chacha20_poly1305_init(context *cc, const void *key, const void *nonce) {
    memset(&cc->mac, 0, sizeof cc->mac);
    mote_chacha20_init(&cc->cipher, key, nonce, 0);
    mote_chacha20_crypt(&cc->cipher, cc->mac.r, cc->mac.r, 16);
    mote_chacha20_crypt(&cc->cipher, cc->mac.s, cc->mac.s, 16);
    clamp(&cc->mac);
    mote_chacha20_init(&cc->cipher, key, nonce, 1);
    memset(cc->lengths, 0, sizeof cc->lengths);
    cc->phase = TAKES_AAD;
}
#endif
#endif

int mote_chacha20_poly1305_aad(context *cc, const void *data, size_t len) {
    if (cc->phase != TAKES_AAD)
        return MOTE_CHACHA20_POLY1305_WRONG_ORDER;
#ifdef POLY1305_WIDE
    /* Nothing is computed, and nothing is left. */
    if (len == 0)
        return 0;
#endif
    count(cc->lengths, len);
    append(&cc->mac, data, len);
    wipe_stack();
    return 0;
}

/* What waits is a block with zeros behind it (section 2.8) */
static void fill_block(mote_poly1305_context *cc) {
    if (cc->ptr != 0) {
        memset(cc->block + cc->ptr, 0, 16u - cc->ptr);
        cc->ptr = 0;
        add_blocks(cc, cc->block, 1, 1);
    }
}

/* Whether text may come that goes this way; the data before it is complete then. */
NOINLINE static int begin_text(context *cc, size_t len, unsigned phase) {
    mote_u32 sum[2];

    if (cc->phase != TAKES_AAD && cc->phase != phase)
        return MOTE_CHACHA20_POLY1305_WRONG_ORDER;
    sum[0] = cc->lengths[2];
    sum[1] = cc->lengths[3];
    count(sum, len);
    if (HIGH_WORD(len) > 0x3F || sum[1] > 0x3F || (sum[1] == 0x3F && sum[0] > 0xFFFFFFC0))
        return MOTE_CHACHA20_POLY1305_WRONG_LENGTH;
    cc->lengths[2] = sum[0];
    cc->lengths[3] = sum[1];
    if (cc->phase == TAKES_AAD)
        fill_block(&cc->mac);
    cc->phase = phase;
    return 0;
}

int mote_chacha20_poly1305_encrypt(context *cc, const void *src, void *dst, size_t len) {
    int wrong = begin_text(cc, len, ENCRYPTS);

    if (wrong == 0) {
        begin_with_block_1(cc, len);
#ifdef TEXT_BESIDE
        encrypt_text(&cc->cipher, &cc->mac, (const unsigned char *)src, (unsigned char *)dst, len);
#else
        mote_chacha20_crypt(&cc->cipher, src, dst, len);
        append(&cc->mac, dst, len);
#endif
        wipe_stack();
    }
    return wrong;
}

int mote_chacha20_poly1305_decrypt(context *cc, const void *src, void *dst, size_t len) {
    int wrong = begin_text(cc, len, DECRYPTS);

    if (wrong == 0) {
        begin_with_block_1(cc, len);
#ifdef TEXT_BESIDE
        decrypt_text(&cc->cipher, &cc->mac, (const unsigned char *)src, (unsigned char *)dst, len);
#else
        append(&cc->mac, src, len);
        mote_chacha20_crypt(&cc->cipher, src, dst, len);
#endif
        wipe_stack();
    }
    return wrong;
}

NOINLINE static int finish(context *cc, unsigned char *tag) {
#if !defined POLY1305_WIDE && !defined POLY1305_AVX512
    unsigned char i, byte;
#endif
    int wrong = begin_text(cc, 0, cc->phase == DECRYPTS ? DECRYPTS : ENCRYPTS);

    if (wrong != 0)
        return wrong;
    fill_block(&cc->mac);
#if defined POLY1305_WIDE || defined POLY1305_AVX512
    /* Words lie in the order of their bytes here. */
    append(&cc->mac, cc->lengths, 16);
#else
    for (i = 0; i != 16; i++) {
        byte = LENGTH_BYTE(cc->lengths, i);
        append(&cc->mac, &byte, 1);
    }
#endif
    finish_code(&cc->mac, tag);
    wipe(cc, sizeof *cc);
    return 0;
}

int mote_chacha20_poly1305_tag(context *cc, void *tag) {
    int wrong = finish(cc, (unsigned char *)tag);

    wipe_stack();
    return wrong;
}

int mote_chacha20_poly1305_check(context *cc, const void *tag) {
    unsigned char right[16], difference = 0;
    unsigned i;
    int wrong = finish(cc, right);

    if (wrong != 0)
        return wrong;
    for (i = 0; i != 16; i++)
        difference |= (unsigned char)(right[i] ^ ((const unsigned char *)tag)[i]);
    wipe(right, 16);
    wipe_stack();
    return difference == 0 ? 0 : MOTE_CHACHA20_POLY1305_WRONG_TAG;
}

int mote_chacha20_poly1305_seal(context *cc, const void *key, const void *nonce, const void *aad,
                                size_t aad_len, const void *src, void *dst, size_t len, void *tag) {
    int wrong;

    mote_chacha20_poly1305_init(cc, key, nonce);
    wrong = mote_chacha20_poly1305_aad(cc, aad, aad_len);
    if (wrong == 0)
        wrong = mote_chacha20_poly1305_encrypt(cc, src, dst, len);
    if (wrong == 0)
        wrong = mote_chacha20_poly1305_tag(cc, tag);
    return wrong;
}

int mote_chacha20_poly1305_open(context *cc, const void *key, const void *nonce, const void *aad,
                                size_t aad_len, const void *src, void *dst, size_t len,
                                const void *tag) {
    int wrong;

    mote_chacha20_poly1305_init(cc, key, nonce);
    wrong = mote_chacha20_poly1305_aad(cc, aad, aad_len);
    if (wrong == 0)
        wrong = mote_chacha20_poly1305_decrypt(cc, src, dst, len);
    if (wrong == 0)
        wrong = mote_chacha20_poly1305_check(cc, tag);
    if (wrong != 0 && len != 0)
        memset(dst, 0, len);
    return wrong;
}
