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
 *     CUSTOMIZED          1 where there is a customization before the message
 *     CUSTOMIZED_LAST     1 where it comes behind the message
 *     NAMED               1 where there is a name before the customization
 *     TUPLES              1 for a function of tuples of strings
 *     PARALLEL            1 where a block may have another number of bytes
 *     CLOSE_XOF           1 where there is also an output whose size is not hashed
 *     MAC                 1 for a message authentication code, which is customized, too
 *     KEY_BYTES           of a keyed hash and a key derivation in place of init, or 0
 *     READS               1 where output may be read in pieces
 *     IMPLEMENTATIONS     IMPLEMENTATION(name) for each, whose functions are called
 *                         name_init, name and name_close
 *
 * Input: digest size, extra bits, how the message is cut, then the message.  Strings before it are
 * beginnings of it, as long as the digits of how it is cut say; so is a key.  The strings of a tuple, and
 * blocks of another size, have so many bytes, too.
 */
#include TABLE

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int mote_peers_agree(const char *function, uint32_t bits, const uint8_t *data, size_t len,
                     const uint8_t *wanted);

int mote_customized_agree(const char *function, uint32_t bits, const uint8_t *first,
                          size_t first_len, const uint8_t *second, size_t second_len,
                          const uint8_t *data, size_t len, const uint8_t *wanted);

/* Calls of the n-th implementation, which differ by kind; string: a name, or a key. */
#define UPDATE(name) void name##_update(CONTEXT *cc, const void *data, size_t len);
#if MAC
#define IMPLEMENTATION(name)                                                                       \
    void name##_customize(CONTEXT *cc, const void *data, size_t len);                              \
    void name##_key(CONTEXT *cc, unsigned out_size, const void *key, size_t key_len);              \
    void name##_close(CONTEXT *cc, void *dst);                                                     \
    void name##_close_xof(CONTEXT *cc, void *dst);                                                 \
    UPDATE(name)
