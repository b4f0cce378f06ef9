/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Hash functions and KMAC as objects with hashlib's interface.
 *
 * An object has the function's context behind it.  It may be used by several threads: where a call lets
 * other threads run (from LARGE bytes on), it holds the object's lock, which exists from the first
 * such call on.
 */
#include "binding.h"

#include "mote/ascon_cxof128.h"
#include "mote/cshake128.h"
#include "mote/cshake256.h"
#include "mote/hash.h"
#include "mote/kmac128.h"
#include "mote/kmac256.h"
#include "mote/memory.h"
#include "mote/tuplehash128.h"
#include "mote/tuplehash256.h"

#include <stdint.h>
#include <string.h>

/* What an algorithm takes and does beside a message. */
enum {
    SIZE = 1,           /* digest_size */
    KEY = 2,            /* key */
    PERSON = 4,         /* person */
    TREE = 8,           /* BLAKE2's salt and tree */
    CUSTOMIZATION = 16, /* customization */
    NAME = 32,          /* function_name */
    DOMAIN = 64,        /* domain */
    DERIVE = 128,       /* derive_key_context */
    BLOCK = 256,        /* chunk_size */
    XOF = 512,          /* output of any length */
    BITS = 1024,        /* messages of any number of bits */
    STRINGS = 2048,     /* each update is a string of its own */
    KEYED = 4096        /* there has to be a key */
};

typedef struct {
    size_t bytes; /* of a context */
    void (*init)(void *cc, unsigned out_size);
    void (*update)(void *cc, const void *data, size_t len);
    void (*close)(void *cc, unsigned ub, unsigned n, void *dst);
} function;

