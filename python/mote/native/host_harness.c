/*
 * Runs an implementation natively on the host, in a process of its own: what the code under test
 * breaks, it breaks here.  mote/machines/host.py writes the four bench_ functions below from the
 * implementation's header, links them with this file, and speaks to the result:
 *
 *   harness hash DIGEST_BITS SECONDS
 *       standard input: records.  'D', 32-bit length (host order), that many bytes: an update.
 *       'E', number of extra bits (0 to 7), their byte: a close; the digest goes to standard
 *       output and a new message begins.
 *   harness time DIGEST_BITS SECONDS BLOCK_BYTES MILLISECONDS
 *       one line on standard output: see time_function.
 *
 * SECONDS of processor time bound every single call of the API.  A crash, or a call that goes
 * beyond its time, is told as one line on standard error (see report) and ends the process.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

extern const size_t bench_context_bytes;
void bench_init(void *context, unsigned out_size);
void bench_update(void *context, const void *data, size_t len);
void bench_close(void *context, unsigned ub, unsigned n, void *dst);

enum { INPUT_BYTES = 1 << 16, TICKS_PER_SECOND = 4, SAMPLES = 1 << 16 };

static int results; /* the protocol's output; descriptor 1 leads away from it */
static const char *volatile phase = "harness";
static volatile uint64_t calls;
static unsigned long budget_seconds;

/* mote-breach SIGNAL ADDRESS PROGRAM-COUNTER STACK-POINTER ERROR-CODE TRAP PHASE */
static void report(int number, siginfo_t *info, void *context) {
    char line[256];
    unsigned long pc = 0, sp = 0, error = 0, trap = 0;
    int length;
#if defined(__x86_64__)
    const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    pc = (unsigned long)registers[REG_RIP];
    sp = (unsigned long)registers[REG_RSP];
    error = (unsigned long)registers[REG_ERR];
    trap = (unsigned long)registers[REG_TRAPNO];
#elif defined(__i386__)
    const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    pc = (unsigned long)registers[REG_EIP];
    sp = (unsigned long)registers[REG_ESP];
    error = (unsigned long)registers[REG_ERR];
    trap = (unsigned long)registers[REG_TRAPNO];
#else
    (void)context;
#endif
    length = snprintf(line, sizeof line, "\nmote-breach %d %lx %lx %lx %lx %lx %s\n", number,
                      (unsigned long)(uintptr_t)info->si_addr, pc, sp, error, trap, phase);
    if (write(2, line, (size_t)length) != length)
        _exit(98);
    _exit(99);
}

static void tick(int number, siginfo_t *info, void *context) {
    static uint64_t last;
    static unsigned long ticks;
    uint64_t now = calls;
    if (now != last || phase[0] == 'h') {
        last = now;
        ticks = 0;
    } else if (++ticks > budget_seconds * TICKS_PER_SECOND) {
        report(number, info, context);
    }
}

static void watch(void) {
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    struct itimerval every = {{0, 1000000 / TICKS_PER_SECOND}, {0, 1000000 / TICKS_PER_SECOND}};
    struct rlimit none = {0, 0};
    struct sigaction action;
    stack_t stack;
    size_t i;

    memset(&stack, 0, sizeof stack);
    stack.ss_size = 1 << 16;
    stack.ss_sp = malloc(stack.ss_size);
    sigaltstack(&stack, NULL); /* the ordinary stack may be what overflowed */
    memset(&action, 0, sizeof action);
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    action.sa_sigaction = report;
    for (i = 0; i < sizeof fatal / sizeof *fatal; i++)
        sigaction(fatal[i], &action, NULL);
    action.sa_sigaction = tick;
    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &every, NULL);
    setrlimit(RLIMIT_CORE, &none);
}

static void fail(const char *what) {
    fprintf(stderr, "harness: %s: %s\n", what, strerror(errno));
    exit(97);
}

/* The end of `size` bytes that the page behind them cannot be read or written. */
static unsigned char *guarded_end(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t whole = (size + page - 1) / page * page;
    unsigned char *start =
        mmap(NULL, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + whole, page, PROT_NONE) != 0)
        fail("no memory");
    return start + whole;
}

static void call_init(void *context, unsigned out_size) {
    calls++;
    phase = "init";
    bench_init(context, out_size);
    phase = "harness";
}

static void call_update(void *context, const void *data, size_t len) {
    calls++;
    phase = "update";
    bench_update(context, data, len);
    phase = "harness";
}

static void call_close(void *context, unsigned ub, unsigned n, void *dst) {
    calls++;
    phase = "close";
    bench_close(context, ub, n, dst);
    phase = "harness";
}

static unsigned char input[INPUT_BYTES], output[INPUT_BYTES];
static size_t input_next, input_end, output_end;

static void flush(void) {
    size_t done = 0;
    while (done < output_end) {
        ssize_t n = write(results, output + done, output_end - done);
        if (n < 0 && errno != EINTR)
            fail("write");
        done += n > 0 ? (size_t)n : 0;
    }
    output_end = 0;
}

static void put(const unsigned char *data, size_t size) {
    while (size > 0) {
        size_t n = size < INPUT_BYTES - output_end ? size : INPUT_BYTES - output_end;
        memcpy(output + output_end, data, n);
        output_end += n;
        data += n;
        size -= n;
        if (output_end == INPUT_BYTES)
            flush();
    }
}

