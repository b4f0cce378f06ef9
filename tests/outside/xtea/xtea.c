/* XTEA as an implementer may have it, for docs/measure-your-own.md. */
#include <stdint.h>

void xtea_encipher(uint32_t block[2], const uint32_t key[4], unsigned rounds) {
    uint32_t left = block[0], right = block[1], sum = 0;

    while (rounds-- > 0) {
        left += ((right << 4 ^ right >> 5) + right) ^ (sum + key[sum & 3]);
        sum += 0x9E3779B9;
        right += ((left << 4 ^ left >> 5) + left) ^ (sum + key[sum >> 11 & 3]);
    }
    block[0] = left;
    block[1] = right;
}
