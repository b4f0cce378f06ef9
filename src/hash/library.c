/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Any hash function of the library, by its name: see mote/hash.h.
 */
#include "mote/hash.h"

#include <limits.h>
#include <string.h>

#include "common/forget.h"

/* The functions of a header, for a context of any. */
#define FUNCTION(id)                                                                               \
    static void id##_init(mote_hash_any *cc, unsigned out_size) {                                  \
        mote_##id##_init(&cc->id, out_size);                                                       \
    }                                                                                              \
    static void id##_update(mote_hash_any *cc, const void *data, size_t len) {                     \
        mote_##id(&cc->id, data, len);                                                             \
    }                                                                                              \
    static void id##_close(mote_hash_any *cc, unsigned ub, unsigned n, void *dst) {                \
        mote_##id##_close(&cc->id, ub, n, dst);                                                    \
    }
FUNCTION(ascon_hash256)
FUNCTION(ascon_xof128)
FUNCTION(blake256)
FUNCTION(blake2b)
FUNCTION(blake2s)
FUNCTION(blake3)
FUNCTION(blake32)
FUNCTION(blake512)
FUNCTION(blake64)
FUNCTION(bmw256)
FUNCTION(bmw512)
FUNCTION(groestl256)
FUNCTION(groestl512)
FUNCTION(jh)
FUNCTION(keccak)
FUNCTION(kt128)
FUNCTION(kt256)
FUNCTION(luffa256)
FUNCTION(luffa384)
FUNCTION(luffa512)
FUNCTION(parallelhash128)
FUNCTION(parallelhash256)
FUNCTION(sha1)
FUNCTION(sha256)
FUNCTION(sha3)
FUNCTION(sha512)
FUNCTION(sha512_224)
FUNCTION(sha512_256)
FUNCTION(shabal)
FUNCTION(shake128)
FUNCTION(shake256)
FUNCTION(skein1024)
FUNCTION(skein256)
FUNCTION(skein512)
FUNCTION(turboshake128)
FUNCTION(turboshake256)

