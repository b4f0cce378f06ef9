/*
 * Threefish-1024 in portable C: small code, nearly all of it in mote_threefish.h.
 */
#include "mote/threefish1024.h"

typedef mote_threefish1024_u32 u32;
typedef mote_threefish1024_context context;

#define WORDS64
#include "../mote_small.h"

#define WORDS 16
#define DECRYPT
#include "../mote_threefish.h"

void mote_threefish1024_init(context *cc, const void *key) {
    const unsigned char *bytes = (const unsigned char *)key;
    unsigned i;

    for (i = 0; i != 128; i++)
        SET_BYTE(cc->key, i, bytes[i]);
}

/* A block, backwards or not */
static void crypt(const context *cc, const void *tweak, const void *src, void *dst, unsigned back) {
    const unsigned char *bytes = (const unsigned char *)src, *t = (const unsigned char *)tweak;
    unsigned char *out = (unsigned char *)dst;
    u32 x[32], words[4];
    unsigned i;

    for (i = 0; i != 128; i++)
        SET_BYTE(x, i, bytes[i]);
    for (i = 0; i != 16; i++)
        SET_BYTE(words, i, t[i]);
    if (back)
        decrypt(x, cc->key, words);
    else
        encrypt(x, cc->key, words);
    for (i = 0; i != 128; i++)
        out[i] = GET_BYTE(x, i);
}

void mote_threefish1024_encrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    crypt(cc, tweak, src, dst, 0);
}

void mote_threefish1024_decrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    crypt(cc, tweak, src, dst, 1);
}
