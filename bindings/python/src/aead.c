/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Authenticated encryption: a key that is set, with seal and open.  The classes are made of it in
 * mote_hash/_aead.py; lengths that are an interface's own are checked there, all others here.
 *
 * A key never changes, so that threads may share it: each call works on a copy.
 */
#include "binding.h"

#include "mote/ascon_aead128.h"
#include "mote/ccm.h"
#include "mote/chacha20_poly1305.h"
#include "mote/gcm.h"
#include "mote/memory.h"

#include <string.h>

enum { GCM, CCM, CHACHA20_POLY1305, ASCON };

static const struct {
    const char *name;
    Py_ssize_t least_nonce, most_nonce;
} kinds[] = {
    {"AES-GCM", 1, PY_SSIZE_T_MAX / 16},
    {"AES-CCM", 7, 13},
    {"ChaCha20-Poly1305", 12, 12},
    {"Ascon-AEAD128", 16, 16},
};

#define KINDS (sizeof kinds / sizeof kinds[0])

typedef union {
    mote_gcm_context gcm;
    mote_ccm_context ccm;
    mote_chacha20_poly1305_context chacha20_poly1305;
    mote_ascon_aead128_context ascon;
    unsigned char bytes[32]; /* the key of the last two, which set it with each nonce */
} context;

typedef struct {
    PyObject_HEAD int kind;
    context key;
} key_object;

/* Where a message and its parts lie. */
typedef struct {
    Py_buffer nonce, text, aad;
    unsigned char *dst;
    size_t len; /* of the text without its tag */
    unsigned char tag[16];
    size_t tag_len;
} message;

static int seal(const key_object *key, message *m, int is_open) {
    const void *nonce = m->nonce.buf, *aad = m->aad.buf, *text = m->text.buf;
    const size_t nonce_len = (size_t)m->nonce.len, aad_len = (size_t)m->aad.len;
    context cc;
    int wrong = 0;

    memcpy(&cc, &key->key, sizeof cc);
    switch (key->kind) {
    case GCM:
        wrong = is_open ? mote_gcm_open(&cc.gcm, nonce, nonce_len, aad, aad_len, text, m->dst,
                                        m->len, m->tag, m->tag_len)
                        : mote_gcm_seal(&cc.gcm, nonce, nonce_len, aad, aad_len, text, m->dst,
                                        m->len, m->tag, m->tag_len);
        break;
    case CCM:
        wrong = is_open ? mote_ccm_open(&cc.ccm, nonce, nonce_len, aad, aad_len, text, m->dst,
                                        m->len, m->tag, m->tag_len)
                        : mote_ccm_seal(&cc.ccm, nonce, nonce_len, aad, aad_len, text, m->dst,
                                        m->len, m->tag, m->tag_len);
        break;
    case CHACHA20_POLY1305:
        wrong = is_open ? mote_chacha20_poly1305_open(&cc.chacha20_poly1305, key->key.bytes, nonce,
                                                      aad, aad_len, text, m->dst, m->len, m->tag)
                        : mote_chacha20_poly1305_seal(&cc.chacha20_poly1305, key->key.bytes, nonce,
                                                      aad, aad_len, text, m->dst, m->len, m->tag);
        break;
    default:
        if (is_open)
            wrong = mote_ascon_aead128_open(&cc.ascon, key->key.bytes, nonce, aad, aad_len, text,
                                            m->dst, m->len, m->tag);
        else
            mote_ascon_aead128_seal(&cc.ascon, key->key.bytes, nonce, aad, aad_len, text, m->dst,
                                    m->len, m->tag);
    }
    mote_wipe(&cc, sizeof cc);
    return wrong;
}

static int overlap(const Py_buffer *a, const Py_buffer *b) {
    const char *from = a->buf, *other = b->buf;

    return a->len != 0 && b->len != 0 && from < other + b->len && other < from + a->len;
}

/* (nonce, text, aad, tag_len): bytes; with a buffer behind, which they are written into: how many.  Of a text that
 * was changed None. */
