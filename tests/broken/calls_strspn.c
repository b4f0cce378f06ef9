/* Breaks the object rules: calls a function other than memcpy and memset. */
#define BREAKS_INIT
#include "inner.h"

void mote_shabal_init(mote_shabal_context *cc, unsigned out_size) {
    mote_shabal_init_inner(cc, out_size + (unsigned)strspn((const char *)cc, (const char *)cc + 1));
}
