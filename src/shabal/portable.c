/*
 * Shabal in portable C, with little memory: the specification transcribed.
 *
 * Sections are those of the Shabal submission (28 October 2008); its letters A, B, C, M, W, U, V
 * are kept.  Nothing is assumed of the byte order, of alignment, or of the width of
 * mote_shabal_u32 beyond 32 bits.
 */
#include "mote/shabal.h"

#include <string.h>

typedef mote_shabal_u32 u32;

#define T32(x) ((x) & 0xFFFFFFFF)
#define ROTL(x, n) T32(((x) << (n)) | ((x) >> (32 - (n))))

/* One block: the message is added to B, the counter to A, then P, then M leaves through C. */
static void round_(mote_shabal_context *cc) {
    unsigned i, a;
    u32 t, b;

    for (i = 0; i < 16; i++) {
        b = T32(cc->B[i] + cc->buf[i]);
        cc->B[i] = ROTL(b, 17);
    }
    cc->A[0] ^= cc->Wlow;
    cc->A[1] ^= cc->Whigh;

    t = cc->A[11];
    i = 0;
    do {
        for (a = 0; a < 12; a++) {
            t = ROTL(t, 15);
            t = (u32)5 * t ^ cc->A[a] ^ cc->C[(8 - i) & 15];
            t = (u32)3 * t ^ cc->B[(i + 13) & 15] ^ (cc->B[(i + 9) & 15] & ~cc->B[(i + 6) & 15]) ^
                cc->buf[i & 15];
            t = T32(t);
            cc->A[a] = t;
            b = cc->B[i & 15];
            cc->B[i & 15] = ROTL(b, 1) ^ T32(~t);
            i++;
        }
    } while (i < 48);

    i = 36 + 3;
    do {
        for (a = 12; a-- > 0;) {
            i--;
            cc->A[a] = T32(cc->A[a] + cc->C[i & 15]);
        }
    } while (i > 3);

    for (i = 0; i < 16; i++) {
        t = T32(cc->C[i] - cc->buf[i]);
        cc->C[i] = cc->B[i];
        cc->B[i] = t;
    }
}

static void block(mote_shabal_context *cc) {
    cc->Wlow = T32(cc->Wlow + 1);
    if (cc->Wlow == 0)
        cc->Whigh = T32(cc->Whigh + 1);
    round_(cc);
}

static void update(mote_shabal_context *cc, const unsigned char *data, size_t len) {
    while (len-- > 0) {
        u32 *w = &cc->buf[cc->ptr >> 2];
        *w = *w >> 8 | (u32)*data++ << 24;
        cc->ptr = (cc->ptr + 1) & 63;
        if (cc->ptr == 0)
            block(cc);
    }
}

void mote_shabal_init(mote_shabal_context *cc, unsigned out_size) {
    unsigned i;

    memset(cc, 0, sizeof *cc);
    cc->Wlow = 0xFFFFFFFE;
    cc->Whigh = 0xFFFFFFFF;
    cc->out_size = out_size;
    do {
        for (i = 0; i < 16; i++)
            cc->buf[i] = out_size++;
        block(cc);
    } while (cc->Wlow != 0);
}

void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) {
    update(cc, data, len);
}

void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = dst;
    unsigned char z;
    unsigned i;

    n = 0x80 >> n;
    z = (unsigned char)((ub | n) & -n);
    do {
        update(cc, &z, 1);
        z = 0;
    } while (cc->ptr != 0);
    for (i = 0; i < 3; i++)
        round_(cc);
    for (i = 64 - (cc->out_size >> 3); i < 64; i++)
        *out++ = (unsigned char)(cc->C[i >> 2] >> ((i & 3) << 3));
}
