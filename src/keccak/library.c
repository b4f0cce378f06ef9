/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak, SHA-3, SHAKE and what is made of them in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles the implementations in the folders below under
 * names of their own, such as mote_sha3_init_portable_fast, and tells common/choice.h which there
 * are.
 */
#include "mote/cshake128.h"
#include "mote/cshake256.h"
#include "mote/keccak.h"
#include "mote/kmac128.h"
#include "mote/kmac256.h"
#include "mote/parallelhash128.h"
#include "mote/parallelhash256.h"
#include "mote/sha3.h"
#include "mote/shake128.h"
#include "mote/shake256.h"
#include "mote/tuplehash128.h"
#include "mote/tuplehash256.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_keccak_init, (mote_keccak_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_keccak, (mote_keccak_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_keccak_close, (mote_keccak_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))

ACTION(mote_sha3_init, (mote_sha3_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_sha3, (mote_sha3_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_sha3_close, (mote_sha3_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))

ACTION(mote_shake128_init, (mote_shake128_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_shake128, (mote_shake128_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_shake128_close, (mote_shake128_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))

ACTION(mote_shake256_init, (mote_shake256_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_shake256, (mote_shake256_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_shake256_close, (mote_shake256_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))

ACTION(mote_cshake128_init, (mote_cshake128_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_cshake128_name, (mote_cshake128_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_cshake128_customize, (mote_cshake128_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_cshake128, (mote_cshake128_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_cshake128_close, (mote_cshake128_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))

ACTION(mote_kmac128_init,
       (mote_kmac128_context * cc, unsigned out_size, const void *key, size_t key_len),
       (cc, out_size, key, key_len))

ACTION(mote_kmac128_customize, (mote_kmac128_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_kmac128_key,
       (mote_kmac128_context * cc, unsigned out_size, const void *key, size_t key_len),
       (cc, out_size, key, key_len))

ACTION(mote_kmac128, (mote_kmac128_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_kmac128_close, (mote_kmac128_context * cc, void *dst), (cc, dst))

ACTION(mote_kmac128_close_xof, (mote_kmac128_context * cc, void *dst), (cc, dst))

CHOICE(int, mote_kmac128_check, (mote_kmac128_context * cc, const void *mac, size_t mac_len),
       (cc, mac, mac_len))

ACTION(mote_cshake256_init, (mote_cshake256_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_cshake256_name, (mote_cshake256_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_cshake256_customize, (mote_cshake256_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_cshake256, (mote_cshake256_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_cshake256_close, (mote_cshake256_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))

ACTION(mote_kmac256_init,
       (mote_kmac256_context * cc, unsigned out_size, const void *key, size_t key_len),
       (cc, out_size, key, key_len))

ACTION(mote_kmac256_customize, (mote_kmac256_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_kmac256_key,
       (mote_kmac256_context * cc, unsigned out_size, const void *key, size_t key_len),
       (cc, out_size, key, key_len))

ACTION(mote_kmac256, (mote_kmac256_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_kmac256_close, (mote_kmac256_context * cc, void *dst), (cc, dst))

ACTION(mote_kmac256_close_xof, (mote_kmac256_context * cc, void *dst), (cc, dst))

CHOICE(int, mote_kmac256_check, (mote_kmac256_context * cc, const void *mac, size_t mac_len),
       (cc, mac, mac_len))

ACTION(mote_parallelhash128_init, (mote_parallelhash128_context * cc, unsigned out_size),
       (cc, out_size))

ACTION(mote_parallelhash128_customize,
       (mote_parallelhash128_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_parallelhash128_block, (mote_parallelhash128_context * cc, size_t block_bytes),
       (cc, block_bytes))

ACTION(mote_parallelhash128, (mote_parallelhash128_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_parallelhash128_close,
       (mote_parallelhash128_context * cc, unsigned ub, unsigned n, void *dst), (cc, ub, n, dst))

ACTION(mote_parallelhash128_close_xof, (mote_parallelhash128_context * cc, void *dst), (cc, dst))

ACTION(mote_parallelhash256_init, (mote_parallelhash256_context * cc, unsigned out_size),
       (cc, out_size))

ACTION(mote_parallelhash256_customize,
       (mote_parallelhash256_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_parallelhash256_block, (mote_parallelhash256_context * cc, size_t block_bytes),
       (cc, block_bytes))

ACTION(mote_parallelhash256, (mote_parallelhash256_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_parallelhash256_close,
       (mote_parallelhash256_context * cc, unsigned ub, unsigned n, void *dst), (cc, ub, n, dst))

ACTION(mote_parallelhash256_close_xof, (mote_parallelhash256_context * cc, void *dst), (cc, dst))

ACTION(mote_tuplehash128_init, (mote_tuplehash128_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_tuplehash128_customize, (mote_tuplehash128_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_tuplehash128_item, (mote_tuplehash128_context * cc, size_t len), (cc, len))

ACTION(mote_tuplehash128, (mote_tuplehash128_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_tuplehash128_close,
       (mote_tuplehash128_context * cc, unsigned ub, unsigned n, void *dst), (cc, ub, n, dst))

ACTION(mote_tuplehash128_close_xof, (mote_tuplehash128_context * cc, void *dst), (cc, dst))

ACTION(mote_tuplehash256_init, (mote_tuplehash256_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_tuplehash256_customize, (mote_tuplehash256_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_tuplehash256_item, (mote_tuplehash256_context * cc, size_t len), (cc, len))

ACTION(mote_tuplehash256, (mote_tuplehash256_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_tuplehash256_close,
       (mote_tuplehash256_context * cc, unsigned ub, unsigned n, void *dst), (cc, ub, n, dst))

ACTION(mote_tuplehash256_close_xof, (mote_tuplehash256_context * cc, void *dst), (cc, dst))