#define FUNCTION(id)                                                                               \
    static void id##_init(void *cc, unsigned out_size) {                                           \
        mote_##id##_init(cc, out_size);                                                            \
    }                                                                                              \
    static void id##_update(void *cc, const void *data, size_t len) {                              \
        mote_##id(cc, data, len);                                                                  \
    }                                                                                              \
    static void id##_close(void *cc, unsigned ub, unsigned n, void *dst) {                         \
        mote_##id##_close(cc, ub, n, dst);                                                         \
    }                                                                                              \
    static const function id = {sizeof(mote_##id##_context), id##_init, id##_update, id##_close};

/* KMAC has no init without a key, and closes without bits. */
#define KMAC(id)                                                                                   \
    static void id##_update(void *cc, const void *data, size_t len) {                              \
        mote_##id(cc, data, len);                                                                  \
    }                                                                                              \
    static void id##_close(void *cc, unsigned ub, unsigned n, void *dst) {                         \
        (void)ub;                                                                                  \
        (void)n;                                                                                   \
        mote_##id##_close(cc, dst);                                                                \
    }                                                                                              \
    static const function id = {sizeof(mote_##id##_context), NULL, id##_update, id##_close};

FUNCTION(ascon_cxof128)
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
FUNCTION(cshake128)
FUNCTION(cshake256)
FUNCTION(groestl256)
FUNCTION(groestl512)
FUNCTION(jh)
FUNCTION(keccak)
KMAC(kmac128)
KMAC(kmac256)
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
FUNCTION(tuplehash128)
FUNCTION(tuplehash256)
FUNCTION(turboshake128)
FUNCTION(turboshake256)

/* An algorithm: what Python calls it, its function, the digest's bytes (of SIZE the usual ones), the
 * block's bytes, and what it takes. */
typedef struct {
    const char *name, *signature;
    const function *function;
    unsigned digest_bytes, block_bytes, takes;
} algorithm;

#define PLAIN "data=b'', *, usedforsecurity=True"
#define SIZED "data=b'', *, digest_size=None, usedforsecurity=True"
#define OF_SKEIN "data=b'', *, digest_size=None, key=b'', person=b'', usedforsecurity=True"
#define OF_KMAC "data=b'', *, key, digest_size=None, customization=b'', usedforsecurity=True"
#define OF_KMACXOF "data=b'', *, key, customization=b'', usedforsecurity=True"
#define OF_CSHAKE "data=b'', *, function_name=b'', customization=b'', usedforsecurity=True"
#define OF_TURBO "data=b'', *, domain=31, usedforsecurity=True"
#define CUSTOMIZED "data=b'', *, customization=b'', usedforsecurity=True"
#define OF_PARALLEL                                                                                \
    "data=b'', *, digest_size=None, chunk_size=8192, customization=b'', usedforsecurity=True"
#define OF_PARALLELXOF "data=b'', *, chunk_size=8192, customization=b'', usedforsecurity=True"
#define OF_TUPLE "strings=(), *, digest_size=None, customization=b'', usedforsecurity=True"
#define OF_TUPLEXOF "strings=(), *, customization=b'', usedforsecurity=True"
#define OF_BLAKE3 "data=b'', *, key=b'', derive_key_context=None, usedforsecurity=True"
#define OF_BLAKE2                                                                                  \
    "data=b'', /, *, digest_size=None, key=b'', salt=b'', person=b'', fanout=1, depth=1, "         \
    "leaf_size=0, node_offset=0, node_depth=0, inner_size=0, last_node=False, "                    \
    "usedforsecurity=True"

static const algorithm algorithms[] = {
    {"ascon_cxof128", CUSTOMIZED, &ascon_cxof128, 0, 8, XOF | CUSTOMIZATION},
    {"ascon_hash256", PLAIN, &ascon_hash256, 32, 8, 0},
    {"ascon_xof128", PLAIN, &ascon_xof128, 0, 8, XOF},
    {"blake224", PLAIN, &blake256, 28, 64, BITS},
    {"blake256", PLAIN, &blake256, 32, 64, BITS},
    {"blake28", PLAIN, &blake32, 28, 64, BITS},
    {"blake2b", OF_BLAKE2, &blake2b, 64, 128, SIZE | KEY | PERSON | TREE},
    {"blake2s", OF_BLAKE2, &blake2s, 32, 64, SIZE | KEY | PERSON | TREE},
    {"blake3", OF_BLAKE3, &blake3, 32, 64, XOF | KEY | DERIVE},
    {"blake32", PLAIN, &blake32, 32, 64, BITS},
    {"blake384", PLAIN, &blake512, 48, 128, BITS},
    {"blake48", PLAIN, &blake64, 48, 128, BITS},
    {"blake512", PLAIN, &blake512, 64, 128, BITS},
    {"blake64", PLAIN, &blake64, 64, 128, BITS},
    {"bmw224", PLAIN, &bmw256, 28, 64, BITS},
    {"bmw256", PLAIN, &bmw256, 32, 64, BITS},
    {"bmw384", PLAIN, &bmw512, 48, 128, BITS},
    {"bmw512", PLAIN, &bmw512, 64, 128, BITS},
    {"cshake_128", OF_CSHAKE, &cshake128, 0, 168, XOF | NAME | CUSTOMIZATION | BITS},
    {"cshake_256", OF_CSHAKE, &cshake256, 0, 136, XOF | NAME | CUSTOMIZATION | BITS},
    {"groestl224", PLAIN, &groestl256, 28, 64, BITS},
    {"groestl256", PLAIN, &groestl256, 32, 64, BITS},
    {"groestl384", PLAIN, &groestl512, 48, 128, BITS},
    {"groestl512", PLAIN, &groestl512, 64, 128, BITS},
    {"jh224", PLAIN, &jh, 28, 64, BITS},
    {"jh256", PLAIN, &jh, 32, 64, BITS},
    {"jh384", PLAIN, &jh, 48, 64, BITS},
    {"jh512", PLAIN, &jh, 64, 64, BITS},
    {"keccak_224", PLAIN, &keccak, 28, 144, BITS},
    {"keccak_256", PLAIN, &keccak, 32, 136, BITS},
    {"keccak_384", PLAIN, &keccak, 48, 104, BITS},
    {"keccak_512", PLAIN, &keccak, 64, 72, BITS},
    {"kmac128", OF_KMAC, &kmac128, 32, 168, SIZE | KEY | KEYED | CUSTOMIZATION},
    {"kmac256", OF_KMAC, &kmac256, 64, 136, SIZE | KEY | KEYED | CUSTOMIZATION},
    {"kmacxof128", OF_KMACXOF, &kmac128, 0, 168, XOF | KEY | KEYED | CUSTOMIZATION},
    {"kmacxof256", OF_KMACXOF, &kmac256, 0, 136, XOF | KEY | KEYED | CUSTOMIZATION},
    {"kt128", CUSTOMIZED, &kt128, 0, 168, XOF | CUSTOMIZATION},
    {"kt256", CUSTOMIZED, &kt256, 0, 136, XOF | CUSTOMIZATION},
    {"luffa224", PLAIN, &luffa256, 28, 32, BITS},
    {"luffa256", PLAIN, &luffa256, 32, 32, BITS},
    {"luffa384", PLAIN, &luffa384, 48, 32, BITS},
    {"luffa512", PLAIN, &luffa512, 64, 32, BITS},
    {"parallelhash128", OF_PARALLEL, &parallelhash128, 32, 168, SIZE | BLOCK | CUSTOMIZATION},
    {"parallelhash256", OF_PARALLEL, &parallelhash256, 64, 136, SIZE | BLOCK | CUSTOMIZATION},
    {"parallelhashxof128", OF_PARALLELXOF, &parallelhash128, 0, 168, XOF | BLOCK | CUSTOMIZATION},
    {"parallelhashxof256", OF_PARALLELXOF, &parallelhash256, 0, 136, XOF | BLOCK | CUSTOMIZATION},
    {"sha1", PLAIN, &sha1, 20, 64, BITS},
    {"sha224", PLAIN, &sha256, 28, 64, BITS},
    {"sha256", PLAIN, &sha256, 32, 64, BITS},
    {"sha384", PLAIN, &sha512, 48, 128, BITS},
    {"sha3_224", PLAIN, &sha3, 28, 144, BITS},
    {"sha3_256", PLAIN, &sha3, 32, 136, BITS},
    {"sha3_384", PLAIN, &sha3, 48, 104, BITS},
    {"sha3_512", PLAIN, &sha3, 64, 72, BITS},
    {"sha512", PLAIN, &sha512, 64, 128, BITS},
    {"sha512_224", PLAIN, &sha512_224, 28, 128, BITS},
    {"sha512_256", PLAIN, &sha512_256, 32, 128, BITS},
    {"shabal", SIZED, &shabal, 32, 64, SIZE | BITS},
    {"shake_128", PLAIN, &shake128, 0, 168, XOF | BITS},
    {"shake_256", PLAIN, &shake256, 0, 136, XOF | BITS},
    {"skein1024", OF_SKEIN, &skein1024, 128, 128, SIZE | KEY | PERSON | BITS},
    {"skein256", OF_SKEIN, &skein256, 32, 32, SIZE | KEY | PERSON | BITS},
    {"skein512", OF_SKEIN, &skein512, 64, 64, SIZE | KEY | PERSON | BITS},
    {"tuplehash128", OF_TUPLE, &tuplehash128, 32, 168, SIZE | STRINGS | CUSTOMIZATION},
    {"tuplehash256", OF_TUPLE, &tuplehash256, 64, 136, SIZE | STRINGS | CUSTOMIZATION},
    {"tuplehashxof128", OF_TUPLEXOF, &tuplehash128, 0, 168, XOF | STRINGS | CUSTOMIZATION},
    {"tuplehashxof256", OF_TUPLEXOF, &tuplehash256, 0, 136, XOF | STRINGS | CUSTOMIZATION},
    {"turboshake128", OF_TURBO, &turboshake128, 0, 168, XOF | DOMAIN},
    {"turboshake256", OF_TURBO, &turboshake256, 0, 136, XOF | DOMAIN},
};

#define ALGORITHMS (sizeof algorithms / sizeof algorithms[0])

/* A context of any of them, with room for a pointer's alignment. */
typedef union {
    mote_hash_any any;
    mote_ascon_cxof128_context ascon_cxof128;
    mote_cshake128_context cshake128;
    mote_cshake256_context cshake256;
    mote_kmac128_context kmac128;
    mote_kmac256_context kmac256;
    mote_tuplehash128_context tuplehash128;
    mote_tuplehash256_context tuplehash256;
} any_context;

enum { MESSAGE, ENDED, READING };

typedef struct {
    PyObject_VAR_HEAD const algorithm *algorithm;
    PyThread_type_lock lock;
    PyObject *customization; /* of KT, whose customization is behind the message; or null */
    unsigned digest_bytes;
    unsigned ub, n; /* the bits of the last byte */
    unsigned place; /* while output is read: bytes of its block that were given */
    unsigned char phase;
    unsigned char secret;    /* whether it has a key: it is wiped then */
    unsigned char last_node; /* of BLAKE2 */
    uint64_t context[1];
} hash_object;

/* What constructs objects of an algorithm, with hashlib's attributes of BLAKE2's classes. */
typedef struct {
    PyObject_HEAD const algorithm *algorithm;
    PyTypeObject *hash_type;
} constructor_object;

int get_bytes(PyObject *object, Py_buffer *view) {
    if (PyUnicode_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "Strings must be encoded before hashing");
        return -1;
    }
    if (PyObject_GetBuffer(object, view, PyBUF_SIMPLE) != 0) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_SetString(PyExc_TypeError, "object supporting the buffer API required");
        return -1;
    }
    return 0;
}

static void enter(hash_object *self) {
    if (self->lock != NULL && !PyThread_acquire_lock(self->lock, NOWAIT_LOCK)) {
        Py_BEGIN_ALLOW_THREADS;
        PyThread_acquire_lock(self->lock, WAIT_LOCK);
        Py_END_ALLOW_THREADS;
    }
}