#define NONE {0, 0, 0, 0}
#define SIZES1(a) {a, 0, 0, 0}
#define SIZES2(a, b) {a, b, 0, 0}
#define SIZES4(a, b, c, d) {a, b, c, d}
#define ROW(id, main, sizes, step, most)                                                           \
    {#id, main, sizes, step, most, id##_init, id##_update, id##_close, NULL}
/* One that hashes many messages side by side. */
#define ROW_MANY(id, main, sizes, step, most)                                                      \
    {#id, main, sizes, step, most, id##_init, id##_update, id##_close, mote_##id##_many}

/* In the order of their names. */
static const mote_hash_function functions[] = {
    ROW(ascon_hash256, 256, SIZES1(256), 0, 0),
    ROW(ascon_xof128, 256, NONE, 8, 0),
    ROW(blake256, 256, SIZES2(224, 256), 0, 0),
    ROW_MANY(blake2b, 512, NONE, 8, 512),
    ROW_MANY(blake2s, 256, NONE, 8, 256),
    ROW(blake3, 256, NONE, 8, 0),
    ROW(blake32, 256, SIZES2(224, 256), 0, 0),
    ROW(blake512, 512, SIZES2(384, 512), 0, 0),
    ROW(blake64, 512, SIZES2(384, 512), 0, 0),
    ROW(bmw256, 256, SIZES2(224, 256), 0, 0),
    ROW(bmw512, 512, SIZES2(384, 512), 0, 0),
    ROW(groestl256, 256, SIZES2(224, 256), 0, 0),
    ROW(groestl512, 512, SIZES2(384, 512), 0, 0),
    ROW(jh, 256, SIZES4(224, 256, 384, 512), 0, 0),
    ROW(keccak, 256, SIZES4(224, 256, 384, 512), 0, 0),
    ROW(kt128, 256, NONE, 8, 0),
    ROW(kt256, 256, NONE, 8, 0),
    ROW(luffa256, 256, SIZES2(224, 256), 0, 0),
    ROW(luffa384, 384, SIZES1(384), 0, 0),
    ROW(luffa512, 512, SIZES1(512), 0, 0),
    ROW(parallelhash128, 256, NONE, 8, 0),
    ROW(parallelhash256, 512, NONE, 8, 0),
    ROW(sha1, 160, SIZES1(160), 0, 0),
    ROW_MANY(sha256, 256, SIZES2(224, 256), 0, 0),
    ROW_MANY(sha3, 256, SIZES4(224, 256, 384, 512), 0, 0),
    ROW_MANY(sha512, 512, SIZES2(384, 512), 0, 0),
    ROW(sha512_224, 224, SIZES1(224), 0, 0),
    ROW(sha512_256, 256, SIZES1(256), 0, 0),
    ROW(shabal, 256, NONE, 32, 512),
    ROW_MANY(shake128, 256, NONE, 8, 0),
    ROW_MANY(shake256, 256, NONE, 8, 0),
    ROW(skein1024, 1024, NONE, 8, 0),
    ROW(skein256, 256, NONE, 8, 0),
    ROW(skein512, 512, NONE, 8, 0),
    ROW(turboshake128, 256, NONE, 8, 0),
    ROW(turboshake256, 256, NONE, 8, 0),
};

#define COUNT (sizeof functions / sizeof functions[0])

/* Digests that have a name of their own, which is not their function's and a size. */
static const struct {
    char name[12], function[12];
    unsigned out_size;
} others[] = {
    {"blake224", "blake256", 224},     {"blake28", "blake32", 224},
    {"blake384", "blake512", 384},     {"blake48", "blake64", 384},
    {"bmw224", "bmw256", 224},         {"bmw384", "bmw512", 384},
    {"groestl224", "groestl256", 224}, {"groestl384", "groestl512", 384},
    {"luffa224", "luffa256", 224},     {"sha224", "sha256", 224},
    {"sha384", "sha512", 384},         {"sha2224", "sha256", 224},
    {"sha2256", "sha256", 256},        {"sha2384", "sha512", 384},
    {"sha2512", "sha512", 512},        {"sha2512224", "sha512_224", 224},
    {"sha2512256", "sha512_256", 256},
};

#define OTHERS (sizeof others / sizeof others[0])

#define SEPARATORS "-_/. "

/* The next character of a name that counts, in lower case: 0 behind the last. */
static char next(const char **name) {
    static const char upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                      lower[] = "abcdefghijklmnopqrstuvwxyz";
    const char *found;

    while (**name != 0 && strchr(SEPARATORS, **name) != NULL)
        (*name)++;
    if (**name == 0)
        return 0;
    found = strchr(upper, *(*name)++);
    return found != NULL ? lower[found - upper] : (*name)[-1];
}

/* Where text goes on behind name; null if it does not begin with it. */
static const char *behind(const char *text, const char *name) {
    char wanted;

    for (;;) {
        wanted = next(&name);
        if (wanted == 0)
            return text;
        if (next(&text) != wanted)
            return NULL;
    }
}

/* A number in decimal and nothing else; 0 for anything else, and for what an unsigned cannot hold. */
static unsigned number(const char *text) {
    unsigned value = 0, digit;
    char c;

    while ((c = next(&text)) != 0) {
        if (c < '0' || c > '9')
            return 0;
        digit = (unsigned)(c - '0');
        if (value > (UINT_MAX - digit) / 10)
            return 0;
        value = 10 * value + digit;
    }
    return value;
}

static const mote_hash_function *with_size(const mote_hash_function *function, unsigned wanted,
                                           unsigned *out_size) {
    if (out_size != NULL)
        *out_size = wanted;
    return function;
}

const mote_hash_function *mote_hash_find(const char *name, unsigned *out_size) {
    const char *rest;
    unsigned size;
    size_t i;

    for (i = 0; i < COUNT; i++) {
        rest = behind(name, functions[i].name);
        if (rest != NULL && next(&rest) == 0)
            return with_size(&functions[i], functions[i].out_size, out_size);
    }
    for (i = 0; i < OTHERS; i++) {
        rest = behind(name, others[i].name);
        if (rest != NULL && next(&rest) == 0)
            return with_size(mote_hash_find(others[i].function, NULL), others[i].out_size,
                             out_size);
    }
    /* "blake32-256" begins with "blake3", too: best is a name with a separator behind it, then a long one, which
     * the order of the names has later. */
    for (i = 2 * COUNT; i-- != 0;) {
        rest = behind(name, functions[i % COUNT].name);
        if (rest != NULL && (i < COUNT || strchr(SEPARATORS, *rest) != NULL)) {
            size = number(rest);
            if (mote_hash_has(&functions[i % COUNT], size))
                return with_size(&functions[i % COUNT], size, out_size);
        }
    }
    return NULL;
}

const mote_hash_function *mote_hash_at(size_t number) {
    return number < COUNT ? &functions[number] : NULL;
}

int mote_hash_has(const mote_hash_function *function, unsigned out_size) {
    unsigned i;

    if (out_size == 0)
        return 0;
    if (function->step != 0)
        return out_size % function->step == 0 &&
               (function->most == 0 || out_size <= function->most);
    for (i = 0; i < 4; i++)
        if (function->some[i] == out_size)
            return 1;
    return 0;
}

int mote_hash_init(mote_hash_context *cc, const mote_hash_function *function, unsigned out_size) {
    if (!mote_hash_has(function, out_size))
        return MOTE_HASH_WRONG_SIZE;
    cc->function = function;
    function->init(&cc->any, out_size);
    return 0;
}

void mote_hash_update(mote_hash_context *cc, const void *data, size_t len) {
    cc->function->update(&cc->any, data, len);
}

void mote_hash_close(mote_hash_context *cc, void *dst) {
    cc->function->close(&cc->any, 0, 0, dst);
}

int mote_hash(const char *name, const void *data, size_t len, void *dst, size_t dst_len) {
    mote_hash_context cc;
    unsigned out_size = 0;
    const mote_hash_function *function = mote_hash_find(name, &out_size);

    if (function == NULL)
        return MOTE_HASH_WRONG_NAME;
    if (out_size / 8 != dst_len || mote_hash_init(&cc, function, out_size) != 0)
        return MOTE_HASH_WRONG_SIZE;
    mote_hash_update(&cc, data, len);
    mote_hash_close(&cc, dst);
    return 0;
}

int mote_hash_many(const mote_hash_function *function, unsigned out_size, size_t count,
                   const void *const *data, const size_t *len, void *dst) {
    unsigned char *digest = (unsigned char *)dst;
    mote_hash_any any;
    size_t i;

    if (!mote_hash_has(function, out_size))
        return MOTE_HASH_WRONG_SIZE;
    if (function->many != NULL) {
        function->many(out_size, count, data, len, dst);
        return 0;
    }
    for (i = 0; i < count; i++, digest += out_size / 8) {
        function->init(&any, out_size);
        function->update(&any, data[i], len[i]);
        function->close(&any, 0, 0, digest);
    }
    FORGET(any);
    return 0;
}
