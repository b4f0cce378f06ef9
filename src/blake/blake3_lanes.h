/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 where compressions go side by side: the tree, the interface's functions.
 *
 * The chaining value of a chunk that is not the only one does not depend on whether it is the last.  So of a
 * message's chunks all go side by side, and the last value waits: only of the root must it be known that
 * nothing comes behind it.
 *
 * A private header.  The source includes it after blake/blake3.h, node, and
 *
 *     #define LANES 4                      a power of 2
 *     #define LEAST_LEVELS 2               a subtree of so many levels is worth it, at least 1
 *     #define MOST_LEVELS 6                and one of so many has its chaining values in an array
 *     #define LEAST_CHUNKS 2               fewer chunks are quicker one by one
 *     static void mix_blocks(u32 *h, const unsigned char *data, size_t blocks, const u32 *t,
 *                            unsigned first, unsigned flags);      full blocks of one chunk; first: the
 *                                          flags of the first
 *
 * and has behind it mix_many, as it is declared here.
 *
 * Names are those of the specification, sections 2.2 to 2.6.
 */
#ifndef MOTE_BLAKE3_LANES_H
#define MOTE_BLAKE3_LANES_H

/* What compressions side by side have in common, and their numbers */
struct many {
    const u32 *key;
    unsigned flags, first, last; /* of all blocks, of the first of each, of its last */
    u32 low[LANES], high[LANES];
};

/* Chaining values, 8 words of each, of up to LANES inputs of so many blocks; the first is at data, each other
 * one `stride` bytes behind that before it.  What is written behind those of the inputs has no meaning. */
static void mix_many(const struct many *how, const unsigned char *data, size_t stride,
                     unsigned inputs, unsigned blocks, u32 *to);

#define CHUNK_BYTES 1024
/* A subtree of at most so many chunks has its chaining values in an array. */
#define MOST_CHUNKS (1 << MOST_LEVELS)

/* Chaining values of whole chunks, the next of the message; up to the next multiple of LANES have room. */
static void chunks_at(context *cc, const unsigned char *data, unsigned chunks, u32 *to) {
    struct many how;
    u32 low = cc->t[0], high = cc->t[1];
    unsigned i, n;

    how.key = cc->key;
    how.flags = cc->flags & 0xFF;
    how.first = CHUNK_START;
    how.last = CHUNK_END;
    for (; chunks != 0; chunks -= n) {
        n = chunks < LANES ? chunks : LANES;
        for (i = 0; i < LANES; i++) {
            how.low[i] = low;
            how.high[i] = high;
            low++;
            high += low == 0;
        }
        mix_many(&how, data, CHUNK_BYTES, n, CHUNK_BLOCKS, to);
        data += CHUNK_BYTES * (size_t)n;
        to += 8 * n;
    }
}

/* Chaining values of so many whole chunks, a power of 2 above 1, become those of the two halves. */
static void join_halves(context *cc, u32 *values, unsigned chunks) {
    struct many how;
    unsigned i, n;

    how.key = cc->key;
    how.flags = (cc->flags & 0xFF) | PARENT;
    how.first = 0;
    how.last = 0;
    memset(how.low, 0, sizeof how.low);
    memset(how.high, 0, sizeof how.high);
    while (chunks != 2) {
        chunks /= 2;
        for (i = 0; i < chunks; i += n) {
            n = chunks - i < LANES ? chunks - i : LANES;
            /* All are read before they are written, and what is written lies before what is read
             * next. */
            mix_many(&how, (const unsigned char *)(values + 16 * i), 64, n, 1, values + 8 * i);
        }
    }
}

/* No flag of the compression function: in buf there is, in place of a block, the chaining value of what came
 * last, and behind it the levels of that subtree, whose last chunk has the number t. */
#define VALUE_WAITS 0x200

static void let_wait(context *cc, const u32 *v, unsigned levels) {
    memcpy(cc->buf, v, 8 * sizeof *v);
    cc->buf[8] = levels;
    cc->flags |= VALUE_WAITS;
}

/* Counts chunks. */
static void count(context *cc, unsigned n) {
    cc->t[0] += n;
    cc->t[1] += cc->t[0] < n;
}

/* The chaining value of a whole subtree, of which the last chunk has the number t: it is a chunk in the tree
 * of such subtrees. */
static void end_subtree(context *cc, const u32 *value, unsigned levels) {
    u32 v[16], low = cc->t[0], high = cc->t[1];

    memcpy(v, value, 8 * sizeof *v);
    cc->t[0] = low >> levels | high << 1 << (31 - levels);
    cc->t[1] = high >> levels;
    end_chunk(cc, v);
    /* Where chunks became one, the block was theirs. */
    cc->ptr = 0;
    cc->t[0] = low;
    cc->t[1] = high;
    count(cc, 1);
}

/* As many whole chunks as go side by side; their number.  It is the first chunk of the message only if there
 * is another. */
