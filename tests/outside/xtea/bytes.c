/* XTEA on bytes, beside other functions of its library: for docs/measure-your-own.md. */
#include "xtea.c"

static uint32_t load(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

void xtea_bytes(const uint8_t *key, const uint8_t *in, uint8_t *out) {
    uint32_t words[4], block[2];
    int i;

    for (i = 0; i < 4; i++)
        words[i] = load(key + 4 * i);
    block[0] = load(in);
    block[1] = load(in + 4);
    xtea_encipher(block, words, 32);
    for (i = 0; i < 8; i++)
        out[i] = (uint8_t)(block[i / 4] >> (24 - 8 * (i % 4)));
}

int of_no_interest(int x) {
    return x + 1;
}
