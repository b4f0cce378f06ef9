/* Breaks the guard check: writes the byte behind the digest. */
#define BREAKS_CLOSE
#include "inner.h"

void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned size = cc->out_size >> 3;

    mote_shabal_close_inner(cc, ub, n, dst);
    ((unsigned char *)dst)[size] = 0;
}