static unsigned several_chunks(context *cc, const unsigned char *data, size_t chunks) {
    u32 values[8 * MOST_CHUNKS], low = cc->t[0];
    unsigned levels = 0, i, n;

    /* A whole subtree, where it begins here and there is enough of it. */
    while (levels != MOST_LEVELS && (low >> levels & 1) == 0 && chunks >> (levels + 1) != 0 &&
           cc->depth + levels < MOTE_BLAKE3_DEPTH)
        levels++;
    if (levels >= LEAST_LEVELS) {
        n = 1U << levels;
        levels--;
        chunks_at(cc, data, n, values);
        join_halves(cc, values, n);
        count(cc, n / 2 - 1);
        end_subtree(cc, values, levels);
        count(cc, n / 2 - 1);
        let_wait(cc, values + 8, levels);
        return n;
    }
    /* Up to where a subtree begins */
    n = LANES - (unsigned)(low & (LANES - 1));
    if (chunks < n)
        n = (unsigned)chunks;
    chunks_at(cc, data, n, values);
    for (i = 0; i + 1 < n; i++)
        end_subtree(cc, values + 8 * i, 0);
    let_wait(cc, values + 8 * i, 0);
    return n;
}

/* Blocks of a chunk behind which there is more of it. */
static void compress(context *cc, const unsigned char *data, size_t blocks) {
    unsigned flags = cc->flags, first = cc->place == 0 ? flags | CHUNK_START : flags;

    mix_blocks(cc->h, data, blocks, cc->t, first, flags);
    cc->place += (unsigned)blocks;
}

static void add(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    u32 v[16];
    size_t n;

    for (; len != 0; bytes += n, len -= n) {
        if (cc->flags & VALUE_WAITS) {
            cc->flags &= ~(unsigned)VALUE_WAITS;
            memcpy(v, cc->buf, 8 * sizeof *v);
            end_subtree(cc, v, (unsigned)cc->buf[8]);
        }
        n = CHUNK_BYTES - WAITING_BLOCK_BYTES * (size_t)cc->place - cc->ptr;
        if (n == CHUNK_BYTES && len >= (size_t)LEAST_CHUNKS * CHUNK_BYTES) {
            n = CHUNK_BYTES * (size_t)several_chunks(cc, bytes, len / CHUNK_BYTES);
        } else if (n == 0) {
            node(cc, next_flags(cc), v);
            end_chunk(cc, v);
            cc->ptr = 0;
        } else {
            if (len < n)
                n = len;
            add_bytes(cc, bytes, n);
        }
    }
}

/* The message ends: the root is in h, buf, ptr and flags. */
static void end(context *cc) {
    u32 v[16];
    unsigned flags, waits = cc->flags & VALUE_WAITS;

    cc->flags &= ~(unsigned)VALUE_WAITS;
    if (!waits) {
        if (cc->ptr != WAITING_BLOCK_BYTES)
            memset((unsigned char *)cc->buf + cc->ptr, 0, WAITING_BLOCK_BYTES - cc->ptr);
        flags = next_flags(cc) | CHUNK_END;
    } else {
        memcpy(v, cc->buf, 8 * sizeof *v);
        flags = PARENT;
    }
#if MOTE_BLAKE3_DEPTH < 54
    if (cc->flags & TOO_LONG)
        cc->depth = 0;
#endif
    for (; cc->depth != 0; waits = 0) {
        if (!waits)
            node(cc, flags, v);
        join(cc, v);
        flags = PARENT;
    }
    memset(cc->t, 0, sizeof cc->t);
    cc->place = 0;
    cc->flags |= flags | ROOT;
}

/* The words of output lie in memory as its bytes do. */
static void read(context *cc, void *dst, size_t len) {
    unsigned char *out = (unsigned char *)dst;
    u32 v[16];
    size_t n;

    if (!(cc->flags & ROOT))
        end(cc);
#if MOTE_BLAKE3_DEPTH < 54
    if (cc->flags & TOO_LONG) {
        memset(out, 0, len);
        return;
    }
#endif
    for (; len != 0; out += n, len -= n) {
        n = 64 - cc->place;
        if (len < n)
            n = len;
        node(cc, 0, v);
        /* The usual size is no call. */
        if (n == 32)
            memcpy(out, (const unsigned char *)v + cc->place, 32);
        else
            memcpy(out, (const unsigned char *)v + cc->place, n);
        cc->place += (unsigned)n;
        if (cc->place == 64) {
            cc->place = 0;
            count(cc, 1);
        }
    }
}

void mote_blake3_init(context *cc, unsigned out_size) {
    start(cc, out_size, IV, 0);
}

void mote_blake3_init_keyed(context *cc, unsigned out_size, const void *key) {
    u32 words[8];

    memcpy(words, key, sizeof words);
    start(cc, out_size, words, KEYED_HASH);
}

void mote_blake3_init_derive_key(context *cc, unsigned out_size, const void *data, size_t len) {
    u32 v[16];

    start(cc, out_size, IV, DERIVE_KEY_CONTEXT);
    add(cc, data, len);
    end(cc);
    node(cc, 0, v);
    start(cc, out_size, v, DERIVE_KEY_MATERIAL);
}

void mote_blake3(context *cc, const void *data, size_t len) {
    add(cc, data, len);
}

void mote_blake3_close(context *cc, unsigned ub, unsigned n, void *dst) {
    (void)ub;
    (void)n;
    read(cc, dst, cc->out_size / 8);
}

void mote_blake3_read(context *cc, void *dst, size_t len) {
    read(cc, dst, len);
}

void mote_blake3_seek(context *cc, u32 low, u32 high) {
    seek(cc, low, high);
}

#endif
