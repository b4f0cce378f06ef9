// Prints the Shabal-256 digest of standard input; the same as digest.c, from C++.
#include <array>
#include <cstdio>
#include <iostream>

#include "mote/shabal.h"

int main() {
    std::array<char, 4096> data;
    std::array<unsigned char, 32> digest;
    mote_shabal_context cc;

    mote_shabal_init(&cc, 8 * digest.size());
    while (std::cin.read(data.data(), data.size()), std::cin.gcount() > 0)
        mote_shabal(&cc, data.data(), static_cast<size_t>(std::cin.gcount()));
    mote_shabal_close(&cc, 0, 0, digest.data());
    for (unsigned byte : digest)
        std::printf("%02x", byte);
    std::puts("  -");
}
