/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Random bytes for keys: from the instruction darn of POWER9, or from the operating system.
 *
 * Every function fills len bytes at dst and gives 0, or an error; the bytes at dst are 0 then.
 * There is no weaker source to fall back on: who ignores an error is warned by the compiler.
 * Specification: Power ISA 3.0B, Book I, section 3.3.9, "Deliver A Random Number"; Linux, getrandom;
 * AIX and other systems of the Unix kind, /dev/urandom.
 *
 *     unsigned char key[32];
 *     if (mote_random(key, sizeof key) != 0)
 *         abort();
 *
 * Needs mote/cpu.h's functions; part of the library, not of firmware.
 */
#ifndef MOTE_RANDOM_H
#define MOTE_RANDOM_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOTE_RANDOM_ABSENT (-1) /* this processor, or this system, has no such source */
#define MOTE_RANDOM_FAILED (-2) /* it has, but it gave nothing, however often it was asked */

/* What darn delivers: 32 bits, conditioned; 64 bits, conditioned; 64 bits as they were sampled. */
#define MOTE_DARN_32 0
#define MOTE_DARN_64 1
#define MOTE_DARN_64_RAW 2

/* How often in a row darn may say that it has nothing: 10, as the Power ISA advises. */
#define MOTE_DARN_ATTEMPTS 10

/* The processor's generator where it has one (darn, 64 bits conditioned), else the system's. */
MOTE_CHECKED int mote_random(void *dst, size_t len);

/* The processor's, with one of the three forms of darn; raw bits are for conditioning, not for keys. */
MOTE_CHECKED int mote_random_darn(void *dst, size_t len, unsigned form);

/* The operating system's; waits until it is seeded. */
MOTE_CHECKED int mote_random_system(void *dst, size_t len);

#ifdef __cplusplus
}
#endif

#endif
