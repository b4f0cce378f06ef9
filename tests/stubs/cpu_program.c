/*
 * Prints what mote/cpu.h says: the error, the names of the features, and the line of the data cache.
 * The systems that it may be compiled with are played by what the command line gives: IMPLEMENTATION
 * and VMX of an AIX; HWCAP, HWCAP2 and DCACHE of an auxiliary vector; ECX1, EBX7, ECX7, EAX1A of a CPUID;
 * SYSCTLS, names with a comma behind each, of an Apple's system, whose numbers have SYSCTL_BYTES; and
 * PRESENT, bits of processor features of Windows; HWPROBED, bits that Linux tells of a RISC-V.
 */
#include "mote/cpu.h"
#include <stdio.h>
#include <stdlib.h>

#ifdef _AIX
#include <sys/systemcfg.h>

struct stub_system_configuration _system_configuration = {IMPLEMENTATION, VMX};

unsigned long getsystemcfg(int name) {
    return name == SC_L1C_DLS ? DCACHE : 0;
}
#endif

#ifdef HWCAP
unsigned long stub_getauxval(unsigned long type);
long stub_sysconf(int name);

unsigned long stub_getauxval(unsigned long type) {
    return type == 16 ? HWCAP : type == 26 ? HWCAP2 : type == 19 ? DCACHE : 0;
}

/* An old glibc: 0, although that is no failure. */
long stub_sysconf(int name) {
    (void)name;
    return 0;
}
#endif

#ifdef ECX1
int stub_cpuid(unsigned leaf, unsigned part, unsigned *a, unsigned *b, unsigned *c, unsigned *d);

int stub_cpuid(unsigned leaf, unsigned part, unsigned *a, unsigned *b, unsigned *c, unsigned *d) {
    (void)part;
    *a = *d = 0;
    if (leaf == 0x8000001A) {
        *b = *c = 0;
        *a = EAX1A;
        return EAX1A != 0;
    }
    *b = leaf == 1 ? 8 << 8 : EBX7;
    *c = leaf == 1 ? ECX1 : ECX7;
    return leaf == 1 || EBX7 != 0;
}
#endif

#ifdef SYSCTLS
#include <string.h>
#include <sys/sysctl.h>

int sysctlbyname(const char *name, void *old, size_t *old_bytes, void *new_value,
                 size_t new_bytes) {
    const char *found = strstr(SYSCTLS, name);
    unsigned int one = 1;

    (void)new_value;
    (void)new_bytes;
    if (found == NULL || found[strlen(name)] != ',' || *old_bytes < SYSCTL_BYTES)
        return -1;
    /* Of a little-endian number the low half comes first. */
    memset(old, 0, SYSCTL_BYTES);
    memcpy(old, &one, sizeof one);
    *old_bytes = SYSCTL_BYTES;
    return 0;
}
#endif

#ifdef PRESENT
#include <windows.h>

int IsProcessorFeaturePresent(unsigned long feature) {
    static const unsigned long numbers[] = {30, 31, 64, 65};
    unsigned i;

    for (i = 0; i < 4; i++)
        if (feature == numbers[i])
            return PRESENT >> i & 1;
    return 0;
}
#endif

#ifdef FREEBSD_HWCAP
int stub_elf_aux_info(int type, void *value, int bytes) {
    if (type != 16 || bytes != (int)sizeof(unsigned long) || FREEBSD_HWCAP == 0)
        return 22;
    *(unsigned long *)value = FREEBSD_HWCAP;
    return 0;
}
#endif

#ifdef HWPROBED
long stub_hwprobe(long *pair, size_t count);

/* 0: a system that does not know the key; 1: one that lacks the call. */
long stub_hwprobe(long *pair, size_t count) {
    if (HWPROBED == 1 || count != 1 || pair[0] != 4)
        return -1;
    pair[0] = HWPROBED == 0 ? -1 : 4;
    pair[1] = (long)HWPROBED;
    return 0;
}
#endif

int main(int argc, char **argv) {
    mote_u32 features = 0xFFFFFFFF, required;
    int error = mote_cpu_features(&features), i;

    required = argc > 1 ? (mote_u32)strtoul(argv[1], NULL, 0) : 0;
    printf("%d", error);
    for (i = 0; i < 32; i++)
        if ((features >> i & 1) != 0)
            printf(" %s", mote_cpu_name((mote_u32)1 << i));
    printf("\n%lu %d %d\n", (unsigned long)mote_cpu_cache_line(), mote_cpu_require(required),
           mote_cpu_has(required));
    return 0;
}
