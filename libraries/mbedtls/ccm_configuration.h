/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What CCM takes of Mbed TLS beside AES: keys of every length, as ours takes them.
 */
#undef MBEDTLS_CIPHER_MODE_CTR
#undef MBEDTLS_AES_ONLY_128_BIT_KEY_LENGTH
#define MBEDTLS_CCM_C
