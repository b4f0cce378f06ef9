/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * mote-sum: digests of files, and whether files still have theirs, with any hash function of the
 * library, on every core.
 *
 * Its words, options and exit statuses are those of GNU coreutils' sha256sum and b2sum (manual,
 * section "sha2 utilities"), which it can stand in for: called sha256sum it is that.  For POSIX.
 *
 * The files are a list of jobs, which threads take in turn; the main thread reports them in order.  What is
 * wrong with a line of a list is a job with nothing to do, so that it is said in its place.
 */
#define _POSIX_C_SOURCE 200809L

#include "mote/hash.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#ifndef MOTE_VERSION
#define MOTE_VERSION "unknown"
#endif

#define PIECE ((size_t)1 << 17)
#define LONGEST_DIGEST ((size_t)1 << 16)

/* ---- what is asked for ---- */

static struct {
    int check, ignore_missing, quiet, status, strict, warn, tag, binary, text, zero, recursive;
    const char *algorithm;
    const char *length;
    const mote_hash_function *function;
    unsigned bits;
} options;

static const char *program = "mote-sum";
static int stands_in; /* called as another program, whose lines it takes and no other */
static int exit_status;

/* The bytes of the character at `at`, or 0: it is none that this locale prints. */
static size_t printable(const char *at) {
    mbstate_t state;
    wchar_t wide;
    size_t size;

    memset(&state, 0, sizeof state);
    size = mbrtowc(&wide, at, strlen(at), &state);
    return size == (size_t)-1 || size == (size_t)-2 || !iswprint((wint_t)wide) ? 0 : size;
}

/* A name as coreutils write it in messages: one that a shell or a reader may take for more than a name is
 * quoted, so that it can be pasted into a shell (manual, "Formatting file names": shell-escape). */
static void put_quoted(const char *name) {
    static const char special[] = " !\"$&'()*:;<=>?[\\^`|";
    const char *at;
    int hidden = 0, within = 0;
    size_t size;

    for (at = name; *at != 0 && !hidden; at += size)
        hidden = (size = printable(at)) == 0;
    if (*name != 0 && !hidden && strpbrk(name, special) == NULL && *name != '#' && *name != '~' &&
        strcmp(name, "{") != 0 && strcmp(name, "}") != 0) {
        fputs(name, stderr);
        return;
    }
    if (!hidden && strchr(name, '\'') != NULL && strpbrk(name, "!\"#$&()*;<=>?[\\^`{|}~") == NULL) {
        fprintf(stderr, "\"%s\"", name);
        return;
    }
    putc('\'', stderr);
    for (at = name; *at != 0; at += size) {
        size = printable(at);
        if (size == 0) {
            static const char letters[] = "abtnvfr"; /* from 7 on */

            size = 1;
            fputs(within ? "" : "'$'", stderr);
            within = 1;
            if (*at >= 7 && *at < 14)
                fprintf(stderr, "\\%c", letters[*at - 7]);
            else
                fprintf(stderr, "\\%03o", (unsigned)(unsigned char)*at);
            continue;
        }
        if (*at == '\'')
            fputs("'\\''", stderr);
        else {
            fputs(within ? "''" : "", stderr);
            fwrite(at, 1, size, stderr);
        }
        within = 0;
    }
    putc('\'', stderr);
}

/* A word of the command line in a message: with the quotation marks of the locale. */
static void put_word(const char *before, const char *word, const char *after) {
    const int is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;

    fprintf(stderr, "%s: %s%s%s%s%s", program, before, is_utf8 ? "\342\200\230" : "'", word,
            is_utf8 ? "\342\200\231" : "'", after);
}

/* Says what is wrong with a file, and remembers it. */
static void complain(const char *name, const char *reason) {
    fflush(stdout);
    fprintf(stderr, "%s: ", program);
    put_quoted(name);
    fprintf(stderr, ": %s\n", reason);
    exit_status = 1;
}

static void refuse(const char *what) {
    fprintf(stderr, "%s: %s\nTry '%s --help' for more information.\n", program, what, program);
    exit(1);
}

