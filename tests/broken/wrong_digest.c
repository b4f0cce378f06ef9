/* Breaks the vectors check: one bit of the digest is wrong. */
#define BREAKS_CLOSE
#include "inner.h"

void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst) {
    mote_shabal_close_inner(cc, ub, n, dst);
    *(unsigned char *)dst ^= 1;
}
