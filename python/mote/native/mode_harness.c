/*
 * Runs AES in a mode of operation, GHASH, Poly1305, CMAC, Ascon-AEAD128, ChaCha20-Poly1305 or a stream cipher
 * natively.  HEADER is the name of the header, NAME(part) that of its functions.
 *
 * Without arguments: runs vectors, for a sanitizer that watches.  Standard input has lines "MODE KEY
 * IV AAD TEXT OUTPUT TAG_BYTES COUNTER_BITS VARIATION" in hexadecimal, but for the numbers, "-" for
 * nothing.  Each is encrypted and decrypted apart, in place and in pieces, at an alignment and with a
 * size of pieces by VARIATION; memory ends with what lies in it, contexts were dirty, and a tag of
 * which a bit was changed must be wrong.  Standard output: how many vectors there were, and how many
 * are wrong.
 *
 * With arguments MODE KEY IV AAD TAG_BYTES and "encrypt" or "decrypt": standard input is the text,
 * standard output what becomes of it.  The exit status is 3 for a wrong tag, and 4 where a function
 * refused what it was given; nothing is written then.
 */
#include HEADER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 16384

enum { DONE = 0, WRONG_TAG = 3, REFUSED = 4 };

struct bytes {
    unsigned char *at;
    size_t size;
};

/* Bytes from malloc's alignment to what is reserved. */
static size_t shift = 1;

/* Bytes with nothing behind them. */
static struct bytes reserve(size_t size) {
    struct bytes found;

    found.at = (unsigned char *)malloc(size + shift);
    if (found.at == NULL)
        exit(REFUSED);
    found.at += shift;
    found.size = size;
    return found;
}

static void release(struct bytes given) {
    free(given.at - shift);
}

static struct bytes unhex(const char *text) {
    struct bytes found = reserve(*text == '-' ? 0 : strlen(text) / 2);
    unsigned value;
    size_t i;

    for (i = 0; i < found.size; i++) {
        sscanf(text + 2 * i, "%2x", &value);
        found.at[i] = (unsigned char)value;
    }
    return found;
}

/* What a text is worked on with. */
struct job {
    const char *mode;
    struct bytes key, iv, aad;
    size_t tag_bytes;
    unsigned counter_bits;
    int back;
    size_t piece; /* of a text that may come in pieces; 0 for one */
};

/* The next piece of what is left */
static size_t part(const struct job *job, size_t left) {
    return job->piece != 0 && left > job->piece ? job->piece : left;
}

#ifdef MOTE_AES_H
#if !defined MOTE_GCM_H && !defined MOTE_CMAC_H && !defined MOTE_CCM_H && !defined MOTE_AES_WRAP_H
static int crypt(const struct job *job, struct bytes in, unsigned char *out) {
    unsigned bits = (unsigned)(8 * job->key.size), blocks = (unsigned)(in.size / 16);
    mote_aes_xts_context xts;
    mote_aes_context cc;
    mote_aes_ctr_state state;
    size_t i, size;

    memset(&cc, 0xA5, sizeof cc);
    memset(&xts, 0xA5, sizeof xts);
    memset(&state, 0xA5, sizeof state);
    if (strcmp(job->mode, "xts") == 0) {
        if (mote_aes_xts_init(&xts, job->key.at, bits / 2) != 0)
            return REFUSED;
        if ((job->back ? mote_aes_xts_decrypt : mote_aes_xts_encrypt)(&xts, job->iv.at, in.at, out,
                                                                      in.size) != 0)
            return REFUSED;
        return DONE;
    }
    if (mote_aes_init(&cc, job->key.at, bits) != 0)
        return REFUSED;
    if (strcmp(job->mode, "ecb") == 0)
        (job->back ? mote_aes_ecb_decrypt : mote_aes_ecb_encrypt)(&cc, in.at, out, blocks);
    else if (strcmp(job->mode, "cbc") == 0)
        (job->back ? mote_aes_cbc_decrypt : mote_aes_cbc_encrypt)(&cc, job->iv.at, in.at, out,
                                                                  blocks);
    else {
        mote_aes_ctr_start(&state, job->iv.at);
        for (i = 0; i < in.size; i += size) {
            size = part(job, in.size - i);
            (job->counter_bits == 32 ? mote_aes_ctr32 : mote_aes_ctr)(&cc, &state, in.at + i,
                                                                      out + i, size);
        }
    }
    return DONE;
}
#endif
#endif

