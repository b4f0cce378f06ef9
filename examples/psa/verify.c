/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What a boot loader does before it starts an image, through the PSA interface: its SHA-256, in pieces as
 * MCUboot reads a slot, has to be the one that is known.  Board and linker script are those of
 * examples/firmware.
 */
#include "../firmware/board.h"

#include "psa/crypto.h"

#include <string.h>

static const char image[] = "This stands for an image that a device verifies before it starts it.";
#define IMAGE_BYTES (sizeof image - 1)
#define PIECE_BYTES 16

static const unsigned char known[32] = {
    0x29, 0xC7, 0x8F, 0x16, 0x26, 0x08, 0x8B, 0x56, 0x0C, 0x50, 0xBF, 0xB7, 0xAC, 0xD5, 0xE7, 0xB2,
    0x48, 0x6C, 0xF6, 0xB9, 0xA4, 0xC8, 0x86, 0x14, 0xA8, 0x11, 0x10, 0x25, 0x09, 0xC7, 0xED, 0x22,
};

/* Mbed TLS wants a source of random numbers to start; nothing here takes any. */
psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context,
                                             uint8_t *output, size_t output_size,
                                             size_t *output_length) {
    (void)context;
    (void)output;
    (void)output_size;
    *output_length = 0;
    return PSA_ERROR_INSUFFICIENT_ENTROPY;
}

static int is_good(const unsigned char *data) {
    psa_hash_operation_t operation = PSA_HASH_OPERATION_INIT;
    unsigned char digest[32], difference = 0;
    size_t length, at, size;
    unsigned i;

    if (psa_hash_setup(&operation, PSA_ALG_SHA_256) != PSA_SUCCESS)
        return 0;
    for (at = 0; at < IMAGE_BYTES; at += size) {
        size = IMAGE_BYTES - at < PIECE_BYTES ? IMAGE_BYTES - at : PIECE_BYTES;
        if (psa_hash_update(&operation, data + at, size) != PSA_SUCCESS)
            return 0;
    }
    if (psa_hash_finish(&operation, digest, sizeof digest, &length) != PSA_SUCCESS || length != 32)
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
    unsigned char copy[IMAGE_BYTES];

    if (psa_crypto_init() != PSA_SUCCESS)
        return 1;
    memcpy(copy, image, IMAGE_BYTES);
    print(is_good(copy) ? "image accepted\n" : "image refused\n");
    copy[3] ^= 1;
    print(is_good(copy) ? "damaged image accepted\n" : "damaged image refused\n");
    return 0;
}
