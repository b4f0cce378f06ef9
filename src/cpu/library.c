/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the processor can do: see mote/cpu.h.
 *
 * One of these systems is asked; -DSYSTEM=SYSTEM_AIX and so on says which, where a test wants to
 * know better than the compiler.
 */
#define SYSTEM_UNKNOWN 0
#define SYSTEM_LINUX_POWER 1
#define SYSTEM_AIX 2
#define SYSTEM_X86 3
#define SYSTEM_PROBED_POWER 4
#define SYSTEM_LINUX_ARM64 5
#define SYSTEM_FREEBSD_ARM64 6
#define SYSTEM_APPLE_ARM64 7
#define SYSTEM_WINDOWS_ARM64 8
#define SYSTEM_LINUX_RISCV64 9

#ifndef SYSTEM
#ifdef MOTE_CPU_PROBE
#define SYSTEM SYSTEM_PROBED_POWER
#elif defined _AIX
#define SYSTEM SYSTEM_AIX
#elif defined __linux__ && (defined __powerpc__ || defined __powerpc64__ || defined __PPC__)
#define SYSTEM SYSTEM_LINUX_POWER
#elif defined __GNUC__ && (defined __x86_64__ || defined __i386__)
#define SYSTEM SYSTEM_X86
#elif defined __linux__ && defined __aarch64__
#define SYSTEM SYSTEM_LINUX_ARM64
#elif defined __FreeBSD__ && defined __aarch64__
#define SYSTEM SYSTEM_FREEBSD_ARM64
#elif defined __APPLE__ && defined __aarch64__
#define SYSTEM SYSTEM_APPLE_ARM64
#elif defined _WIN32 && (defined __aarch64__ || defined _M_ARM64)
#define SYSTEM SYSTEM_WINDOWS_ARM64
#elif defined __linux__ && defined __riscv && __riscv_xlen == 64
#define SYSTEM SYSTEM_LINUX_RISCV64
#else
#define SYSTEM SYSTEM_UNKNOWN
#endif
#endif

/* For sigaction and sigsetjmp in strict C */
#if SYSTEM == SYSTEM_PROBED_POWER && !defined _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L
#endif
/* For syscall */
#if SYSTEM == SYSTEM_LINUX_RISCV64 && !defined _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#include "mote/cpu.h"

#include <stdlib.h>
#include <string.h>

typedef mote_u32 u32;

/* The names, from bit 0 on. */
static const char names[32][12] = {
    "altivec", "vsx",    "power7",     "power8", "vec_crypto", "power9", "darn", "power10",
    "pmull",   "sha1",   "sha2",       "crc32",  "sha512",     "sha3",   "zbb",  "fp256",
    "ssse3",   "sse4.1", "sse4.2",     "aes",    "pclmulqdq",  "avx",    "avx2", "bmi2",
    "sha",     "vaes",   "vpclmulqdq", "avx512", "ifma",       "",       "",     "",
};

#if SYSTEM == SYSTEM_LINUX_POWER

#include <sys/auxv.h>

/*
 * Constants that a C library before 2.24 lacks; their values are the kernel's
 * (arch/powerpc/include/uapi/asm/cputable.h).
 */
#ifndef AT_HWCAP
#define AT_HWCAP 16
#endif
#ifndef AT_DCACHEBSIZE
#define AT_DCACHEBSIZE 19
#endif
#ifndef AT_HWCAP2
#define AT_HWCAP2 26
#endif
#ifndef PPC_FEATURE_HAS_ALTIVEC
#define PPC_FEATURE_HAS_ALTIVEC 0x10000000
#endif
#ifndef PPC_FEATURE_HAS_VSX
#define PPC_FEATURE_HAS_VSX 0x00000080
#endif
#ifndef PPC_FEATURE_ARCH_2_06
#define PPC_FEATURE_ARCH_2_06 0x00000100
#endif
#ifndef PPC_FEATURE2_ARCH_2_07
#define PPC_FEATURE2_ARCH_2_07 0x80000000
#endif
#ifndef PPC_FEATURE2_VEC_CRYPTO
#define PPC_FEATURE2_VEC_CRYPTO 0x02000000
#endif
#ifndef PPC_FEATURE2_ARCH_3_00
#define PPC_FEATURE2_ARCH_3_00 0x00800000
#endif
#ifndef PPC_FEATURE2_DARN
#define PPC_FEATURE2_DARN 0x00200000
#endif
#ifndef PPC_FEATURE2_ARCH_3_1
#define PPC_FEATURE2_ARCH_3_1 0x00040000
#endif

