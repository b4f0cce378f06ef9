/*
 * Verifies the digest of a firmware image, as a boot loader does before it starts one.
 *
 * Of Mote it needs the two files that `mote export` writes: mote_shabal.h, and one implementation,
 * in C or in the CPU's assembly.  The same code builds for every board; see the Makefile.
 */
#include "board.h"
#include "mote_shabal.h"

#define IMAGE "This stands for a firmware image; a real one is read from flash, piece by piece."
#define IMAGE_BYTES ((unsigned)sizeof image - 1)
#define PIECE 16 /* bytes that are read at once; any number will do */

static const char image[] = IMAGE;

/* mote hash shabal --digest 256 image */
static const unsigned char expected[32] = {
    0x11, 0xc7, 0xda, 0x00, 0x67, 0x44, 0xd2, 0x12, 0x28, 0xe6, 0x28, 0xd0, 0x0f, 0x99, 0xa3, 0xb9,
    0x58, 0xbd, 0x66, 0xa5, 0x3b, 0x3a, 0x2d, 0xbf, 0x90, 0x88, 0xbe, 0x36, 0x8a, 0x65, 0xf0, 0x8d,
};

static void print(const char *text) {
    while (*text != 0)
        board_put(*text++);
}

static void print_hex(const unsigned char *bytes, unsigned n) {
    static const char digits[] = "0123456789abcdef";
    unsigned i;

    for (i = 0; i < n; i++) {
        board_put(digits[bytes[i] >> 4]);
        board_put(digits[bytes[i] & 15]);
    }
    board_put('\n');
}

/* Reads a piece of the image; `damage` stands for a byte that went wrong in flash. */
static void read_image(unsigned offset, unsigned char *piece, unsigned n, unsigned char damage) {
    unsigned i;

    for (i = 0; i < n; i++)
        piece[i] = (unsigned char)image[offset + i];
    if (offset == 0)
        piece[0] ^= damage;
}

static void hash_image(unsigned char *digest, unsigned char damage) {
    mote_shabal_context cc;
    unsigned char piece[PIECE];
    unsigned offset, n;

    mote_shabal_init(&cc, 256);
    for (offset = 0; offset < IMAGE_BYTES; offset += n) {
        n = IMAGE_BYTES - offset;
        if (n > PIECE)
            n = PIECE;
        read_image(offset, piece, n, damage);
        mote_shabal(&cc, piece, n);
    }
    mote_shabal_close(&cc, 0, 0, digest);
}

/* Whether the digest is the expected one; takes the same time wherever they differ. */
static int is_expected(const unsigned char *digest) {
    unsigned char difference = 0;
    unsigned i;

    for (i = 0; i < sizeof expected; i++)
        difference |= digest[i] ^ expected[i];
    return difference == 0;
}

int main(void) {
    unsigned char digest[sizeof expected];

    hash_image(digest, 0);
    print("digest ");
    print_hex(digest, sizeof digest);
    print(is_expected(digest) ? "image accepted\n" : "image refused\n");

    hash_image(digest, 1);
    print(is_expected(digest) ? "damaged image accepted\n" : "damaged image refused\n");

    board_stop();
    return 0;
}