#ifdef MOTE_AES_CTR_H
static int crypt(const struct job *job, struct bytes in, unsigned char *out) {
    mote_aes_ctr_context cc;
    size_t i, size;

    memset(&cc, 0xA5, sizeof cc);
    if (mote_aes_ctr_init(&cc, job->key.at, (unsigned)(8 * job->key.size), job->iv.at) != 0)
        return REFUSED;
    for (i = 0; i < in.size; i += size) {
        size = part(job, in.size - i);
        mote_aes_ctr_crypt(&cc, in.at + i, out + i, size);
    }
    return DONE;
}
#endif

#if (defined MOTE_CHACHA20_H && !defined MOTE_CHACHA20_POLY1305_H) || defined MOTE_SALSA20_H
/* The initial value: the number of the first block, and the nonce. */
static int crypt(const struct job *job, struct bytes in, unsigned char *out) {
    const unsigned char *iv = job->iv.at;
    mote_u32 number =
        (mote_u32)iv[0] | (mote_u32)iv[1] << 8 | (mote_u32)iv[2] << 16 | (mote_u32)iv[3] << 24;
    NAME(_context) cc;
    size_t i, n;

    memset(&cc, 0xA5, sizeof cc);
    NAME(_init)(&cc, job->key.at, iv + 4, number);
    for (i = 0; i < in.size; i += n) {
        n = part(job, in.size - i);
        NAME(_crypt)(&cc, in.at + i, out + i, n);
    }
    return DONE;
}
#endif

#ifdef MOTE_GCM_H
static int crypt(const struct job *job, struct bytes in, unsigned char *out) {
    size_t size = job->back ? in.size - job->tag_bytes : in.size, i, n;
    mote_gcm_context cc;
    int wrong;

    memset(&cc, 0xA5, sizeof cc);
    wrong = mote_gcm_init(&cc, job->key.at, (unsigned)(8 * job->key.size));
    if (wrong == 0)
        wrong = mote_gcm_start(&cc, job->iv.at, job->iv.size);
    for (i = 0; wrong == 0 && i < job->aad.size; i += n) {
        n = part(job, job->aad.size - i);
        wrong = mote_gcm_aad(&cc, job->aad.at + i, n);
    }
    for (i = 0; wrong == 0 && i < size; i += n) {
        n = part(job, size - i);
        wrong = (job->back ? mote_gcm_decrypt : mote_gcm_encrypt)(&cc, in.at + i, out + i, n);
    }
    if (wrong == 0)
        wrong = job->back ? mote_gcm_check(&cc, in.at + size, job->tag_bytes)
                          : mote_gcm_tag(&cc, out + size, job->tag_bytes);
    return wrong == 0 ? DONE : wrong == MOTE_GCM_WRONG_TAG ? WRONG_TAG : REFUSED;
}
#endif

#if (defined MOTE_GHASH_H && !defined MOTE_GCM_H) ||                                               \
    (defined MOTE_POLY1305_H && !defined MOTE_CHACHA20_POLY1305_H)
static int crypt(const struct job *job, struct bytes in, unsigned char *out) {
    NAME(_context) cc;
    size_t i, n;

    memset(&cc, 0xA5, sizeof cc);
    NAME(_init)(&cc, job->key.at);
    for (i = 0; i < in.size; i += n) {
        n = part(job, in.size - i);
        NAME()(&cc, in.at + i, n);
    }
    NAME(_close)(&cc, out);
    return DONE;
}
#endif

#ifdef MOTE_AES_WRAP_H
static int crypt(const struct job *job, struct bytes in, unsigned char *out) {
    mote_aes_wrap_context cc;
    int wrong;

    memset(&cc, 0xA5, sizeof cc);
    wrong = mote_aes_wrap_init(&cc, job->key.at, (unsigned)(8 * job->key.size));
    if (wrong == 0)
        wrong =
            (job->back ? mote_aes_wrap_decrypt : mote_aes_wrap_encrypt)(&cc, in.at, out, in.size);
    return wrong == 0 ? DONE : wrong == MOTE_AES_WRAP_WRONG_TAG ? WRONG_TAG : REFUSED;
}
#endif

