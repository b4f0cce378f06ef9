/*
 * A libFuzzer target: every portable implementation of one function, against each other and
 * against other people's programs (peers/).
 *
 * Built with the macro TABLE, the name of a generated file that defines
 *
 *     FUNCTION            the identifier without mote_, as a string
 *     CONTEXT             the type of the context
 *     BIT_MESSAGES        1 where a message may end within a byte
 *     SIZES               the digest sizes in bits, separated by commas
 *     IMPLEMENTATIONS     IMPLEMENTATION(name) for each, whose functions are called
 *                         name_init, name and name_close
 *
 * Input: digest size, extra bits, how the message is cut, then the message.
 */
#include TABLE

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int mote_peers_agree(const char *function, uint32_t bits, const uint8_t *data, size_t len,
                     const uint8_t *wanted);

#define IMPLEMENTATION(name)                                                                       \
    void name##_init(CONTEXT *cc, unsigned out_size);                                              \
    void name##_update(CONTEXT *cc, const void *data, size_t len);                                 \
    void name##_close(CONTEXT *cc, unsigned ub, unsigned n, void *dst);
IMPLEMENTATIONS
#undef IMPLEMENTATION

#define IMPLEMENTATION(name) {#name, name##_init, name##_update, name##_close},
static const struct {
    const char *name;
    void (*init)(CONTEXT *, unsigned);
    void (*update)(CONTEXT *, const void *, size_t);
    void (*close)(CONTEXT *, unsigned, unsigned, void *);
} implementations[] = {IMPLEMENTATIONS};

static const unsigned sizes[] = {SIZES};
static unsigned long compared;

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void summary(void) {
    fprintf(stderr, "compared %lu\n", compared);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    atexit(summary);
    return 0;
}

/* An array of exactly `size` bytes, so that the sanitizer sees one byte past either end. */
static uint8_t *allocate(size_t size) {
    uint8_t *bytes = malloc(size);

    if (bytes == NULL)
        abort();
    memset(bytes, 0xA5, size);
    return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length) {
    uint8_t *first = NULL, *data, *context, *digest;
    unsigned size, bits, cut, ub;
    size_t whole, i, at, piece;

    if (length < 4)
        return 0;
    size = sizes[input[0] % COUNT(sizes)];
    bits = BIT_MESSAGES ? input[1] % 8 : 0;
    cut = input[2];
    ub = input[3];
    input += 4;
    whole = length - 4;
    data = allocate(whole);
    memcpy(data, input, whole);
    for (i = 0; i < COUNT(implementations); i++) {
        context = allocate(sizeof(CONTEXT));
        digest = allocate(size / 8);
        implementations[i].init((CONTEXT *)context, size);
        /* Each its own way of cutting the message. */
        for (at = 0, piece = cut + i; at < whole; at += piece) {
            piece = (piece * 7 + 1) % (cut % 5 == 0 ? 300 : 70);
            if (piece > whole - at)
                piece = whole - at;
            implementations[i].update((CONTEXT *)context, data + at, piece);
        }
        implementations[i].close((CONTEXT *)context, ub, bits, digest);
        free(context);
        if (first == NULL) {
            first = digest;
            continue;
        }
        if (memcmp(first, digest, size / 8) != 0) {
            fprintf(stderr, "%s-%u: %s and %s differ for %zu bytes and %u bits\n", FUNCTION, size,
                    implementations[0].name, implementations[i].name, whole, bits);
            abort();
        }
        free(digest);
    }
    if (bits == 0) {
        int agreed = mote_peers_agree(FUNCTION, size, data, whole, first);

        if (agreed < 0) {
            fprintf(stderr, "%s-%u: another program gives another digest for %zu bytes\n", FUNCTION,
                    size, whole);
            abort();
        }
        compared += (unsigned long)agreed;
    }
    free(first);
    free(data);
    return 0;
}
