/*
 * The commands of the serial port.  An answer ends with a line feed; the next command may come when
 * that has come.
 *
 *     h, data      the Skein-256-256 digest of the data, as 64 hexadecimal digits
 *     s, data      "seeded": the data are added to what the random generator knows
 *     r, byte n    n random bytes, 1 to 255, as 2 n hexadecimal digits; "no seed" before the first
 *     all else     ?
 *
 * Data come in pieces: a byte n from 1 to 255, then n bytes; a byte 0 ends them.  frame.py makes all
 * this of a file.  Random bytes that a computer knows the seed of are for trying it out: a device adds
 * noise of its own, from the lowest bits of its converter, say, before somebody asks for a key.
 */
#include "commands.h"

#include "mote_skein256.h"
#include "mote_skein_prng.h"

#define DIGEST_BYTES 32

static mote_skein_prng_context generator;

void start_commands(void) {
    mote_skein_prng_init(&generator);
}

static void put_text(const char *text) {
    while (*text != '\0')
        serial_put(*text++);
}

static void put_digit(unsigned char value) {
    serial_put(value < 10 ? '0' + value : 'a' + value - 10);
}

static void put_hexadecimal(const unsigned char *bytes, unsigned char size) {
    while (size-- != 0) {
        put_digit(*bytes >> 4);
        put_digit(*bytes & 15);
        bytes++;
    }
}

/* The next piece of the data, 255 bytes at most, is put at piece; its size, 0 at the end. */
static unsigned char get_piece(unsigned char *piece) {
    unsigned char size = serial_get();
    unsigned char i;

    for (i = 0; i != size; i++)
        piece[i] = serial_get();
    return size;
}

static void hash(void) {
    mote_skein256_context cc;
    unsigned char piece[255];
    unsigned char size;

    mote_skein256_init(&cc, 8 * DIGEST_BYTES);
    while ((size = get_piece(piece)) != 0)
        mote_skein256(&cc, piece, size);
    mote_skein256_close(&cc, 0, 0, piece);
    put_hexadecimal(piece, DIGEST_BYTES);
}

static void seed(void) {
    unsigned char piece[255];
    unsigned char size;

    while ((size = get_piece(piece)) != 0)
        mote_skein_prng_seed(&generator, piece, size);
    put_text("seeded");
}

static void give_random_bytes(void) {
    unsigned char bytes[255];
    unsigned char size = serial_get();

    if (mote_skein_prng_generate(&generator, bytes, size) != 0)
        put_text("no seed");
    else
        put_hexadecimal(bytes, size);
}

void do_command(void) {
    switch (serial_get()) {
    case 'h':
        hash();
        break;
    case 's':
        seed();
        break;
    case 'r':
        give_random_bytes();
        break;
    default:
        put_text("?");
    }
    serial_put('\n');
}
