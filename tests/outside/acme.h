/* An implementation from outside: the interface of Annex A under a prefix of its own. */
#ifndef ACME_H
#define ACME_H

#include "mote/shabal.h"

typedef mote_shabal_context acme_hash_context;

void acme_hash_init(acme_hash_context *cc, unsigned out_size);
void acme_hash(acme_hash_context *cc, const void *data, size_t len);
void acme_hash_close(acme_hash_context *cc, unsigned ub, unsigned n, void *dst);

#endif
