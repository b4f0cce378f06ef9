/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Runs the files of vectors/ through the library, every public function of it.
 *
 *     vectors [--short] FOLDER/sha256.csv FOLDER/aes128_gcm.csv ...
 *
 * --short leaves out what is longer than 600 bytes: for a sanitizer, under which code is slow.
 * A file's name says which function it is of; vectors/README.md has the columns.  Rows that set
 * something in a context (carries) are left to the bench.  For each file a line with the number of
 * rows is printed; anything wrong is said, and the exit status is 1.  Every function is also called
 * with null pointers wherever its header allows them with a length of 0, before, between and after
 * other calls; a sanitizer sees what is done with them.
 */
#include "mote/aes.h"
#include "mote/aes_ctr.h"
#include "mote/aes_wrap.h"
#include "mote/ascon_aead128.h"
#include "mote/ascon_cxof128.h"
#include "mote/ascon_hash256.h"
#include "mote/ascon_xof128.h"
#include "mote/blake256.h"
#include "mote/blake2b.h"
#include "mote/blake2s.h"
#include "mote/blake3.h"
#include "mote/blake32.h"
#include "mote/blake512.h"
#include "mote/blake64.h"
#include "mote/bmw256.h"
#include "mote/bmw512.h"
#include "mote/ccm.h"
#include "mote/chacha20.h"
#include "mote/chacha20_poly1305.h"
#include "mote/cmac.h"
#include "mote/crc32.h"
#include "mote/crc32c.h"
#include "mote/cshake128.h"
#include "mote/cshake256.h"
#include "mote/gcm.h"
#include "mote/ghash.h"
#include "mote/groestl256.h"
#include "mote/groestl512.h"
#include "mote/hkdf_sha256.h"
#include "mote/hkdf_sha512.h"
#include "mote/hmac_blake2s.h"
#include "mote/hmac_sha1.h"
#include "mote/hmac_sha256.h"
#include "mote/hmac_sha3.h"
#include "mote/hmac_sha512.h"
#include "mote/jh.h"
#include "mote/keccak.h"
#include "mote/kmac128.h"
#include "mote/kmac256.h"
#include "mote/kt128.h"
#include "mote/kt256.h"
#include "mote/lms_sha256.h"
#include "mote/lms_shake256.h"
#include "mote/luffa256.h"
#include "mote/luffa384.h"
#include "mote/luffa512.h"
#include "mote/memory.h"
#include "mote/parallelhash128.h"
#include "mote/parallelhash256.h"
#include "mote/poly1305.h"
#include "mote/salsa20.h"
#include "mote/sha1.h"
#include "mote/sha256.h"
#include "mote/sha3.h"
#include "mote/sha512.h"
#include "mote/sha512_224.h"
#include "mote/sha512_256.h"
#include "mote/shabal.h"
#include "mote/shake128.h"
#include "mote/shake256.h"
#include "mote/simon128.h"
#include "mote/skein1024.h"
#include "mote/skein256.h"
#include "mote/skein512.h"
#include "mote/skein_prng.h"
#include "mote/speck128.h"
#include "mote/threefish1024.h"
#include "mote/threefish256.h"
#include "mote/threefish512.h"
#include "mote/tuplehash128.h"
#include "mote/tuplehash256.h"
#include "mote/turboshake128.h"
#include "mote/turboshake256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a row holds, and what it may be at most: 2^18 bytes of a request, and a line for it. */
#define LONGEST ((size_t)1 << 19)
#define COLUMNS 12

static char line[LONGEST], heads[1024];
static char *fields[COLUMNS], *names[COLUMNS];
static unsigned columns;
static const char *file_name;
static unsigned long row, failures;
static size_t limit = LONGEST;

static void fail(const char *what) {
    if (failures++ < 20)
        fprintf(stderr, "%s, row %lu: %s\n", file_name, row, what);
}

static void check(int holds, const char *what) {
    if (!holds)
        fail(what);
}

static unsigned split(char *text, char **parts) {
    unsigned count = 0;

    text[strcspn(text, "\r\n")] = 0;
    for (;;) {
        parts[count++] = text;
        text = strchr(text, ',');
        if (text == NULL || count == COLUMNS)
            return count;
        *text++ = 0;
    }
}

/* The text in a column of the row; "" where the file has no such column. */
static char *text_of(const char *name) {
    static char nothing[1];
    unsigned i;

    for (i = 0; i < columns; i++)
        if (strcmp(names[i], name) == 0)
            return fields[i];
    return nothing;
}

static size_t number_of(const char *name) {
    return (size_t)strtoul(text_of(name), NULL, 10);
}

/* Memory of exactly so many bytes, so that AddressSanitizer sees its ends; null for none. */
static unsigned char *reserve(size_t size) {
    unsigned char *found = NULL;

    if (size != 0) {
        found = (unsigned char *)malloc(size);
        if (found == NULL) {
            fputs("out of memory\n", stderr);
            exit(2);
        }
    }
    return found;
}

static unsigned char *unhex(const char *text) {
    size_t size = strlen(text) / 2, i;
    unsigned char *found = reserve(size);
    unsigned value;

    for (i = 0; i < size; i++) {
        if (sscanf(text + 2 * i, "%2x", &value) != 1)
            fail("no hexadecimal digits");
        found[i] = (unsigned char)value;
    }
    return found;
}

/* Whether these are the bytes that the text says in hexadecimal. */
static int same(const unsigned char *bytes, size_t size, const char *text) {
    unsigned char *right = unhex(text);
    int equal = strlen(text) == 2 * size && mote_compare(bytes, right, size) == 0;

    free(right);
    return equal;
}

/* The first bytes of SHAKE128 of the text: everything that vectors do not say. */
static unsigned char *shake(const char *text, size_t size) {
    unsigned char *made = reserve(size);
    mote_shake128_context cc;

    if (size != 0) {
        mote_shake128_init(&cc, (unsigned)(8 * size));
        mote_shake128(&cc, text, strlen(text));
        mote_shake128_close(&cc, 0, 0, made);
    }
    return made;
}

static unsigned char *generated(const char *kind, size_t number, size_t size) {
    char text[80];

    sprintf(text, "mote/%s/%lu", kind, (unsigned long)number);
    return shake(text, size);
}

static unsigned char *copy(const unsigned char *bytes, size_t size) {
    unsigned char *made = reserve(size);

    if (size != 0)
        memcpy(made, bytes, size);
    return made;
}