static void *reserve(void *old, size_t size) {
    void *made = realloc(old, size != 0 ? size : 1);

    if (made == NULL) {
        fprintf(stderr, "%s: memory exhausted\n", program);
        exit(1);
    }
    return made;
}

static char *copy(const char *text, size_t size) {
    char *made = (char *)reserve(NULL, size + 1);

    memcpy(made, text, size);
    made[size] = 0;
    return made;
}

/* ---- jobs ---- */

typedef struct {
    char *name;
    unsigned char *digest;   /* of the file, once done */
    unsigned char *expected; /* when checking: what it should be */
    size_t bytes;            /* of a digest */
    int error;               /* errno, or 0 */
    int cannot_open;
    int done;
    unsigned long line; /* when checking: not a file, but a line of this number that says none */
} job;

static job *jobs;
static size_t job_count, job_room, next_job;
static unsigned long long bytes_done;
static int input_is_read; /* by one job at a time, in order */
static int input_was_read;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t one_is_done = PTHREAD_COND_INITIALIZER;
static pthread_cond_t input_is_free = PTHREAD_COND_INITIALIZER;

static job *add_job(char *name, size_t bytes) {
    job *added;

    if (job_count == job_room) {
        job_room = 2 * job_room + 64;
        jobs = (job *)reserve(jobs, job_room * sizeof *jobs);
    }
    added = &jobs[job_count++];
    memset(added, 0, sizeof *added);
    added->name = name;
    added->bytes = bytes;
    input_was_read |= strcmp(name, "-") == 0;
    return added;
}

/* Reads a file to its end; 0 or an errno. */
static int digest_of(int file, unsigned char *buffer, size_t bytes, unsigned char *digest) {
    mote_hash_context cc;
    ssize_t count;

    if (mote_hash_init(&cc, options.function, (unsigned)(8 * bytes)) != 0)
        return EINVAL;
    while ((count = read(file, buffer, PIECE)) != 0) {
        if (count < 0) {
            if (errno == EINTR)
                continue;
            return errno;
        }
        mote_hash_update(&cc, buffer, (size_t)count);
        if ((size_t)count == PIECE) {
            pthread_mutex_lock(&lock);
            bytes_done += (size_t)count;
            pthread_mutex_unlock(&lock);
        }
    }
    mote_hash_close(&cc, digest);
    return 0;
}

static int is_input(const job *each) {
    return each->line == 0 && strcmp(each->name, "-") == 0;
}

static void do_job(job *each, unsigned char *buffer) {
    int file = STDIN_FILENO;

    if (each->line != 0)
        return;
    if (!is_input(each)) {
        file = open(each->name, O_RDONLY);
        if (file < 0) {
            each->error = errno;
            each->cannot_open = 1;
            return;
        }
    }
    each->digest = (unsigned char *)reserve(NULL, each->bytes);
    each->error = digest_of(file, buffer, each->bytes, each->digest);
    if (!is_input(each))
        close(file);
}

static void *work(void *nothing) {
    unsigned char *buffer = (unsigned char *)reserve(NULL, PIECE);
    job *each;

    (void)nothing;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (next_job < job_count && input_is_read && is_input(&jobs[next_job]))
            pthread_cond_wait(&input_is_free, &lock);
        each = next_job < job_count ? &jobs[next_job++] : NULL;
        if (each != NULL && is_input(each))
            input_is_read = 1;
        pthread_mutex_unlock(&lock);
        if (each == NULL)
            break;
        do_job(each, buffer);
        pthread_mutex_lock(&lock);
        each->done = 1;
        if (is_input(each)) {
            input_is_read = 0;
            pthread_cond_broadcast(&input_is_free);
        }
        pthread_cond_signal(&one_is_done);
        pthread_mutex_unlock(&lock);
    }
    free(buffer);
    return NULL;
}

