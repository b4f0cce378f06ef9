/* Does not compile. */
#include "mote/shabal.h"

void mote_shabal_init(mote_shabal_context *cc, unsigned out_size) {
    this is not C
}
