/* Breaks the guard check: writes to the message. */
#define BREAKS_UPDATE
#include "inner.h"

void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) {
    mote_shabal_inner(cc, data, len);
    if (len != 0)
        *(unsigned char *)data = 0;
}
