/*
 * Random bytes from a DARN and a system that fail on demand: FAILURES times in a row before each
 * success, for ever where that is negative.  Arguments: the function's name and the number of bytes;
 * output: its result and the bytes.
 */
#include "mote/cpu.h"
#include "mote/random.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned long stub_darn(unsigned form);
long stub_getrandom(void *dst, size_t len);

static long failures;
static unsigned long next = 1;

unsigned long stub_darn(unsigned form) {
    if (failures != 0) {
        failures--;
        return ~0UL;
    }
    failures = FAILURES;
    next++;
    /* All ones in 32 bits are a number like any other; so are those of 64 bits but the last. */
    return form == MOTE_DARN_32 ? 0xFFFFFFFFUL : ~0UL - next;
}

long stub_getrandom(void *dst, size_t len) {
    static int interrupted;

    if (SYSTEM_ERROR != 0) {
        errno = SYSTEM_ERROR;
        return SYSTEM_ERROR == -1 ? 0 : -1;
    }
    if (!interrupted) {
        interrupted = 1;
        errno = EINTR;
        return -1;
    }
    if (len > 3)
        len = 3;
    memset(dst, 0x5A, len);
    return (long)len;
}

int mote_cpu_has(mote_u32 features) {
    return features == MOTE_CPU_DARN && HAS_INSTRUCTION;
}

int main(int argc, char **argv) {
    static unsigned char bytes[1000];
    size_t len = argc > 2 ? (size_t)strtoul(argv[2], NULL, 0) : 0, i;
    int result;

    failures = FAILURES;
    memset(bytes, 0x77, sizeof bytes);
    if (strcmp(argv[1], "system") == 0)
        result = mote_random_system(bytes, len);
    else if (strcmp(argv[1], "any") == 0)
        result = mote_random(bytes, len);
    else
        result = mote_random_darn(bytes, len, (unsigned)atoi(argv[1]));
    printf("%d ", result);
    for (i = 0; i < len; i++)
        printf("%02x", bytes[i]);
    printf(" %02x\n", bytes[len]);
    return 0;
}
