/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Digests of files by one function of the library, for `mote hash`: BITS FILE...
 *
 * Its words and exit statuses are those of the command, which this program stands in for; the standard streams
 * that the caller has closed are nowhere, and a pipe that nobody reads any more ends it with status 141.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include HEADER

/* FUNCTION is sha256 where HEADER is "mote/sha256.h". */
#define JOIN(a, b, c) a##b##c
#define NAME(function, what) JOIN(mote_, function, what)

#define PIECE ((size_t)1 << 17)

static NAME(FUNCTION, _context) context;
static unsigned char *buffer, *digest;
static int input_is_closed;

static void interrupted(int number) {
    static const char words[] = "mote: interrupted\n";

    (void)number;
    _exit(write(STDERR_FILENO, words, sizeof words - 1) < 0 ? 130 : 130);
}

static void *reserve(size_t size) {
    void *made = malloc(size);

    if (made == NULL) {
        fputs("mote: memory exhausted\n", stderr);
        exit(1);
    }
    return made;
}

/* What was printed has to have arrived. */
static void arrived(int failed) {
    if (!failed)
        return;
    if (errno == EPIPE)
        _exit(141);
    fprintf(stderr, "mote: standard output: %s\n", strerror(errno));
    _exit(1);
}

/* Why the file cannot be read, or NULL. */
static const char *hash(const char *name, unsigned bits) {
    const int is_input = strcmp(name, "-") == 0;
    const char *reason = NULL;
    int file = STDIN_FILENO;
    ssize_t count;

    if (*name == 0)
        return "the name of a file is empty";
    if (is_input && input_is_closed)
        return "standard input is closed";
    if (!is_input && (file = open(name, O_RDONLY)) < 0)
        return strerror(errno);
    NAME(FUNCTION, _init)(&context, bits);
    while ((count = read(file, buffer, PIECE)) != 0) {
        if (count > 0)
            NAME(FUNCTION, )(&context, buffer, (size_t)count);
        else if (errno != EINTR) {
            reason = strerror(errno);
            break;
        }
    }
    NAME(FUNCTION, _close)(&context, 0, 0, digest);
    if (!is_input)
        close(file);
    return reason;
}

int main(int count, char **arguments) {
    static const char digits[] = "0123456789abcdef";
    struct sigaction action, before;
    unsigned bits, i;
    int each, stream, status = 0;

    for (stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0) {
            input_is_closed |= stream == STDIN_FILENO;
            if (open("/dev/null", O_RDWR) < 0)
                return 1;
        }
    memset(&action, 0, sizeof action);
    sigaction(SIGINT, NULL, &before);
    if (before.sa_handler != SIG_IGN) { /* else it is somebody else's to say so */
        action.sa_handler = interrupted;
        sigaction(SIGINT, &action, NULL);
    }
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    if (count < 2)
        return 2; /* the command gives more */
    bits = (unsigned)strtoul(arguments[1], NULL, 10);
    buffer = (unsigned char *)reserve(PIECE);
    digest = (unsigned char *)reserve(bits / 8 + 1);
    for (each = 2; each < count; each++) {
        const char *reason = hash(arguments[each], bits);

        if (reason != NULL) {
            fprintf(stderr, "mote: %s: %s\n", *arguments[each] != 0 ? arguments[each] : "''",
                    reason);
            status = 1;
            continue;
        }
        for (i = 0; i < bits / 8; i++) {
            putchar(digits[digest[i] >> 4]);
            putchar(digits[digest[i] & 15]);
        }
        arrived(printf("  %s\n", arguments[each]) < 0);
    }
    arrived(fflush(stdout) != 0);
    return status;
}
