/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Many messages side by side: which message is in which lane of the vectors, and what comes next there.
 *
 * A lane takes a message's whole blocks where they lie, then its last block or blocks, with padding, of a
 * place of its own; when it has ended the next message takes the lane.  A step is as many blocks as no lane
 * ends within.  The rest, when few messages are left, is for the source.
 *
 * A private header.  The source includes it after common/fast.h and
 *
 *     #define LANES 16                     at most 16
 *     #define STATE                        fields of its own in `lanes`, the state of all of them
 *     #define END_BYTES 128                of the last blocks
 *     #define BLOCK_BYTES 64               may be an expression with m
 *     #define FEATURES                     attributes of functions
 *
 * and defines after it
 *
 *     static void step(lanes *s, const messages *m, size_t blocks);
 *         That many blocks of each lane, from s->at on; before, lanes in s->fresh get their first state.
 *     static size_t make_end(lanes *s, const messages *m, unsigned lane, const unsigned char *rest,
 *                            unsigned bytes, size_t len);
 *         The last blocks, of a message of len bytes whose last bytes are these; how many blocks.
 *     static unsigned finish(lanes *s, const messages *m, unsigned ended);
 *         Writes what can be written of these lanes' digests; which lanes are free.
 *
 * Without LANES it has the type `messages` alone.
 */
#ifndef MOTE_MANY_H
#define MOTE_MANY_H

/* The call, the message that is next, and where there are those that have begun. */
typedef struct {
    const void *const *data;
    const size_t *len;
    unsigned char *dst;
    size_t count, next;
    unsigned out_bytes;
    unsigned block_bytes;
    struct lanes_of_messages *begun;
} messages;

#ifdef LANES
typedef struct lanes_of_messages {
    STATE
    unsigned char end[LANES][END_BYTES];
    const unsigned char *at[LANES]; /* the next block */
    size_t blocks[LANES];           /* how many there are */
    size_t number[LANES];           /* of the message */
    unsigned busy, fresh,
        ending; /* lanes that have a message, have just got it, are in its last blocks */
} lanes;

#define ALL_LANES ((1u << LANES) - 1)
#define LOWEST(mask) ((unsigned)__builtin_ctz(mask))
#define FOR_LANES(lane, mask)                                                                      \
    for (left = (mask); left != 0 && (lane = LOWEST(left), 1); left &= left - 1)

FEATURES static void step(lanes *s, const messages *m, size_t blocks);
FEATURES static size_t make_end(lanes *s, const messages *m, unsigned lane,
                                const unsigned char *rest, unsigned bytes, size_t len);
FEATURES static unsigned finish(lanes *s, const messages *m, unsigned ended);

FEATURES static void last_blocks(lanes *s, const messages *m, unsigned lane) {
    size_t len = m->len[s->number[lane]], rest = len % BLOCK_BYTES;
    const unsigned char *data = (const unsigned char *)m->data[s->number[lane]];

    s->blocks[lane] =
        make_end(s, m, lane, rest != 0 ? data + (len - rest) : data, (unsigned)rest, len);
    s->at[lane] = s->end[lane];
    s->ending |= 1u << lane;
}

/* Gives lanes the next messages, as far as there are. */
FEATURES static void fill(lanes *s, messages *m, unsigned mask) {
    unsigned lane, left;

    FOR_LANES(lane, mask) {
        if (m->next == m->count)
            break;
        s->number[lane] = m->next++;
        s->at[lane] = (const unsigned char *)m->data[s->number[lane]];
        s->blocks[lane] = m->len[s->number[lane]] / BLOCK_BYTES;
        s->busy |= 1u << lane;
        s->fresh |= 1u << lane;
        s->ending &= ~(1u << lane);
        if (s->blocks[lane] == 0)
            last_blocks(s, m, lane);
    }
}

/* All messages but the last ones: until fewer than `least` lanes, at least 1, have one. */
FEATURES static void run(lanes *s, messages *m, unsigned least) {
    unsigned lane, left, ended, done;
    size_t blocks;

    s->busy = s->fresh = s->ending = 0;
    fill(s, m, ALL_LANES);
    while ((unsigned)__builtin_popcount(s->busy) >= least) {
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
}

#endif

#endif
