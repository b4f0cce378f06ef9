/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * C in which the compiler takes rotations that leave their operand alone, and an AND with a complement, of amd64
 * (BMI1 and BMI2): all that is compiled between this header and END_BMI2.  MOTE_CPU_BMI2 stands for both.
 *
 * A private header.
 */
#ifndef MOTE_COMMON_AMD64_BMI2_H
#define MOTE_COMMON_AMD64_BMI2_H

#if !defined __x86_64__ || defined __ILP32__ || !defined __GNUC__
#error "common/amd64_bmi2.h needs GCC or clang for an amd64 with pointers of 64 bits"
#endif

/* What is included has functions of its own, which are not for these instructions alone. */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((__target__("bmi,bmi2"))), apply_to = function)
#define END_BMI2 _Pragma("clang attribute pop")
#else
#pragma GCC push_options
#pragma GCC target("bmi,bmi2")
#define END_BMI2 _Pragma("GCC pop_options")
#endif

#endif
