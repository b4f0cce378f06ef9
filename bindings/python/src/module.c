/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The Python module mote_hash._mote: hash functions, authenticated encryption, LMS, and names.
 */
#include "binding.h"

#include "mote/hash.h"

#include <string.h>

/* (name): the function of that name, however it is spelt, and its digest's bits; None: there is none. */
static PyObject *find(PyObject *module, PyObject *name) {
    const mote_hash_function *function = NULL;
    PyObject *text, *result;
    unsigned bits = 0;

    (void)module;
    if (!PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_TypeError, "name must be a string");
        return NULL;
    }
    text = PyUnicode_AsUTF8String(name);
    if (text == NULL)
        return NULL;
    if (strlen(PyBytes_AsString(text)) == (size_t)PyBytes_Size(text)) /* no 0 within */
        function = mote_hash_find(PyBytes_AsString(text), &bits);
    Py_DECREF(text);
    if (function == NULL)
        Py_RETURN_NONE;
    result = Py_BuildValue("(sI)", function->name, bits);
    return result;
}

/* (key, message, signature): whether the signature is the message's. */
static PyObject *lms_verify(PyObject *module, PyObject *args) {
    PyObject *objects[3];
    Py_buffer views[3] = {{0}};
    const unsigned char *type;
    int i, valid = 0, wrong = 0;

    (void)module;
    if (!PyArg_ParseTuple(args, "OOO:lms_verify", &objects[0], &objects[1], &objects[2]))
        return NULL;
    for (i = 0; i < 3 && !wrong; i++)
        wrong = PyObject_GetBuffer(objects[i], &views[i], PyBUF_SIMPLE) != 0;
    if (!wrong && views[0].len >= 4) {
        type = views[0].buf;
        Py_BEGIN_ALLOW_THREADS;
        /* Types 5 to 14 are those of SHA-256, and 15 to 24 those of SHAKE256 (SP 800-208, section 4). */
        if (type[3] < 15)
            valid = lms_sha256_verify(&views[0], &views[1], &views[2]);
        else
            valid = lms_shake256_verify(&views[0], &views[1], &views[2]);
        Py_END_ALLOW_THREADS;
    }
    for (i = 0; i < 3; i++)
        PyBuffer_Release(&views[i]);
    return wrong ? NULL : PyBool_FromLong(valid);
}

static PyMethodDef methods[] = {
    {"find", find, METH_O, "find(name, /)\n--\n\nReturn a function's name and its digest's bits."},
    {"lms_verify", lms_verify, METH_VARARGS,
     "lms_verify(public_key, message, signature, /)\n--\n\n"
     "Return whether the LMS signature is that of the message under the key."},
    {"many", (PyCFunction)(void *)hash_many, METH_VARARGS | METH_KEYWORDS,
     "many(name, messages, /, *, digest_size=None)\n--\n\n"
     "Return a list of the digests of many messages, which are hashed side by side."},
    {NULL, NULL, 0, NULL}};

static int execute(PyObject *module) {
    return add_hashes(module) != 0 || add_aead(module) != 0 ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0, NULL}};

static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "mote_hash._mote",
    .m_doc = "Mote's hash functions, authenticated encryption and LMS.",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__mote(void) {
    return PyModuleDef_Init(&definition);
}
