/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Many messages side by side: which message is in which lane of the vectors, and what comes next there.
 *
 * A lane takes a message's whole blocks where they lie, then its last block or blocks, with padding, of a
 * place of its own; when it has ended the next message takes the lane.  A step is as many blocks as no lane
 * ends within.  When few messages are left each is ended alone.
 *
 * A private header.  The source includes it after common/fast.h, common/many_plain.h and
 *
 *     #define LANES 16                     at most 16
 *     #define STATE                        fields of its own in `lanes`, the state of all of them
 *     #define END_BYTES 128                of the last blocks
 *     #define BLOCK_BYTES 64               may be an expression with m
 *     #define WHOLE_BLOCKS(m, len)         how many blocks are taken where they lie; len / BLOCK_BYTES
 *     #define FEATURES                     attributes of functions
 *     #define LEAST_LANES 3                so many messages, at least 1, are no slower in vectors than one by one
 *
 * and defines after it
 *
 *     static void step(lanes *s, const messages *m, size_t blocks);
 *         That many blocks of each lane, from s->at on; before, lanes in s->fresh get their first state.
 *     static size_t make_end(lanes *s, const messages *m, unsigned lane, const unsigned char *rest,
 *                            unsigned bytes, size_t len);
 *         The last blocks, of a message of len bytes whose last bytes are these; how many blocks.
 *     static unsigned finish(lanes *s, const messages *m, unsigned ended);
 *         Writes what can be written of these lanes' digests; which lanes are free.  Others go on: it sets
 *         their place and blocks.
 *     static void end_alone(lanes *s, const messages *m, unsigned lane);
 *         The rest of a message, and its digest, by the hash function itself.
 *
 * Without LANES it has the type `messages` alone.
 */
#ifndef MOTE_MANY_H
#define MOTE_MANY_H

/* The call, and the message that is next. */
typedef struct {
    const void *const *data;
    const size_t *len;
    unsigned char *dst;
    size_t count, next;
    unsigned out_bytes;
    unsigned block_bytes;
} messages;

#ifdef LANES
typedef struct {
    STATE
    unsigned char end[LANES][END_BYTES];
    const unsigned char *at[LANES]; /* the next block */
    size_t blocks[LANES];           /* how many there are */
    size_t number[LANES];           /* of the message */
    unsigned busy, fresh,
        ending; /* lanes that have a message, have just got it, are in its last blocks */
} lanes;

/* Sets fields of its own. */
#ifndef BEGIN
#define BEGIN(s) (void)0
#endif

/* Whether a lane may not be left to the hash function itself. */
#ifndef MUST_GO_ON
#define MUST_GO_ON(s) 0
#endif

#ifndef WHOLE_BLOCKS
#define WHOLE_BLOCKS(m, len) ((len) / BLOCK_BYTES)
#endif

#define ALL_LANES ((1u << LANES) - 1)
#define LOWEST(mask) ((unsigned)__builtin_ctz(mask))
#define FOR_LANES(lane, mask)                                                                      \
    for (left = (mask); left != 0 && (lane = LOWEST(left), 1); left &= left - 1)

FEATURES static void step(lanes *s, const messages *m, size_t blocks);
FEATURES static size_t make_end(lanes *s, const messages *m, unsigned lane,
                                const unsigned char *rest, unsigned bytes, size_t len);
FEATURES static unsigned finish(lanes *s, const messages *m, unsigned ended);

FEATURES static void end_alone(lanes *s, const messages *m, unsigned lane);

static void last_blocks(lanes *s, const messages *m, unsigned lane) {
    size_t len = m->len[s->number[lane]], whole = WHOLE_BLOCKS(m, len) * BLOCK_BYTES;
    const unsigned char *rest = (const unsigned char *)m->data[s->number[lane]];

    if (len != whole)
        rest += whole;
    s->blocks[lane] = make_end(s, m, lane, rest, (unsigned)(len - whole), len);
    s->at[lane] = s->end[lane];
    s->ending |= 1u << lane;
}

/* Gives lanes the next messages, as far as there are. */
static void fill(lanes *s, messages *m, unsigned mask) {
    unsigned lane, left;

    FOR_LANES(lane, mask) {
        if (m->next == m->count)
            break;
        s->number[lane] = m->next++;
        s->at[lane] = (const unsigned char *)m->data[s->number[lane]];
        s->blocks[lane] = WHOLE_BLOCKS(m, m->len[s->number[lane]]);
        s->busy |= 1u << lane;
        s->fresh |= 1u << lane;
        s->ending &= ~(1u << lane);
        if (s->blocks[lane] == 0)
            last_blocks(s, m, lane);
    }
}

/* All messages: in vectors, until fewer than LEAST_LANES are left. */
static void run(lanes *s, messages *m) {
    unsigned lane, left, ended, done;
    size_t blocks;

    s->busy = s->fresh = s->ending = 0;
    BEGIN(s);
    fill(s, m, ALL_LANES);
    while (MUST_GO_ON(s) || __builtin_popcount(s->busy) >= LEAST_LANES) {
        /* A lane without a message computes what another does. */
        FOR_LANES(lane, ALL_LANES & ~s->busy) {
            s->at[lane] = s->at[LOWEST(s->busy)];
            s->blocks[lane] = s->blocks[LOWEST(s->busy)];
        }
        blocks = s->blocks[0];
        for (lane = 1; lane < LANES; lane++)
            blocks = s->blocks[lane] < blocks ? s->blocks[lane] : blocks;
        step(s, m, blocks);
        s->fresh = 0;
        ended = 0;
        for (lane = 0; lane < LANES; lane++) {
            s->at[lane] += blocks * BLOCK_BYTES;
            s->blocks[lane] -= blocks;
            ended |= (unsigned)(s->blocks[lane] == 0) << lane;
        }
        ended &= s->busy;
        done = ended & s->ending;
        FOR_LANES(lane, ended & ~done) {
            last_blocks(s, m, lane);
        }
        if (done != 0) {
            done = finish(s, m, done);
            s->busy &= ~done;
            fill(s, m, done);
        }
    }
    FOR_LANES(lane, s->busy) {
        end_alone(s, m, lane);
    }
}

/* Apart from what few messages take, as the place for lanes costs them time. */
__attribute__((__noinline__)) static void side_by_side(unsigned out_size, size_t count,
                                                       const void *const *data, const size_t *len,
                                                       unsigned block_bytes, unsigned char *dst) {
    messages m;
    lanes s;

    m.data = data, m.len = len, m.dst = dst, m.count = count, m.next = 0;
    m.out_bytes = out_size / 8;
    m.block_bytes = block_bytes;
    run(&s, &m);
    FORGET(s);
}

static void many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                 unsigned block_bytes, unsigned char *dst) {
    if (count < LEAST_LANES)
        each_alone(out_size, count, data, len, dst);
    else
        side_by_side(out_size, count, data, len, block_bytes, dst);
}

#endif

#endif