/* Hash functions: the message at once and in pieces, with nothing before, between and behind. */
#define HASH(name)                                                                                 \
    static void run_##name(const unsigned char *text, size_t bits, unsigned size,                  \
                           unsigned char *digest, size_t piece) {                                  \
        mote_##name##_context cc;                                                                  \
        size_t left = bits / 8, n;                                                                 \
        unsigned rest = (unsigned)(bits % 8);                                                      \
                                                                                                   \
        START(name);                                                                               \
        mote_##name(&cc, NULL, 0);                                                                 \
        for (; left != 0; left -= n, text += n) {                                                  \
            n = left < piece ? left : piece;                                                       \
            mote_##name(&cc, text, n);                                                             \
            mote_##name(&cc, NULL, 0);                                                             \
        }                                                                                          \
        CLOSE(name)                                                                                \
        mote_##name##_close(&cc, rest != 0 ? *text : 0, rest, digest);                             \
    }
#define START(name) mote_##name##_init(&cc, size)
#define CLOSE(name)
HASH(ascon_hash256)
HASH(ascon_xof128)
HASH(blake256)
HASH(blake2b)
HASH(blake2s)
HASH(blake32)
HASH(blake512)
HASH(blake64)
HASH(bmw256)
HASH(bmw512)
HASH(groestl256)
HASH(groestl512)
HASH(jh)
HASH(keccak)
HASH(luffa256)
HASH(luffa384)
HASH(luffa512)
HASH(sha1)
HASH(sha256)
HASH(sha3)
HASH(sha512)
HASH(sha512_224)
HASH(sha512_256)
HASH(shabal)
HASH(shake128)
HASH(shake256)
#undef START
/* Skein may have a key and a personalization. */
static unsigned domain;
static size_t key_bytes, personalization_bytes, name_bytes, customization_bytes, block_bytes;
static unsigned char *hash_key, *personalization, *hash_name, *customization;
#define START(name)                                                                                \
    mote_##name##_init_keyed(&cc, size, hash_key, key_bytes);                                      \
    if (personalization_bytes != 0)                                                                \
    mote_##name##_personalize(&cc, personalization, personalization_bytes)
HASH(skein1024)
HASH(skein256)
HASH(skein512)
#undef START
/* cSHAKE may have a name and a customization. */
#define START(name)                                                                                \
    mote_##name##_init(&cc, size);                                                                 \
    mote_##name##_name(&cc, hash_name, name_bytes);                                                \
    mote_##name##_customize(&cc, customization, customization_bytes)
HASH(cshake128)
HASH(cshake256)
#undef START
#define START(name)                                                                                \
    mote_##name##_init(&cc, size);                                                                 \
    if (domain != 0)                                                                               \
    mote_##name##_domain(&cc, domain)
HASH(turboshake128)
HASH(turboshake256)
#undef START
#define START(name)                                                                                \
    mote_##name##_init(&cc, size);                                                                 \
    mote_##name##_customize(&cc, customization, customization_bytes)
HASH(ascon_cxof128)
#undef START
/* Of KangarooTwelve the customization follows the message. */
#define START(name) mote_##name##_init(&cc, size)
#undef CLOSE
#define CLOSE(name) mote_##name##_customize(&cc, customization, customization_bytes);
HASH(kt128)
HASH(kt256)

/* Of ParallelHash a block may have any number of bytes; a tuple has strings, or is encoded already. */
static int close_xof;
static const char *items;
#undef START
#undef CLOSE
#define START(name)                                                                                \
    mote_##name##_init(&cc, size);                                                                 \
    mote_##name##_customize(&cc, customization, customization_bytes);                              \
    if (block_bytes != 0)                                                                          \
    mote_##name##_block(&cc, block_bytes)
#define CLOSE(name)                                                                                \
    if (close_xof) {                                                                               \
        mote_##name##_close_xof(&cc, digest);                                                      \
        return;                                                                                    \
    }
HASH(parallelhash128)
HASH(parallelhash256)
#undef START
#define START(name)                                                                                \
    mote_##name##_init(&cc, size);                                                                 \
    mote_##name##_customize(&cc, customization, customization_bytes);                              \
    if (*items >= '0' && *items <= '9') {                                                          \
        char *next = (char *)items;                                                                \
                                                                                                   \
        while (*next != 0) {                                                                       \
            n = (size_t)strtoul(next, &next, 10);                                                  \
            mote_##name##_item(&cc, n);                                                            \
            left = n < piece ? n : piece;                                                          \
            mote_##name(&cc, text, left);                                                          \
            if (n != left)                                                                         \
                mote_##name(&cc, text + left, n - left);                                           \
            if (n != 0)                                                                            \
                text += n;                                                                         \
        }                                                                                          \
        left = 0;                                                                                  \
    }
HASH(tuplehash128)
HASH(tuplehash256)

/* Of BLAKE3 a key or a context string are in place of nothing, and output may be read in pieces. */
#undef START
#undef CLOSE
#define START(name)                                                                                \
    if (key_bytes != 0)                                                                            \
        mote_##name##_init_keyed(&cc, size, hash_key);                                             \
    else if (customization_bytes != 0)                                                             \
        mote_##name##_init_derive_key(&cc, size, customization, customization_bytes);              \
    else                                                                                           \
        mote_##name##_init(&cc, size)
#define CLOSE(name)                                                                                \
    if (close_xof) {                                                                               \
        for (left = size / 8; left != 0; left -= n, digest += n) {                                 \
            n = left < piece ? left : piece;                                                       \
            mote_##name##_read(&cc, digest, n);                                                    \
        }                                                                                          \
        return;                                                                                    \
    }
HASH(blake3)

typedef void hash_function(const unsigned char *text, size_t bits, unsigned size,
                           unsigned char *digest, size_t piece);

