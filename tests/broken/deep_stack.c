/* Overflows the stack: calls itself for ever. */
#define BREAKS_INIT
#include "inner.h"

void mote_shabal_init(mote_shabal_context *cc, unsigned out_size) {
    volatile unsigned char frame[64];

    frame[0] = (unsigned char)out_size;
    mote_shabal_init(cc, out_size + frame[0]);
    mote_shabal_init_inner(cc, out_size + frame[0]);
}
