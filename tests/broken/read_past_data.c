/* Breaks the guard check: reads the byte behind the data. */
#define BREAKS_UPDATE
#include "inner.h"

void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) {
    mote_shabal_inner(cc, data, len);
    if (len != 0)
        (void)*((const volatile unsigned char *)data + len);
}
