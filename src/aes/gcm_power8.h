/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GCM on POWER8: counter mode and GHASH in one loop over sixteen blocks, so that the products are
 * under way beside the rounds, and a text is loaded once.
 *
 * A private header; aes/power8.h and aes/ghash_power8.h come before it.
 *
 * In assembly, as compilers move instructions of the second half into the first until no register is
 * left, and then use the stack: 1.5 to 1.8 instructions a byte.  Here, of which r are the rounds:
 *   a block         r + 2 (the state and the next counter), 3 (load, TURN_XOR, store)
 *   two blocks      12 of GHASH: 2 vperm, 2 loads of powers, 4 products and as many xors
 *   sixteen blocks  13: the reduction, and three for the loop
 * With r = 10 that is 349 for 256 bytes, 1.363 a byte; CTR and GHASH, each alone, take 123 and 54 for 128.
 *
 * Registers (v0 is vs32):
 *   v0 TURN   v1 the number 1   v2 next counter   v3 hash   v4-v11 states, then text
 *   v12-v26 round keys   v29, v30 FIRST_HALVES, SECOND_HALVES   v27, v28, v31 for a moment
 *   vs0, vs1, vs2 sums of products: of the second halves, in between, of the first halves
 *
 * Source: NIST SP 800-38D, section 7.
 */
#ifndef MOTE_GCM_POWER8_H
#define MOTE_GCM_POWER8_H

#define STITCHED

