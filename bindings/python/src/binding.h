/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the sources of the Python module mote_hash share.
 */
#ifndef MOTE_BINDING_H
#define MOTE_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stddef.h>

/* From so many bytes on other threads of Python run meanwhile, as with hashlib. */
#define LARGE 2048

/* A buffer of bytes in one piece, or an exception and -1; a string has no bytes. */
int get_bytes(PyObject *object, Py_buffer *view);

/* The functions and types of each source into the module; -1 with an exception set. */
int add_hashes(PyObject *module);
int add_aead(PyObject *module);

/* (name, messages, digest_size): a list of the messages' digests. */
PyObject *hash_many(PyObject *module, PyObject *args, PyObject *kwargs);

/* BLAKE2's last block of a node that is the last of its level: the library, which hashes no trees, has no
 * flag for it.  context: mote_blake2b_context and mote_blake2s_context. */
void blake2b_close_last_node(void *context, unsigned char *dst);
void blake2s_close_last_node(void *context, unsigned char *dst);

/* Whether a signature is right; of any parameter set of RFC 8554 and SP 800-208, one tree. */
int lms_sha256_verify(const Py_buffer *key, const Py_buffer *message, const Py_buffer *signature);
int lms_shake256_verify(const Py_buffer *key, const Py_buffer *message, const Py_buffer *signature);

#endif
