/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/aes_wrap.h.
 *
 * A private header; before it comes, with CHAINED and DECRYPT defined, small.h or fast.h.
 */
#ifndef MOTE_AES_WRAP_FUNCTIONS_H
#define MOTE_AES_WRAP_FUNCTIONS_H

#ifdef AES_ENCRYPT_BLOCKS
#define ENCRYPT_FIRST(key, s) ENCRYPT(key, s, s, 1)
#else
#define ENCRYPT_FIRST(key, s) encrypt_blocks(key, s)
#define PREPARE_WAY(s, cc, back) PREPARE(s, cc)
#endif

/* Each byte of the initial value: SP 800-38F, section 6.2 */
#define INITIAL 0xA6

int mote_aes_wrap_init(mote_aes_wrap_context *cc, const void *key, unsigned key_bits) {
    if (key_bits != 128 && key_bits != 192 && key_bits != 256)
        return MOTE_AES_WRAP_WRONG_KEY_SIZE;
    cc->key.rounds = 6 + key_bits / 32;
    expand_key(cc->key.round_keys, (const unsigned char *)key, key_bits / 8, cc->key.rounds);
    wipe_stack();
    return 0;
}

/* No text is longer than half of all memory; and what is shorter than the least comes out longer. */
#define MOST ((size_t)-1 >> 1)

/* Adds the number of a step to the first half of a block, big-endian. */
static void add_step(unsigned char *block, size_t step) {
    unsigned i = 7;

    for (; step != 0; i--) {
        block[i] ^= (unsigned char)step;
        step >>= 4;
        step >>= 4;
    }
}

/* Section 6.1, algorithm 1: W; RFC 3394, section 2.2.1, by indices */
int mote_aes_wrap_encrypt(const mote_aes_wrap_context *cc, const void *src, void *dst,
                          size_t secret_len) {
    const unsigned char *MEMORY from = (const unsigned char *)src;
    unsigned char *MEMORY to = (unsigned char *)dst;
    unsigned char s[16 * BLOCKS];
    size_t step = 0, i;
    unsigned round;
    schedule key;

    if (secret_len - 16 > MOST || (secret_len & 7) != 0)
        return MOTE_AES_WRAP_WRONG_LENGTH;
    PREPARE_WAY(key, &cc->key, 0);
    /* The blocks that are encrypted with the first one are of no account. */
    memset(s, INITIAL, sizeof s);
    /* Backwards, as dst may be src. */
    for (i = secret_len; i-- != 0;)
        to[i + 8] = from[i];
    for (round = 6; round != 0; round--)
        for (i = 8; i <= secret_len; i += 8) {
            memcpy(s + 8, to + i, 8);
            ENCRYPT_FIRST(&key, s);
            add_step(s, ++step);
            memcpy(to + i, s + 8, 8);
        }
    memcpy(to, s, 8);
    wipe(s, sizeof s);
    wipe(&key, sizeof key);
    wipe_stack();
    return 0;
}

/* Section 6.1, algorithm 2: the inverse of W; RFC 3394, section 2.2.2 */
int mote_aes_wrap_decrypt(const mote_aes_wrap_context *cc, const void *src, void *dst,
                          size_t wrapped_len) {
    const unsigned char *MEMORY from = (const unsigned char *)src;
    unsigned char *MEMORY to = (unsigned char *)dst;
    unsigned char s[16 * BLOCKS], difference = 0;
    size_t step, i, len = wrapped_len - 8;
    unsigned round;
    schedule key;

    if (wrapped_len - 24 > MOST || (wrapped_len & 7) != 0)
        return MOTE_AES_WRAP_WRONG_LENGTH;
    PREPARE_WAY(key, &cc->key, 1);
    memset(s, 0, sizeof s);
    memcpy(s, from, 8);
    for (i = 0; i != len; i++)
        to[i] = from[i + 8];
    /* Six for every 8 bytes; a product would be a call on an AVR. */
    step = (len >> 1) + (len >> 2);
    for (round = 6; round != 0; round--)
        for (i = len; i != 0;) {
            i -= 8;
            add_step(s, step--);
            memcpy(s + 8, to + i, 8);
            decrypt_blocks(&key, s);
            memcpy(to + i, s + 8, 8);
        }
    for (i = 0; i != 8; i++)
        difference |= (unsigned char)(s[i] ^ INITIAL);
    wipe(s, sizeof s);
    wipe(&key, sizeof key);
    wipe_stack();
    if (difference == 0)
        return 0;
    memset(dst, 0, len);
    return MOTE_AES_WRAP_WRONG_TAG;
}

#endif
