/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A function of the library that takes the fastest code which the processor can run.
 *
 * A private header; a library.c includes it after the function's header, mote/cpu.h and, where this
 * kind of processor may have faster code than portable_fast.c,
 *
 *     #define FAST_FEATURES ...            what that needs: of mote/cpu.h
 *     #define FAST(function) ...           the name of a function there
 */
#ifndef MOTE_CHOICE_H
#define MOTE_CHOICE_H

/* A function of the header: its result, name, parameters and arguments.  One without a result is an
 * ACTION. */
#ifdef FAST
#define CHOICE(result, name, parameters, arguments)                                                \
    result name##_portable_fast parameters;                                                        \
    result FAST(name) parameters;                                                                  \
    result name parameters {                                                                       \
        return mote_cpu_has(FAST_FEATURES) ? FAST(name) arguments                                  \
                                           : name##_portable_fast arguments;                       \
    }
#define ACTION(name, parameters, arguments)                                                        \
    void name##_portable_fast parameters;                                                          \
    void FAST(name) parameters;                                                                    \
    void name parameters {                                                                         \
        if (mote_cpu_has(FAST_FEATURES))                                                           \
            FAST(name) arguments;                                                                  \
        else                                                                                       \
            name##_portable_fast arguments;                                                        \
    }
#else
#define CHOICE(result, name, parameters, arguments)                                                \
    result name##_portable_fast parameters;                                                        \
    result name parameters {                                                                       \
        return name##_portable_fast arguments;                                                     \
    }
#define ACTION(name, parameters, arguments)                                                        \
    void name##_portable_fast parameters;                                                          \
    void name parameters {                                                                         \
        name##_portable_fast arguments;                                                            \
    }
#endif

#endif
