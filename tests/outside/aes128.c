/* AES in counter mode with keys of 128 bits alone, for docs/measure-your-own.md: here an adapter. */
#define mote_aes_ctr_init whole_init
#define mote_aes_ctr_crypt small_crypt
#include "src/aes/aes_ctr/portable.c"

int small_init(mote_aes_ctr_context *cc, const void *key, unsigned key_bits, const void *counter) {
#ifndef CARELESS
    if (key_bits != 128)
        return -1;
#endif
    (void)key_bits;
    return whole_init(cc, key, 128, counter);
}
