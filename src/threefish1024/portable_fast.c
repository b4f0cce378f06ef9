/*
 * Threefish-1024 in portable C, unrolled: for hosts and large cores.  Nearly all of it is in
 * mote_threefish_fast.h.
 */
#include "mote/threefish1024.h"

typedef mote_threefish1024_context context;

#include "../mote_fast.h"

#define WORDS 16
#include "../mote_threefish_fast.h"

void mote_threefish1024_init(context *cc, const void *key) {
    const unsigned char *bytes = (const unsigned char *)key;
    unsigned i;

    for (i = 0; i < 2 * WORDS; i++)
        cc->key[i] = get_le32(bytes + 4 * i);
}

static void load(const context *cc, u64 *k, u64 *t, u64 *x, const unsigned char *tweak,
                 const unsigned char *src) {
    unsigned i;

    for (i = 0; i < WORDS; i++) {
        k[i] = JOIN64(cc->key + 2 * i);
        x[i] = get_le64(src + 8 * i);
    }
    t[0] = get_le64(tweak);
    t[1] = get_le64(tweak + 8);
    COMPLETE(k, t);
}

static void store(unsigned char *dst, const u64 *x) {
    unsigned i;

    for (i = 0; i < WORDS; i++)
        put_le64(dst + 8 * i, x[i]);
}

void mote_threefish1024_encrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    u64 k[WORDS + 1], t[3], x[WORDS];

    load(cc, k, t, x, (const unsigned char *)tweak, (const unsigned char *)src);
    encrypt(x, k, t);
    store((unsigned char *)dst, x);
}

void mote_threefish1024_decrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    u64 k[WORDS + 1], t[3], x[WORDS];

    load(cc, k, t, x, (const unsigned char *)tweak, (const unsigned char *)src);
    decrypt(x, k, t);
    store((unsigned char *)dst, x);
}
