/*
 * An 8052 that hashes what comes over its serial port, and sends the digest back.
 *
 * A message comes in pieces: a byte n from 1 to 255, then n bytes; a byte 0 ends it.  Then the
 * program sends 64 hexadecimal digits and a line feed; the next message may come when the line feed
 * has come.  frame.py makes pieces of a file.
 *
 * Shabal is in assembly, from `mote export`.  It is not reentrant, and the interrupt does not call
 * it: bytes that come while a block is hashed wait in a ring.  At 9600 bits a second a byte comes
 * every 960 machine cycles; hashing one takes 330, and a whole block as long as 22 bytes take to
 * come.
 */
#include <8052.h>

#include "mote_shabal.h"

#define DIGEST_BYTES 32
#define RELOAD 0xFD /* of timer 1: 9600 bits a second with a crystal of 11.0592 MHz */

static volatile unsigned char ring[256]; /* indices are bytes, and so go round */
static volatile unsigned char received, taken;
static volatile unsigned char sending;

static mote_shabal_context context;
static unsigned char piece[255], digest[DIGEST_BYTES];

void serial(void) __interrupt(SI0_VECTOR) {
    if (RI) {
        RI = 0;
        ring[received] = SBUF;
        received++;
    }
    if (TI) {
        TI = 0;
        sending = 0;
    }
}

static void start_serial(void) {
    SCON = 0x50; /* mode 1, with reception */
    TMOD = 0x20; /* timer 1: 8 bits, reloaded */
    TH1 = TL1 = RELOAD;
    TR1 = 1;
    ES = 1;
    EA = 1;
}

static unsigned char get(void) {
    while (taken == received)
        ;
    return ring[taken++];
}

static void put(char character) {
    while (sending)
        ;
    sending = 1;
    SBUF = character;
}

static void put_digit(unsigned char value) {
    put("0123456789abcdef"[value & 15]);
}

static void hash_message(void) {
    unsigned char n, i;

    mote_shabal_init(&context, 8 * DIGEST_BYTES);
    while ((n = get()) != 0) {
        for (i = 0; i != n; i++)
            piece[i] = get();
        mote_shabal(&context, piece, n);
    }
    mote_shabal_close(&context, 0, 0, digest);
    for (i = 0; i != DIGEST_BYTES; i++) {
        put_digit(digest[i] >> 4);
        put_digit(digest[i]);
    }
    put('\n');
}

void main(void) {
    start_serial();
    for (;;)
        hash_message();
}
