/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See cmac.h.
 */
#include "cmac.h"

#include <string.h>

#define KEYS_BYTES ((sizeof(mbedtls_aes_context) + 7) / 8 * 8)

/* Where the next thing that is allocated comes to lie; only adapter_init allocates. */
static unsigned char *next;

void *adapter_calloc(size_t count, size_t size) {
    unsigned char *found = next;

    next += (count * size + 7) / 8 * 8;
    return memset(found, 0, count * size);
}

void adapter_free(void *where) {
    (void)where;
}

/* The context may be a copy, which does not lie where it was allocated. */
static void place(adapter_context *cc) {
    cc->cipher.MBEDTLS_PRIVATE(cipher_ctx) = cc->memory;
    cc->cipher.MBEDTLS_PRIVATE(cmac_ctx) = (void *)((unsigned char *)cc->memory + KEYS_BYTES);
}

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    mbedtls_cipher_type_t type = MBEDTLS_CIPHER_AES_128_ECB;

    if (key_bits != 128)
        type = key_bits == 192 ? MBEDTLS_CIPHER_AES_192_ECB : MBEDTLS_CIPHER_AES_256_ECB;
    next = (unsigned char *)cc->memory;
    mbedtls_cipher_init(&cc->cipher);
    if (mbedtls_cipher_setup(&cc->cipher, mbedtls_cipher_info_from_type(type)) != 0)
        return -1;
    return mbedtls_cipher_cmac_starts(&cc->cipher, key, key_bits) == 0 ? 0 : -1;
}

void adapter(adapter_context *cc, const void *data, size_t len) {
    place(cc);
    if (len != 0)
        (void)mbedtls_cipher_cmac_update(&cc->cipher, data, len);
}

void adapter_close(adapter_context *cc, void *dst) {
    place(cc);
    (void)mbedtls_cipher_cmac_finish(&cc->cipher, dst);
}

int adapter_check(adapter_context *cc, const void *mac, size_t mac_len) {
    unsigned char own[16], differs = 0;
    size_t i;

    adapter_close(cc, own);
    for (i = 0; i != mac_len; i++)
        differs |= own[i] ^ ((const unsigned char *)mac)[i];
    return differs == 0 ? 0 : -5;
}