/* On a terminal, from the second second on: how far it is. */
static void show_progress(size_t at, int clear) {
    static struct timespec before;
    static int shown;
    struct timespec now;

    if (clear) {
        if (shown)
            fputs("\r\033[K", stderr);
        shown = 0;
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (before.tv_sec == 0)
        before = now;
    if (now.tv_sec - before.tv_sec < 2 && !shown)
        return;
    shown = 1;
    fprintf(stderr, "\r%lu of %lu files, %.1f GB\033[K", (unsigned long)at,
            (unsigned long)job_count, (double)bytes_done / 1e9);
}

/* Does all jobs, and reports each in its turn. */
static void do_jobs(void (*report)(job *each)) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t count = cores > 1 ? (size_t)cores : 1, started = 0, i;
    int shows = isatty(STDERR_FILENO) && !options.status;
    pthread_t *threads;

    if (count > job_count)
        count = job_count;
    threads = (pthread_t *)reserve(NULL, count * sizeof *threads);
    next_job = 0;
    for (i = 0; count > 1 && i < count; i++)
        if (pthread_create(&threads[started], NULL, work, NULL) == 0)
            started++;
    if (started == 0 && !shows) {
        /* One file, or no threads: in order, each reported at once. */
        unsigned char *buffer = (unsigned char *)reserve(NULL, PIECE);

        for (i = 0; i < job_count; i++) {
            do_job(&jobs[i], buffer);
            report(&jobs[i]);
            fflush(stdout);
        }
        free(buffer);
        free(threads);
        return;
    }
    if (started == 0 && pthread_create(&threads[started], NULL, work, NULL) == 0)
        started++;
    if (started == 0)
        work(NULL);
    for (i = 0; i < job_count; i++) {
        int said = 0;

        pthread_mutex_lock(&lock);
        while (!jobs[i].done) {
            struct timespec until;

            if (!said) {
                /* Before it waits: who reads along has what there is. */
                pthread_mutex_unlock(&lock);
                fflush(stdout);
                said = 1;
                pthread_mutex_lock(&lock);
                continue;
            }
            if (!shows) {
                pthread_cond_wait(&one_is_done, &lock);
                continue;
            }
            clock_gettime(CLOCK_REALTIME, &until);
            until.tv_sec++;
            pthread_cond_timedwait(&one_is_done, &lock, &until);
            show_progress(i, 0);
        }
        pthread_mutex_unlock(&lock);
        if (shows)
            show_progress(i, 1);
        report(&jobs[i]);
    }
    for (i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

static void forget_jobs(void) {
    size_t i;

    for (i = 0; i < job_count; i++) {
        free(jobs[i].name);
        free(jobs[i].digest);
        free(jobs[i].expected);
    }
    job_count = 0;
}

/* ---- names and digests as text ---- */

/* What stands before a file's name with --tag, as BSD and OpenSSL write it. */
static const char *tag_of(const mote_hash_function *function, unsigned bits) {
    static const struct {
        const char *name, *tag;
        unsigned bits; /* of the digest that the tag alone says; 0: none */
    } known[] = {
        {"blake2b", "BLAKE2b", 512},       {"blake2s", "BLAKE2s", 256},       {"sha1", "SHA1", 160},
        {"sha512_224", "SHA512/224", 224}, {"sha512_256", "SHA512/256", 256},
    };
    static char text[64];
    const char *tag = NULL;
    unsigned alone = 0, i;

    if (strcmp(function->name, "sha256") == 0 || strcmp(function->name, "sha512") == 0) {
        sprintf(text, "SHA%u", bits);
        return text;
    }
    for (i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(function->name, known[i].name) == 0) {
            tag = known[i].tag;
            alone = known[i].bits;
        }
    if (tag == NULL) {
        for (i = 0; function->name[i] != 0 && i < 40; i++)
            text[i] =
                (char)(function->name[i] == '_' ? '-' : toupper((unsigned char)function->name[i]));
        text[i] = 0;
        tag = text;
    }
    if (bits == alone)
        return tag;
    if (tag != text)
        strcpy(text, tag);
    sprintf(text + strlen(text), "-%u", bits);
    return text;
}

static int needs_escape(const char *name) {
    return strpbrk(name, "\\\n\r") != NULL;
}

static void put_name(const char *name, int escaped) {
    for (; *name != 0; name++) {
        if (escaped && *name == '\n')
            fputs("\\n", stdout);
        else if (escaped && *name == '\r')
            fputs("\\r", stdout);
        else if (escaped && *name == '\\')
            fputs("\\\\", stdout);
        else
            putchar(*name);
    }
}

/* Undoes put_name's escapes, in place; whether there were none but these. */
static int unescape(char *name) {
    char *to = name;

    for (; *name != 0; name++) {
        if (*name != '\\') {
            *to++ = *name;
            continue;
        }
        switch (*++name) {
        case 'n':
            *to++ = '\n';
            break;
        case 'r':
            *to++ = '\r';
            break;
        case '\\':
            *to++ = '\\';
            break;
        default:
            return 0;
        }
    }
    *to = 0;
    return 1;
}

static void put_hex(const unsigned char *bytes, size_t count) {
    static const char digits[] = "0123456789abcdef";
    size_t i;

    for (i = 0; i < count; i++) {
        putchar(digits[bytes[i] >> 4]);
        putchar(digits[bytes[i] & 15]);
    }
}

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* ---- printing digests ---- */

static void print_digest(job *each) {
    int escaped = !options.zero && needs_escape(each->name);

    if (each->error != 0) {
        complain(each->name, strerror(each->error));
        return;
    }
    if (escaped)
        putchar('\\');
    if (options.tag) {
        printf("%s (", tag_of(options.function, options.bits));
        put_name(each->name, escaped);
        fputs(") = ", stdout);
        put_hex(each->digest, each->bytes);
    } else {
        put_hex(each->digest, each->bytes);
        printf(" %c", options.binary ? '*' : ' ');
        put_name(each->name, escaped);
    }
    putchar(options.zero ? 0 : '\n');
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A file, or with -r every file below a folder, in the order of their names. */
static void add_file(const char *name, int is_given) {
    struct stat is;
    struct dirent *entry;
    DIR *folder = NULL;
    char **below = NULL;
    size_t count = 0, room = 0, i;

    if (options.recursive && strcmp(name, "-") != 0) {
        /* What a link points at is a file; folders behind links would not end. */
        if ((is_given ? stat(name, &is) : lstat(name, &is)) == 0 && S_ISDIR(is.st_mode)) {
            folder = opendir(name);
            if (folder == NULL) {
                complain(name, strerror(errno));
                return;
            }
        } else if (!is_given && stat(name, &is) == 0 && !S_ISREG(is.st_mode))
            return; /* a device, a pipe, a link to a folder */
    }
    if (folder == NULL) {
        add_job(copy(name, strlen(name)), options.bits / 8);
        return;
    }
    while ((entry = readdir(folder)) != NULL) {
        size_t length = strlen(name);

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (count == room) {
            room = 2 * room + 16;
            below = (char **)reserve(below, room * sizeof *below);
        }
        below[count] = (char *)reserve(NULL, length + strlen(entry->d_name) + 2);
        sprintf(below[count++], "%s%s%s", name, name[length - 1] == '/' ? "" : "/", entry->d_name);
    }
    closedir(folder);
    if (count != 0)
        qsort(below, count, sizeof *below, by_name);
    for (i = 0; i < count; i++) {
        add_file(below[i], 0);
        free(below[i]);
    }
    free(below);
}

/* ---- checking ---- */

static struct {
    unsigned long proper, improper, mismatched, unread, matched;
} found;

static void report_check(job *each) {
    int escaped = strchr(each->name, '\n') != NULL; /* or a line would be two */
    const char *says;

    if (each->line != 0) {
        fflush(stdout);
        fprintf(stderr, "%s: ", program);
        put_quoted(each->name);
        fprintf(stderr, ": %lu: improperly formatted %s checksum line\n", each->line,
                tag_of(options.function, options.bits));
        return;
    }
    if (each->error != 0) {
        if (options.ignore_missing && each->cannot_open && each->error == ENOENT)
            return;
        complain(each->name, strerror(each->error));
        found.unread++;
        says = "FAILED open or read";
    } else if (memcmp(each->digest, each->expected, each->bytes) != 0) {
        found.mismatched++;
        says = "FAILED";
    } else {
        found.matched++;
        if (options.quiet)
            return;
        says = "OK";
    }
    if (options.status)
        return;
    if (escaped)
        putchar('\\');
    put_name(each->name, escaped);
    printf(": %s\n", says);
}

static int list_is_input; /* so that what it lists cannot be the input */

/* Adds a job for a digest in hexadecimal of so many characters; whether it is one. */
static int add_check(const char *hex, size_t digits, char *name, int escaped) {
    size_t bytes = digits / 2, i;
    job *added;

    if (digits % 2 != 0 || bytes > LONGEST_DIGEST)
        return 0;
    if (options.function->step == 0) {
        if (8 * bytes != options.bits)
            return 0;
    } else if (!mote_hash_has(options.function, (unsigned)(8 * bytes)))
        return 0;
    for (i = 0; i < digits; i++)
        if (digit_of(hex[i]) < 0)
            return 0;
    if ((escaped && !unescape(name)) || (list_is_input && strcmp(name, "-") == 0))
        return 0;
    added = add_job(copy(name, strlen(name)), bytes);
    added->expected = (unsigned char *)reserve(NULL, bytes);
    for (i = 0; i < bytes; i++)
        added->expected[i] = (unsigned char)(digit_of(hex[2 * i]) << 4 | digit_of(hex[2 * i + 1]));
    return 1;
}

/* Whether this is what stands before a name, with or without a size where there are several.  Other programs'
 * names take that alone; under its own this program takes each of the function's names, as
 * OpenSSL's "SHA2-256". */
static int is_tag(const char *text, const mote_hash_function *function, unsigned bits) {
    const char *tag = tag_of(function, bits);
    const size_t length = strlen(tag);

    return strncmp(text, tag, length) == 0 &&
           (text[length] == 0 ||
            (function->step != 0 && text[length] == '-' && text[length + 1] != '0' &&
             strtoul(text + length + 1, NULL, 10) == bits));
}

/* "TAG (NAME) = HEX": the tag is this function's, or the rest is none of ours. */
static int take_tagged(char *line, int escaped) {
    char *open_at = strchr(line, '('), *close_at = NULL, *at, *hex;
    size_t tag, digits;
    unsigned bits = 0;
    char *name;
    const mote_hash_function *function;

    if (open_at == NULL || open_at == line)
        return 0;
    for (at = open_at; (at = strchr(at, ')')) != NULL; at++)
        close_at = at;
    if (close_at == NULL)
        return 0;
    tag = (size_t)(open_at - line);
    while (tag != 0 && line[tag - 1] == ' ')
        tag--;
    name = copy(line, tag);
    function = mote_hash_find(name, &bits);
    if (stands_in && function != NULL &&
        (!is_tag(name, function, bits) || tag + 1 < (size_t)(open_at - line)))
        function = NULL;
    free(name);
    hex = close_at + 1;
    hex += strspn(hex, " \t");
    if (*hex != '=')
        return 0;
    hex++;
    hex += strspn(hex, " \t");
    digits = strlen(hex);
    if (function != options.function || 4 * digits != bits)
        return 0;
    *close_at = 0;
    return add_check(hex, digits, open_at + 1, escaped);
}

static int take_line(char *line, size_t length) {
    static enum { UNKNOWN, WITH_MODE, WITHOUT_MODE } form;
    const int has_nul = strlen(line) != length;
    int escaped = 0;
    size_t digits;

    line += strspn(line, " \t");
    if (*line == '\\') {
        escaped = 1;
        line++;
    }
    if (take_tagged(line, escaped))
        return 1;
    if (escaped && has_nul)
        return 0; /* which no escape stands for; else it ends the name */
    for (digits = 0; digit_of(line[digits]) >= 0; digits++)
        ;
    if (digits == 0 || (line[digits] != ' ' && line[digits] != '\t'))
        return 0;
    /* A space or an asterisk, which says how the file was read; BSD has none of them.  The first line
     * decides for all, so that in the second form a name may begin with either. */
    if (form != WITHOUT_MODE && (line[digits + 1] == ' ' || line[digits + 1] == '*') &&
        line[digits + 2] != 0) {
        if (!add_check(line, digits, line + digits + 2, escaped))
            return 0;
        form = WITH_MODE;
        return 1;
    }
    if (form == WITH_MODE || line[digits + 1] == 0 ||
        !add_check(line, digits, line + digits + 1, escaped))
        return 0;
    form = WITHOUT_MODE;
    return 1;
}

static void count_warning(unsigned long count, const char *one, const char *many) {
    if (count != 0) {
        fflush(stdout);
        fprintf(stderr, "%s: WARNING: %lu %s\n", program, count, count == 1 ? one : many);
    }
}

static void check_file(const char *name) {
    const int from_input = strcmp(name, "-") == 0;
    const char *shown = from_input ? "standard input" : name;
    FILE *list = from_input ? stdin : fopen(name, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    unsigned long number = 0;

    if (list == NULL) {
        complain(name, strerror(errno));
        return;
    }
    list_is_input = from_input;
    input_was_read |= from_input;
    memset(&found, 0, sizeof found);
    while ((length = getline(&line, &room, list)) > 0) {
        number++;
        if (line[length - 1] == '\n')
            line[--length] = 0;
        if (length != 0 && line[length - 1] == '\r')
            line[--length] = 0;
        if (length == 0 || line[0] == '#')
            continue;
        if (take_line(line, (size_t)length))
            found.proper++;
        else {
            found.improper++;
            if (options.warn)
                add_job(copy(shown, strlen(shown)), 0)->line = number;
        }
    }
    free(line);
    if (ferror(list)) {
        complain(shown, "read error");
        if (!from_input)
            fclose(list);
        forget_jobs();
        return;
    }
    if (from_input)
        clearerr(stdin);
    else
        fclose(list);
    do_jobs(report_check);
    forget_jobs();
    if (found.proper == 0) {
        complain(shown, "no properly formatted checksum lines found");
        return;
    }
    if (!options.status) {
        count_warning(found.improper, "line is improperly formatted",
                      "lines are improperly formatted");
        count_warning(found.unread, "listed file could not be read",
                      "listed files could not be read");
        count_warning(found.mismatched, "computed checksum did NOT match",
                      "computed checksums did NOT match");
    }
    if (options.ignore_missing && found.matched == 0) {
        exit_status = 1;
        if (!options.status)
            complain(shown, "no file was verified");
    }
    if (found.unread != 0 || found.mismatched != 0 || (options.strict && found.improper != 0))
        exit_status = 1;
}

/* ---- the command line ---- */

/* The exit status: what was written has to have arrived. */
static int finish(void) {
    const int failed = fflush(stdout) != 0 || ferror(stdout);
    const int closing = close(STDOUT_FILENO) != 0 ? errno : 0;

    if (failed || (closing != 0 && closing != EBADF)) {
        fprintf(stderr, "%s: write error%s%s\n", program, closing != 0 ? ": " : "",
                closing != 0 ? strerror(closing) : "");
        return 1;
    }
    if (input_was_read && close(STDIN_FILENO) != 0) {
        fprintf(stderr, "%s: standard input: %s\n", program, strerror(errno));
        return 1;
    }
    return exit_status;
}

static void print_help(void) {
    printf(
        "Usage: %s [OPTION]... [FILE]...\n"
        "Print or check digests of files; with no FILE, or when FILE is -, of standard input.\n\n"
        "  -a, --algorithm=NAME  the hash function: sha256 (default), sha3-512, blake2b, ...\n"
        "      --list            print all of them\n"
        "  -l, --length=BITS     of digests, where the function has several\n"
        "  -r, --recursive       every file below folders, too\n"
        "  -c, --check           read digests from the FILEs and check them\n"
        "      --tag             print BSD's form: SHA256 (FILE) = DIGEST\n"
        "  -b, --binary          print '*' before a name: read in binary mode\n"
        "  -t, --text            print ' ' before a name (default; files are read the same)\n"
        "  -z, --zero            end a line with NUL, and escape no names\n\n"
        "Of use only with --check:\n"
        "      --ignore-missing  say nothing of files that are not there\n"
        "      --quiet           do not print OK\n"
        "      --status          print nothing: the exit status says it\n"
        "      --strict          fail if a line is improperly formatted\n"
        "  -w, --warn            say which line is improperly formatted\n\n"
        "      --help            print this\n"
        "      --version         print the version\n\n"
        "Exit status: 0 if everything was read and, with --check, every digest is right; else 1.\n",
        program);
}

static void list_functions(void) {
    const mote_hash_function *each;
    size_t i;
    unsigned k;

    for (i = 0; (each = mote_hash_at(i)) != NULL; i++) {
        printf("%-16s", each->name);
        if (each->step != 0 && each->most != 0)
            printf("every %u bits up to %u\n", each->step, each->most);
        else if (each->step != 0)
            printf("any length\n");
        else {
            for (k = 0; k < 4 && each->some[k] != 0; k++)
                printf("%s%u", k != 0 ? ", " : "", each->some[k]);
            putchar('\n');
        }
    }
}

static void read_options(int count, char **arguments) {
    static const struct option longer[] = {
        {"algorithm", required_argument, NULL, 'a'},
        {"length", required_argument, NULL, 'l'},
        {"recursive", no_argument, NULL, 'r'},
        {"check", no_argument, NULL, 'c'},
        {"binary", no_argument, NULL, 'b'},
        {"tag", no_argument, NULL, 'T'},
        {"text", no_argument, NULL, 't'},
        {"zero", no_argument, NULL, 'z'},
        {"warn", no_argument, NULL, 'w'},
        {"ignore-missing", no_argument, &options.ignore_missing, 1},
        {"quiet", no_argument, NULL, 'q'},
        {"status", no_argument, NULL, 's'},
        {"strict", no_argument, &options.strict, 1},
        {"list", no_argument, NULL, 'L'},
        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},
        {NULL, 0, NULL, 0},
    };
    int option;

    while ((option = getopt_long(count, arguments, "a:l:rcbtzw", longer, NULL)) != -1) {
        switch (option) {
        case 0:
            break;
        case 'a':
            options.algorithm = optarg;
            break;
        case 'l':
            options.length = optarg;
            break;
        case 'r':
            options.recursive = 1;
            break;
        case 'c':
            options.check = 1;
            break;
        case 'b':
            options.binary = 1;
            options.text = 0;
            break;
        case 't':
            options.text = 1;
            options.binary = 0;
            break;
        case 'T':
            options.tag = 1;
            options.text = 0; /* which may be asked for before, but not behind */
            break;
        case 'z':
            options.zero = 1;
            break;
        /* Of these three the last counts. */
        case 'w':
        case 'q':
        case 's':
            options.warn = option == 'w';
            options.quiet = option == 'q';
            options.status = option == 's';
            break;
        case 'L':
            list_functions();
            exit(finish());
        case 'h':
            print_help();
            exit(finish());
        case 'V':
            printf("mote-sum (Mote) %s\n", MOTE_VERSION);
            exit(finish());
        default:
            fprintf(stderr, "Try '%s --help' for more information.\n", program);
            exit(1);
        }
    }
}

/* Says what does not go together, and chooses the function. */
static void settle_options(void) {
    const char *word;
    char *end;
    unsigned long bits;
    unsigned most;

    options.function = mote_hash_find(options.algorithm, &options.bits);
    if (options.function == NULL) {
        fprintf(stderr, "%s: no hash function is called '%s'; '%s --list' prints all\n", program,
                options.algorithm, program);
        exit(1);
    }
    most = options.function->most != 0 ? options.function->most : 8 * (unsigned)LONGEST_DIGEST;
    if (options.length != NULL && strcmp(options.length, "0") == 0)
        options.length = NULL; /* as b2sum has it: the longest, or what the line says */
    if (options.length != NULL) {
        errno = 0;
        word = options.length + strspn(options.length, " \t\n\v\f\r");
        bits = strtoul(word, &end, 10);
        if (*word == '-' || end == options.length || *end != 0 || errno != 0) {
            put_word("invalid length: ", options.length, "");
            fprintf(stderr, errno == ERANGE ? ": %s\n" : "\n", strerror(EOVERFLOW));
            exit(1);
        }
        if (bits > 8 * LONGEST_DIGEST || bits % 8 != 0 ||
            !mote_hash_has(options.function, (unsigned)bits)) {
            put_word("invalid length: ", options.length, "\n");
            if (bits % 8 != 0)
                fprintf(stderr, "%s: length is not a multiple of 8\n", program);
            else if (options.function->step != 0 && bits > most) {
                put_word("maximum digest length for ",
                         most == options.function->most ? tag_of(options.function, most)
                                                        : options.function->name,
                         "");
                fprintf(stderr, " is %u bits\n", most);
            } else
                fprintf(stderr, "%s: '%s --list' prints which digests %s has\n", program, program,
                        options.function->name);
            exit(1);
        }
        options.bits = (unsigned)bits;
    }
    if (options.bits % 8 != 0 || options.bits / 8 > LONGEST_DIGEST) {
        fprintf(stderr, "%s: digests of %u bits: at most %lu, in whole bytes\n", program,
                options.bits, (unsigned long)(8 * LONGEST_DIGEST));
        exit(1);
    }
    if (options.tag && options.text)
        refuse("--tag does not support --text mode");
    if (options.zero && options.check)
        refuse("the --zero option is not supported when verifying checksums");
    if (options.tag && options.check)
        refuse("the --tag option is meaningless when verifying checksums");
    if ((options.binary || options.text) && options.check)
        refuse("the --binary and --text options are meaningless when verifying checksums");
    if (options.recursive && options.check)
        refuse("the --recursive option is meaningless when verifying checksums");
    if (!options.check) {
        if (options.ignore_missing)
            refuse("the --ignore-missing option is meaningful only when verifying checksums");
        if (options.status)
            refuse("the --status option is meaningful only when verifying checksums");
        if (options.warn)
            refuse("the --warn option is meaningful only when verifying checksums");
        if (options.quiet)
            refuse("the --quiet option is meaningful only when verifying checksums");
        if (options.strict)
            refuse("the --strict option is meaningful only when verifying checksums");
    }
}

/* The function that a program of this name has: "sha256sum", "b2sum". */
static const char *algorithm_of(const char *name) {
    size_t length = strlen(name);
    char *stem;

    if (strcmp(name, "b2sum") == 0) {
        stands_in = 1;
        return "blake2b";
    }
    if (length > 3 && strcmp(name + length - 3, "sum") == 0) {
        stem = copy(name, length - 3);
        if (mote_hash_find(stem, NULL) != NULL) {
            stands_in = 1;
            return stem; /* for as long as the program runs */
        }
        free(stem);
    }
    return "sha256";
}

int main(int count, char **arguments) {
    static char input[] = "-", *only_input[] = {input, NULL};
    char **name;
    const char *slash;

    setlocale(LC_CTYPE, "");
    if (count > 0 && arguments[0] != NULL)
        program = arguments[0];
    slash = strrchr(program, '/');
    options.algorithm = algorithm_of(slash != NULL ? slash + 1 : program);
    read_options(count, arguments);
    settle_options();
    name = optind < count ? arguments + optind : only_input;
    if (options.check)
        for (; *name != NULL; name++)
            check_file(*name);
    else {
        for (; *name != NULL; name++)
            add_file(*name, 1);
        do_jobs(print_digest);
        forget_jobs();
    }
    free(jobs);
    return finish();
}