static PyObject *call(key_object *self, PyObject *args, int is_open) {
    PyObject *nonce, *text, *aad, *into = NULL, *result = NULL;
    Py_buffer out = {0};
    Py_ssize_t tag_len, made;
    message m;
    int wrong = 0;

    memset(&m, 0, sizeof m);
    if (!PyArg_ParseTuple(args, "OOOn|O", &nonce, &text, &aad, &tag_len, &into))
        return NULL;
    if (tag_len < 4 || tag_len > 16 || (self->kind > CCM && tag_len != 16)) {
        PyErr_Format(PyExc_ValueError, "a tag of %s has not %zd bytes", kinds[self->kind].name,
                     tag_len);
        return NULL;
    }
    m.tag_len = (size_t)tag_len;
    if (PyObject_GetBuffer(nonce, &m.nonce, PyBUF_SIMPLE) != 0 ||
        PyObject_GetBuffer(text, &m.text, PyBUF_SIMPLE) != 0 ||
        (aad != Py_None && PyObject_GetBuffer(aad, &m.aad, PyBUF_SIMPLE) != 0))
        goto done;
    if (m.nonce.len < kinds[self->kind].least_nonce || m.nonce.len > kinds[self->kind].most_nonce) {
        PyErr_Format(PyExc_ValueError, "a nonce of %s has not %zd bytes", kinds[self->kind].name,
                     m.nonce.len);
        goto done;
    }
    if (into != NULL && PyObject_GetBuffer(into, &out, PyBUF_SIMPLE) != 0)
        goto done;
    if (out.readonly) {
        PyErr_SetString(PyExc_TypeError, "the buffer cannot be written");
        goto done;
    }
    if (is_open && m.text.len < tag_len) {
        result = Py_None;
        Py_INCREF(result);
        goto done;
    }
    if (m.text.len > PY_SSIZE_T_MAX - tag_len) {
        PyErr_SetString(PyExc_OverflowError, "the text is too long");
        goto done;
    }
    m.len = (size_t)(is_open ? m.text.len - tag_len : m.text.len);
    if (is_open)
        memcpy(m.tag, (const unsigned char *)m.text.buf + m.len, (size_t)tag_len);
    made = (Py_ssize_t)m.len + (is_open ? 0 : tag_len);
    if (into != NULL && out.len != made) {
        PyErr_Format(PyExc_ValueError, "buffer must be %zd bytes", made);
        goto done;
    }
    if (into != NULL && (out.buf == m.text.buf || !overlap(&out, &m.text)) &&
        !overlap(&out, &m.aad) && !overlap(&out, &m.nonce)) {
        m.dst = out.buf;
        result = PyLong_FromSsize_t(made);
    } else {
        result = PyBytes_FromStringAndSize(NULL, made);
        if (result != NULL)
            m.dst = (unsigned char *)PyBytes_AsString(result);
    }
    if (result == NULL)
        goto done;
    if (m.len >= LARGE || m.aad.len >= LARGE) {
        Py_BEGIN_ALLOW_THREADS;
        wrong = seal(self, &m, is_open);
        Py_END_ALLOW_THREADS;
    } else {
        wrong = seal(self, &m, is_open);
    }
    if (!is_open && !wrong)
        memcpy(m.dst + m.len, m.tag, (size_t)tag_len);
    if (into != NULL && !wrong && m.dst != out.buf) {
        memcpy(out.buf, m.dst, (size_t)made);
        Py_DECREF(result);
        result = PyLong_FromSsize_t(made);
    }
    if (wrong) {
        Py_DECREF(result);
        result = NULL;
        if (wrong == MOTE_GCM_WRONG_TAG) {
            result = Py_None;
            Py_INCREF(result);
        } else if (wrong == MOTE_GCM_WRONG_TAG_SIZE) {
            PyErr_Format(PyExc_ValueError, "a tag of %s has not %zd bytes", kinds[self->kind].name,
                         tag_len);
        } else {
            PyErr_Format(PyExc_ValueError, "%s: data too long for a nonce of %zd bytes",
                         kinds[self->kind].name, m.nonce.len);
        }
    }
done:
    PyBuffer_Release(&m.nonce);
    PyBuffer_Release(&m.text);
    PyBuffer_Release(&m.aad);
    PyBuffer_Release(&out);
    return result;
}