#ifdef MOTE_CCM_H
static int crypt(const struct job *job, struct bytes in, unsigned char *out) {
    size_t size = job->back ? in.size - job->tag_bytes : in.size, i, n;
    mote_ccm_context cc;
    int wrong;

    memset(&cc, 0xA5, sizeof cc);
    wrong = mote_ccm_init(&cc, job->key.at, (unsigned)(8 * job->key.size));
    if (wrong == 0)
        wrong = mote_ccm_start(&cc, job->iv.at, job->iv.size, job->aad.size, size, job->tag_bytes);
    for (i = 0; wrong == 0 && i < job->aad.size; i += n) {
        n = part(job, job->aad.size - i);
        wrong = mote_ccm_aad(&cc, job->aad.at + i, n);
    }
    for (i = 0; wrong == 0 && i < size; i += n) {
        n = part(job, size - i);
        wrong = (job->back ? mote_ccm_decrypt : mote_ccm_encrypt)(&cc, in.at + i, out + i, n);
    }
    if (wrong == 0)
        wrong = job->back ? mote_ccm_check(&cc, in.at + size) : mote_ccm_tag(&cc, out + size);
    return wrong == 0 ? DONE : wrong == MOTE_CCM_WRONG_TAG ? WRONG_TAG : REFUSED;
}
#endif

#ifdef MOTE_CMAC_H
/* The same context has the message again then, with its code and with a wrong one. */
static int crypt(const struct job *job, struct bytes in, unsigned char *out) {
    unsigned char whole[16];
    mote_cmac_context cc;
    size_t i, n;
    int turn, wrong;

    memset(&cc, 0xA5, sizeof cc);
    if (mote_cmac_init(&cc, job->key.at, (unsigned)(8 * job->key.size)) != 0)
        return REFUSED;
    for (turn = 0; turn < 3; turn++) {
        for (i = 0; i < in.size; i += n) {
            n = part(job, in.size - i);
            mote_cmac(&cc, in.at + i, n);
        }
        if (turn == 0) {
            mote_cmac_close(&cc, whole);
            memcpy(out, whole, job->tag_bytes);
            continue;
        }
        wrong = turn == 1 ? 0 : MOTE_CMAC_WRONG_TAG;
        out[in.size % job->tag_bytes] ^= (unsigned char)(turn == 1 ? 0 : 0x10);
        if (mote_cmac_check(&cc, out, job->tag_bytes) != wrong)
            return WRONG_TAG;
        out[in.size % job->tag_bytes] ^= (unsigned char)(turn == 1 ? 0 : 0x10);
    }
    return DONE;
}
#endif

#if defined MOTE_ASCON_AEAD128_H || defined MOTE_CHACHA20_POLY1305_H
/* Key and nonce come together, and the tag is whole; -5 says that it is wrong. */
static int crypt(const struct job *job, struct bytes in, unsigned char *out) {
    size_t size = job->back ? in.size - job->tag_bytes : in.size, i, n;
    NAME(_context) cc;
    int wrong = 0;

    if (job->tag_bytes != 16)
        return REFUSED;
    memset(&cc, 0xA5, sizeof cc);
    NAME(_init)(&cc, job->key.at, job->iv.at);
    for (i = 0; wrong == 0 && i < job->aad.size; i += n) {
        n = part(job, job->aad.size - i);
        wrong = NAME(_aad)(&cc, job->aad.at + i, n);
    }
    for (i = 0; wrong == 0 && i < size; i += n) {
        n = part(job, size - i);
        wrong = (job->back ? NAME(_decrypt) : NAME(_encrypt))(&cc, in.at + i, out + i, n);
    }
    if (wrong == 0)
        wrong = job->back ? NAME(_check)(&cc, in.at + size) : NAME(_tag)(&cc, out + size);
    return wrong == 0 ? DONE : wrong == -5 ? WRONG_TAG : REFUSED;
}
#endif

