/* What a user of the library sets: it lies in a folder of its own, for -I. */
#ifndef TINY_CONFIG_H
#define TINY_CONFIG_H

#ifndef TINY_ROUNDS
#error "give -DTINY_ROUNDS=64"
#endif

#define TINY_BLOCK 64

#endif
