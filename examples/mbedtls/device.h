/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Mbed TLS (MBEDTLS_CONFIG_FILE) for a device that verifies an image: SHA-256, and with -DDECRYPTS
 * AES-128 in counter mode.  Without -DWITHOUT_MOTE they are Mote's; with it, Mbed TLS's own, and
 * with -DSMALL those with its switches for less flash.
 */
#define MBEDTLS_SHA256_C
#ifdef DECRYPTS
#define MBEDTLS_AES_C
#define MBEDTLS_CIPHER_MODE_CTR
#define MBEDTLS_AES_ONLY_128_BIT_KEY_LENGTH
#define MBEDTLS_BLOCK_CIPHER_NO_DECRYPT
#define MBEDTLS_AES_ROM_TABLES
#endif

#ifndef WITHOUT_MOTE
#define MBEDTLS_SHA256_ALT
#ifdef DECRYPTS
#define MBEDTLS_AES_ALT
#endif
#elif defined SMALL
#define MBEDTLS_SHA256_SMALLER
#define MBEDTLS_AES_FEWER_TABLES
#endif
