/* Shabal under another prefix, as a file from outside would come to `mote measure`. */
#include "acme.h"

#define mote_shabal_init acme_hash_init
#define mote_shabal acme_hash
#define mote_shabal_close acme_hash_close
#include "../../src/shabal/portable_lowram.c"
