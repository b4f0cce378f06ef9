/* Keccak-f[1600] alone, as a library has it: FIPS PUB 202, section 3, on lanes in place. */
#include <stdint.h>

void some_permutation(uint64_t state[25], unsigned rounds);

static uint64_t rotate(uint64_t x, unsigned n) {
    return n == 0 ? x : x << n | x >> (64 - n);
}

void some_permutation(uint64_t state[25], unsigned rounds) {
    uint8_t lfsr = 1;

    while (rounds-- > 0) {
        uint64_t c[5], lane, next;
        unsigned x, y, t, j;

        for (x = 0; x < 5; x++)
            c[x] = state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20];
        for (x = 0; x < 5; x++)
            for (y = 0; y < 25; y += 5)
                state[y + x] ^= c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1);
        x = 1;
        y = 0;
        lane = state[1];
        for (t = 0; t < 24; t++) {
            unsigned other = (2 * x + 3 * y) % 5;

            x = y;
            y = other;
            next = state[x + 5 * y];
            state[x + 5 * y] = rotate(lane, (t + 1) * (t + 2) / 2 % 64);
            lane = next;
        }
        for (y = 0; y < 25; y += 5) {
            for (x = 0; x < 5; x++)
                c[x] = state[y + x];
            for (x = 0; x < 5; x++)
                state[y + x] = c[x] ^ (~c[(x + 1) % 5] & c[(x + 2) % 5]);
        }
        for (j = 0; j < 7; j++) {
            if (lfsr & 1)
                state[0] ^= (uint64_t)1 << ((1u << j) - 1);
            lfsr = (uint8_t)(lfsr << 1 ^ (lfsr & 0x80 ? 0x71 : 0));
        }
    }
}
