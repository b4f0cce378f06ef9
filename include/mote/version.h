/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Which version of the library this is.
 *
 *     printf("compiled for %s, linked with %s\n", MOTE_VERSION, mote_version());
 *
 * Before 1.0 a minor version may change the size of a context, so a program that was compiled for
 * 0.2 has to be linked with 0.2; the name of a shared library (SONAME) says so.
 */
#ifndef MOTE_VERSION_H
#define MOTE_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

/* Of these headers. */
#define MOTE_VERSION_MAJOR 0
#define MOTE_VERSION_MINOR 2
#define MOTE_VERSION_PATCH 0
#define MOTE_VERSION "0.2.0"

/* To compare with: MOTE_VERSION_NUMBER >= 10000 * 0 + 100 * 2 + 0 */
#define MOTE_VERSION_NUMBER                                                                        \
    (10000L * MOTE_VERSION_MAJOR + 100L * MOTE_VERSION_MINOR + MOTE_VERSION_PATCH)

/* Of the library that is linked, as MOTE_VERSION is written. */
const char *mote_version(void);

#ifdef __cplusplus
}
#endif

#endif
