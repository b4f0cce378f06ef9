/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Many messages at once: the digests of a sequence of buffers.
 */
#include "binding.h"

#include "mote/hash.h"

#include <string.h>

/* Messages, as mote_hash_many takes them. */
typedef struct {
    size_t count, held, bytes; /* how many, how many of them are held, and bytes in all */
    Py_buffer *view;
    const void **data;
    size_t *len;
    unsigned char *digests;
} batch;

static void let_go(batch *b) {
    while (b->held != 0)
        PyBuffer_Release(&b->view[--b->held]);
    PyMem_Free(b->view);
    PyMem_Free((void *)b->data);
    PyMem_Free(b->len);
    PyMem_Free(b->digests);
}

/* All buffers of a tuple, and memory for so many bytes of each digest; -1 with an exception set. */
static int hold(batch *b, PyObject *messages, size_t size) {
    size_t i;

    b->count = (size_t)PyTuple_Size(messages);
    if (b->count > (size_t)PY_SSIZE_T_MAX / size ||
        b->count > (size_t)PY_SSIZE_T_MAX / sizeof *b->view) {
        PyErr_NoMemory();
        return -1;
    }
    b->view = PyMem_Malloc(b->count * sizeof *b->view);
    b->data = PyMem_Malloc(b->count * sizeof *b->data);
    b->len = PyMem_Malloc(b->count * sizeof *b->len);
    b->digests = PyMem_Malloc(b->count * size);
    if (b->view == NULL || b->data == NULL || b->len == NULL || b->digests == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (i = 0; i < b->count; i++) {
        if (get_bytes(PyTuple_GetItem(messages, (Py_ssize_t)i), &b->view[i]) != 0)
            return -1;
        b->held++;
        b->data[i] = b->view[i].buf;
        b->len[i] = (size_t)b->view[i].len;
        b->bytes += b->len[i];
    }
    return 0;
}

/* A list of the digests, of so many bytes each. */
static PyObject *listed(const batch *b, size_t size) {
    PyObject *list = PyList_New((Py_ssize_t)b->count), *digest;
    size_t i;

    for (i = 0; i < b->count && list != NULL; i++) {
        digest = PyBytes_FromStringAndSize((const char *)b->digests + size * i, (Py_ssize_t)size);
        if (digest == NULL || PyList_SetItem(list, (Py_ssize_t)i, digest) != 0)
            Py_CLEAR(list);
    }
    return list;
}

PyObject *hash_many(PyObject *module, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"", "", "digest_size", NULL};
    const mote_hash_function *function;
    PyObject *given, *messages, *size_object = Py_None, *list = NULL;
    const char *name;
    Py_ssize_t size = -1;
    unsigned bits;
    int done = 0;
    batch b;

    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sO|$O:many", names, &name, &given,
                                     &size_object))
        return NULL;
    function = mote_hash_find(name, &bits);
    if (function == NULL) {
        PyErr_Format(PyExc_ValueError, "unsupported hash type %s", name);
        return NULL;
    }
    if (size_object != Py_None) {
        size = PyNumber_AsSsize_t(size_object, PyExc_OverflowError);
        if (size == -1 && PyErr_Occurred())
            return NULL;
        if (size <= 0 || size > INT_MAX / 8 ||
            !mote_hash_has(function, bits = (unsigned)(8 * size))) {
            PyErr_Format(PyExc_ValueError, "%s has no digest of %zd bytes", function->name, size);
            return NULL;
        }
    }
    messages = PySequence_Tuple(given);
    if (messages == NULL)
        return NULL;
    memset(&b, 0, sizeof b);
    if (hold(&b, messages, bits / 8) == 0) {
        if (b.bytes >= LARGE) {
            Py_BEGIN_ALLOW_THREADS;
            done = mote_hash_many(function, bits, b.count, b.data, b.len, b.digests) == 0;
            Py_END_ALLOW_THREADS;
        } else {
            done = mote_hash_many(function, bits, b.count, b.data, b.len, b.digests) == 0;
        }
        if (done)
            list = listed(&b, bits / 8);
        else
            PyErr_Format(PyExc_ValueError, "%s has no digest of %u bits", function->name, bits);
    }
    let_go(&b);
    Py_DECREF(messages);
    return list;
}
