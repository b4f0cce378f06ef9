/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * wolfCrypt with the functions that are measured, and without what needs an operating system.
 */
#define WOLFSSL_EXPERIMENTAL_SETTINGS
#define WOLFCRYPT_ONLY
#define SINGLE_THREADED
#define NO_FILESYSTEM
#define NO_WRITEV
#define NO_ERROR_STRINGS
#define WC_NO_RNG
#define WC_NO_HASHDRBG
#define NO_RSA
#define NO_DH
#define NO_DSA
#define NO_ASN
#define NO_CERTS
#define NO_BIG_INT
#define NO_OLD_TLS
#define NO_MAIN_DRIVER
#define NO_MD4
#define NO_MD5
#define NO_DES3
#define NO_RC4
#define NO_PWDBASED
#define WOLFSSL_NO_ASM_CHECK
#define WOLFSSL_SHA512
#define WOLFSSL_SHA384
#define WOLFSSL_SHA3
#define HAVE_BLAKE2S
#define HAVE_CHACHA
#define HAVE_POLY1305
#define HAVE_ASCON
#define WOLFSSL_NO_MALLOC
#define NO_WOLFSSL_MEMORY
#define XREALLOC_USER
#define WOLFSSL_NO_SHAKE128
#define WOLFSSL_NO_SHAKE256
#define WORD64_AVAILABLE
#define WOLFSSL_NO_FENCE
#define WOLFSSL_AES_DIRECT
#define NO_AES_CBC
#define NO_AES_DECRYPT
#ifndef WOLFSSL_CMAC /* which takes keys of every length, as ours does */
#define NO_AES_192
#define NO_AES_256
#endif
#define WC_NO_CACHE_RESISTANT
