/* Breaks the guard check: crashes on a null pointer. */
#define BREAKS_CLOSE
#include "inner.h"

void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst) {
    volatile unsigned char *volatile nowhere = 0;

    mote_shabal_close_inner(cc, ub, n, dst);
    *nowhere = (unsigned char)n;
}