static u32 present(void) {
    unsigned long first = getauxval(AT_HWCAP), second = getauxval(AT_HWCAP2);
    u32 found = 0;

    if ((first & PPC_FEATURE_HAS_ALTIVEC) != 0)
        found |= MOTE_CPU_ALTIVEC;
    if ((first & PPC_FEATURE_HAS_VSX) != 0)
        found |= MOTE_CPU_VSX;
    if ((first & PPC_FEATURE_ARCH_2_06) != 0)
        found |= MOTE_CPU_POWER7;
    if ((second & PPC_FEATURE2_ARCH_2_07) != 0)
        found |= MOTE_CPU_POWER8;
    if ((second & PPC_FEATURE2_VEC_CRYPTO) != 0)
        found |= MOTE_CPU_VEC_CRYPTO;
    if ((second & PPC_FEATURE2_ARCH_3_00) != 0)
        found |= MOTE_CPU_POWER9;
    if ((second & PPC_FEATURE2_DARN) != 0)
        found |= MOTE_CPU_DARN;
    if ((second & PPC_FEATURE2_ARCH_3_1) != 0)
        found |= MOTE_CPU_POWER10;
    return found;
}

static long processor_cache_line(void) {
    return (long)getauxval(AT_DCACHEBSIZE);
}

#elif SYSTEM == SYSTEM_PROBED_POWER

/*
 * A POWER system that says nothing, with POSIX's signals: an instruction of each kind is tried, as its
 * word, for the assembler may not know it.  They change r3 and v0 alone.
 */
#include <setjmp.h>
#include <signal.h>

#ifdef __ALTIVEC__
#define CHANGED "r3", "v0"
#else
#define CHANGED "r3"
#endif

static sigjmp_buf before;

static void leave(int number) {
    (void)number;
    siglongjmp(before, 1);
}

