/*
 * Threefish-512 in portable C: small code, nearly all of it in mote_threefish.h.
 */
#include "mote/threefish512.h"

typedef mote_threefish512_u32 u32;
typedef mote_threefish512_context context;

#define WORDS64
#include "../mote_small.h"

#define WORDS 8
#define DECRYPT
#include "../mote_threefish.h"

void mote_threefish512_init(context *cc, const void *key) {
    const unsigned char *bytes = (const unsigned char *)key;
    unsigned i;

    for (i = 0; i != 64; i++)
        SET_BYTE(cc->key, i, bytes[i]);
}

/* A block, backwards or not */
static void crypt(const context *cc, const void *tweak, const void *src, void *dst, unsigned back) {
    const unsigned char *bytes = (const unsigned char *)src, *t = (const unsigned char *)tweak;
    unsigned char *out = (unsigned char *)dst;
    u32 x[16], words[4];
    unsigned i;

    for (i = 0; i != 64; i++)
        SET_BYTE(x, i, bytes[i]);
    for (i = 0; i != 16; i++)
        SET_BYTE(words, i, t[i]);
    if (back)
        decrypt(x, cc->key, words);
    else
        encrypt(x, cc->key, words);
    for (i = 0; i != 64; i++)
        out[i] = GET_BYTE(x, i);
}

void mote_threefish512_encrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    crypt(cc, tweak, src, dst, 0);
}

void mote_threefish512_decrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    crypt(cc, tweak, src, dst, 1);
}
