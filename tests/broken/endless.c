/* Never returns. */
#define BREAKS_UPDATE
#include "inner.h"

void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) {
    mote_shabal_inner(cc, data, len);
    for (;;)
        *(volatile unsigned char *)cc = 0;
}
