/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Random bytes: see mote/random.h.
 *
 * A test may put other sources in their places: -DDARN(form), -DGETRANDOM(dst, len).
 */
#if defined __linux__ && !defined _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#include "mote/random.h"

#include "mote/cpu.h"

#include <errno.h>

#ifdef DARN
#define HAS_DARN
#elif (defined __powerpc64__ || defined __PPC64__) && defined __GNUC__
/*
 * The instruction by its number, `darn 3, form`: assemblers for POWER8 do not know its name.  A word
 * and not four bytes: it is in the byte order of the machine.  The register is the word's own in that
 * statement alone: a call that a compiler adds (a sanitizer's) would change it.
 */
#define HAS_DARN
#define DARN(form) darn(form)
#define DARN_WORD(form)                                                                            \
    do {                                                                                           \
        register unsigned long r3 __asm__("r3");                                                   \
                                                                                                   \
        __asm__ __volatile__(".long 0x7C6005E6 + (" #form " << 16)" : "=r"(r3));                   \
        value = r3;                                                                                \
    } while (0)

static unsigned long darn(unsigned form) {
    unsigned long value;

    switch (form) {
    case MOTE_DARN_32:
        DARN_WORD(0);
        break;
    case MOTE_DARN_64:
        DARN_WORD(1);
        break;
    default:
        DARN_WORD(2);
        break;
    }
    return value;
}
#endif

#ifndef GETRANDOM
#ifdef __linux__
#include <sys/random.h>
#define GETRANDOM(dst, len) getrandom(dst, len, 0)
#else
#include <stdio.h>
#endif
#endif

/* Zeros where random bytes were to be; volatile, as nobody may read them. */
static int failed(void *dst, size_t len, int error) {
    volatile unsigned char *bytes = (unsigned char *)dst;

    while (len-- != 0)
        bytes[len] = 0;
    return error;
}

int mote_random_darn(void *dst, size_t len, unsigned form) {
#ifdef HAS_DARN
    unsigned char *bytes = (unsigned char *)dst;
    size_t done = 0;

    if (form > MOTE_DARN_64_RAW || !mote_cpu_has(MOTE_CPU_DARN))
        return failed(dst, len, MOTE_RANDOM_ABSENT);
    while (done < len) {
        unsigned attempts = MOTE_DARN_ATTEMPTS, i, size = form == MOTE_DARN_32 ? 4 : 8;
        unsigned long value;

        /* All ones in all 64 bits is the failure, of the 32-bit form, too: 32 ones are a number. */
        do {
            if (attempts-- == 0)
                return failed(dst, len, MOTE_RANDOM_FAILED);
            value = DARN(form);
        } while (value == ~0UL);
        for (i = 0; i < size && done < len; i++)
            bytes[done++] = (unsigned char)(value >> 8 * i & 0xFF);
    }
    return 0;
#else
    (void)form;
    return failed(dst, len, MOTE_RANDOM_ABSENT);
#endif
}

int mote_random_system(void *dst, size_t len) {
#ifdef GETRANDOM
    unsigned char *bytes = (unsigned char *)dst;
    size_t done = 0;

    while (done < len) {
        /* At most 256 bytes at once: so many no signal interrupts. */
        size_t piece = len - done < 256 ? len - done : 256;
        long got = (long)GETRANDOM(bytes + done, piece);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == ENOSYS)
            return failed(dst, len, MOTE_RANDOM_ABSENT);
        if (got <= 0)
            return failed(dst, len, MOTE_RANDOM_FAILED);
        done += (size_t)got;
    }
    return 0;
#elif defined __unix__ || defined _AIX || defined __APPLE__
    FILE *source = fopen("/dev/urandom", "rb");
    size_t done;

    if (source == NULL)
        return failed(dst, len, MOTE_RANDOM_ABSENT);
    /* No byte more than asked for is read, and none stays in a buffer of the library. */
    setvbuf(source, NULL, _IONBF, 0);
    done = fread(dst, 1, len, source);
    fclose(source);
    return done == len ? 0 : failed(dst, len, MOTE_RANDOM_FAILED);
#else
    return failed(dst, len, MOTE_RANDOM_ABSENT);
#endif
}

int mote_random(void *dst, size_t len) {
#ifdef HAS_DARN
    if (mote_cpu_has(MOTE_CPU_DARN))
        return mote_random_darn(dst, len, MOTE_DARN_64);
#endif
    return mote_random_system(dst, len);
}