#define ENTRY(name) {#name, run_##name}
static const struct {
    const char *name;
    hash_function *run;
} hashes[] = {
    ENTRY(ascon_cxof128),
    ENTRY(ascon_hash256),
    ENTRY(ascon_xof128),
    ENTRY(blake256),
    ENTRY(blake2b),
    ENTRY(blake2s),
    ENTRY(blake3),
    ENTRY(blake32),
    ENTRY(blake512),
    ENTRY(blake64),
    ENTRY(bmw256),
    ENTRY(bmw512),
    ENTRY(cshake128),
    ENTRY(cshake256),
    ENTRY(groestl256),
    ENTRY(groestl512),
    ENTRY(jh),
    ENTRY(keccak),
    ENTRY(kt128),
    ENTRY(kt256),
    ENTRY(luffa256),
    ENTRY(luffa384),
    ENTRY(luffa512),
    ENTRY(parallelhash128),
    ENTRY(parallelhash256),
    ENTRY(sha1),
    ENTRY(sha256),
    ENTRY(sha3),
    ENTRY(sha512),
    ENTRY(sha512_224),
    ENTRY(sha512_256),
    ENTRY(shabal),
    ENTRY(shake128),
    ENTRY(shake256),
    ENTRY(skein1024),
    ENTRY(skein256),
    ENTRY(skein512),
    ENTRY(tuplehash128),
    ENTRY(tuplehash256),
    ENTRY(turboshake128),
    ENTRY(turboshake256),
};

static hash_function *hash_of(const char *name) {
    size_t i;

    for (i = 0; i < sizeof hashes / sizeof hashes[0]; i++)
        if (strcmp(name, hashes[i].name) == 0)
            return hashes[i].run;
    return NULL;
}

static void hash(const char *name) {
    static const size_t pieces[] = {1, 7, 64, 65, 200, LONGEST};
    size_t size = number_of("digest_bits") / 8, bits = number_of("message_bits");
    unsigned char *text, *digest;
    char label[80];

    if (*text_of("carry") != 0 || bits / 8 > limit)
        return;
    digest = reserve(size);
    sprintf(label, "mote/%lu", (unsigned long)bits);
    text = *text_of("message") != 0 ? unhex(text_of("message")) : shake(label, (bits + 7) / 8);
    key_bytes = number_of("key_bytes");
    personalization_bytes = number_of("personalization_bytes");
    hash_key = generated("key", key_bytes, key_bytes);
    personalization = generated("personalization", personalization_bytes, personalization_bytes);
    name_bytes = number_of("name_bytes");
    customization_bytes = number_of("customization_bytes");
    domain = (unsigned)number_of("domain");
    block_bytes = number_of("tree_block_bytes");
    close_xof = number_of("xof") != 0;
    items = text_of("items");
    hash_name = generated("name", name_bytes, name_bytes);
    customization = generated("customization", customization_bytes, customization_bytes);
    hash_of(name)(text, bits, (unsigned)(8 * size), digest, LONGEST);
    check(same(digest, size, text_of("digest")), "wrong digest");
    hash_of(name)(text, bits, (unsigned)(8 * size), digest, pieces[row % 6]);
    check(same(digest, size, text_of("digest")), "wrong digest of pieces");
    free(hash_key);
    free(personalization);
    free(hash_name);
    free(customization);
    free(text);
    free(digest);
}

/* Checksums */
static void checksum(const char *name) {
    mote_u32 crc = (mote_u32)strtoul(text_of("crc"), NULL, 16), found;
    mote_u32 right = (mote_u32)strtoul(text_of("checksum"), NULL, 16);
    size_t size = number_of("message_bytes"), half = size / 2;
    int is_c = strcmp(name, "crc32c") == 0;
    mote_u32 (*update)(mote_u32, const void *, size_t) = is_c ? mote_crc32c : mote_crc32;
    mote_u32 (*combine)(mote_u32, mote_u32, size_t) =
        is_c ? mote_crc32c_combine : mote_crc32_combine;
    unsigned char *text;
    char label[80];

    if (size > limit)
        return;
    sprintf(label, "mote/%lu", (unsigned long)(8 * size));
    text = shake(label, size);
    found = update(update(crc, NULL, 0), text, size);
    check(found == right, "wrong checksum");
    if (size != 0)
        found = combine(update(crc, text, half), update(0, text + half, size - half), size - half);
    check(found == right, "wrong checksum of two pieces");
    check(combine(right, 0, 0) == right, "wrong checksum with nothing behind");
    free(text);
}

