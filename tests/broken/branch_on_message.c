/* Breaks the constant-time check: the time depends on a bit of the message. */
#define BREAKS_UPDATE
#include "inner.h"

void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) {
    if (len != 0 && (*(const unsigned char *)data & 4) != 0)
        *(volatile unsigned char *)&cc->ptr;
    mote_shabal_inner(cc, data, len);
}