/* Of every kind a wrong tag is the same number, which nothing else is. */
typedef char tags_agree[MOTE_GCM_WRONG_TAG == MOTE_CCM_WRONG_TAG &&
                                MOTE_GCM_WRONG_TAG == MOTE_CHACHA20_POLY1305_WRONG_TAG &&
                                MOTE_GCM_WRONG_TAG == MOTE_ASCON_AEAD128_WRONG_TAG &&
                                MOTE_GCM_WRONG_TAG_SIZE == MOTE_CCM_WRONG_TAG_SIZE
                            ? 1
                            : -1];

static PyObject *key_seal(key_object *self, PyObject *args) {
    return call(self, args, 0);
}

static PyObject *key_open(key_object *self, PyObject *args) {
    return call(self, args, 1);
}

static PyObject *key_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    key_object *self;
    PyObject *key;
    Py_buffer view;
    const char *name;
    size_t kind;
    unsigned bits;
    int wrong = 0;

    if (kwargs != NULL && PyDict_Size(kwargs) != 0) {
        PyErr_SetString(PyExc_TypeError, "Key() takes no arguments by name");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "sO", &name, &key))
        return NULL;
    for (kind = 0; kind < KINDS && strcmp(name, kinds[kind].name) != 0; kind++)
        continue;
    if (kind == KINDS) {
        PyErr_Format(PyExc_ValueError, "there is no %s", name);
        return NULL;
    }
    if (PyObject_GetBuffer(key, &view, PyBUF_SIMPLE) != 0)
        return NULL;
    self = (key_object *)allocate(type, 0);
    if (self == NULL) {
        PyBuffer_Release(&view);
        return NULL;
    }
    self->kind = (int)kind;
    bits = view.len <= 32 ? 8 * (unsigned)view.len : 0;
    if (kind == GCM)
        wrong = mote_gcm_init(&self->key.gcm, view.buf, bits);
    else if (kind == CCM)
        wrong = mote_ccm_init(&self->key.ccm, view.buf, bits);
    else if (bits != (kind == ASCON ? 128 : 256))
        wrong = 1;
    else
        memcpy(self->key.bytes, view.buf, (size_t)view.len);
    if (wrong) {
        PyErr_Format(PyExc_ValueError, "a key of %s has not %zd bytes", kinds[kind].name, view.len);
        Py_DECREF(self);
        self = NULL;
    }
    PyBuffer_Release(&view);
    return (PyObject *)self;
}

static void key_dealloc(key_object *self) {
    PyTypeObject *type = Py_TYPE((PyObject *)self);

    mote_wipe(&self->key, sizeof self->key);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyMethodDef key_methods[] = {
    {"seal", (PyCFunction)key_seal, METH_VARARGS,
     "seal($self, nonce, text, aad, tag_len, into=None, /)\n--\n\nEncrypt; the tag is behind the "
     "text."},
    {"open", (PyCFunction)key_open, METH_VARARGS,
     "open($self, nonce, text, aad, tag_len, into=None, /)\n--\n\nDecrypt, or return None: it was "
     "changed."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot key_slots[] = {{Py_tp_new, key_new},
                                  {Py_tp_dealloc, key_dealloc},
                                  {Py_tp_methods, key_methods},
                                  {Py_tp_doc, "A key of authenticated encryption, set."},
                                  {0, NULL}};

static PyType_Spec key_spec = {
    .name = "mote_hash._mote.Key",
    .basicsize = sizeof(key_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = key_slots,
};

int add_aead(PyObject *module) {
    PyObject *type = PyType_FromSpec(&key_spec);
    int wrong;

    if (type == NULL)
        return -1;
    wrong = PyModule_AddObjectRef(module, "Key", type);
    Py_DECREF(type);
    return wrong;
}