static void leave(hash_object *self) {
    if (self->lock != NULL)
        PyThread_release_lock(self->lock);
}

/* An error in one line, with a name in it. */
static PyObject *refuse(PyObject *type, const char *format, const algorithm *a) {
    PyErr_Format(type, format, a->name);
    return NULL;
}

/* Appends bytes, which the caller holds; of TupleHash: a string. */
static void append(void *context, const algorithm *a, const Py_buffer *view) {
    if (a->takes & STRINGS) {
        if (a->function == &tuplehash128)
            mote_tuplehash128_item(context, (size_t)view->len);
        else
            mote_tuplehash256_item(context, (size_t)view->len);
    }
    a->function->update(context, view->buf, (size_t)view->len);
}

/* Whether the message goes on; an exception if it does not. */
static int is_open(const hash_object *self) {
    if (self->phase == MESSAGE)
        return 1;
    PyErr_SetString(PyExc_ValueError, self->phase == ENDED
                                          ? "the message has ended, within a byte"
                                          : "the message has ended: its output is being read");
    return 0;
}

static PyObject *hash_update(hash_object *self, PyObject *data) {
    Py_buffer view;
    int open;

    if (get_bytes(data, &view) != 0)
        return NULL;
    if (view.len >= LARGE && self->lock == NULL)
        self->lock = PyThread_allocate_lock(); /* where there is none, nobody else runs */
    enter(self);
    open = is_open(self);
    if (open) {
        if (view.len >= LARGE && self->lock != NULL) {
            Py_BEGIN_ALLOW_THREADS;
            append(self->context, self->algorithm, &view);
            Py_END_ALLOW_THREADS;
        } else {
            append(self->context, self->algorithm, &view);
        }
    }
    leave(self);
    PyBuffer_Release(&view);
    if (!open)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *hash_update_bits(hash_object *self, PyObject *args) {
    PyObject *data;
    Py_buffer view;
    Py_ssize_t bits;
    int good = 0;

    if (!PyArg_ParseTuple(args, "On:update_bits", &data, &bits))
        return NULL;
    if (!(self->algorithm->takes & BITS))
        return refuse(PyExc_ValueError, "%s hashes whole bytes only: call update", self->algorithm);
    if (get_bytes(data, &view) != 0)
        return NULL;
    if (bits < 0 || bits / 8 > view.len || (bits + 7) / 8 > view.len) {
        PyErr_SetString(PyExc_ValueError, "bits is not between 0 and the number of bits in data");
    } else {
        enter(self);
        good = is_open(self);
        if (good) {
            self->algorithm->function->update(self->context, view.buf, (size_t)bits / 8);
            if (bits % 8 != 0) {
                self->ub = ((const unsigned char *)view.buf)[bits / 8];
                self->n = (unsigned)(bits % 8);
                self->phase = ENDED;
            }
        }
        leave(self);
    }
    PyBuffer_Release(&view);
    if (!good)
        return NULL;
    Py_RETURN_NONE;
}

static hash_object *allocate(PyTypeObject *type, const algorithm *a) {
    hash_object *self = PyObject_NewVar(hash_object, type, (Py_ssize_t)a->function->bytes);

    if (self != NULL) {
        self->algorithm = a;
        self->lock = NULL;
        self->customization = NULL;
        self->digest_bytes = a->digest_bytes;
        self->ub = self->n = self->place = 0;
        self->phase = MESSAGE;
        self->secret = self->last_node = 0;
    }
    return self;
}

static PyObject *hash_copy(hash_object *self, PyObject *unused) {
    hash_object *copy = allocate(Py_TYPE((PyObject *)self), self->algorithm);

    (void)unused;
    if (copy == NULL)
        return NULL;
    copy->customization = self->customization;
    Py_XINCREF(copy->customization);
    copy->digest_bytes = self->digest_bytes;
    copy->secret = self->secret;
    copy->last_node = self->last_node;
    enter(self);
    copy->ub = self->ub;
    copy->n = self->n;
    copy->place = self->place;
    copy->phase = self->phase;
    memcpy(copy->context, self->context, self->algorithm->function->bytes);
    leave(self);
    return (PyObject *)copy;
}

/* Ends the message of a context, which is the caller's own, with a digest of the algorithm's size. */
static void end(void *context, const hash_object *self, unsigned char *dst) {
    const function *f = self->algorithm->function;

    if (self->last_node && f == &blake2b)
        blake2b_close_last_node(context, dst);
    else if (self->last_node)
        blake2s_close_last_node(context, dst);
    else
        f->close(context, self->ub, self->n, dst);
}

/*
 * OUTPUT OF ANY LENGTH.  BLAKE3 has a function for it.  Of the others the state of the sponge is read, which the
 * headers describe, a block at a time; between blocks a message block of zeros is hashed, which
 * changes nothing but that the state is permuted.  All of Keccak's contexts begin with the fields of
 * SHAKE's, where the block's size is the rate.
 */
static int is_ascon(const function *f) {
    return f == &ascon_xof128 || f == &ascon_cxof128;
}

/* Ends the message: from now on context has the output's first block. */
static void begin_output(void *context, const hash_object *self) {
    static const unsigned char right_encoded_0[2] = {0, 1}, ascon_padding[8] = {1};
    const function *f = self->algorithm->function;
    mote_shake128_context *sponge = context;
    mote_ascon_xof128_context *ascon = context;
    mote_cshake128_context kmac;
    unsigned char block[200];
    char *customization;
    Py_ssize_t len;

    if (f == &blake3)
        return;
    if (is_ascon(f)) {
        f->update(context, ascon_padding, 8 - ascon->ptr);
        return;
    }
    if ((f == &kt128 || f == &kt256) && self->customization != NULL) {
        PyBytes_AsStringAndSize(self->customization, &customization, &len);
        if (f == &kt128)
            mote_kt128_customize(context, customization, (size_t)len);
        else
            mote_kt256_customize(context, customization, (size_t)len);
    }
    sponge->out_size = 8 * sponge->rate;
    if (f == &kmac128 || f == &kmac256) {
        /* KMAC itself wipes the state; the end of KMACXOF is that of cSHAKE (SP 800-185, section 4.3.1). */
        f->update(context, right_encoded_0, 2);
        memcpy(kmac.A, sponge->A, sizeof kmac.A);
        kmac.ptr = sponge->ptr;
        kmac.rate = sponge->rate;
        kmac.out_size = sponge->out_size;
        kmac.suffix = 4;
        mote_cshake128_close(&kmac, 0, 0, block);
        memcpy(sponge->A, kmac.A, sizeof kmac.A);
        mote_wipe(&kmac, sizeof kmac);
    } else if (f == &parallelhash128) {
        mote_parallelhash128_close_xof(context, block);
    } else if (f == &parallelhash256) {
        mote_parallelhash256_close_xof(context, block);
    } else if (f == &tuplehash128) {
        mote_tuplehash128_close_xof(context, block);
    } else if (f == &tuplehash256) {
        mote_tuplehash256_close_xof(context, block);
    } else {
        f->close(context, self->ub, self->n, block);
    }
    sponge->ptr = 0;
}

/* The next bytes of the output. */
static void output(void *context, const function *f, unsigned *place, unsigned char *dst,
                   size_t len) {
    static const unsigned char zeros[200] = {0};
    mote_shake128_context *sponge = context;
    mote_ascon_xof128_context *ascon = context;
    const mote_u32 *words;
    unsigned rate, i = *place;

    if (f == &blake3) {
        mote_blake3_read(context, dst, len);
        return;
    }
    rate = is_ascon(f) ? 8 : sponge->rate;
    words = is_ascon(f) ? ascon->S : sponge->A;
    while (len != 0) {
        if (i == rate) {
            if (is_ascon(f))
                f->update(context, zeros, rate);
            else if (f == &turboshake128 || f == &turboshake256 || f == &kt128 || f == &kt256)
                mote_turboshake128(context, zeros, rate);
            else
                mote_shake128(context, zeros, rate);
            i = 0;
        }
        do {
            *dst++ = (unsigned char)(words[i / 4] >> 8 * (i % 4));
            i++;
            len--;
        } while (i != rate && len != 0);
    }
    *place = i;
}

/* The length that a digest is asked to have: -1 and an exception if it cannot have it. */
static Py_ssize_t length_of(PyObject *object, Py_ssize_t otherwise) {
    Py_ssize_t length = otherwise;

    if (object != NULL) {
        length = PyNumber_AsSsize_t(object, PyExc_OverflowError);
        if (length == -1 && PyErr_Occurred())
            return -1;
        if (length < 0) {
            PyErr_SetString(PyExc_ValueError, "length is negative");
            return -1;
        }
    }
    if (length >= (Py_ssize_t)1 << 29) {
        PyErr_SetString(PyExc_ValueError, "length is too large: at most 2**29 - 1");
        return -1;
    }
    return length;
}

/* digest() and hexdigest(): a new object of bytes. */
static PyObject *digest(hash_object *self, PyObject *const *args, Py_ssize_t nargs,
                        PyObject *kwnames) {
    const algorithm *a = self->algorithm;
    PyObject *length_object = NULL, *result;
    Py_ssize_t length = self->digest_bytes, named = kwnames == NULL ? 0 : PyTuple_Size(kwnames);
    any_context context;
    unsigned place = 0;
    int reading;
    unsigned char *dst;

    if (nargs + named > (a->takes & XOF ? 1 : 0)) {
        PyErr_Format(PyExc_TypeError,
                     a->takes & XOF ? "%s: one argument at most, the output's length in bytes"
                                    : "%s: the digest takes no arguments",
                     a->name);
        return NULL;
    }
    if (named == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GetItem(kwnames, 0), "length") != 0)
        return refuse(PyExc_TypeError, "%s: the only argument is length", a);
    if (nargs + named == 1)
        length_object = args[0];
    if (a->takes & XOF) {
        if (length_object == NULL && length == 0)
            return refuse(PyExc_TypeError, "%s has output of any length: say how many bytes", a);
        length = length_of(length_object, length);
        if (length < 0)
            return NULL;
    }
    result = PyBytes_FromStringAndSize(NULL, length);
    if (result == NULL)
        return NULL;
    dst = (unsigned char *)PyBytes_AsString(result);
    enter(self);
    reading = self->phase == READING;
    memcpy(&context, self->context, a->function->bytes);
    leave(self);
    if (reading) {
        Py_DECREF(result);
        PyErr_SetString(PyExc_ValueError, "the output is being read: there is no digest any more");
        return NULL;
    }
    if (!(a->takes & XOF)) {
        end(&context, self, dst);
    } else if (length >= LARGE) {
        Py_INCREF((PyObject *)self);
        Py_BEGIN_ALLOW_THREADS;
        begin_output(&context, self);
        output(&context, a->function, &place, dst, (size_t)length);
        Py_END_ALLOW_THREADS;
        Py_DECREF(self);
    } else {
        begin_output(&context, self);
        output(&context, a->function, &place, dst, (size_t)length);
    }
    if (self->secret)
        mote_wipe(&context, a->function->bytes);
    return result;
}

