/* The same in C, on bytes: the reference of a file that loads and stores its words itself. */
#include <stdint.h>

#define KEY_BYTES 16

static uint32_t load(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

void xtea_bytes(const uint8_t key[KEY_BYTES], const uint8_t in[8], uint8_t out[8]) {
    uint32_t word[2] = {load(in), load(in + 4)}, sum = 0;
    int round, i;

    for (round = 0; round < 64; round++) {
        uint32_t other = word[~round & 1];
        uint32_t which = round & 1 ? sum >> 11 & 3 : sum & 3;

        word[round & 1] += ((other << 4 ^ other >> 5) + other) ^ (sum + load(key + 4 * which));
        sum += round & 1 ? 0 : 0x9E3779B9;
    }
    for (i = 0; i < 8; i++)
        out[i] = (uint8_t)(word[i / 4] >> (24 - 8 * (i % 4)));
}
