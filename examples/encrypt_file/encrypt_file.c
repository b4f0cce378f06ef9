/*
 * Encrypts a file with AES-256-GCM, verifies it, and decrypts it, in pieces: files may be larger than
 * the memory.
 *
 *     encrypt_file encrypt KEY FILE SEALED     KEY is a file of 32 bytes
 *     encrypt_file verify KEY SEALED           exit status 0 if nothing was changed
 *     encrypt_file decrypt KEY SEALED FILE
 *
 * A sealed file is "MOTE-GCM" (which is authenticated, too), an IV of 12 random bytes, the
 * ciphertext, and a tag of 16 bytes.  Nothing is decrypted into a file before all of it has been
 * verified.  The exit status is 1 for what is wrong, with one line that says what.
 *
 * IVs are random: with 2^32 files under one key, the chance that two have the same IV is 2^-33
 * (SP 800-38D, section 8.3).  Then take another key.
 */
#include <mote/gcm.h>
#include <mote/random.h>
#include <stdio.h>
#include <string.h>

#define MAGIC "MOTE-GCM"
#define MAGIC_BYTES 8
#define KEY_BYTES 32
#define IV_BYTES 12
#define TAG_BYTES 16
#define PIECE 65536

static int fail(const char *name, const char *what) {
    fprintf(stderr, "encrypt_file: %s: %s\n", name, what);
    return 1;
}

/* Sets the key of a file; 0, or 1 with a message. */
static int set_key(mote_gcm_context *cc, const char *name) {
    unsigned char key[KEY_BYTES + 1];
    FILE *file = fopen(name, "rb");
    size_t size;
    int wrong;

    if (file == NULL)
        return fail(name, "cannot be opened");
    size = fread(key, 1, sizeof key, file);
    fclose(file);
    wrong = size != KEY_BYTES || mote_gcm_init(cc, key, 8 * KEY_BYTES) != 0;
    memset(key, 0, sizeof key);
    return wrong ? fail(name, "is not a key of 32 bytes") : 0;
}

static int encrypt(mote_gcm_context *cc, FILE *in, FILE *out) {
    static unsigned char data[PIECE];
    unsigned char iv[IV_BYTES], tag[TAG_BYTES];
    size_t size;

    if (mote_random(iv, IV_BYTES) != 0)
        return fail("random", "this system gave no random bytes");
    if (mote_gcm_start(cc, iv, IV_BYTES) != 0 || mote_gcm_aad(cc, MAGIC, MAGIC_BYTES) != 0)
        return fail("gcm", "did not start");
    fwrite(MAGIC, 1, MAGIC_BYTES, out);
    fwrite(iv, 1, IV_BYTES, out);
    while ((size = fread(data, 1, PIECE, in)) != 0) {
        if (mote_gcm_encrypt(cc, data, data, size) != 0)
            return fail("text", "is longer than 2^36 - 32 bytes");
        fwrite(data, 1, size, out);
    }
    if (ferror(in))
        return fail("text", "cannot be read");
    if (mote_gcm_tag(cc, tag, TAG_BYTES) != 0)
        return fail("gcm", "did not end");
    fwrite(tag, 1, TAG_BYTES, out);
    return 0;
}

/* Decrypts; out is null where the text is only to be verified.  0, or 1 with a message. */
static int decrypt(mote_gcm_context *cc, FILE *in, FILE *out) {
    /* The last 16 bytes that were read wait at the front: they may be the tag. */
    static unsigned char data[TAG_BYTES + PIECE];
    unsigned char head[MAGIC_BYTES + IV_BYTES];
    size_t size;

    rewind(in);
    if (fread(head, 1, sizeof head, in) != sizeof head || memcmp(head, MAGIC, MAGIC_BYTES) != 0 ||
        fread(data, 1, TAG_BYTES, in) != TAG_BYTES)
        return fail("file", "is not one that encrypt_file has written");
    if (mote_gcm_start(cc, head + MAGIC_BYTES, IV_BYTES) != 0 ||
        mote_gcm_aad(cc, MAGIC, MAGIC_BYTES) != 0)
        return fail("gcm", "did not start");
    while ((size = fread(data + TAG_BYTES, 1, PIECE, in)) != 0) {
        unsigned char last[TAG_BYTES];

        memcpy(last, data + size, TAG_BYTES);
        if (mote_gcm_decrypt(cc, data, data, size) != 0)
            return fail("text", "is longer than 2^36 - 32 bytes");
        if (out != NULL)
            fwrite(data, 1, size, out);
        memcpy(data, last, TAG_BYTES);
    }
    if (ferror(in))
        return fail("file", "cannot be read");
    if (mote_gcm_check(cc, data, TAG_BYTES) != 0)
        return fail("file", "was changed, or has another key");
    return 0;
}

int main(int count, char **words) {
    mote_gcm_context cc;
    FILE *in, *out = NULL;
    int is_verify = count == 4 && strcmp(words[1], "verify") == 0;
    int is_decrypt = count == 5 && strcmp(words[1], "decrypt") == 0;
    int wrong;

    if (!is_verify && !is_decrypt && !(count == 5 && strcmp(words[1], "encrypt") == 0)) {
        fprintf(stderr, "usage: encrypt_file encrypt|decrypt KEY FROM TO, or verify KEY FILE\n");
        return 2;
    }
    if (set_key(&cc, words[2]) != 0)
        return 1;
    in = fopen(words[3], "rb");
    if (in == NULL)
        return fail(words[3], "cannot be opened");
    wrong = is_verify || is_decrypt ? decrypt(&cc, in, NULL) : 0;
    if (wrong == 0 && !is_verify) {
        out = fopen(words[4], "wb");
        if (out == NULL)
            wrong = fail(words[4], "cannot be written");
        else {
            wrong = is_decrypt ? decrypt(&cc, in, out) : encrypt(&cc, in, out);
            if (wrong == 0 && ferror(out))
                wrong = fail(words[4], "cannot be written");
            if (fclose(out) != 0 && wrong == 0)
                wrong = fail(words[4], "cannot be written");
            if (wrong != 0)
                remove(words[4]);
        }
    }
    fclose(in);
    memset(&cc, 0, sizeof cc);
    return wrong;
}