/* HMAC */
#define HMAC(hash)                                                                                 \
    if (strcmp(name, "hmac_" #hash) == 0) {                                                        \
        mote_hmac_##hash##_context cc, other;                                                      \
        mote_hmac_##hash##_init(&cc, 8 * (unsigned)size, key, key_size);                           \
        mote_hmac_##hash(&cc, NULL, 0);                                                            \
        mote_hmac_##hash(&cc, text, text_size);                                                    \
        mote_hmac_##hash(&cc, NULL, 0);                                                            \
        other = cc;                                                                                \
        mote_hmac_##hash##_close(&cc, mac);                                                        \
        cc = other;                                                                                \
        check(mote_hmac_##hash##_check(&cc, mac, size) == 0, "the code is refused");               \
        check(mote_hmac_##hash##_check(&other, NULL, 0) != 0, "no code is accepted");              \
    }

static void hmac(const char *name) {
    size_t size = number_of("digest_bits") / 8, key_size = number_of("key_bytes");
    size_t text_size = number_of("message_bytes"), n = number_of("number");
    unsigned char *key = generated("key", n, key_size), *mac = reserve(size);
    unsigned char *text = generated("message", n, text_size);

    HMAC(blake2s)
    HMAC(sha1)
    HMAC(sha256)
    HMAC(sha3)
    HMAC(sha512)
    check(same(mac, size, text_of("mac")), "wrong code");
    free(key);
    free(text);
    free(mac);
}

/* KMAC: init where there is no customization, and every other time what is in place of it */
#define KMAC(bits)                                                                                 \
    if (strcmp(name, "kmac" #bits) == 0) {                                                         \
        mote_kmac##bits##_context cc, other;                                                       \
        if (custom_size == 0 && n % 2 == 0) {                                                      \
            mote_kmac##bits##_init(&cc, 8 * (unsigned)size, key, key_size);                        \
        } else {                                                                                   \
            mote_kmac##bits##_customize(&cc, custom, custom_size);                                 \
            mote_kmac##bits##_key(&cc, 8 * (unsigned)size, key, key_size);                         \
        }                                                                                          \
        mote_kmac##bits(&cc, NULL, 0);                                                             \
        mote_kmac##bits(&cc, text, text_size);                                                     \
        mote_kmac##bits(&cc, NULL, 0);                                                             \
        other = cc;                                                                                \
        if (number_of("xof") != 0) {                                                               \
            mote_kmac##bits##_close_xof(&cc, mac);                                                 \
        } else {                                                                                   \
            mote_kmac##bits##_close(&cc, mac);                                                     \
            cc = other;                                                                            \
            check((mote_kmac##bits##_check(&cc, mac, size) == 0) == (size <= 64),                  \
                  "the code is refused");                                                          \
        }                                                                                          \
        check(mote_kmac##bits##_check(&other, NULL, 0) != 0, "no code is accepted");               \
    }

static void kmac(const char *name) {
    size_t size = number_of("digest_bits") / 8, key_size = number_of("key_bytes");
    size_t text_size = number_of("message_bytes"), n = number_of("number");
    size_t custom_size = number_of("customization_bytes");
    unsigned char *key = generated("key", n, key_size), *mac = reserve(size);
    unsigned char *text = generated("message", n, text_size);
    unsigned char *custom = generated("customization", n, custom_size);

    KMAC(128)
    KMAC(256)
    check(same(mac, size, text_of("mac")), "wrong code");
    free(key);
    free(text);
    free(custom);
    free(mac);
}

/* HKDF */
static void hkdf(const char *name) {
    size_t size = number_of("digest_bits") / 8, salt_size = number_of("salt_bytes");
    size_t secret_size = number_of("secret_bytes"), info_size = number_of("info_bytes");
    size_t out_size = number_of("bytes"), n = number_of("number");
    unsigned char *salt = generated("salt", n, salt_size), *info = generated("info", n, info_size);
    unsigned char *secret = generated("secret", n, secret_size), *prk = reserve(size);
    unsigned char *out = reserve(out_size);
    unsigned bits = (unsigned)(8 * size);
    int is_512 = strcmp(name, "hkdf_sha512") == 0, wrong;

    (is_512 ? mote_hkdf_sha512_extract : mote_hkdf_sha256_extract)(bits, salt, salt_size, secret,
                                                                   secret_size, prk);
    check(same(prk, size, text_of("prk")), "wrong key");
    wrong = (is_512 ? mote_hkdf_sha512_expand : mote_hkdf_sha256_expand)(bits, prk, size, info,
                                                                         info_size, out, out_size);
    check(wrong == 0 && same(out, out_size, text_of("output")), "wrong output");
    wrong = (is_512 ? mote_hkdf_sha512_expand : mote_hkdf_sha256_expand)(bits, prk, size, NULL, 0,
                                                                         NULL, 0);
    check(wrong == 0, "nothing is refused");
    free(salt);
    free(info);
    free(secret);
    free(prk);
    free(out);
}

/* Signatures: what a verifier answers, the message in two pieces */
#define LMS(NAME)                                                                                  \
    static int NAME(const unsigned char *key, size_t key_size, const unsigned char *signed_with,   \
                    size_t signed_size, const unsigned char *message, size_t size) {               \
        mote_##NAME##_context cc;                                                                  \
                                                                                                   \
        mote_##NAME##_init(&cc, NULL, 0, NULL, 0);                                                 \
        mote_##NAME(&cc, NULL, 0);                                                                 \
        check(mote_##NAME##_close(&cc) == 0, "nothing is accepted");                               \
        mote_##NAME##_init(&cc, key, key_size, signed_with, signed_size);                          \
        mote_##NAME(&cc, message, size / 2);                                                       \
        mote_##NAME(&cc, NULL, 0);                                                                 \
        mote_##NAME(&cc, size != 0 ? message + size / 2 : message, size - size / 2);               \
        return mote_##NAME##_close(&cc);                                                           \
    }

LMS(lms_sha256)
LMS(lms_shake256)

static void lms(const char *name) {
    size_t n = number_of("number"), size = number_of("message_bytes");
    size_t key_size = strlen(text_of("key")) / 2, signed_size = strlen(text_of("signature")) / 2;
    unsigned char *key = unhex(text_of("key")), *signed_with = unhex(text_of("signature"));
    unsigned char *message = generated("message", n, size);
    int is_sha256 = strcmp(name, "lms_sha256") == 0;
    int found = (is_sha256 ? lms_sha256 : lms_shake256)(key, key_size, signed_with, signed_size,
                                                        message, size);

    check(found == MOTE_LMS_VALID, "a signature that is right is refused");
    signed_with[signed_size - 1 - n % signed_size] ^= 1;
    found = (is_sha256 ? lms_sha256 : lms_shake256)(key, key_size, signed_with, signed_size,
                                                    message, size);
    check(found == 0, "a signature that is changed is accepted");
    free(key);
    free(signed_with);
    free(message);
}

/* Block ciphers of one block, Threefish: N is the number of bytes of a key and of a block. */
#define THREEFISH(name, N)                                                                         \
    static void name(void) {                                                                       \
        size_t n = number_of("number");                                                            \
        unsigned char *key = generated("key", n, N), *tweak = generated("tweak", n, 16);           \
        const char *given = text_of("plaintext");                                                  \
        unsigned char *text = *given != 0 ? unhex(given) : generated("plaintext", n, N);           \
        unsigned char *out = copy(text, N);                                                        \
        mote_##name##_context cc;                                                                  \
                                                                                                   \
        if (number_of("ones") != 0) {                                                              \
            memset(key, 0xFF, N);                                                                  \
            memset(tweak, 0xFF, 16);                                                               \
        }                                                                                          \
        mote_##name##_init(&cc, key);                                                              \
        mote_##name##_encrypt(&cc, tweak, out, out);                                               \
        check(same(out, N, text_of("ciphertext")), "wrong ciphertext");                            \
        mote_##name##_decrypt(&cc, tweak, out, out);                                               \
        check(mote_compare(out, text, N) == 0, "wrong plaintext");                                 \
        free(key);                                                                                 \
        free(tweak);                                                                               \
        free(text);                                                                                \
        free(out);                                                                                 \
    }
THREEFISH(threefish256, 32)
THREEFISH(threefish512, 64)
THREEFISH(threefish1024, 128)

/* Block ciphers of many blocks */
#define BLOCKS(name)                                                                               \
    static void name(void) {                                                                       \
        size_t n = number_of("blocks"), size = 16 * n;                                             \
        unsigned char *key = generated("key", n, 16), *text = generated("plaintext", n, size);     \
        unsigned char *out = reserve(size);                                                        \
        mote_##name##_context cc;                                                                  \
                                                                                                   \
        mote_##name##_init(&cc, key);                                                              \
        mote_##name##_encrypt(&cc, text, out, n);                                                  \
        check(same(out, size, text_of("ciphertext")), "wrong ciphertext");                         \
        mote_##name##_decrypt(&cc, out, out, n);                                                   \
        check(mote_compare(out, text, size) == 0, "wrong plaintext");                              \
        mote_##name##_encrypt(&cc, NULL, NULL, 0);                                                 \
        mote_##name##_decrypt(&cc, NULL, NULL, 0);                                                 \
        free(key);                                                                                 \
        free(text);                                                                                \
        free(out);                                                                                 \
    }
BLOCKS(simon128)
BLOCKS(speck128)

/* Modes of operation: what all of them are given, and what is to come out. */
static unsigned char *mode_key, *iv, *aad, *in, *out, *back;
static size_t key_size, iv_size, aad_size, in_size, tag_size;

static void ecb(void) {
    mote_aes_context cc;

    check(mote_aes_init(&cc, mode_key, (unsigned)(8 * key_size)) == 0, "the key is refused");
    mote_aes_ecb_encrypt(&cc, in, out, in_size / 16);
    mote_aes_ecb_decrypt(&cc, out, back, in_size / 16);
    mote_aes_ecb_encrypt(&cc, NULL, NULL, 0);
    mote_aes_ecb_decrypt(&cc, NULL, NULL, 0);
}

static void cbc(void) {
    unsigned char *other = copy(iv, 16);
    mote_aes_context cc;

    check(mote_aes_init(&cc, mode_key, (unsigned)(8 * key_size)) == 0, "the key is refused");
    mote_aes_cbc_encrypt(&cc, iv, NULL, NULL, 0);
    mote_aes_cbc_encrypt(&cc, iv, in, out, in_size / 16);
    mote_aes_cbc_decrypt(&cc, other, NULL, NULL, 0);
    mote_aes_cbc_decrypt(&cc, other, out, back, in_size / 16);
    free(other);
}

static void ctr(void) {
    size_t half = in_size / 3;
    int is_32 = number_of("counter_bits") == 32;
    mote_aes_context cc;
    mote_aes_ctr_state state;
    void (*crypt)(const mote_aes_context *, mote_aes_ctr_state *, const void *, void *, size_t) =
        is_32 ? mote_aes_ctr32 : mote_aes_ctr;

    check(mote_aes_init(&cc, mode_key, (unsigned)(8 * key_size)) == 0, "the key is refused");
    mote_aes_ctr_start(&state, iv);
    crypt(&cc, &state, NULL, NULL, 0);
    crypt(&cc, &state, in, out, in_size);
    crypt(&cc, &state, NULL, NULL, 0);
    mote_aes_ctr_start(&state, iv);
    crypt(&cc, &state, out, back, half);
    crypt(&cc, &state, NULL, NULL, 0);
    if (in_size != 0)
        crypt(&cc, &state, out + half, back + half, in_size - half);
}

static void ctr_only(void) {
    size_t half = in_size / 3;
    mote_aes_ctr_context cc;
    unsigned bits = (unsigned)(8 * key_size);

    check(mote_aes_ctr_init(&cc, mode_key, bits, iv) == 0, "the key is refused");
    mote_aes_ctr_crypt(&cc, NULL, NULL, 0);
    mote_aes_ctr_crypt(&cc, in, out, in_size);
    mote_aes_ctr_crypt(&cc, NULL, NULL, 0);
    check(mote_aes_ctr_init(&cc, mode_key, bits, iv) == 0, "the key is refused");
    mote_aes_ctr_crypt(&cc, out, back, half);
    mote_aes_ctr_crypt(&cc, NULL, NULL, 0);
    if (in_size != 0)
        mote_aes_ctr_crypt(&cc, out + half, back + half, in_size - half);
}

/* A stream cipher: the initial value begins with the number of the first block. */
#define STREAM(name)                                                                               \
    static void name(void) {                                                                       \
        size_t half = in_size / 3;                                                                 \
        mote_##name##_context cc;                                                                  \
        mote_u32 number = (mote_u32)iv[0] | (mote_u32)iv[1] << 8 | (mote_u32)iv[2] << 16 |         \
                          (mote_u32)iv[3] << 24;                                                   \
                                                                                                   \
        mote_##name##_init(&cc, mode_key, iv + 4, number);                                         \
        mote_##name##_crypt(&cc, NULL, NULL, 0);                                                   \
        mote_##name##_crypt(&cc, in, out, in_size);                                                \
        mote_##name##_crypt(&cc, NULL, NULL, 0);                                                   \
        mote_##name##_init(&cc, mode_key, iv + 4, number);                                         \
        mote_##name##_crypt(&cc, out, back, half);                                                 \
        mote_##name##_crypt(&cc, NULL, NULL, 0);                                                   \
        if (in_size != 0)                                                                          \
            mote_##name##_crypt(&cc, out + half, back + half, in_size - half);                     \
    }
STREAM(chacha20)
STREAM(salsa20)

static void xts(void) {
    mote_aes_xts_context cc;

    check(mote_aes_xts_init(&cc, mode_key, (unsigned)(4 * key_size)) == 0, "the key is refused");
    check(mote_aes_xts_encrypt(&cc, iv, in, out, in_size) == 0, "the text is refused");
    check(mote_aes_xts_decrypt(&cc, iv, out, back, in_size) == 0, "the text is refused");
    check(mote_aes_xts_encrypt(&cc, iv, NULL, NULL, 0) == MOTE_AES_WRONG_LENGTH, "no text");
    check(mote_aes_xts_decrypt(&cc, iv, NULL, NULL, 0) == MOTE_AES_WRONG_LENGTH, "no text");
}

static void gcm(void) {
    size_t half = in_size / 3;
    unsigned char *tag = out + in_size, *other = reserve(tag_size);
    mote_gcm_context cc;

    check(mote_gcm_init(&cc, mode_key, (unsigned)(8 * key_size)) == 0, "the key is refused");
    check(mote_gcm_start(&cc, NULL, 0) == MOTE_GCM_WRONG_LENGTH, "no IV is accepted");
    check(mote_gcm_start(&cc, iv, iv_size) == 0, "the IV is refused");
    check(mote_gcm_aad(&cc, NULL, 0) == 0 && mote_gcm_aad(&cc, aad, aad_size) == 0 &&
              mote_gcm_aad(&cc, NULL, 0) == 0,
          "the data are refused");
    check(mote_gcm_encrypt(&cc, NULL, NULL, 0) == 0 && mote_gcm_encrypt(&cc, in, out, half) == 0 &&
              mote_gcm_encrypt(&cc, NULL, NULL, 0) == 0,
          "the text is refused");
    if (in_size != 0)
        check(mote_gcm_encrypt(&cc, in + half, out + half, in_size - half) == 0, "the text, too");
    check(mote_gcm_tag(&cc, tag, tag_size) == 0, "the tag's size is refused");
    check(mote_gcm_open(&cc, iv, iv_size, aad, aad_size, in_size != 0 ? out : NULL, back, in_size,
                        tag, tag_size) == 0,
          "the tag is refused");
    check(mote_gcm_seal(&cc, iv, iv_size, aad, aad_size, in, back, in_size, other, tag_size) == 0 &&
              mote_compare(other, tag, tag_size) == 0 && mote_compare(back, out, in_size) == 0,
          "sealed at once it is something else");
    tag[0] ^= 1;
    check(mote_gcm_open(&cc, iv, iv_size, aad, aad_size, back, back, in_size, tag, tag_size) ==
              MOTE_GCM_WRONG_TAG,
          "a wrong tag is accepted");
    tag[0] ^= 1;
    check(mote_gcm_start(&cc, iv, iv_size) == 0 && mote_gcm_aad(&cc, aad, aad_size) == 0 &&
              mote_gcm_decrypt(&cc, NULL, NULL, 0) == 0 &&
              mote_gcm_decrypt(&cc, out, back, in_size) == 0 &&
              mote_gcm_decrypt(&cc, NULL, NULL, 0) == 0 && mote_gcm_check(&cc, tag, tag_size) == 0,
          "the tag of pieces is refused");
    free(other);
}

static void ccm(void) {
    size_t half = in_size / 3;
    unsigned char *tag = out + in_size, *other = reserve(tag_size);
    mote_ccm_context cc;

    check(mote_ccm_init(&cc, mode_key, (unsigned)(8 * key_size)) == 0, "the key is refused");
    check(mote_ccm_start(&cc, NULL, 0, 0, 0, 16) == MOTE_CCM_WRONG_LENGTH, "no nonce is accepted");
    check(mote_ccm_start(&cc, iv, iv_size, aad_size, in_size, tag_size) == 0, "it does not start");
    check(mote_ccm_aad(&cc, NULL, 0) == 0 && mote_ccm_aad(&cc, aad, aad_size) == 0 &&
              mote_ccm_aad(&cc, NULL, 0) == 0,
          "the data are refused");
    check(mote_ccm_encrypt(&cc, NULL, NULL, 0) == 0 && mote_ccm_encrypt(&cc, in, out, half) == 0 &&
              mote_ccm_encrypt(&cc, NULL, NULL, 0) == 0,
          "the text is refused");
    if (in_size != 0)
        check(mote_ccm_tag(&cc, tag) == MOTE_CCM_WRONG_LENGTH &&
                  mote_ccm_encrypt(&cc, in + half, out + half, in_size - half) == 0,
              "the text, too");
    check(mote_ccm_encrypt(&cc, in, out, 1) == MOTE_CCM_WRONG_LENGTH, "more than was declared");
    check(mote_ccm_tag(&cc, tag) == 0, "there is no tag");
    check(mote_ccm_open(&cc, iv, iv_size, aad, aad_size, in_size != 0 ? out : NULL, back, in_size,
                        tag, tag_size) == 0,
          "the tag is refused");
    check(mote_ccm_seal(&cc, iv, iv_size, aad, aad_size, in, back, in_size, other, tag_size) == 0 &&
              mote_compare(other, tag, tag_size) == 0 && mote_compare(back, out, in_size) == 0,
          "sealed at once it is something else");
    tag[0] ^= 1;
    check(mote_ccm_open(&cc, iv, iv_size, aad, aad_size, back, back, in_size, tag, tag_size) ==
              MOTE_CCM_WRONG_TAG,
          "a wrong tag is accepted");
    tag[0] ^= 1;
    check(mote_ccm_start(&cc, iv, iv_size, aad_size, in_size, tag_size) == 0 &&
              mote_ccm_aad(&cc, aad, aad_size) == 0 && mote_ccm_decrypt(&cc, NULL, NULL, 0) == 0 &&
              mote_ccm_decrypt(&cc, out, back, in_size) == 0 &&
              mote_ccm_decrypt(&cc, NULL, NULL, 0) == 0 && mote_ccm_check(&cc, tag) == 0,
          "the tag of pieces is refused");
    free(other);
}

static void wrap(void) {
    mote_aes_wrap_context cc;
    unsigned char *again = reserve(in_size + 8);

    check(mote_aes_wrap_init(&cc, mode_key, (unsigned)(8 * key_size)) == 0, "the key is refused");
    check(mote_aes_wrap_encrypt(&cc, in, out, in_size) == 0, "the text is refused");
    memcpy(again, in, in_size);
    check(mote_aes_wrap_encrypt(&cc, again, again, in_size) == 0 &&
              mote_compare(again, out, in_size + 8) == 0,
          "in place it is something else");
    again[in_size / 3] ^= 2;
    check(mote_aes_wrap_decrypt(&cc, again, back, in_size + 8) == MOTE_AES_WRAP_WRONG_TAG,
          "a change is accepted");
    check(mote_aes_wrap_decrypt(&cc, out, back, in_size + 8) == 0, "it is refused");
    check(mote_aes_wrap_encrypt(&cc, in, again, 0) == MOTE_AES_WRAP_WRONG_LENGTH, "nothing");
    free(again);
}

static void ascon_aead(void) {
    size_t half = in_size / 3;
    unsigned char *tag = out + in_size, other[16];
    mote_ascon_aead128_context cc;

    mote_ascon_aead128_init(&cc, mode_key, iv);
    check(mote_ascon_aead128_aad(&cc, NULL, 0) == 0 &&
              mote_ascon_aead128_aad(&cc, aad, aad_size) == 0 &&
              mote_ascon_aead128_encrypt(&cc, NULL, NULL, 0) == 0 &&
              mote_ascon_aead128_encrypt(&cc, in, out, half) == 0 &&
              mote_ascon_aead128_encrypt(&cc, NULL, NULL, 0) == 0,
          "the text is refused");
    if (in_size != 0)
        check(mote_ascon_aead128_encrypt(&cc, in + half, out + half, in_size - half) == 0,
              "the text is refused");
    check(mote_ascon_aead128_tag(&cc, tag) == 0, "there is no tag");
    mote_ascon_aead128_seal(&cc, mode_key, iv, aad, aad_size, in, back, in_size, other);
    check(mote_compare(other, tag, 16) == 0 && mote_compare(back, out, in_size) == 0,
          "sealed at once it is something else");
    check(mote_ascon_aead128_open(&cc, mode_key, iv, aad, aad_size, back, back, in_size, other) ==
              0,
          "the tag is refused");
    other[15] ^= 128;
    check(mote_ascon_aead128_open(&cc, mode_key, iv, aad, aad_size, in_size != 0 ? out : NULL, back,
                                  in_size, other) == MOTE_ASCON_AEAD128_WRONG_TAG,
          "a wrong tag is accepted");
    mote_ascon_aead128_init(&cc, mode_key, iv);
    check(mote_ascon_aead128_aad(&cc, aad, aad_size) == 0 &&
              mote_ascon_aead128_decrypt(&cc, NULL, NULL, 0) == 0 &&
              mote_ascon_aead128_decrypt(&cc, in_size != 0 ? out : NULL, back, in_size) == 0 &&
              mote_ascon_aead128_check(&cc, tag) == 0,
          "the tag of pieces is refused");
}

static void chacha20_poly1305(void) {
    size_t half = in_size / 3;
    unsigned char *tag = out + in_size, other[16];
    mote_chacha20_poly1305_context cc;

    mote_chacha20_poly1305_init(&cc, mode_key, iv);
    check(mote_chacha20_poly1305_aad(&cc, NULL, 0) == 0 &&
              mote_chacha20_poly1305_aad(&cc, aad, aad_size) == 0 &&
              mote_chacha20_poly1305_encrypt(&cc, NULL, NULL, 0) == 0 &&
              mote_chacha20_poly1305_encrypt(&cc, in, out, half) == 0 &&
              mote_chacha20_poly1305_encrypt(&cc, NULL, NULL, 0) == 0,
          "the text is refused");
    if (in_size != 0)
        check(mote_chacha20_poly1305_encrypt(&cc, in + half, out + half, in_size - half) == 0,
              "the text is refused");
    check(mote_chacha20_poly1305_tag(&cc, tag) == 0, "there is no tag");
    check(mote_chacha20_poly1305_seal(&cc, mode_key, iv, aad, aad_size, in, back, in_size, other) ==
                  0 &&
              mote_compare(other, tag, 16) == 0 && mote_compare(back, out, in_size) == 0,
          "sealed at once it is something else");
    check(mote_chacha20_poly1305_open(&cc, mode_key, iv, aad, aad_size, back, back, in_size,
                                      other) == 0,
          "the tag is refused");
    other[15] ^= 128;
    check(mote_chacha20_poly1305_open(&cc, mode_key, iv, aad, aad_size, in_size != 0 ? out : NULL,
                                      back, in_size, other) == MOTE_CHACHA20_POLY1305_WRONG_TAG,
          "a wrong tag is accepted");
    mote_chacha20_poly1305_init(&cc, mode_key, iv);
    check(mote_chacha20_poly1305_aad(&cc, aad, aad_size) == 0 &&
              mote_chacha20_poly1305_decrypt(&cc, NULL, NULL, 0) == 0 &&
              mote_chacha20_poly1305_decrypt(&cc, in_size != 0 ? out : NULL, back, in_size) == 0 &&
              mote_chacha20_poly1305_check(&cc, tag) == 0,
          "the tag of pieces is refused");
}

static void ghash(void) {
    size_t half = in_size / 3;
    mote_ghash_context cc;

    mote_ghash_init(&cc, mode_key);
    mote_ghash(&cc, NULL, 0);
    mote_ghash(&cc, in, half);
    mote_ghash(&cc, NULL, 0);
    if (in_size != 0)
        mote_ghash(&cc, in + half, in_size - half);
    mote_ghash_close(&cc, out);
}

static void poly1305(void) {
    size_t half = in_size / 3;
    mote_poly1305_context cc;

    mote_poly1305_init(&cc, mode_key);
    mote_poly1305(&cc, NULL, 0);
    mote_poly1305(&cc, in, half);
    mote_poly1305(&cc, NULL, 0);
    if (in_size != 0)
        mote_poly1305(&cc, in + half, in_size - half);
    mote_poly1305_close(&cc, out);
}

static void cmac(void) {
    size_t half = in_size / 3;
    unsigned char whole[16];
    mote_cmac_context cc;

    check(mote_cmac_init(&cc, mode_key, (unsigned)(8 * key_size)) == 0, "the key is refused");
    mote_cmac(&cc, NULL, 0);
    mote_cmac(&cc, in, half);
    mote_cmac(&cc, NULL, 0);
    if (in_size != 0)
        mote_cmac(&cc, in + half, in_size - half);
    mote_cmac_close(&cc, whole);
    memcpy(out, whole, tag_size);
    mote_cmac(&cc, in, in_size);
    check(mote_cmac_check(&cc, out, tag_size) == 0, "the code is refused");
    mote_cmac(&cc, in, in_size);
    whole[in_size % tag_size] ^= 4;
    check(mote_cmac_check(&cc, whole, tag_size) == MOTE_CMAC_WRONG_TAG, "a wrong code is accepted");
}

static void mode(const char *name) {
    static const struct {
        const char *end;
        void (*run)(void);
    } modes[] = {
        {"_ecb", ecb},
        {"_cbc", cbc},
        {"_ctr", ctr},
        {"_ctr_only", ctr_only},
        {"_xts", xts},
        {"_gcm", gcm},
        {"_ccm", ccm},
        {"_wrap", wrap},
        {"_aead128", ascon_aead},
        {"ghash", ghash},
        {"poly1305", poly1305},
        {"_cmac", cmac},
        {"chacha20_poly1305", chacha20_poly1305},
        {"chacha20", chacha20},
        {"salsa20", salsa20},
    };
    size_t n = number_of("number"), i, out_size, chosen = 0;
    int is_hash = strcmp(name, "ghash") == 0 || strcmp(name, "poly1305") == 0;

    in_size = number_of("bytes");
    iv_size = number_of("iv_bytes");
    aad_size = number_of("aad_bytes");
    tag_size = number_of("tag_bytes");
    key_size = strncmp(name, "aes", 3) == 0 ? (size_t)strtoul(name + 3, NULL, 10) / 8
               : strstr(name, "20") != NULL || strstr(name, "1305") != NULL ? 32
                                                                            : 16;
    if (strstr(name, "_xts") != NULL)
        key_size *= 2;
    mode_key = generated("key", n, key_size);
    iv = *text_of("iv") != 0 ? unhex(text_of("iv")) : generated("iv", n, iv_size);
    aad = generated("aad", n, aad_size);
    in = generated("text", n, in_size);
    out_size = is_hash ? 16 : strstr(name, "_cmac") != NULL ? tag_size : in_size + tag_size;
    out = reserve(out_size);
    back = copy(in, in_size);
    for (i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (strlen(name) >= strlen(modes[i].end) &&
            strcmp(name + strlen(name) - strlen(modes[i].end), modes[i].end) == 0)
            chosen = i; /* the last one: poly1305 ends another name, too */
    modes[chosen].run();
    check(same(out, out_size, text_of("output")), "wrong output");
    check(mote_compare(back, in, in_size) == 0, "wrong text");
    free(mode_key);
    free(iv);
    free(aad);
    free(in);
    free(out);
    free(back);
}

/* A random generator */
static void generator(void) {
    static unsigned char output[LONGEST];
    size_t n = number_of("number"), step, size, made = 0;
    char *word = text_of("steps"), kind[80];
    unsigned char *seed, *part, nothing[4] = {1, 2, 3, 4};
    mote_skein_prng_context cc;

    mote_skein_prng_init(&cc);
    mote_skein_prng_seed(&cc, NULL, 0);
    check(mote_skein_prng_generate(&cc, NULL, 0) == MOTE_SKEIN_PRNG_UNSEEDED, "no seed needed");
    check(mote_skein_prng_generate(&cc, nothing, 4) == MOTE_SKEIN_PRNG_UNSEEDED &&
              (nothing[0] | nothing[1] | nothing[2] | nothing[3]) == 0,
          "no seed needed");
    if (strchr(word, 'k') != NULL)
        return; /* sets the state itself */
    for (step = 0; *word != 0; step++) {
        char what = *word++;
        size_t length = strcspn(word, " ");
        int more = word[length] == ' ';

        word[length] = 0;
        size = what == 'h' ? length / 2 : (size_t)strtoul(word, NULL, 10);
        if (size > limit)
            return;
        if (what == 'g') {
            part = reserve(size);
            check(mote_skein_prng_generate(&cc, part, size) == 0, "refused");
            if (size != 0)
                memcpy(output + made, part, size);
            made += size;
            free(part);
        } else {
            sprintf(kind, "seed/%lu", (unsigned long)n);
            seed = what == 'h' ? unhex(word) : generated(kind, step, size);
            mote_skein_prng_seed(&cc, seed, size);
            mote_skein_prng_seed(&cc, NULL, 0);
            free(seed);
        }
        word += length + (more ? 1 : 0);
    }
    if (*text_of("output") != 0) {
        check(same(output, made, text_of("output")), "wrong output");
    } else {
        unsigned char digest[32];
        mote_sha256_context hashed;

        mote_sha256_init(&hashed, 256);
        mote_sha256(&hashed, output, made);
        mote_sha256_close(&hashed, 0, 0, digest);
        check(same(digest, 32, text_of("sha256")), "wrong output");
    }
    check(mote_skein_prng_generate(&cc, NULL, 0) == 0, "refused");
}

static int begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* Runs a row; 0 if there is no such function. */
static int run(const char *name) {
    if (hash_of(name) != NULL)
        hash(name);
    else if (begins(name, "crc32"))
        checksum(name);
    else if (begins(name, "hmac_"))
        hmac(name);
    else if (begins(name, "kmac"))
        kmac(name);
    else if (begins(name, "hkdf_"))
        hkdf(name);
    else if (begins(name, "lms_"))
        lms(name);
    else if (begins(name, "aes") || strcmp(name, "ascon_aead128") == 0 ||
             strcmp(name, "ghash") == 0 || begins(name, "chacha20") || begins(name, "poly1305") ||
             strcmp(name, "salsa20") == 0)
        mode(name);
    else if (strcmp(name, "threefish256") == 0)
        threefish256();
    else if (strcmp(name, "threefish512") == 0)
        threefish512();
    else if (strcmp(name, "threefish1024") == 0)
        threefish1024();
    else if (strcmp(name, "simon128") == 0)
        simon128();
    else if (strcmp(name, "speck128") == 0)
        speck128();
    else if (strcmp(name, "skein_prng") == 0)
        generator();
    else
        return 0;
    return 1;
}

static void run_file(const char *path) {
    const char *slash = strrchr(path, '/');
    FILE *file = fopen(path, "r");
    char name[80];

    file_name = slash != NULL ? slash + 1 : path;
    row = 0;
    columns = 0;
    if (file == NULL) {
        fail("cannot be read");
        return;
    }
    sprintf(name, "%.*s", (int)(strcspn(file_name, ".") % sizeof name), file_name);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        if (columns == 0) {
            strncpy(heads, line, sizeof heads - 1);
            columns = split(heads, names);
            continue;
        }
        row++;
        if (split(line, fields) != columns) {
            fail("another number of columns");
        } else if (!run(name)) {
            fail("tests/library/vectors.c does not know this function");
            break;
        }
    }
    fclose(file);
    check(row != 0, "no rows");
    printf("%s: %lu rows\n", name, row);
}

int main(int argc, char **argv) {
    int i, first = 1;

    if (argc > 1 && strcmp(argv[1], "--short") == 0) {
        limit = 600;
        first = 2;
    }
    for (i = first; i < argc; i++)
        run_file(argv[i]);
    if (argc <= first || failures != 0) {
        fprintf(stderr,
                argc <= first ? "usage: vectors [--short] FILE.csv ...\n" : "%lu failures\n",
                failures);
        return 1;
    }
    return 0;
}
