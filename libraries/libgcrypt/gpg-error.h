/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What Libgcrypt's headers ask of libgpg-error, which none of the programs here calls.
 */
#ifndef ADAPTER_GPG_ERROR_H
#define ADAPTER_GPG_ERROR_H

typedef unsigned gpg_error_t;
typedef unsigned gpg_err_code_t;
typedef unsigned gpg_err_source_t;

#define GPG_ERR_SOURCE_USER_1 32
#define GPG_ERR_INLINE __inline__

static __inline__ gpg_error_t gpg_err_make(gpg_err_source_t source, gpg_err_code_t code) {
    return source + code;
}

static __inline__ gpg_err_code_t gpg_err_code(gpg_error_t error) {
    return error;
}

static __inline__ gpg_err_source_t gpg_err_source(gpg_error_t error) {
    return error;
}

const char *gpg_strerror(gpg_error_t error);
const char *gpg_strsource(gpg_error_t error);
gpg_err_code_t gpg_err_code_from_errno(int number);
int gpg_err_code_to_errno(gpg_err_code_t code);
gpg_err_code_t gpg_err_code_from_syserror(void);
void gpg_err_set_errno(int number);
gpg_error_t gpg_error(gpg_err_code_t code);
gpg_error_t gpg_err_make_from_errno(gpg_err_source_t source, int number);
gpg_error_t gpg_error_from_errno(int number);
gpg_error_t gpg_error_from_syserror(void);

#endif
