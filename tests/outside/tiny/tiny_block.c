/* The compression function: FIPS PUB 180-4, section 6.2.2.  Its name is none of the library's. */
#include <stddef.h>
#include <stdint.h>

#include "tiny_sha256.h"

static const uint32_t constants[TINY_ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, int n) {
    return x >> n | x << (32 - n);
}

void compress_block(uint32_t state[8], const uint8_t block[TINY_BLOCK]) {
    uint32_t w[16], v[8];
    int t;

    for (t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
               (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (t = 0; t < 8; t++)
        v[t] = state[t];
    for (t = 0; t < TINY_ROUNDS; t++) {
        uint32_t x = w[(t + 1) & 15], y = w[(t + 14) & 15], one, two;
        int i;

        one = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) +
              ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[t] + w[t & 15];
        two = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) +
              ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        w[t & 15] += (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + w[(t + 9) & 15] +
                     (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10);
        for (i = 7; i > 0; i--)
            v[i] = v[i - 1];
        v[4] += one;
        v[0] = one + two;
    }
    for (t = 0; t < 8; t++)
        state[t] += v[t];
}