IMPLEMENTATIONS
#undef IMPLEMENTATION
#define IMPLEMENTATION(name)                                                                       \
    {#name, name##_customize, name##_key, name##_update, {name##_close, name##_close_xof}},
static const struct {
    const char *name;
    void (*customize)(CONTEXT *, const void *, size_t);
    void (*key)(CONTEXT *, unsigned, const void *, size_t);
    void (*update)(CONTEXT *, const void *, size_t);
    void (*close[2])(CONTEXT *, void *);
} implementations[] = {IMPLEMENTATIONS};
#else
#if NAMED
#define NAME(name) void name##_name(CONTEXT *cc, const void *data, size_t len);
#define NAME_OF(name) name##_name,
#else
#define NAME(name)
#define NAME_OF(name)
#endif
#if TUPLES
#define NUMBER item
#elif PARALLEL
#define NUMBER block
#endif
#ifdef NUMBER
#define JOIN(name, part) JOINED(name, part)
#define JOINED(name, part) name##_##part
#define NUMBER_OF(name) JOIN(name, NUMBER),
#define NUMBERED(name) void JOIN(name, NUMBER)(CONTEXT * cc, size_t number);
#else
#define NUMBER_OF(name)
#define NUMBERED(name)
#endif
#if CLOSE_XOF
#define XOF(name) void name##_close_xof(CONTEXT *cc, void *dst);
#define XOF_OF(name) name##_close_xof,
#else
#define XOF(name)
#define XOF_OF(name)
#endif
#if KEY_BYTES
#define KEYED(name)                                                                                \
    void name##_init_keyed(CONTEXT *cc, unsigned out_size, const void *key);                       \
    void name##_init_derive_key(CONTEXT *cc, unsigned out_size, const void *data, size_t len);
#define KEYED_OF(name) name##_init_keyed, name##_init_derive_key,
#else
#define KEYED(name)
#define KEYED_OF(name)
#endif
#if READS
#define READ(name) void name##_read(CONTEXT *cc, void *dst, size_t len);
#define READ_OF(name) name##_read,
#else
#define READ(name)
#define READ_OF(name)
#endif
#if CUSTOMIZED
#define STRINGS(name)                                                                              \
    NAME(name)                                                                                     \
    void name##_customize(CONTEXT *cc, const void *data, size_t len);
#define STRINGS_OF(name) NAME_OF(name) name##_customize,
#else
#define STRINGS(name)
#define STRINGS_OF(name)
#endif
#define IMPLEMENTATION(name)                                                                       \
    void name##_init(CONTEXT *cc, unsigned out_size);                                              \
    void name##_close(CONTEXT *cc, unsigned ub, unsigned n, void *dst);                            \
    STRINGS(name)                                                                                  \
    NUMBERED(name)                                                                                 \
    XOF(name)                                                                                      \
    KEYED(name)                                                                                    \
    READ(name)                                                                                     \
    UPDATE(name)
IMPLEMENTATIONS
#undef IMPLEMENTATION
#define IMPLEMENTATION(name)                                                                       \
    {#name,                                                                                        \
     STRINGS_OF(name) NUMBER_OF(name) XOF_OF(name) KEYED_OF(name) READ_OF(name) name##_init,       \
     name##_update, name##_close},
static const struct {
    const char *name;
#if NAMED
    void (*string)(CONTEXT *, const void *, size_t);
#endif
#if CUSTOMIZED
    void (*customize)(CONTEXT *, const void *, size_t);
#endif
#ifdef NUMBER
    void (*number)(CONTEXT *, size_t);
#endif
#if CLOSE_XOF
    void (*close_xof)(CONTEXT *, void *);
#endif
#if KEY_BYTES
    void (*init_keyed)(CONTEXT *, unsigned, const void *);
    void (*init_derive_key)(CONTEXT *, unsigned, const void *, size_t);
#endif
#if READS
    void (*read)(CONTEXT *, void *, size_t);
#endif
    void (*init)(CONTEXT *, unsigned);
    void (*update)(CONTEXT *, const void *, size_t);
    void (*close)(CONTEXT *, unsigned, unsigned, void *);
} implementations[] = {IMPLEMENTATIONS};
#endif

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
    size_t whole, i, at, piece, first_len = 0, second_len = 0;

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
#if CUSTOMIZED || KEY_BYTES
    first_len = cut % 16 * 13;
    second_len = cut / 16 * 13;
    if (first_len > whole)
        first_len = whole;
    if (second_len > whole)
        second_len = whole;
#endif
    for (i = 0; i < COUNT(implementations); i++) {
        context = allocate(sizeof(CONTEXT));
        digest = allocate(size / 8);
#if MAC
        implementations[i].customize((CONTEXT *)context, data, second_len);
        implementations[i].key((CONTEXT *)context, size, data, first_len);
#else
#if KEY_BYTES
        if (first_len >= KEY_BYTES)
            implementations[i].init_keyed((CONTEXT *)context, size, data);
        else if (second_len != 0)
            implementations[i].init_derive_key((CONTEXT *)context, size, data, second_len);
        else
#endif
            implementations[i].init((CONTEXT *)context, size);
#if NAMED
        implementations[i].string((CONTEXT *)context, data, first_len);
#endif
#if CUSTOMIZED && !CUSTOMIZED_LAST
        implementations[i].customize((CONTEXT *)context, data, second_len);
#endif
#if PARALLEL
        if (first_len != 0)
            implementations[i].number((CONTEXT *)context, first_len);
#endif
#endif
#if TUPLES
        for (at = 0; first_len != 0 && at < whole; at += piece) {
            piece = first_len < whole - at ? first_len : whole - at;
            implementations[i].number((CONTEXT *)context, piece);
            implementations[i].update((CONTEXT *)context, data + at, piece / (i + 2));
            implementations[i].update((CONTEXT *)context, data + at + piece / (i + 2),
                                      piece - piece / (i + 2));
        }
        at = first_len != 0 ? whole : 0;
#else
        at = 0;
#endif
        /* Each its own way of cutting the message. */
        for (piece = cut + i; at < whole; at += piece) {
            piece = (piece * 7 + 1) % (cut % 5 == 0 ? 300 : 70);
            if (piece > whole - at)
                piece = whole - at;
            implementations[i].update((CONTEXT *)context, data + at, piece);
        }
#if CUSTOMIZED_LAST
        implementations[i].customize((CONTEXT *)context, data, second_len);
#endif
#if MAC
        implementations[i].close[ub % 2]((CONTEXT *)context, digest);
#else
#if CLOSE_XOF
        if (ub % 2)
            implementations[i].close_xof((CONTEXT *)context, digest);
        else
#endif
#if READS
            if (ub % 2)
            for (at = 0; at < size / 8; at += piece) {
                piece = ub / 2 + 1 < size / 8 - at ? ub / 2 + 1 : size / 8 - at;
                implementations[i].read((CONTEXT *)context, digest + at, piece);
            }
        else
#endif
            implementations[i].close((CONTEXT *)context, ub, bits, digest);
#endif
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
#if KEY_BYTES
        first_len = first_len >= KEY_BYTES ? KEY_BYTES : 0;
#endif
#if CUSTOMIZED || KEY_BYTES
        const char *name = (MAC || CLOSE_XOF) && ub % 2 ? FUNCTION "_xof" : FUNCTION;
        const uint8_t *string = data;
#ifdef NUMBER
        /* The lengths of strings, or that of a block, two bytes each */
        uint8_t numbers[2 * 128];
        size_t count = 0, left;

        for (left = whole; first_len != 0 && left != 0 && count < 128; count++) {
            piece = PARALLEL || first_len < left ? (unsigned)first_len : (unsigned)left;
            numbers[2 * count] = (uint8_t)(piece & 0xFF);
            numbers[2 * count + 1] = (uint8_t)(piece >> 8);
            left = piece < left ? left - piece : 0;
        }
        string = numbers;
        first_len = PARALLEL && count > 1 ? 2 : 2 * count;
#endif
        int agreed = mote_customized_agree(name, size, string, first_len, data, second_len, data,
                                           whole, first);
#else
        int agreed = mote_peers_agree(FUNCTION, size, data, whole, first);

        if (agreed == 0)
            agreed = mote_customized_agree(FUNCTION, size, data, 0, data, 0, data, whole, first);
#endif

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
