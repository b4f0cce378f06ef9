/*
 * Prints what every function of a package gives, in hexadecimal, for the message 0, 1, ... 99 in two
 * pieces; the key is 32 bytes from 100 on, the nonce as many as it takes from 200 on.
 */
#include "board.h"
#include "mote_aes.h"
#include "mote_aes_ctr.h"
#include "mote_ascon_aead128.h"
#include "mote_ascon_hash256.h"
#include "mote_blake2s.h"
#include "mote_ccm.h"
#include "mote_chacha20.h"
#include "mote_chacha20_poly1305.h"
#include "mote_cmac.h"
#include "mote_crc32.h"
#include "mote_gcm.h"
#include "mote_hmac_sha256.h"
#include "mote_sha256.h"
#include "mote_sha3.h"
#include "mote_sha512.h"
#include <string.h>

#define FIRST 33

static unsigned char message[100], key[32], nonce[16], out[100], tag[16];

static void line(const unsigned char *bytes, unsigned size) {
    unsigned i;

    for (i = 0; i < size; i++) {
        board_put("0123456789abcdef"[bytes[i] >> 4]);
        board_put("0123456789abcdef"[bytes[i] & 15]);
    }
    board_put('\n');
}

#define HASH(name, bits)                                                                           \
    static void name(void) {                                                                       \
        mote_##name##_context context;                                                             \
                                                                                                   \
        mote_##name##_init(&context, bits);                                                        \
        mote_##name(&context, message, FIRST);                                                     \
        mote_##name(&context, message + FIRST, sizeof message - FIRST);                            \
        mote_##name##_close(&context, 0, 0, out);                                                  \
        line(out, bits / 8);                                                                       \
    }

HASH(sha256, 256)
HASH(sha512, 512)
HASH(sha3, 256)
HASH(blake2s, 256)
HASH(ascon_hash256, 256)

static void hmac(void) {
    mote_hmac_sha256_context context;

    mote_hmac_sha256_init(&context, 256, key, sizeof key);
    mote_hmac_sha256(&context, message, FIRST);
    mote_hmac_sha256(&context, message + FIRST, sizeof message - FIRST);
    mote_hmac_sha256_close(&context, out);
    line(out, 32);
}

static void chacha20(void) {
    mote_chacha20_context context;

    mote_chacha20_init(&context, key, nonce, 1);
    mote_chacha20_crypt(&context, message, out, FIRST);
    mote_chacha20_crypt(&context, message + FIRST, out + FIRST, sizeof message - FIRST);
    line(out, sizeof message);
}

static void chacha20_poly1305(void) {
    mote_chacha20_poly1305_context context;

    if (mote_chacha20_poly1305_seal(&context, key, nonce, "header", 6, message, out, sizeof message,
                                    tag) != 0)
        return;
    line(out, sizeof message);
    line(tag, 16);
}

static void ascon_aead128(void) {
    mote_ascon_aead128_context context;

    mote_ascon_aead128_seal(&context, key, nonce, "header", 6, message, out, sizeof message, tag);
    line(out, sizeof message);
    line(tag, 16);
}

/* Counter mode with a key of 256 bits, by both headers that have it. */
static void aes_ctr(void) {
    mote_aes_ctr_context context;

    if (mote_aes_ctr_init(&context, key, 256, nonce) != 0)
        return;
    mote_aes_ctr_crypt(&context, message, out, FIRST);
    mote_aes_ctr_crypt(&context, message + FIRST, out + FIRST, sizeof message - FIRST);
    line(out, sizeof message);
}

static void aes(void) {
    mote_aes_context context;
    mote_aes_ctr_state state;
    unsigned char iv[16];

    if (mote_aes_init(&context, key, 256) != 0)
        return;
    mote_aes_ctr_start(&state, nonce);
    mote_aes_ctr(&context, &state, message, out, FIRST);
    mote_aes_ctr(&context, &state, message + FIRST, out + FIRST, sizeof message - FIRST);
    line(out, sizeof message);
    if (mote_aes_init(&context, key, 128) != 0)
        return;
    memcpy(iv, nonce, 16);
    mote_aes_cbc_encrypt(&context, iv, message, out, 6);
    line(out, 96);
    memcpy(iv, nonce, 16);
    mote_aes_cbc_decrypt(&context, iv, out, out, 6);
    line(out, 96);
}

static void gcm(unsigned key_bits) {
    mote_gcm_context context;

    if (mote_gcm_init(&context, key, key_bits) != 0 ||
        mote_gcm_seal(&context, nonce, 12, "header", 6, message, out, sizeof message, tag, 16) != 0)
        return;
    line(out, sizeof message);
    line(tag, 16);
}

static void ccm(unsigned key_bits) {
    mote_ccm_context context;

    if (mote_ccm_init(&context, key, key_bits) != 0 ||
        mote_ccm_seal(&context, nonce, 13, "header", 6, message, out, sizeof message, tag, 8) != 0)
        return;
    line(out, sizeof message);
    line(tag, 8);
}

static void cmac(unsigned key_bits) {
    mote_cmac_context context;

    if (mote_cmac_init(&context, key, key_bits) != 0)
        return;
    mote_cmac(&context, message, FIRST);
    mote_cmac(&context, message + FIRST, sizeof message - FIRST);
    mote_cmac_close(&context, tag);
    line(tag, 16);
}

static void crc32(void) {
    mote_u32 crc = mote_crc32(mote_crc32(0, message, FIRST), message + FIRST, 100 - FIRST);
    int i;

    for (i = 0; i < 4; i++)
        out[i] = (unsigned char)(crc >> (24 - 8 * i) & 255);
    line(out, 4);
}

int main(void) {
    unsigned char i;

    for (i = 0; i < sizeof message; i++)
        message[i] = i;
    for (i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)(100 + i);
    for (i = 0; i < sizeof nonce; i++)
        nonce[i] = (unsigned char)(200 + i);
    sha256();
    sha512();
    sha3();
    blake2s();
    ascon_hash256();
    hmac();
    chacha20();
    chacha20_poly1305();
    ascon_aead128();
    aes_ctr();
    aes();
    gcm(128);
    gcm(256);
    ccm(128);
    ccm(256);
    cmac(128);
    cmac(256);
    crc32();
    board_stop();
    return 0;
}