/* The handler stands: whether an instruction can be executed. */
#define TRY(instruction)                                                                           \
    if (sigsetjmp(before, 1) == 0) {                                                               \
        __asm__ __volatile__(".long " #instruction : : : CHANGED);                                 \
        return 1;                                                                                  \
    }                                                                                              \
    return 0

static int has_vor(void) {
    TRY(0x10000484); /* vor v0,v0,v0 */
}
static int has_xxlor(void) {
    TRY(0xF0000490); /* xxlor vs0,vs0,vs0 */
}
static int has_popcntd(void) {
    TRY(0x7C6303F4); /* popcntd r3,r3: 2.06 */
}
static int has_mfvsrd(void) {
    TRY(0x7C030066); /* mfvsrd r3,vs0: 2.07 */
}
static int has_vsbox(void) {
    TRY(0x100005C8); /* vsbox v0,v0 */
}
static int has_cnttzd(void) {
    TRY(0x7C630474); /* cnttzd r3,r3: 3.0 */
}
static int has_darn(void) {
    TRY(0x7C6105E6); /* darn r3,1 */
}
static int has_setbc(void) {
    TRY(0x7C600300); /* setbc r3,0: 3.1 */
}

static u32 present(void) {
    static const struct {
        u32 feature;
        int (*has)(void);
    } probes[] = {
        {MOTE_CPU_ALTIVEC, has_vor},      {MOTE_CPU_VSX, has_xxlor},
        {MOTE_CPU_POWER7, has_popcntd},   {MOTE_CPU_POWER8, has_mfvsrd},
        {MOTE_CPU_VEC_CRYPTO, has_vsbox}, {MOTE_CPU_POWER9, has_cnttzd},
        {MOTE_CPU_DARN, has_darn},        {MOTE_CPU_POWER10, has_setbc},
    };
    struct sigaction probing, old;
    u32 found = 0;
    size_t i;

    memset(&probing, 0, sizeof probing);
    probing.sa_handler = leave;
    sigemptyset(&probing.sa_mask);
    if (sigaction(SIGILL, &probing, &old) != 0)
        return 0;
    for (i = 0; i < sizeof probes / sizeof probes[0]; i++)
        if (probes[i].has())
            found |= probes[i].feature;
    if (sigaction(SIGILL, &old, NULL) != 0)
        return 0;
    return found;
}

static long processor_cache_line(void) {
    return 0;
}

#elif SYSTEM == SYSTEM_AIX

#include <sys/systemcfg.h>
#include <unistd.h>

/*
 * Headers of older systems lack the macros of newer processors.  The bits of `implementation` go up
 * with the generations: 0x8000 is POWER7, 0x10000 POWER8; what a processor to come will have is
 * above.
 */
#define IMPLEMENTED(bits) ((_system_configuration.implementation & (bits)) != 0)
#ifndef __power_7_andup
#define __power_7_andup() IMPLEMENTED(0xFFFF8000)
#endif
#ifndef __power_8_andup
#define __power_8_andup() IMPLEMENTED(0xFFFF0000)
#endif
#ifndef __power_9_andup
#define __power_9_andup() IMPLEMENTED(0xFFFE0000)
#endif
#ifndef __power_10_andup
#define __power_10_andup() IMPLEMENTED(0xFFFC0000)
#endif

/* There are no bits for the categories of an instruction set: what it has follows from its age. */
static u32 present(void) {
    u32 found = 0;

    if (_system_configuration.vmx_version > 0)
        found |= MOTE_CPU_ALTIVEC;
    if (_system_configuration.vmx_version > 1)
        found |= MOTE_CPU_VSX;
    if (__power_7_andup())
        found |= MOTE_CPU_POWER7;
    if (__power_8_andup())
        found |= MOTE_CPU_POWER8;
    /* The system may keep the vector registers from a program (vmx_version 0). */
    if (__power_8_andup() && (found & MOTE_CPU_VSX) != 0)
        found |= MOTE_CPU_VEC_CRYPTO;
    if (__power_9_andup())
        found |= MOTE_CPU_POWER9 | MOTE_CPU_DARN;
    if (__power_10_andup())
        found |= MOTE_CPU_POWER10;
    return found;
}

static long processor_cache_line(void) {
    return (long)getsystemcfg(SC_L1C_DLS);
}

#elif SYSTEM == SYSTEM_X86

#include <cpuid.h>

/* Bits of CPUID's answers: leaf 1 in ECX, leaf 7 in EBX and ECX, leaf 8000001Ah in EAX. */
#define ECX1_PCLMULQDQ ((u32)1 << 1)
#define ECX1_SSSE3 ((u32)1 << 9)
#define ECX1_SSE41 ((u32)1 << 19)
#define ECX1_SSE42 ((u32)1 << 20)
#define ECX1_AES ((u32)1 << 25)
#define ECX1_OSXSAVE ((u32)1 << 27)
#define ECX1_AVX ((u32)1 << 28)
#define EBX7_BMI1 ((u32)1 << 3)
#define EBX7_AVX2 ((u32)1 << 5)
#define EBX7_BMI2 ((u32)1 << 8)
#define EBX7_AVX512F ((u32)1 << 16)
#define EBX7_IFMA ((u32)1 << 21)
#define EBX7_SHA ((u32)1 << 29)
#define EBX7_AVX512BW ((u32)1 << 30)
#define EBX7_AVX512VL ((u32)1 << 31)
#define ECX7_VAES ((u32)1 << 9)
#define ECX7_VPCLMULQDQ ((u32)1 << 10)
#define EAX1A_FP256 ((u32)1 << 2)
#define EAX1A_FP512 ((u32)1 << 3)
#define PERFORMANCE_LEAF 0x8000001A

/* Registers that the operating system saves, of XCR0: XMM and YMM; and for AVX-512 all others. */
#define SAVES_YMM 0x06
#define SAVES_ZMM 0xE6

#ifndef XCR0
#define XCR0() xcr0()
static u32 xcr0(void) {
    u32 low, high;

    __asm__ __volatile__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    return low;
}
#endif
#ifndef CPUID
#define CPUID __get_cpuid_count
#endif

static u32 present(void) {
    static const struct {
        u32 feature, ecx1, ebx7, ecx7, saved;
    } rules[] = {
        {MOTE_CPU_SSSE3, ECX1_SSSE3, 0, 0, 0},
        {MOTE_CPU_SSE41, ECX1_SSE41, 0, 0, 0},
        {MOTE_CPU_SSE42, ECX1_SSE42, 0, 0, 0},
        {MOTE_CPU_AES, ECX1_AES, 0, 0, 0},
        {MOTE_CPU_PCLMULQDQ, ECX1_PCLMULQDQ, 0, 0, 0},
        {MOTE_CPU_AVX, ECX1_AVX, 0, 0, SAVES_YMM},
        {MOTE_CPU_AVX2, ECX1_AVX, EBX7_AVX2, 0, SAVES_YMM},
        {MOTE_CPU_BMI2, 0, EBX7_BMI1 | EBX7_BMI2, 0, 0},
        {MOTE_CPU_SHA, 0, EBX7_SHA, 0, 0},
        {MOTE_CPU_VAES, ECX1_AVX, EBX7_AVX2, ECX7_VAES, SAVES_YMM},
        {MOTE_CPU_VPCLMULQDQ, ECX1_AVX, EBX7_AVX2, ECX7_VPCLMULQDQ, SAVES_YMM},
        {MOTE_CPU_AVX512, ECX1_AVX, EBX7_AVX512F | EBX7_AVX512BW | EBX7_AVX512VL, 0, SAVES_ZMM},
        {MOTE_CPU_IFMA, ECX1_AVX, EBX7_AVX512F | EBX7_IFMA, 0, SAVES_ZMM},
    };
    unsigned a = 0, b = 0, c = 0, d = 0;
    u32 ecx1, ebx7 = 0, ecx7 = 0, saved = 0, found = 0;
    size_t i;

    if (!CPUID(1, 0, &a, &b, &c, &d))
        return 0;
    ecx1 = c;
    if (CPUID(7, 0, &a, &b, &c, &d)) {
        ebx7 = b;
        ecx7 = c;
    }
    /* Without OSXSAVE, XGETBV is an invalid opcode. */
    if ((ecx1 & ECX1_OSXSAVE) != 0)
        saved = XCR0();
    for (i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if ((ecx1 & rules[i].ecx1) == rules[i].ecx1 && (ebx7 & rules[i].ebx7) == rules[i].ebx7 &&
            (ecx7 & rules[i].ecx7) == rules[i].ecx7 && (saved & rules[i].saved) == rules[i].saved)
            found |= rules[i].feature;
    /* Processors that are not AMD's lack that leaf. */
    if (CPUID(PERFORMANCE_LEAF, 0, &a, &b, &c, &d) &&
        (a & (EAX1A_FP256 | EAX1A_FP512)) == EAX1A_FP256)
        found |= MOTE_CPU_FP256;
    return found;
}

/* What CLFLUSH flushes, in units of 8 bytes. */
static long processor_cache_line(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;

    return CPUID(1, 0, &a, &b, &c, &d) ? (long)(b >> 8 & 0xFF) * 8 : 0;
}

#elif SYSTEM == SYSTEM_LINUX_ARM64 || SYSTEM == SYSTEM_FREEBSD_ARM64

#include <sys/auxv.h>

/* Bits of AT_HWCAP, the same for both systems: Linux, arch/arm64/include/uapi/asm/hwcap.h. */
static u32 features_of(unsigned long bits) {
    static const struct {
        u32 feature;
        unsigned bit;
    } rules[] = {
        {MOTE_CPU_AES, 3},   {MOTE_CPU_PMULL, 4}, {MOTE_CPU_SHA1, 5},    {MOTE_CPU_SHA2, 6},
        {MOTE_CPU_CRC32, 7}, {MOTE_CPU_SHA3, 17}, {MOTE_CPU_SHA512, 21},
    };
    u32 found = 0;
    size_t i;

    for (i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if ((bits >> rules[i].bit & 1) != 0)
            found |= rules[i].feature;
    return found;
}

static u32 present(void) {
#if SYSTEM == SYSTEM_LINUX_ARM64
#ifndef AT_HWCAP
#define AT_HWCAP 16
#endif
    return features_of(getauxval(AT_HWCAP));
#else
    unsigned long bits = 0;

    return elf_aux_info(AT_HWCAP, &bits, (int)sizeof bits) == 0 ? features_of(bits) : 0;
#endif
}

static long processor_cache_line(void) {
    return 0;
}

#elif SYSTEM == SYSTEM_LINUX_RISCV64

#include <unistd.h>

/* Linux, Documentation/arch/riscv/hwprobe.rst: what all processors have. */
#define IMA_EXT_0 4
struct hwprobe {
    long key;
    unsigned long value;
};

#ifdef HWPROBE
long HWPROBE(struct hwprobe *pairs, size_t count);
#else
/* With Linux before 6.4 an error. */
#define HWPROBE(pairs, count) syscall(258, pairs, (size_t)(count), (size_t)0, NULL, 0)
#endif

static u32 present(void) {
    static const struct {
        u32 features;
        unsigned long bits;
    } rules[] = {
        {MOTE_CPU_ZBB, 1UL << 4},
        {MOTE_CPU_PMULL, 1UL << 7},                   /* Zbc */
        {MOTE_CPU_PMULL, 1UL << 9},                   /* Zbkc */
        {MOTE_CPU_AES, 1UL << 11 | 1UL << 12},        /* Zknd, Zkne */
        {MOTE_CPU_SHA2 | MOTE_CPU_SHA512, 1UL << 13}, /* Zknh */
    };
    struct hwprobe pair;
    u32 found = 0;
    size_t i;

    pair.key = IMA_EXT_0;
    pair.value = 0;
    /* The key of what the system does not know becomes -1. */
    if (HWPROBE(&pair, 1) != 0 || pair.key != IMA_EXT_0)
        return 0;
    for (i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if ((pair.value & rules[i].bits) == rules[i].bits)
            found |= rules[i].features;
    return found;
}

static long processor_cache_line(void) {
    return 0;
}

#elif SYSTEM == SYSTEM_APPLE_ARM64

#include <sys/types.h>

#include <sys/sysctl.h>

/* A number of the system, of 32 or 64 bits; 0 where it does not know the name. */
static unsigned long number_called(const char *name) {
    union {
        unsigned int word;
        unsigned long both;
    } value;
    size_t bytes = sizeof value;

    value.both = 0;
    if (sysctlbyname(name, &value, &bytes, NULL, 0) != 0)
        return 0;
    return bytes == sizeof value.word ? value.word : value.both;
}

/*
 * Systems before macOS 12 have other names for some of these features, and none for those that every
 * Mac with this processor has.
 */
static u32 present(void) {
    static const struct {
        u32 feature;
        const char *name, *older;
    } rules[] = {
        {MOTE_CPU_AES, "hw.optional.arm.FEAT_AES", "hw.optional.armv8_crc32"},
        {MOTE_CPU_PMULL, "hw.optional.arm.FEAT_PMULL", "hw.optional.armv8_crc32"},
        {MOTE_CPU_SHA1, "hw.optional.arm.FEAT_SHA1", "hw.optional.armv8_crc32"},
        {MOTE_CPU_SHA2, "hw.optional.arm.FEAT_SHA256", "hw.optional.armv8_crc32"},
        {MOTE_CPU_CRC32, "hw.optional.arm.FEAT_CRC32", "hw.optional.armv8_crc32"},
        {MOTE_CPU_SHA512, "hw.optional.arm.FEAT_SHA512", "hw.optional.armv8_2_sha512"},
        {MOTE_CPU_SHA3, "hw.optional.arm.FEAT_SHA3", "hw.optional.armv8_2_sha3"},
    };
    u32 found = 0;
    size_t i;

    for (i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (number_called(rules[i].name) != 0 || number_called(rules[i].older) != 0)
            found |= rules[i].feature;
    return found;
}

static long processor_cache_line(void) {
    return (long)number_called("hw.cachelinesize");
}

#elif SYSTEM == SYSTEM_WINDOWS_ARM64

#include <windows.h>

/* Numbers that headers of older systems lack, as do these systems: they answer with no. */
#ifndef PF_ARM_V8_CRYPTO_INSTRUCTIONS_AVAILABLE
#define PF_ARM_V8_CRYPTO_INSTRUCTIONS_AVAILABLE 30
#endif
#ifndef PF_ARM_V8_CRC32_INSTRUCTIONS_AVAILABLE
#define PF_ARM_V8_CRC32_INSTRUCTIONS_AVAILABLE 31
#endif
#ifndef PF_ARM_SHA3_INSTRUCTIONS_AVAILABLE
#define PF_ARM_SHA3_INSTRUCTIONS_AVAILABLE 64
#endif
#ifndef PF_ARM_SHA512_INSTRUCTIONS_AVAILABLE
#define PF_ARM_SHA512_INSTRUCTIONS_AVAILABLE 65
#endif

static u32 present(void) {
    u32 found = 0;

    if (IsProcessorFeaturePresent(PF_ARM_V8_CRYPTO_INSTRUCTIONS_AVAILABLE))
        found |= MOTE_CPU_AES | MOTE_CPU_PMULL | MOTE_CPU_SHA1 | MOTE_CPU_SHA2;
    if (IsProcessorFeaturePresent(PF_ARM_V8_CRC32_INSTRUCTIONS_AVAILABLE))
        found |= MOTE_CPU_CRC32;
    if (IsProcessorFeaturePresent(PF_ARM_SHA3_INSTRUCTIONS_AVAILABLE))
        found |= MOTE_CPU_SHA3;
    if (IsProcessorFeaturePresent(PF_ARM_SHA512_INSTRUCTIONS_AVAILABLE))
        found |= MOTE_CPU_SHA512;
    return found;
}

static long processor_cache_line(void) {
    return 0;
}

#else

static u32 present(void) {
    return 0;
}

static long processor_cache_line(void) {
    return 0;
}

#endif

#if SYSTEM != SYSTEM_AIX && (defined __unix__ || defined __linux__)
#include <unistd.h>
#endif

/* The answer, once it is known, with these beside the features; any thread finds the same. */
#define KNOWN ((u32)1 << 31)
#define WRONG_NAME ((u32)1 << 30)
#define WRONG_FEATURE ((u32)1 << 29)

static u32 answer;

#ifdef __GNUC__
#define LOAD(place) __atomic_load_n(place, __ATOMIC_RELAXED)
#define STORE(place, value) __atomic_store_n(place, value, __ATOMIC_RELAXED)
#else
#define LOAD(place) (*(volatile u32 *)(place))
#define STORE(place, value) (*(volatile u32 *)(place) = (value))
#endif

const char *mote_cpu_name(mote_u32 feature) {
    unsigned i;

    for (i = 0; i < 32; i++)
        if (feature == (u32)1 << i && names[i][0] != 0)
            return names[i];
    return NULL;
}

/* The feature of that name, of n characters; 0 if there is none. */
static u32 feature_called(const char *name, size_t n) {
    unsigned i;

    for (i = 0; i < 32; i++)
        if (n != 0 && strlen(names[i]) == n && memcmp(names[i], name, n) == 0)
            return (u32)1 << i;
    return 0;
}

/* What is there of what the list of names allows. */
static u32 allowed(u32 there, const char *list) {
    u32 found = 0, feature;
    size_t n;

    if (strcmp(list, "none") == 0)
        return 0;
    for (;; list += n + 1) {
        n = strcspn(list, ",");
        feature = feature_called(list, n);
        if (feature == 0)
            return WRONG_NAME;
        if ((feature & there) == 0)
            return WRONG_FEATURE;
        found |= feature;
        if (list[n] == 0)
            return found;
    }
}

static u32 look(void) {
    u32 found = LOAD(&answer);

    if (found == 0) {
        const char *list = getenv("MOTE_CPU_FEATURES");

        found = present();
        if (list != NULL)
            found = allowed(found, list);
        found |= KNOWN;
        STORE(&answer, found);
    }
    return found;
}

int mote_cpu_has(mote_u32 features) {
    return (look() & features) == features;
}

int mote_cpu_features(mote_u32 *features) {
    u32 found = look();

    *features = 0;
    if ((found & WRONG_NAME) != 0)
        return MOTE_CPU_UNKNOWN_NAME;
    if ((found & WRONG_FEATURE) != 0)
        return MOTE_CPU_ABSENT;
    *features = found & ~KNOWN;
    return 0;
}

int mote_cpu_require(mote_u32 features) {
    u32 found;
    int error = mote_cpu_features(&found);

    if (error != 0)
        return error;
    return (found & features) == features ? 0 : MOTE_CPU_ABSENT;
}

size_t mote_cpu_cache_line(void) {
    long size = 0;

    /* 0 means that the system does not know, and does not say so either: glibc before 2.26. */
#if SYSTEM != SYSTEM_AIX && defined _SC_LEVEL1_DCACHE_LINESIZE
    size = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
#endif
    if (size <= 0)
        size = processor_cache_line();
    if (size <= 0)
        size = sizeof(void *) == 4 ? 32 : 64;
    return (size_t)size;
}