/* Take `size` bytes of standard input; 0 at its end. */
static int take(unsigned char *data, size_t size) {
    while (size > 0) {
        size_t n = input_end - input_next;
        if (n == 0) {
            ssize_t got;
            flush(); /* before waiting, so that the other side never waits for us */
            do
                got = read(0, input, INPUT_BYTES);
            while (got < 0 && errno == EINTR);
            if (got < 0)
                fail("read");
            if (got == 0)
                return 0;
            input_next = 0;
            input_end = n = (size_t)got;
        }
        if (n > size)
            n = size;
        memcpy(data, input + input_next, n);
        input_next += n;
        data += n;
        size -= n;
    }
    return 1;
}

static int hash(unsigned digest_bits) {
    size_t digest_bytes = (digest_bits + 7) / 8;
    unsigned char *context = guarded_end(bench_context_bytes) - bench_context_bytes;
    unsigned char *digest = guarded_end(digest_bytes) - digest_bytes;
    unsigned char *data_end = guarded_end(INPUT_BYTES);
    unsigned char kind, tail[2];
    int begun = 0;

    while (take(&kind, 1)) {
        if (!begun) {
            memset(context, 0xA5, bench_context_bytes);
            call_init(context, digest_bits);
            begun = 1;
        }
        if (kind == 'D') {
            uint32_t left;
            if (!take((unsigned char *)&left, sizeof left))
                return 96;
            while (left > 0) {
                size_t n = left < INPUT_BYTES ? left : INPUT_BYTES;
                if (!take(data_end - n, n))
                    return 96;
                call_update(context, data_end - n, n);
                left -= (uint32_t)n;
            }
        } else {
            if (!take(tail, 2))
                return 96;
            memset(digest, 0xA5, digest_bytes);
            call_close(context, tail[1], tail[0], digest);
            put(digest, digest_bytes);
            begun = 0;
        }
    }
    flush();
    return 0;
}

#if defined(__x86_64__) || defined(__i386__)
static uint64_t counter(void) {
    uint32_t low, high;
    /* LFENCE on both sides: nothing that is timed moves across the reading. */
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct series {
    uint64_t values[SAMPLES];
};

static struct series series[4];

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/*
 * One line: runs, counter frequency (Hz), then least and median counts of: nothing, an update
 * with 16 blocks, with 32 blocks, init + update with 32 bytes + close.  The four take turns, so
 * that what else happens on the host meets all of them.
 */
static int time_function(unsigned digest_bits, size_t block, double duration) {
    static unsigned char digest[1 << 13] __attribute__((aligned(64)));
    unsigned char *context = NULL, *data = NULL;
    double start, now;
    uint64_t first, t, x = 0x9E3779B97F4A7C15u;
    size_t runs = 0, i, size = 32 * block < 32 ? 32 : 32 * block;
    char line[512];
    int length;

    if (digest_bits > 8 * sizeof digest ||
        posix_memalign((void **)&context, 64, bench_context_bytes) != 0 ||
        posix_memalign((void **)&data, 64, size) != 0)
        fail("no memory");
    for (i = 0; i < size; i++) { /* xorshift64: arbitrary data, always the same */
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        data[i] = (unsigned char)(x >> 56);
    }
    first = counter();
    now = start = seconds();
    while (runs < SAMPLES && (runs < 15 || now - start < duration)) {
        t = counter();
        series[0].values[runs] = counter() - t;

        call_init(context, digest_bits);
        t = counter();
        call_update(context, data, 16 * block);
        series[1].values[runs] = counter() - t;

        call_init(context, digest_bits);
        t = counter();
        call_update(context, data, 32 * block);
        series[2].values[runs] = counter() - t;

        t = counter();
        call_init(context, digest_bits);
        call_update(context, data, 32);
        call_close(context, 0, 0, digest);
        series[3].values[runs] = counter() - t;

        runs++;
        now = seconds();
    }
    length = snprintf(line, sizeof line, "%lu %.0f", (unsigned long)runs,
                      (double)(counter() - first) / (seconds() - start));
    for (i = 0; i < 4; i++) {
        qsort(series[i].values, runs, sizeof(uint64_t), ascending);
        length += snprintf(line + length, sizeof line - (size_t)length, " %llu %llu",
                           (unsigned long long)series[i].values[0],
                           (unsigned long long)series[i].values[runs / 2]);
    }
    put((const unsigned char *)line, (size_t)length);
    flush();
    return 0;
}
#else
static int time_function(unsigned digest_bits, size_t block, double duration) {
    (void)digest_bits, (void)block, (void)duration;
    return 95;
}
#endif

int main(int argc, char **argv) {
    unsigned digest_bits;
    int status;
    if (argc < 4)
        return 94;
    /* What the code under test may print does not mix with the protocol, and is not shown. */
    results = dup(1);
    if (results < 0 || dup2(2, 1) < 0)
        fail("dup");
    digest_bits = (unsigned)strtoul(argv[2], NULL, 10);
    budget_seconds = strtoul(argv[3], NULL, 10);
    watch();
    if (strcmp(argv[1], "hash") == 0)
        status = hash(digest_bits);
    else if (strcmp(argv[1], "time") == 0 && argc == 6)
        status = time_function(digest_bits, strtoul(argv[4], NULL, 10), atof(argv[5]) / 1000);
    else
        return 94;
    /* A line that only an orderly end writes: the code under test may call exit(0). */
    if (status == 0 && write(2, "\nmote-end\n", 10) != 10)
        return 98;
    return status;
}
