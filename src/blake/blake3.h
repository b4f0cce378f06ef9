/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the implementations of BLAKE3 share: the tree, and output.
 *
 * A private header.  The source includes it after common/small.h or common/fast.h and
 *
 *     static void node(context *cc, unsigned flags, u32 *v);   the compression function on the
 *                                          block in cc->buf, of cc->ptr bytes; 16 words of output
 *     #define GET(v, i)                    byte i of the output's words
 *     #define READ_IV(to, n)               the first n words of the initialization vector
 *
 * With WORDS_LIE_IN_ORDER output's bytes are those of its words in memory.
 *
 * A source that lets values wait defines OWN_END, declares end, and writes end and read itself.
 *
 * Names are those of the specification, sections 2.2 to 2.6.
 */
#ifndef MOTE_BLAKE3_TREE_H
#define MOTE_BLAKE3_TREE_H

/* The flags (table 3) */
#define CHUNK_START 1
#define CHUNK_END 2
#define PARENT 4
#define ROOT 8
#define KEYED_HASH 16
#define DERIVE_KEY_CONTEXT 32
#define DERIVE_KEY_MATERIAL 64

/* No flag of the compression function: the message is longer than there are levels for. */
#define TOO_LONG 0x100

#define CHUNK_BLOCKS 16

/* The block of a parent: the last chaining value on the stack on the left, v on the right. */
static void join(context *cc, const u32 *v) {
    cc->depth--;
    memcpy(cc->buf, cc->stack[cc->depth], 8 * sizeof *v);
    memcpy(cc->buf + 8, v, 8 * sizeof *v);
    cc->ptr = 64;
    memcpy(cc->h, cc->key, sizeof cc->h);
}

/* The chaining value v of a chunk that is not the last one: subtrees that are whole become one. */
static void end_chunk(context *cc, u32 *v) {
    u32 low, high;

    memcpy(cc->h, cc->key, sizeof cc->h);
    cc->place = 0;
    cc->t[0] = (cc->t[0] + 1) & 0xFFFFFFFF;
    if (cc->t[0] == 0)
        cc->t[1]++;
    low = cc->t[0];
    high = cc->t[1];
#if MOTE_BLAKE3_DEPTH < 54
    if (cc->flags & TOO_LONG)
        return;
#endif
    while ((low & 1) == 0) {
        join(cc, v);
        node(cc, PARENT, v);
        low = low >> 1 | (high & 1) << 31;
        high >>= 1;
    }
#if MOTE_BLAKE3_DEPTH < 54
    if (cc->depth == MOTE_BLAKE3_DEPTH) {
        cc->flags |= TOO_LONG;
        return;
    }
#endif
    memcpy(cc->stack[cc->depth], v, 8 * sizeof *v);
    cc->depth++;
}

/* What the next block of the chunk is, and that it was. */
static unsigned next_flags(context *cc) {
    unsigned flags = cc->place == 0 ? CHUNK_START : 0;

    if (++cc->place == CHUNK_BLOCKS)
        flags |= CHUNK_END;
    return flags;
}

static void start(context *cc, unsigned out_size, const u32 *key, unsigned flags) {
    memcpy(cc->key, key, sizeof cc->key);
    memcpy(cc->h, key, sizeof cc->h);
    memset(cc->t, 0, sizeof cc->t);
    cc->ptr = 0;
    cc->place = 0;
    cc->flags = flags;
    cc->out_size = out_size;
    cc->depth = 0;
}

#ifndef OWN_END
/* The message ends: the root is in h, buf, ptr and flags. */
static void end(context *cc) {
    u32 v[16];
    unsigned flags;

    fill(cc);
    flags = next_flags(cc) | CHUNK_END;
#if MOTE_BLAKE3_DEPTH < 54
    if (cc->flags & TOO_LONG)
        cc->depth = 0;
#endif
    while (cc->depth != 0) {
        node(cc, flags, v);
        join(cc, v);
        flags = PARENT;
    }
    memset(cc->t, 0, sizeof cc->t);
    cc->place = 0;
    cc->flags |= flags | ROOT;
}

static void read(context *cc, void *dst, size_t len) {
    unsigned char *out = (unsigned char *)dst;
    u32 v[16];

    if (!(cc->flags & ROOT))
        end(cc);
#if MOTE_BLAKE3_DEPTH < 54
    if (cc->flags & TOO_LONG) {
        memset(out, 0, len);
        return;
    }
#endif
    while (len != 0) {
        node(cc, 0, v);
#ifdef WORDS_LIE_IN_ORDER
        {
            size_t n = 64u - cc->place;

            n = len < n ? len : n;
            memcpy(out, (const unsigned char *)v + cc->place, n);
            out += n;
            len -= n;
            cc->place += (unsigned)n;
        }
#else
        do {
            *out = GET(v, cc->place);
            out++;
            len--;
            cc->place++;
        } while (len != 0 && cc->place != 64);
#endif
        if (cc->place == 64) {
            cc->place = 0;
            cc->t[0] = (cc->t[0] + 1) & 0xFFFFFFFF;
            if (cc->t[0] == 0)
                cc->t[1]++;
        }
    }
}
#endif

static void seek(context *cc, u32 low, u32 high) {
    if (!(cc->flags & ROOT))
        end(cc);
    cc->place = (unsigned)(low & 63);
    cc->t[0] = (low >> 6 | high << 26) & 0xFFFFFFFF;
    cc->t[1] = high >> 6;
}

#endif
