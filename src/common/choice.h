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
 *
 * and where there is code that is faster still on some of these processors, FASTER_FEATURES and
 * FASTER(function) too.
 */
#ifndef MOTE_CHOICE_H
#define MOTE_CHOICE_H

/* Calls the function of the code that fits, in front of the statement for other processors. */
#ifdef FASTER
#define DECLARE_FASTER(result, name, parameters) result FASTER(name) parameters;
#define IF_FASTER(call, name, arguments)                                                           \
    if (mote_cpu_has(FASTER_FEATURES))                                                             \
        call FASTER(name) arguments;                                                               \
    else
#else
#define DECLARE_FASTER(result, name, parameters)
#define IF_FASTER(call, name, arguments)
#endif

/* A function of the header: its result, name, parameters and arguments.  One without a result is an
 * ACTION. */
#ifdef FAST
#define CHOICE(result, name, parameters, arguments)                                                \
    result name##_portable_fast parameters;                                                        \
    result FAST(name) parameters;                                                                  \
    DECLARE_FASTER(result, name, parameters)                                                       \
    result name parameters {                                                                       \
        IF_FASTER(return, name, arguments)                                                         \
        return mote_cpu_has(FAST_FEATURES) ? FAST(name) arguments                                  \
                                           : name##_portable_fast arguments;                       \
    }
#define ACTION(name, parameters, arguments)                                                        \
    void name##_portable_fast parameters;                                                          \
    void FAST(name) parameters;                                                                    \
    DECLARE_FASTER(void, name, parameters)                                                         \
    void name parameters {                                                                         \
        IF_FASTER((void), name, arguments)                                                         \
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
