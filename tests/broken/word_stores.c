/* Breaks the guard check where the CPU demands alignment: a word is stored at every byte. */
#define BREAKS_CLOSE
#include "inner.h"

void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst) {
    volatile mote_u32 padding[4];
    unsigned i;

    for (i = 0; i < 8; i++)
        *(volatile mote_u32 *)((volatile unsigned char *)padding + i) = 0;
    mote_shabal_close_inner(cc, ub, n, dst);
}
