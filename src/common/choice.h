/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A function of the library that takes the fastest code which the processor can run.
 *
 * A private header; a library.c includes it after the function's header and mote/cpu.h.  The build
 * (cmake/implementations.cmake) defines, by the one list in cmake/fastest.txt,
 *
 *     PLAIN_NAME       the implementation for any processor: portable_fast
 *     FAST_NAME        where this kind of processor may have faster code, that implementation,
 *     FAST_FEATURES    and what it needs, of mote/cpu.h
 *
 * and where there is code that is faster still on some of these processors, FASTER_NAME and
 * FASTER_FEATURES too; and on some of those, FASTEST_NAME and FASTEST_FEATURES.
 */
#ifndef MOTE_CHOICE_H
#define MOTE_CHOICE_H

/* The name that a function has in an implementation: mote_crc32_amd64. */
#define CHOICE_JOIN(function, name) function##_##name
#define CHOICE_OF(function, name) CHOICE_JOIN(function, name)
#define PLAIN(function) CHOICE_OF(function, PLAIN_NAME)
#ifdef FAST_NAME
#define FAST(function) CHOICE_OF(function, FAST_NAME)
#endif
#ifdef FASTER_NAME
#define FASTER(function) CHOICE_OF(function, FASTER_NAME)
#endif
#ifdef FASTEST_NAME
#define FASTEST(function) CHOICE_OF(function, FASTEST_NAME)
#endif

#ifdef __GNUC__
#define SELDOM __attribute__((__noinline__, __cold__))
#else
#define SELDOM
#endif

#ifdef FAST
/*
 * How many of FAST, FASTER and FASTEST the processor can run, counted from the slowest: 1 is plain code.
 * Kept here, as asking costs as much as some messages of a few bytes: each of the functions would
 * call another object.  0 is before the first question; any thread finds the same answer.
 */
static unsigned chosen;

#ifdef __GNUC__
#define CHOSEN __atomic_load_n(&chosen, __ATOMIC_RELAXED)
#define CHOOSE(rank) __atomic_store_n(&chosen, rank, __ATOMIC_RELAXED)
#define FIRST_TIME(asked) __builtin_expect((asked) == 0, 0)
#else
#define CHOSEN (*(volatile unsigned *)&chosen)
#define CHOOSE(rank) (CHOSEN = (rank))
#define FIRST_TIME(asked) ((asked) == 0)
#endif

SELDOM static void choose(void) {
    unsigned rank = 1;

    if (mote_cpu_has(FAST_FEATURES))
        rank = 2;
#ifdef FASTER
    if (mote_cpu_has(FASTER_FEATURES))
        rank = 3;
#endif
#ifdef FASTEST
    if (mote_cpu_has(FASTEST_FEATURES))
        rank = 4;
#endif
    CHOOSE(rank);
}
#endif

/* Calls the function of the code that fits, in front of the statement for other processors. */
#ifdef FASTEST
#define DECLARE_FASTEST(result, name, parameters) result FASTEST(name) parameters;
#define IF_FASTEST(call, name, arguments)                                                          \
    if (rank == 4)                                                                                 \
        call FASTEST(name) arguments;                                                              \
    else
#else
#define DECLARE_FASTEST(result, name, parameters)
#define IF_FASTEST(call, name, arguments)
#endif
#ifdef FASTER
#define DECLARE_FASTER(result, name, parameters)                                                   \
    DECLARE_FASTEST(result, name, parameters)                                                      \
    result FASTER(name) parameters;
#define IF_FASTER(call, name, arguments)                                                           \
    IF_FASTEST(call, name, arguments)                                                              \
    if (rank == 3)                                                                                 \
        call FASTER(name) arguments;                                                               \
    else
#else
#define DECLARE_FASTER(result, name, parameters)
#define IF_FASTER(call, name, arguments)
#endif

/*
 * A function of the header: its result, name, parameters and arguments.  One without a result is an
 * ACTION.  The first time it is another function that chooses, so that this one calls nothing but what
 * ends it, and needs no frame.
 */
#ifdef FAST
#define CHOICE(result, name, parameters, arguments)                                                \
    result PLAIN(name) parameters;                                                                 \
    result FAST(name) parameters;                                                                  \
    DECLARE_FASTER(result, name, parameters)                                                       \
    SELDOM static result CHOICE_JOIN(name, at_first) parameters {                                  \
        choose();                                                                                  \
        return name arguments;                                                                     \
    }                                                                                              \
    result name parameters {                                                                       \
        unsigned rank = CHOSEN;                                                                    \
        if (FIRST_TIME(rank))                                                                      \
            return CHOICE_JOIN(name, at_first) arguments;                                          \
        IF_FASTER(return, name, arguments)                                                         \
        return rank == 2 ? FAST(name) arguments : PLAIN(name) arguments;                           \
    }
#define ACTION(name, parameters, arguments) ACTION_AS(extern, name, name, parameters, arguments)
/* The same under another name, `storage` before it: static. */
#define ACTION_AS(storage, as, name, parameters, arguments)                                        \
    void PLAIN(name) parameters;                                                                   \
    void FAST(name) parameters;                                                                    \
    DECLARE_FASTER(void, name, parameters)                                                         \
    storage void as parameters;                                                                    \
    SELDOM static void CHOICE_JOIN(name, at_first) parameters {                                    \
        choose();                                                                                  \
        as arguments;                                                                              \
    }                                                                                              \
    storage void as parameters {                                                                   \
        unsigned rank = CHOSEN;                                                                    \
        if (FIRST_TIME(rank))                                                                      \
            CHOICE_JOIN(name, at_first) arguments;                                                 \
        else                                                                                       \
            IF_FASTER((void), name, arguments)                                                     \
        if (rank == 2)                                                                             \
            FAST(name) arguments;                                                                  \
        else                                                                                       \
            PLAIN(name) arguments;                                                                 \
    }
#else
#define CHOICE(result, name, parameters, arguments)                                                \
    result PLAIN(name) parameters;                                                                 \
    result name parameters {                                                                       \
        return PLAIN(name) arguments;                                                              \
    }
#define ACTION(name, parameters, arguments) ACTION_AS(extern, name, name, parameters, arguments)
#define ACTION_AS(storage, as, name, parameters, arguments)                                        \
    void PLAIN(name) parameters;                                                                   \
    storage void as parameters {                                                                   \
        PLAIN(name) arguments;                                                                     \
    }
#endif

#endif
