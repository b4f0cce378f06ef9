/*
 * Runs the vectors of a verifier of signatures natively, to be compiled with a sanitizer that
 * watches.  HEADER is the name of its header, NAME(part) that of its functions: NAME(_init), NAME(),
 * NAME(_close).
 *
 * Standard input: lines "MESSAGE KEY SIGNATURE ANSWER", all but the last in hexadecimal, "-" for
 * nothing.  Everything lies at odd addresses that end with it, null for nothing; the context was
 * dirty, the message comes in two pieces.  Standard output: how many there were, and how many were
 * answered in another way; with the argument "each", "right" or "wrong" for each before it.
 *
 * With the files of a key and a signature as arguments: standard input is the message, standard
 * output the answer.
 */
#include HEADER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *unhex(const char *text, size_t *length) {
    size_t n = *text == '-' ? 0 : strlen(text) / 2, i;
    unsigned char *bytes = (unsigned char *)malloc(n + 1);
    unsigned value;

    for (i = 0; i < n; i++) {
        sscanf(text + 2 * i, "%2x", &value);
        bytes[i + 1] = (unsigned char)value;
    }
    *length = n;
    return bytes;
}

static unsigned char *content(const char *name, size_t *length) {
    FILE *file = fopen(name, "rb");
    unsigned char *bytes = NULL;

    *length = 0;
    if (file == NULL)
        exit(2);
    do {
        bytes = (unsigned char *)realloc(bytes, *length + 4096);
        *length += fread(bytes + *length, 1, 4096, file);
    } while (!feof(file) && !ferror(file));
    fclose(file);
    return bytes;
}

static int verify(const char *key_name, const char *signature_name) {
    static unsigned char piece[4096];
    NAME(_context) *cc = (NAME(_context) *)malloc(sizeof *cc);
    size_t key_len, signature_len, len;
    unsigned char *key = content(key_name, &key_len);
    unsigned char *signature = content(signature_name, &signature_len);

    NAME(_init)(cc, key, key_len, signature, signature_len);
    while ((len = fread(piece, 1, sizeof piece, stdin)) != 0)
        NAME()(cc, piece, len);
    printf("%d\n", NAME(_close)(cc));
    free(cc);
    free(key);
    free(signature);
    return 0;
}

int main(int argc, char **argv) {
    static char text[3][32768];
    unsigned done = 0, failed = 0;
    int answer;

    if (argc == 3)
        return verify(argv[1], argv[2]);
    while (scanf("%32767s %32767s %32767s %d", text[0], text[1], text[2], &answer) == 4) {
        NAME(_context) *cc = (NAME(_context) *)malloc(sizeof *cc);
        size_t key_len, len, signature_len;
        unsigned char *message = unhex(text[0], &len), *key = unhex(text[1], &key_len);
        unsigned char *signature = unhex(text[2], &signature_len);

        memset(cc, 0xA5, sizeof *cc);
        NAME(_init)(cc, key_len ? key + 1 : NULL, key_len, signature_len ? signature + 1 : NULL,
                    signature_len);
        NAME()(cc, message + 1, len / 3);
        NAME()(cc, message + 1 + len / 3, len - len / 3);
        answer = NAME(_close)(cc) != answer;
        if (argc == 2)
            puts(answer ? "wrong" : "right");
        failed += answer != 0;
        done++;
        free(cc);
        free(key);
        free(message);
        free(signature);
    }
    printf("%u %u\n", done, failed);
    return 0;
}