static const bytes16 GCM_CONSTANTS[6] = {
    TURN,         BYTES(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
    EXCHANGE,     FOLD,
    FIRST_HALVES, SECOND_HALVES,
};

/* LOAD_STORED and STORE_STORED. */
#ifdef _ARCH_PWR9
#define GET "lxvb16x "
#define PUT "stxvb16x "
#else
#define GET "lxvd2x "
#define PUT "stxvd2x "
#endif

/* The i-th 16 bytes at a pointer. */
#define AT(pointer, i) "%[" #pointer "],%[at" #i "]\n"

/* A line here is a step, and the formatter would run them together. */
/* clang-format off */

/* A round key, turned; v31 is zero. */
#define GET_KEY(v, vs)                                                                             \
    GET vs ",0,%[keys]\n"                                                                          \
    "addi %[keys],%[keys],16\n"                                                                    \
    "vpermxor " v "," v ",31,0\n"
#define GET_KEYS_10                                                                                \
    GET_KEY("12", "44") GET_KEY("13", "45") GET_KEY("14", "46") GET_KEY("15", "47")                \
    GET_KEY("16", "48") GET_KEY("17", "49") GET_KEY("18", "50") GET_KEY("19", "51")                \
    GET_KEY("20", "52") GET_KEY("21", "53") GET_KEY("22", "54")
#define GET_KEYS_12 GET_KEYS_10 GET_KEY("23", "55") GET_KEY("24", "56")
#define GET_KEYS_14 GET_KEYS_12 GET_KEY("25", "57") GET_KEY("26", "58")

/* AddRoundKey for a counter, and the counter behind it. */
#define FIRST_STATE(vs)                                                                            \
    "xxlxor " vs ",34,44\n"                                                                        \
    "vadduwm 2,2,1\n"
#define FIRST_STATES                                                                               \
    FIRST_STATE("36") FIRST_STATE("37") FIRST_STATE("38") FIRST_STATE("39")                        \
    FIRST_STATE("40") FIRST_STATE("41") FIRST_STATE("42") FIRST_STATE("43")

/* A round of the eight states, and all but the last. */
#define ROUND_BY(k)                                                                                \
    "vcipher 4,4," k "\n"                                                                          \
    "vcipher 5,5," k "\n"                                                                          \
    "vcipher 6,6," k "\n"                                                                          \
    "vcipher 7,7," k "\n"                                                                          \
    "vcipher 8,8," k "\n"                                                                          \
    "vcipher 9,9," k "\n"                                                                          \
    "vcipher 10,10," k "\n"                                                                        \
    "vcipher 11,11," k "\n"
#define ROUNDS_10                                                                                  \
    ROUND_BY("13") ROUND_BY("14") ROUND_BY("15") ROUND_BY("16") ROUND_BY("17")                     \
    ROUND_BY("18") ROUND_BY("19") ROUND_BY("20") ROUND_BY("21")
#define ROUNDS_12 ROUNDS_10 ROUND_BY("22") ROUND_BY("23")
#define ROUNDS_14 ROUNDS_12 ROUND_BY("24") ROUND_BY("25")
#define LAST_10 "22"
#define LAST_12 "24"
#define LAST_14 "26"

/*
 * The last round of a state, and block i of the text.  Encryption: the state becomes the ciphertext;
 * decryption: the ciphertext comes into register c, and the state is free.
 */
#define ENCRYPTED(s, vs, c, cvs, i, last)                                                          \
    GET "63," AT(src, i) "vcipherlast " s "," s "," last "\n"                                      \
                            "vpermxor " s "," s ",31,0\n"                                          \
                            PUT vs "," AT(dst, i)
#define DECRYPTED(s, vs, c, cvs, i, last)                                                          \
    GET cvs "," AT(src, i) "vcipherlast " s "," s "," last "\n"                                    \
                                 "vpermxor 27," s "," c ",0\n"                                     \
                                 PUT "59," AT(dst, i)

/* A product to its sum, or the first one. */
#define ADD_TO(sum, xvs) "xxlxor " sum "," sum "," xvs "\n"
#define BEGIN(sum, xvs) "xxlor " sum "," xvs "," xvs "\n"

/* The products of the first and second halves f and s of two blocks with powers, which p and q take;
 * x is free. */
#define FOUR_PRODUCTS(f, s, p, pvs, q, qvs, x, xvs, pi, qi, FIRST)                                 \
    GET pvs                                                                                        \
    "," AT(powers, pi) GET qvs "," AT(powers, qi) "vpmsumd " x "," s "," q "\n" FIRST(             \
        "0", xvs) "vpmsumd " x "," f "," q                                                         \
                  "\n" FIRST("1", xvs) "vpmsumd " x "," s "," p                                    \
                                       "\n" ADD_TO("1", xvs) "vpmsumd " x "," f "," p              \
                                                             "\n" FIRST("2", xvs)

/* Two ciphertext blocks into the sums: from the states a and b, or from v31 and v28.  HASH adds the
 * hash to the first of them. */
#define NO_HASH(c) ""
#define HASH(c) "vpermxor " c ",3," c ",0\n"
#define HASH_ENCRYPTED(a, avs, b, bvs, pi, qi, ADD_HASH, FIRST)                                    \
    ADD_HASH(a)                                                                                    \
    "vperm 27," a "," b ",29\n"                                                                    \
    "vperm 28," a "," b                                                                            \
    ",30\n" FOUR_PRODUCTS("27", "28", a, avs, b, bvs, "31", "63", pi, qi, FIRST)
#define HASH_DECRYPTED(a, avs, b, bvs, pi, qi, ADD_HASH, FIRST)                                    \
    ADD_HASH("31")                                                                                 \
    "vperm " a ",31,28,29\n"                                                                       \
    "vperm " b                                                                                     \
    ",31,28,30\n" FOUR_PRODUCTS(a, b, "27", "59", "31", "63", "28", "60", pi, qi, FIRST)

#define TWO(WAY, a, avs, b, bvs, i, j, last, ADD_HASH, FIRST)                                      \
    WAY(a, avs, "31", "63", i, last)                                                               \
    WAY(b, bvs, "28", "60", j, last)                                                               \
    HASH_##WAY(a, avs, b, bvs, i, j, ADD_HASH, FIRST)

/* The sums reduced to a hash: fold_twice. */
#define REDUCE                                                                                     \
    "xxlor 63,0,0\n"                                                                               \
    "lvx 27," AT(constants, 3) "lvx 28," AT(constants, 2) "vpmsumd 4,31,27\n"                      \
                                                          "vpermxor 31,31,4,28\n"                  \
                                                          "xxlxor 63,63,1\n"                       \
                                                          "vpmsumd 4,31,27\n"                      \
                                                          "vpermxor 31,31,4,28\n"                  \
                                                          "xxlxor 35,63,2\n"

/* Groups of sixteen blocks, at least one: rounds is 10, 12 or 14, WAY is ENCRYPTED or DECRYPTED. */
#define GROUPS(rounds, WAY)                                                                        \
    __asm__ __volatile__(                                                                          \
        "lvx 0," AT(constants, 0) "lvx 1," AT(constants, 1) "lvx 29," AT(                          \
            constants, 4) "lvx 30," AT(constants, 5) "vxor 31,31,31\n"                             \
                                                     GET "34,0,%[counter]\n"                       \
                                                     "vpermxor 2,2,31,0\n"                         \
                                                     GET "35,0,%[hash]\n"                          \
                                                     "vpermxor 3,3,31,0\n" GET_KEYS_##rounds       \
        "mtctr %[groups]\n"                                                                        \
        ".balign 16\n"                                                                             \
        "1:\n" FIRST_STATES ROUNDS_##rounds TWO(WAY, "4", "36", "5", "37", 0, 1, LAST_##rounds,    \
                                                HASH, BEGIN) TWO(WAY, "6", "38", "7", "39", 2, 3,  \
                                                                 LAST_##rounds, NO_HASH, ADD_TO)   \
            TWO(WAY, "8", "40", "9", "41", 4, 5, LAST_##rounds, NO_HASH, ADD_TO)                   \
                TWO(WAY, "10", "42", "11", "43", 6, 7, LAST_##rounds, NO_HASH, ADD_TO)             \
                    FIRST_STATES ROUNDS_##rounds TWO(WAY, "4", "36", "5", "37", 8, 9,              \
                                                     LAST_##rounds, NO_HASH, ADD_TO)               \
                        TWO(WAY, "6", "38", "7", "39", 10, 11, LAST_##rounds, NO_HASH, ADD_TO)     \
                            TWO(WAY, "8", "40", "9", "41", 12, 13, LAST_##rounds, NO_HASH, ADD_TO) \
                                TWO(WAY, "10", "42", "11", "43", 14, 15, LAST_##rounds, NO_HASH,   \
                                    ADD_TO) REDUCE "addi %[src],%[src],256\n"                      \
                                                   "addi %[dst],%[dst],256\n"                      \
                                                   "bdnz 1b\n"                                     \
                                                   "vxor 31,31,31\n"                               \
                                                   "vpermxor 2,2,31,0\n"                           \
                                                   PUT "34,0,%[counter]\n"                         \
                                                   "vpermxor 3,3,31,0\n"                           \
                                                   PUT "35,0,%[hash]\n"                            \
        : [src] "+b"(src), [dst] "+b"(dst), [keys] "+b"(keys)                                      \
        : [counter] "b"(gcm->text.counter), [hash] "b"(gcm->hash.hash),                            \
          [powers] "b"(gcm->hash.powers), [constants] "b"(GCM_CONSTANTS), [groups] "r"(groups),    \
          [at0] "r"(0L), [at1] "r"(16L), [at2] "r"(32L), [at3] "r"(48L), [at4] "r"(64L),           \
          [at5] "r"(80L), [at6] "r"(96L), [at7] "r"(112L), [at8] "r"(128L), [at9] "r"(144L),       \
          [at10] "r"(160L), [at11] "r"(176L), [at12] "r"(192L), [at13] "r"(208L),                  \
          [at14] "r"(224L), [at15] "r"(240L)                                                       \
        : "ctr", "memory", "fr0", "fr1", "fr2", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7",    \
          "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", \
          "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31")

/* clang-format on */

/* All groups of sixteen blocks of a text, at least one. */
NOINLINE static void crypt_groups(const schedule *key, mote_gcm_context *gcm,
                                  const unsigned char *src, unsigned char *dst, size_t groups,
                                  int back) {
    const unsigned char *keys = (*key)->round_keys;
    const unsigned rounds = (*key)->rounds;

    if (back) {
        if (rounds == 10)
            GROUPS(10, DECRYPTED);
        else if (rounds == 12)
            GROUPS(12, DECRYPTED);
        else
            GROUPS(14, DECRYPTED);
    } else {
        if (rounds == 10)
            GROUPS(10, ENCRYPTED);
        else if (rounds == 12)
            GROUPS(12, ENCRYPTED);
        else
            GROUPS(14, ENCRYPTED);
    }
}

/* The same of any text; back: whether it is decrypted.  How many bytes that are. */
INLINE size_t crypt_and_hash(const schedule *key, mote_gcm_context *gcm, const unsigned char *src,
                             unsigned char *dst, size_t len, int back) {
    const size_t groups = len / 256;

    if (groups == 0 || gcm->text.left != 0)
        return 0;
    if (gcm->hash.powers_ready < 8)
        more_powers(&gcm->hash, 8);
    crypt_groups(key, gcm, src, dst, groups, back);
    return 256 * groups;
}

#endif
