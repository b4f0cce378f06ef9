/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A device that verifies an image before it starts it, by the functions of Mbed TLS: its SHA-256 has
 * to be the one that is known.  With -DDECRYPTS the image is stored encrypted, by AES-128 in counter
 * mode.  Board and linker script are those of examples/firmware.
 */
#include "../firmware/board.h"

#include "mbedtls/sha256.h"
#ifdef DECRYPTS
#include "mbedtls/aes.h"
#endif

#include <string.h>

static const unsigned char known[32] = {
    0x29, 0xC7, 0x8F, 0x16, 0x26, 0x08, 0x8B, 0x56, 0x0C, 0x50, 0xBF, 0xB7, 0xAC, 0xD5, 0xE7, 0xB2,
    0x48, 0x6C, 0xF6, 0xB9, 0xA4, 0xC8, 0x86, 0x14, 0xA8, 0x11, 0x10, 0x25, 0x09, 0xC7, 0xED, 0x22,
};

#ifdef DECRYPTS
/* The key is 00 01 ... 0F, the counter starts at 0. */
static const unsigned char stored[] = {
    0x92, 0xC9, 0x52, 0x44, 0xA7, 0xFC, 0x2F, 0xE3, 0x01, 0x2B, 0xF2, 0x42, 0xC7, 0xA7,
    0xAA, 0x59, 0x12, 0x28, 0x33, 0xFC, 0xF8, 0xA1, 0xD3, 0x7B, 0x69, 0x0F, 0xD5, 0x82,
    0x11, 0xD4, 0x4C, 0x2A, 0x2D, 0xB3, 0xF1, 0x3A, 0xFA, 0xFE, 0x86, 0xFA, 0x86, 0xFB,
    0x13, 0x0E, 0x09, 0xE4, 0xC3, 0xBD, 0xDB, 0xC8, 0x4D, 0x41, 0x46, 0x0F, 0xE2, 0x51,
    0x24, 0x7D, 0x45, 0x2A, 0xFD, 0xC5, 0x88, 0x25, 0x10, 0x0A, 0xC2, 0xF1,
};
#define IMAGE_BYTES sizeof stored

static int read_image(unsigned char *image) {
    unsigned char key[16], counter[16] = {0}, stream[16];
    mbedtls_aes_context aes;
    size_t place = 0;
    unsigned i;

    for (i = 0; i != 16; i++)
        key[i] = (unsigned char)i;
    mbedtls_aes_init(&aes);
    if (mbedtls_aes_setkey_enc(&aes, key, 128) != 0)
        return -1;
    return mbedtls_aes_crypt_ctr(&aes, IMAGE_BYTES, &place, counter, stream, stored, image);
}
#else
static const char stored[] = "This stands for an image that a device verifies before it starts it.";
#define IMAGE_BYTES (sizeof stored - 1)

static int read_image(unsigned char *image) {
    memcpy(image, stored, IMAGE_BYTES);
    return 0;
}
#endif

static int is_good(const unsigned char *image) {
    unsigned char digest[32], difference = 0;
    unsigned i;

    if (mbedtls_sha256(image, IMAGE_BYTES, digest, 0) != 0)
        return 0;
    for (i = 0; i != 32; i++)
        difference |= digest[i] ^ known[i];
    return difference == 0;
}

static void print(const char *text) {
    while (*text != 0)
        board_put(*text++);
}

int main(void) {
    unsigned char image[IMAGE_BYTES];

    if (read_image(image) != 0)
        return 1;
    print(is_good(image) ? "image accepted\n" : "image refused\n");
    image[3] ^= 1;
    print(is_good(image) ? "damaged image accepted\n" : "damaged image refused\n");
    return 0;
}
