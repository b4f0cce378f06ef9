/*
 * For the broken implementations of this folder: portable.c under other names, so that each can
 * wrap one function of it and break one rule.  The names keep the prefix, as Annex A demands.
 */
#define mote_shabal_init mote_shabal_init_inner
#define mote_shabal mote_shabal_inner
#define mote_shabal_close mote_shabal_close_inner
#include "../../src/shabal/portable.c"
#undef mote_shabal_init
#undef mote_shabal
#undef mote_shabal_close

void mote_shabal_init(mote_shabal_context *cc, unsigned out_size);
void mote_shabal(mote_shabal_context *cc, const void *data, size_t len);
void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst);

#ifndef BREAKS_INIT
void mote_shabal_init(mote_shabal_context *cc, unsigned out_size) {
    mote_shabal_init_inner(cc, out_size);
}
#endif

#ifndef BREAKS_UPDATE
void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) {
    mote_shabal_inner(cc, data, len);
}
#endif

#ifndef BREAKS_CLOSE
void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst) {
    mote_shabal_close_inner(cc, ub, n, dst);
}
#endif