static PyObject *hash_digest(hash_object *self, PyObject *const *args, Py_ssize_t nargs,
                             PyObject *kwnames) {
    return digest(self, args, nargs, kwnames);
}

static PyObject *hash_hexdigest(hash_object *self, PyObject *const *args, Py_ssize_t nargs,
                                PyObject *kwnames) {
    static const char digits[] = "0123456789abcdef";
    PyObject *bytes = digest(self, args, nargs, kwnames), *result;
    const unsigned char *from;
    char some[256], *to = some;
    Py_ssize_t len, i;

    if (bytes == NULL)
        return NULL;
    from = (const unsigned char *)PyBytes_AsString(bytes);
    len = PyBytes_Size(bytes);
    if (len > (Py_ssize_t)sizeof some / 2)
        to = PyMem_Malloc((size_t)(2 * len));
    if (to == NULL) {
        Py_DECREF(bytes);
        return PyErr_NoMemory();
    }
    for (i = 0; i < len; i++) {
        to[2 * i] = digits[from[i] >> 4];
        to[2 * i + 1] = digits[from[i] & 15];
    }
    Py_DECREF(bytes);
    result = PyUnicode_DecodeASCII(to, 2 * len, NULL);
    if (to != some)
        PyMem_Free(to);
    return result;
}

static PyObject *hash_read(hash_object *self, PyObject *length_object) {
    const algorithm *a = self->algorithm;
    PyObject *result;
    Py_ssize_t length;
    unsigned char *dst;

    if (!(a->takes & XOF))
        return refuse(PyExc_ValueError, "%s has a digest of one size: call digest", a);
    length = length_of(length_object, 0);
    if (length < 0)
        return NULL;
    result = PyBytes_FromStringAndSize(NULL, length);
    if (result == NULL)
        return NULL;
    dst = (unsigned char *)PyBytes_AsString(result);
    if (length >= LARGE && self->lock == NULL)
        self->lock = PyThread_allocate_lock();
    enter(self);
    if (self->phase != READING)
        begin_output(self->context, self);
    self->phase = READING;
    if (length >= LARGE && self->lock != NULL) {
        Py_BEGIN_ALLOW_THREADS;
        output(self->context, a->function, &self->place, dst, (size_t)length);
        Py_END_ALLOW_THREADS;
    } else {
        output(self->context, a->function, &self->place, dst, (size_t)length);
    }
    leave(self);
    return result;
}