/* Whether all that it gives is the hash or the code of a text */
static int is_hash(const char *mode) {
    return strcmp(mode, "ghash") == 0 || strcmp(mode, "poly1305") == 0 || strcmp(mode, "cmac") == 0;
}

/* Whether a text becomes what it should; iv may be changed by that. */
static int is_right(struct job *job, const char *iv, struct bytes in, struct bytes wanted,
                    int in_place) {
    struct bytes out = reserve(in_place && in.size > wanted.size ? in.size : wanted.size);
    int right;

    job->iv = unhex(iv);
    if (in_place) {
        memcpy(out.at, in.at, in.size);
        in.at = out.at;
    }
    right = crypt(job, in, out.at) == DONE && memcmp(out.at, wanted.at, wanted.size) == 0;
    release(job->iv);
    release(out);
    return right;
}

/* Whether a change of the tag, in the bit of that number, is seen. */
static int is_refused(struct job *job, const char *iv, struct bytes in, unsigned bit) {
    struct bytes out = reserve(in.size);
    unsigned char *changed = in.at + in.size - job->tag_bytes + bit / 8 % job->tag_bytes;
    int refused;

    job->iv = unhex(iv);
    *changed ^= (unsigned char)(1 << bit % 8);
    refused = crypt(job, in, out.at) == WRONG_TAG;
    *changed ^= (unsigned char)(1 << bit % 8);
    release(job->iv);
    release(out);
    return refused;
}

static int run_vectors(void) {
    static char mode[32], text[5][LONGEST];
    unsigned done = 0, failed = 0, tag_bytes, counter_bits, variation, i;

    while (scanf("%31s %16383s %16383s %16383s %16383s %16383s %u %u %u", mode, text[0], text[1],
                 text[2], text[3], text[4], &tag_bytes, &counter_bits, &variation) == 9) {
        int hashes = is_hash(mode);
        struct bytes in, out;
        struct job job;

        shift = variation % 16;
        in = unhex(text[3]);
        out = unhex(text[4]);
        job.mode = mode;
        job.key = unhex(text[0]);
        job.aad = unhex(text[2]);
        job.tag_bytes = tag_bytes;
        job.counter_bits = counter_bits;
        for (i = 0; i < 3; i++) {
            job.piece = i == 0 ? 0 : 1 + (variation * i + 51) % 130;
            job.back = 0;
            if (!is_right(&job, text[1], in, out, i == 1 && !hashes))
                break;
            job.back = 1;
            if (!hashes && !is_right(&job, text[1], out, in, i == 1))
                break;
            if (tag_bytes != 0 && !hashes && !is_refused(&job, text[1], out, variation + 5 * i))
                break;
        }
        failed += i != 3;
        done++;
        release(in);
        release(out);
        release(job.key);
        release(job.aad);
    }
    printf("%u %u\n", done, failed);
    return 0;
}

int main(int count, char **words) {
    struct bytes in, out;
    struct job job;
    size_t room = 1 << 16, got;
    int status;

    if (count == 1)
        return run_vectors();
    if (count != 7)
        return REFUSED;
    job.mode = words[1];
    job.key = unhex(words[2]);
    job.iv = unhex(words[3]);
    job.aad = unhex(words[4]);
    job.tag_bytes = (size_t)atoi(words[5]);
    job.back = strcmp(words[6], "decrypt") == 0;
    job.counter_bits = 128;
    job.piece = 0;
    in = reserve(room);
    in.size = 0;
    while ((got = fread(in.at + in.size, 1, room - in.size, stdin)) != 0) {
        in.size += got;
        if (in.size == room) {
            struct bytes more = reserve(room *= 2);
            memcpy(more.at, in.at, in.size);
            more.size = in.size;
            release(in);
            in = more;
        }
    }
    if (ferror(stdin))
        return REFUSED;
    out = reserve(in.size + 16);
    status = crypt(&job, in, out.at);
    if (status == DONE) {
        got = is_hash(job.mode) ? 0 : in.size;
        got = job.back ? got - job.tag_bytes : got + job.tag_bytes;
        if (fwrite(out.at, 1, got, stdout) != got || fflush(stdout) != 0)
            return REFUSED;
    }
    return status;
}
