/* Breaks the constant-time check: an address that is read depends on the message. */
#define BREAKS_UPDATE
#include "inner.h"

void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) {
    if (len != 0)
        (void)*((volatile unsigned char *)cc->B + (*(const unsigned char *)data & 15));
    mote_shabal_inner(cc, data, len);
}