static void hash_dealloc(hash_object *self) {
    PyTypeObject *type = Py_TYPE((PyObject *)self);

    if (self->lock != NULL)
        PyThread_free_lock(self->lock);
    if (self->secret)
        mote_wipe(self->context, self->algorithm->function->bytes);
    Py_XDECREF(self->customization);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *hash_repr(hash_object *self) {
    return PyUnicode_FromFormat("<%s mote_hash.Hash object @ %p>", self->algorithm->name,
                                (void *)self);
}

static PyObject *hash_name(hash_object *self, void *unused) {
    (void)unused;
    return PyUnicode_FromString(self->algorithm->name);
}

static PyObject *hash_digest_size(hash_object *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLong(self->digest_bytes);
}

static PyObject *hash_block_size(hash_object *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLong(self->algorithm->block_bytes);
}

/* METH_FASTCALL's functions have another type than PyCFunction: a cast by way of void *. */
#define FAST(f) ((PyCFunction)(void (*)(void))(f))

static PyMethodDef hash_methods[] = {
    {"copy", (PyCFunction)hash_copy, METH_NOARGS,
     "copy($self)\n--\n\nReturn another object in the same state."},
    {"digest", FAST(hash_digest), METH_FASTCALL | METH_KEYWORDS,
     "digest($self, length=...)\n--\n\nReturn the digest as bytes; of an XOF, its first length "
     "bytes."},
    {"hexdigest", FAST(hash_hexdigest), METH_FASTCALL | METH_KEYWORDS,
     "hexdigest($self, length=...)\n--\n\nReturn the digest in hexadecimal."},
    {"read", (PyCFunction)hash_read, METH_O,
     "read($self, length, /)\n--\n\nReturn the next length bytes of an XOF's output, which ends "
     "the "
     "message."},
    {"update", (PyCFunction)hash_update, METH_O,
     "update($self, data, /)\n--\n\nAppend bytes to the message; of TupleHash, a string."},
    {"update_bits", (PyCFunction)hash_update_bits, METH_VARARGS,
     "update_bits($self, data, bits, /)\n--\n\nAppend the first bits of data, the highest of each "
     "byte first; a part of a byte ends the message."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef hash_attributes[] = {
    {"name", (getter)hash_name, NULL, "The algorithm's name.", NULL},
    {"digest_size", (getter)hash_digest_size, NULL,
     "Bytes of the digest; 0 where it has to be given a length.", NULL},
    {"block_size", (getter)hash_block_size, NULL, "Bytes of a message block.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot hash_slots[] = {{Py_tp_dealloc, hash_dealloc},
                                   {Py_tp_repr, hash_repr},
                                   {Py_tp_methods, hash_methods},
                                   {Py_tp_getset, hash_attributes},
                                   {Py_tp_doc, "A hash function's computation, as of hashlib."},
                                   {0, NULL}};

/* Python 3.10 has these two flags, but not in its limited interface. */
#ifndef Py_TPFLAGS_DISALLOW_INSTANTIATION
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif
#ifndef Py_TPFLAGS_IMMUTABLETYPE
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static PyType_Spec hash_spec = {
    .name = "mote_hash.Hash",
    .basicsize = offsetof(hash_object, context),
    .itemsize = 1,
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = hash_slots,
};

/* CONSTRUCTORS.  What may be given by name, with the flag of those that take it. */
enum {
    A_DATA,
    A_SECURITY,
    A_SIZE,
    A_KEY,
    A_PERSON,
    A_CUSTOMIZATION,
    A_NAME,
    A_DOMAIN,
    A_DERIVE,
    A_BLOCK,
    A_SALT,
    A_FANOUT,
    A_DEPTH,
    A_LEAF_SIZE,
    A_NODE_OFFSET,
    A_NODE_DEPTH,
    A_INNER_SIZE,
    A_LAST_NODE,
    ARGUMENTS
};

static const struct {
    const char *name;
    unsigned argument, taken_by;
} known[] = {
    {"usedforsecurity", A_SECURITY, 0},
    {"data", A_DATA, 0},
    {"string", A_DATA, 0},
    {"strings", A_DATA, STRINGS},
    {"digest_size", A_SIZE, SIZE},
    {"key", A_KEY, KEY},
    {"person", A_PERSON, PERSON},
    {"customization", A_CUSTOMIZATION, CUSTOMIZATION},
    {"function_name", A_NAME, NAME},
    {"domain", A_DOMAIN, DOMAIN},
    {"derive_key_context", A_DERIVE, DERIVE},
    {"chunk_size", A_BLOCK, BLOCK},
    {"salt", A_SALT, TREE},
    {"fanout", A_FANOUT, TREE},
    {"depth", A_DEPTH, TREE},
    {"leaf_size", A_LEAF_SIZE, TREE},
    {"node_offset", A_NODE_OFFSET, TREE},
    {"node_depth", A_NODE_DEPTH, TREE},
    {"inner_size", A_INNER_SIZE, TREE},
    {"last_node", A_LAST_NODE, TREE},
};

static int find_arguments(const algorithm *a, PyObject *const *args, Py_ssize_t nargs,
                          PyObject *kwnames, PyObject **found) {
    Py_ssize_t named = kwnames == NULL ? 0 : PyTuple_Size(kwnames), i;
    size_t k;

    if (nargs > 1) {
        PyErr_Format(PyExc_TypeError, "%s() takes one argument without a name (%zd given)", a->name,
                     nargs);
        return -1;
    }
    if (nargs == 1)
        found[A_DATA] = args[0];
    for (i = 0; i < named; i++) {
        PyObject *name = PyTuple_GetItem(kwnames, i);

        for (k = 0; k < sizeof known / sizeof known[0]; k++)
            if (PyUnicode_CompareWithASCIIString(name, known[k].name) == 0)
                break;
        if (k == sizeof known / sizeof known[0] ||
            (known[k].taken_by != 0 && !(a->takes & known[k].taken_by)) ||
            (known[k].argument == A_DATA && a->takes & TREE)) {
            PyErr_Format(PyExc_TypeError, "%s() takes no argument named %R", a->name, name);
            return -1;
        }
        if (found[known[k].argument] != NULL) {
            PyErr_Format(PyExc_TypeError, "%s(): %R is given twice", a->name, name);
            return -1;
        }
        found[known[k].argument] = args[nargs + i];
    }
    return 0;
}

/* A number from low to high; nothing where the argument is not given. */
static int number(const char *name, PyObject *object, uint64_t low, uint64_t high,
                  uint64_t *value) {
    PyObject *index, *zero;
    unsigned long long got;
    int wrong, negative;

    if (object == NULL)
        return 0;
    index = PyNumber_Index(object);
    if (index == NULL)
        return -1;
    got = PyLong_AsUnsignedLongLong(index);
    wrong = PyErr_Occurred() != NULL;
    if (wrong && !PyErr_ExceptionMatches(PyExc_OverflowError)) {
        Py_DECREF(index);
        return -1;
    }
    PyErr_Clear();
    if (wrong || got < low || got > high) {
        /* As hashlib has it: too large for a field of more than two bytes is an overflow. */
        zero = PyLong_FromLong(0);
        negative = zero == NULL ? -1 : PyObject_RichCompareBool(index, zero, Py_LT);
        Py_XDECREF(zero);
        Py_DECREF(index);
        if (negative >= 0)
            PyErr_Format(high > 0xFFFF && (wrong || got > high) && !negative ? PyExc_OverflowError
                                                                             : PyExc_ValueError,
                         "%s is not between %llu and %llu", name, (unsigned long long)low,
                         (unsigned long long)high);
        return -1;
    }
    Py_DECREF(index);
    *value = got;
    return 0;
}

/* Bytes, at most so many; an empty view where the argument is not given. */
static int bytes(const char *name, PyObject *object, Py_ssize_t most, Py_buffer *view) {
    view->obj = NULL;
    view->buf = NULL;
    view->len = 0;
    if (object == NULL)
        return 0;
    if (get_bytes(object, view) != 0)
        return -1;
    if (view->len > most) {
        PyErr_Format(PyExc_ValueError, "%s has more than %zd bytes", name, most);
        PyBuffer_Release(view);
        view->obj = NULL;
        return -1;
    }
    return 0;
}

/* BLAKE2's parameter block (RFC 7693, section 2.5, and the BLAKE2 paper, section 2.8), and its key. */
static int start_blake2(hash_object *self, PyObject **found, const Py_buffer *key,
                        const Py_buffer *person) {
    const int is_b = self->algorithm->function == &blake2b;
    const unsigned size = is_b ? 64 : 32, part = is_b ? 16 : 8;
    uint64_t fanout = 1, depth = 1, leaf_size = 0, node_offset = 0, node_depth = 0, inner_size = 0;
    unsigned char block[64], key_block[128];
    mote_u32 *h = is_b ? ((mote_blake2b_context *)(void *)self->context)->h
                       : ((mote_blake2s_context *)(void *)self->context)->h;
    Py_buffer salt;
    unsigned i, j;
    int last = 0;

    if (number("fanout", found[A_FANOUT], 0, 255, &fanout) != 0 ||
        number("depth", found[A_DEPTH], 1, 255, &depth) != 0 ||
        number("leaf_size", found[A_LEAF_SIZE], 0, 0xFFFFFFFF, &leaf_size) != 0 ||
        number("node_offset", found[A_NODE_OFFSET], 0, is_b ? UINT64_MAX : UINT64_MAX >> 16,
               &node_offset) != 0 ||
        number("node_depth", found[A_NODE_DEPTH], 0, 255, &node_depth) != 0 ||
        number("inner_size", found[A_INNER_SIZE], 0, size, &inner_size) != 0)
        return -1;
    if (found[A_LAST_NODE] != NULL && (last = PyObject_IsTrue(found[A_LAST_NODE])) < 0)
        return -1;
    if (bytes("salt", found[A_SALT], part, &salt) != 0)
        return -1;
    self->last_node = (unsigned char)last;
    memset(block, 0, sizeof block);
    block[0] = (unsigned char)self->digest_bytes;
    block[1] = (unsigned char)key->len;
    block[2] = (unsigned char)fanout;
    block[3] = (unsigned char)depth;
    for (i = 0; i < 4; i++)
        block[4 + i] = (unsigned char)(leaf_size >> 8 * i);
    for (i = 0; i < (is_b ? 8u : 6u); i++)
        block[8 + i] = (unsigned char)(node_offset >> 8 * i);
    block[is_b ? 16 : 14] = (unsigned char)node_depth;
    block[is_b ? 17 : 15] = (unsigned char)inner_size;
    if (salt.len != 0)
        memcpy(block + (is_b ? 32 : 16), salt.buf, (size_t)salt.len);
    if (person->len != 0)
        memcpy(block + (is_b ? 48 : 24), person->buf, (size_t)person->len);
    if (salt.obj != NULL)
        PyBuffer_Release(&salt);
    /* The library's init has added the block of a plain hash, whose only word is the first. */
    h[0] ^= 0x01010000 ^ self->digest_bytes;
    for (i = 0; i < size / 4; i++)
        for (j = 0; j < 4; j++)
            h[i] ^= (mote_u32)block[4 * i + j] << 8 * j;
    if (key->len != 0) {
        memset(key_block, 0, sizeof key_block);
        memcpy(key_block, key->buf, (size_t)key->len);
        self->algorithm->function->update(self->context, key_block, 2 * size);
        mote_wipe(key_block, sizeof key_block);
    }
    return 0;
}

/* Everything that is given beside the message. */
static int start(hash_object *self, PyObject **found) {
    const algorithm *a = self->algorithm;
    const function *f = a->function;
    void *cc = self->context;
    Py_buffer key = {0}, person = {0}, customization = {0}, name = {0}, derive = {0};
    uint64_t digest_bytes = a->digest_bytes, domain = 0x1F, chunk = 8192;
    const Py_ssize_t any = PY_SSIZE_T_MAX / 16;
    unsigned out_size;
    int good = -1;

    if (a->takes & KEYED && found[A_KEY] == NULL) {
        refuse(PyExc_TypeError, "%s() needs a key", a);
        return -1;
    }
    if (found[A_SIZE] == Py_None)
        found[A_SIZE] = NULL;
    if (number("digest_size", found[A_SIZE], 1,
               f == &blake2b || f == &shabal ? 64
               : f == &blake2s               ? 32
                                             : (1 << 29) - 1,
               &digest_bytes) != 0 ||
        number("domain", found[A_DOMAIN], 1, 0x7F, &domain) != 0 ||
        number("chunk_size", found[A_BLOCK], 1, PY_SSIZE_T_MAX, &chunk) != 0)
        return -1;
    if (f == &shabal && digest_bytes % 4 != 0) {
        PyErr_SetString(PyExc_ValueError, "digest_size of shabal is not a multiple of 4");
        return -1;
    }
    if (bytes("key", found[A_KEY],
              f == &blake2b                   ? 64
              : f == &blake2s || f == &blake3 ? 32
                                              : any,
              &key) != 0 ||
        bytes("person", found[A_PERSON],
              f == &blake2b   ? 16
              : f == &blake2s ? 8
                              : any,
              &person) != 0 ||
        bytes("customization", found[A_CUSTOMIZATION], f == &ascon_cxof128 ? 256 : any,
              &customization) != 0 ||
        bytes("function_name", found[A_NAME], any, &name) != 0)
        goto done;
    if (found[A_DERIVE] != NULL && found[A_DERIVE] != Py_None) {
        PyObject *text = found[A_DERIVE];

        if (PyUnicode_Check(text)) {
            text = PyUnicode_AsUTF8String(text);
            if (text == NULL)
                goto done;
            good = bytes("derive_key_context", text, any, &derive);
            Py_DECREF(text); /* the view holds it */
        } else {
            good = bytes("derive_key_context", text, any, &derive);
        }
        if (good != 0)
            goto done;
        good = -1;
    }
    self->digest_bytes = (unsigned)digest_bytes;
    self->secret = key.len != 0 || (a->takes & KEYED) != 0 || derive.obj != NULL;
    out_size = 8 * (unsigned)(digest_bytes != 0 ? digest_bytes : 32);
    if (f == &kmac128) {
        mote_kmac128_customize(cc, customization.buf, (size_t)customization.len);
        mote_kmac128_key(cc, out_size, key.buf, (size_t)key.len);
    } else if (f == &kmac256) {
        mote_kmac256_customize(cc, customization.buf, (size_t)customization.len);
        mote_kmac256_key(cc, out_size, key.buf, (size_t)key.len);
    } else if (f == &skein256) {
        mote_skein256_init_keyed(cc, out_size, key.buf, (size_t)key.len);
        if (person.len != 0)
            mote_skein256_personalize(cc, person.buf, (size_t)person.len);
    } else if (f == &skein512) {
        mote_skein512_init_keyed(cc, out_size, key.buf, (size_t)key.len);
        if (person.len != 0)
            mote_skein512_personalize(cc, person.buf, (size_t)person.len);
    } else if (f == &skein1024) {
        mote_skein1024_init_keyed(cc, out_size, key.buf, (size_t)key.len);
        if (person.len != 0)
            mote_skein1024_personalize(cc, person.buf, (size_t)person.len);
    } else if (f == &blake3 && key.obj != NULL && derive.obj != NULL) {
        PyErr_SetString(PyExc_ValueError, "blake3 takes a key or a derive_key_context, not both");
        goto done;
    } else if (f == &blake3 && derive.obj != NULL) {
        mote_blake3_init_derive_key(cc, out_size, derive.buf, (size_t)derive.len);
    } else if (f == &blake3 && key.len != 0) {
        if (key.len != 32) {
            PyErr_SetString(PyExc_ValueError, "key of blake3 has not 32 bytes");
            goto done;
        }
        mote_blake3_init_keyed(cc, out_size, key.buf);
    } else {
        f->init(cc, out_size);
    }
    if (f == &cshake128) {
        if (name.len != 0)
            mote_cshake128_name(cc, name.buf, (size_t)name.len);
        mote_cshake128_customize(cc, customization.buf, (size_t)customization.len);
    } else if (f == &cshake256) {
        if (name.len != 0)
            mote_cshake256_name(cc, name.buf, (size_t)name.len);
        mote_cshake256_customize(cc, customization.buf, (size_t)customization.len);
    } else if (f == &ascon_cxof128) {
        mote_ascon_cxof128_customize(cc, customization.buf, (size_t)customization.len);
    } else if (f == &turboshake128) {
        mote_turboshake128_domain(cc, (unsigned)domain);
    } else if (f == &turboshake256) {
        mote_turboshake256_domain(cc, (unsigned)domain);
    } else if (f == &parallelhash128) {
        mote_parallelhash128_block(cc, (size_t)chunk);
        mote_parallelhash128_customize(cc, customization.buf, (size_t)customization.len);
    } else if (f == &parallelhash256) {
        mote_parallelhash256_block(cc, (size_t)chunk);
        mote_parallelhash256_customize(cc, customization.buf, (size_t)customization.len);
    } else if (f == &tuplehash128) {
        mote_tuplehash128_customize(cc, customization.buf, (size_t)customization.len);
    } else if (f == &tuplehash256) {
        mote_tuplehash256_customize(cc, customization.buf, (size_t)customization.len);
    } else if ((f == &kt128 || f == &kt256) && customization.len != 0) {
        self->customization = PyBytes_FromStringAndSize(customization.buf, customization.len);
        if (self->customization == NULL)
            goto done;
    } else if (a->takes & TREE && start_blake2(self, found, &key, &person) != 0) {
        goto done;
    }
    good = 0;
done:
    PyBuffer_Release(&key);
    PyBuffer_Release(&person);
    PyBuffer_Release(&customization);
    PyBuffer_Release(&name);
    PyBuffer_Release(&derive);
    return good;
}

/* The message that a constructor is given; the object is nobody else's yet. */
static int first_data(hash_object *self, PyObject *data) {
    Py_buffer view;
    PyObject *iterator, *item;

    if (self->algorithm->takes & STRINGS) {
        if (PyObject_CheckBuffer(data) || PyUnicode_Check(data)) {
            refuse(PyExc_TypeError, "%s() takes a sequence of strings of bytes", self->algorithm);
            return -1;
        }
        iterator = PyObject_GetIter(data);
        if (iterator == NULL)
            return -1;
        while ((item = PyIter_Next(iterator)) != NULL) {
            PyObject *done = hash_update(self, item);

            Py_DECREF(item);
            if (done == NULL)
                break;
            Py_DECREF(done);
        }
        Py_DECREF(iterator);
        return PyErr_Occurred() ? -1 : 0;
    }
    if (get_bytes(data, &view) != 0)
        return -1;
    if (view.len >= LARGE) {
        Py_BEGIN_ALLOW_THREADS;
        append(self->context, self->algorithm, &view);
        Py_END_ALLOW_THREADS;
    } else {
        append(self->context, self->algorithm, &view);
    }
    PyBuffer_Release(&view);
    return 0;
}

static PyObject *construct(PyObject *constructor, PyObject *const *args, Py_ssize_t nargs,
                           PyObject *kwnames) {
    const constructor_object *of = (const constructor_object *)constructor;
    const algorithm *a = of->algorithm;
    PyObject *found[ARGUMENTS] = {NULL};
    hash_object *self;
    int has_options = 0;
    size_t i;

    if (nargs == 1 && kwnames == NULL) {
        found[A_DATA] = args[0];
    } else {
        if (find_arguments(a, args, nargs, kwnames, found) != 0)
            return NULL;
        for (i = A_SIZE; i < ARGUMENTS; i++)
            has_options |= found[i] != NULL;
    }
    self = allocate(of->hash_type, a);
    if (self == NULL)
        return NULL;
    if (found[A_SECURITY] != NULL && PyObject_IsTrue(found[A_SECURITY]) < 0)
        goto failed;
    /* Most often nothing is given but the message. */
    if (!has_options && !(a->takes & KEYED))
        a->function->init(self->context, 8 * (a->digest_bytes != 0 ? a->digest_bytes : 32));
    else if (start(self, found) != 0)
        goto failed;
    if (found[A_DATA] != NULL && first_data(self, found[A_DATA]) != 0)
        goto failed;
    return (PyObject *)self;
failed:
    Py_DECREF(self);
    return NULL;
}

/* BLAKE2's constructors have attributes, so they are objects of a type of their own. */
static PyObject *constructor_call(PyObject *self, PyObject *args, PyObject *kwargs) {
    PyObject *all[ARGUMENTS + 4], *names = NULL, *result, *key, *value;
    Py_ssize_t nargs = PyTuple_Size(args), named = kwargs == NULL ? 0 : PyDict_Size(kwargs);
    Py_ssize_t place = 0, i;

    if (nargs > 1 || named > ARGUMENTS)
        return refuse(PyExc_TypeError, "%s() takes at most one argument without a name",
                      ((constructor_object *)self)->algorithm);
    if (nargs == 1)
        all[0] = PyTuple_GetItem(args, 0);
    if (named != 0) {
        names = PyTuple_New(named);
        if (names == NULL)
            return NULL;
        for (i = 0; i < named && PyDict_Next(kwargs, &place, &key, &value); i++) {
            Py_INCREF(key);
            PyTuple_SetItem(names, i, key);
            all[nargs + i] = value;
        }
    }
    result = construct(self, all, nargs, names);
    Py_XDECREF(names);
    return result;
}

static void constructor_dealloc(constructor_object *self) {
    PyTypeObject *type = Py_TYPE((PyObject *)self);

    Py_XDECREF((PyObject *)self->hash_type);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *constructor_repr(constructor_object *self) {
    return PyUnicode_FromFormat("<constructor mote_hash.%s>", self->algorithm->name);
}

static PyObject *constructor_name(constructor_object *self, void *unused) {
    (void)unused;
    return PyUnicode_FromString(self->algorithm->name);
}

/* For inspect.signature and help(): that of a function with these parameters. */
static PyObject *constructor_signature(constructor_object *self, void *unused) {
    PyObject *new_module = PyImport_ImportModule("mote_hash._new"), *result;

    (void)unused;
    if (new_module == NULL)
        return NULL;
    result = PyObject_CallMethod(new_module, "signature_of", "s", self->algorithm->signature);
    Py_DECREF(new_module);
    return result;
}

/* The two sizes are 16 and 64 of BLAKE2b, half of that of BLAKE2s. */
static PyObject *constructor_size(constructor_object *self, void *of_blake2b) {
    const unsigned size = (unsigned)(uintptr_t)of_blake2b;

    return PyLong_FromUnsignedLong(self->algorithm->function == &blake2b ? size : size / 2);
}

static PyGetSetDef constructor_attributes[] = {
    {"__name__", (getter)constructor_name, NULL, NULL, NULL},
    {"__qualname__", (getter)constructor_name, NULL, NULL, NULL},
    {"__signature__", (getter)constructor_signature, NULL, NULL, NULL},
    {"MAX_DIGEST_SIZE", (getter)constructor_size, NULL, NULL, (void *)64},
    {"MAX_KEY_SIZE", (getter)constructor_size, NULL, NULL, (void *)64},
    {"PERSON_SIZE", (getter)constructor_size, NULL, NULL, (void *)16},
    {"SALT_SIZE", (getter)constructor_size, NULL, NULL, (void *)16},
    {NULL, NULL, NULL, NULL, NULL}};

/* As objects of hashlib's classes are asked: isinstance(h, blake2b). */
static PyObject *constructor_instancecheck(constructor_object *self, PyObject *object) {
    return PyBool_FromLong(Py_TYPE(object) == self->hash_type &&
                           ((hash_object *)object)->algorithm == self->algorithm);
}

/* Pickles and copies of a constructor are itself, by its name in the module; a function is looked for in
 * what its object, this one, comes back as: the module. */
static PyObject *constructor_reduce(constructor_object *self, PyObject *unused) {
    PyObject *importlib, *import;

    (void)unused;
    if (self->algorithm->takes & TREE)
        return PyUnicode_FromString(self->algorithm->name);
    importlib = PyImport_ImportModule("importlib");
    if (importlib == NULL)
        return NULL;
    import = PyObject_GetAttrString(importlib, "import_module");
    Py_DECREF(importlib);
    return import == NULL ? NULL : Py_BuildValue("N(s)", import, "mote_hash");
}

static PyMethodDef constructor_methods[] = {
    {"__instancecheck__", (PyCFunction)constructor_instancecheck, METH_O, NULL},
    {"__reduce__", (PyCFunction)constructor_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyType_Slot constructor_slots[] = {{Py_tp_dealloc, constructor_dealloc},
                                          {Py_tp_methods, constructor_methods},
                                          {Py_tp_repr, constructor_repr},
                                          {Py_tp_call, constructor_call},
                                          {Py_tp_getset, constructor_attributes},
                                          {Py_tp_doc, "Makes the objects of BLAKE2."},
                                          {0, NULL}};

static PyType_Spec constructor_spec = {
    .name = "mote_hash.Constructor",
    .basicsize = sizeof(constructor_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = constructor_slots,
};

/* The constructors of all but BLAKE2 are functions, which are called faster; their docs are made here. */
static PyMethodDef definitions[ALGORITHMS];
static char docs[ALGORITHMS][256];

int add_hashes(PyObject *module) {
    PyObject *hash_type = PyType_FromSpec(&hash_spec);
    PyObject *constructor_type = PyType_FromSpec(&constructor_spec);
    PyObject *names = PyTuple_New(ALGORITHMS);
    size_t i;
    int good = -1;

    if (hash_type == NULL || constructor_type == NULL || names == NULL ||
        PyModule_AddObjectRef(module, "Hash", hash_type) != 0)
        goto done;
    for (i = 0; i < ALGORITHMS; i++) {
        const algorithm *a = &algorithms[i];
        constructor_object *self =
            PyObject_New(constructor_object, (PyTypeObject *)constructor_type);
        PyObject *made = (PyObject *)self, *name;
        int wrong;

        if (self == NULL)
            goto done;
        self->algorithm = a;
        self->hash_type = (PyTypeObject *)hash_type;
        Py_INCREF(hash_type);
        if (!(a->takes & TREE)) {
            PyOS_snprintf(docs[i], sizeof docs[i], "%s(%s)\n--\n\nReturn a new %s object.", a->name,
                          a->signature, a->name);
            definitions[i].ml_name = a->name;
            definitions[i].ml_meth = FAST(construct);
            definitions[i].ml_flags = METH_FASTCALL | METH_KEYWORDS;
            definitions[i].ml_doc = docs[i];
            made = PyCFunction_NewEx(&definitions[i], (PyObject *)self, NULL);
            Py_DECREF(self);
            if (made == NULL)
                goto done;
        }
        wrong = PyModule_AddObjectRef(module, a->name, made);
        Py_DECREF(made);
        name = PyUnicode_FromString(a->name);
        if (wrong || name == NULL)
            goto done;
        PyTuple_SetItem(names, (Py_ssize_t)i, name);
    }
    good = PyModule_AddObjectRef(module, "algorithms", names);
done:
    Py_XDECREF(hash_type);
    Py_XDECREF(constructor_type);
    Py_XDECREF(names);
    return good;
}
