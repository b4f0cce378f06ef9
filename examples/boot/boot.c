/*
 * A boot loader for a Cortex-M0 that starts an image if it is whole and comes from who has the key.
 * With SHA-256, HMAC, this file and the C library's memcpy it is smaller than 2 KB.
 *
 * The image lies behind the boot loader in flash (sign.py writes it, boot.ld says where):
 *
 *     bytes 0 to 3    "MOTE"
 *           4 to 7    bytes of the program, lowest first
 *           8 to 39   SHA-256 of the program
 *          40 to 71   HMAC-SHA-256 of bytes 0 to 39, under the key that this loader contains
 *          72 on      the program, which begins with its stack pointer and its reset handler
 *
 * The digest finds what went wrong in flash; the code, which covers the digest, finds what somebody
 * changed on purpose.  Who reads the flash of a device has the key: one key for each device, and the
 * processor's protection against reading, belong to it.  Old images stay valid.
 *
 * A Cortex-M0 takes all vectors from address 0, where this loader's are.  A program with interrupts
 * needs them remapped (as the vendor provides), or forwarded here.
 */
#include <stdint.h>

#include "mote/memory.h"

#include "key.h"
#include "mote_hmac_sha256.h"

#define DIGEST_BYTES 32
#define SIGNED_BYTES 40 /* of the header */

struct image {
    unsigned char magic[4];
    uint32_t length;
    unsigned char digest[DIGEST_BYTES];
    unsigned char mac[DIGEST_BYTES];
    struct {
        uint32_t stack;
        uint32_t reset;
    } program;
};

extern const struct image image;
extern const char image_end[], stack_end[]; /* of flash and RAM */

/* The APB UART 0 of Arm's Cortex-M System Design Kit (Arm DDI 0479). */
#define UART_DATA (*(volatile uint32_t *)0x40004000)
#define UART_STATE (*(volatile uint32_t *)0x40004004) /* bit 0: the transmitter is full */
#define UART_CONTROL (*(volatile uint32_t *)0x40004008)
#define UART_DIVIDER (*(volatile uint32_t *)0x40004010)

static void print(const char *text) {
    UART_DIVIDER = 16;
    UART_CONTROL = 1;
    while (*text != 0) {
        while (UART_STATE & 1)
            ;
        UART_DATA = (unsigned char)*text++;
    }
}

/* Why the image must not be started; a null pointer if it may. */
static const char *complaint(void) {
    union {
        mote_sha256_context sha256;
        mote_hmac_sha256_context hmac;
    } cc;
    const unsigned char *program = (const unsigned char *)&image.program;
    unsigned char digest[DIGEST_BYTES];

    if (mote_compare(image.magic, "MOTE", 4) != 0)
        return "no image\n";
    if (image.length < sizeof image.program ||
        image.length > (uint32_t)(image_end - (const char *)program))
        return "wrong length\n";
    mote_sha256_init(&cc.sha256, 256);
    mote_sha256(&cc.sha256, program, image.length);
    mote_sha256_close(&cc.sha256, 0, 0, digest);
    if (mote_compare(digest, image.digest, sizeof digest) != 0)
        return "damaged\n";
    mote_hmac_sha256_init(&cc.hmac, 256, key, sizeof key);
    mote_hmac_sha256(&cc.hmac, &image, SIGNED_BYTES);
    if (mote_hmac_sha256_check(&cc.hmac, image.mac, sizeof image.mac) != 0)
        return "not signed\n";
    return 0;
}

static void stop(void) {
    for (;;)
        __asm__ volatile("bkpt 0");
}

static void reset(void) {
    const char *wrong = complaint();

    if (wrong != 0) {
        print(wrong);
        stop();
    }
    print("started\n");
    __asm__ volatile("msr msp, %0\n\tbx %1" : : "r"(image.program.stack), "r"(image.program.reset));
    __builtin_unreachable();
}

/* The stack pointer at reset, then the handlers of reset, NMI and hard fault. */
__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    stack_end, (const void *)reset, (const void *)stop, (const void *)stop};
