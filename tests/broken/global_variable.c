/* Breaks the object rules: counts its calls in a variable. */
#define BREAKS_UPDATE
#include "inner.h"

static volatile unsigned calls;

void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) {
    calls++;
    mote_shabal_inner(cc, data, len);
}
