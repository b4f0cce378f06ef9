/*
 * A boot loader for a Cortex-M0 that starts an image if whoever has the private key signed it, and
 * if it is not older than the device allows.  The device holds the public key alone: who reads its
 * flash learns nothing.  With the verifier and its SHA-256 it is smaller than 2 KB.
 *
 * The image lies behind the boot loader in flash (image.py writes it, boot.ld says where):
 *
 *     bytes 0 to 3        "MOTE"
 *           4 to 7        the version, lowest byte first
 *           8 to 11       bytes of the program, lowest first
 *          12 to 15       zeros
 *          16 to 1467     the LMS signature of bytes 0 to 15 and the program
 *        1468 on          the program, which begins with its stack pointer and its reset handler
 *
 * The last word of the loader's 2 KB is the lowest version that is started; it is as erased, all
 * ones, until the first update.  The program raises it when it knows that it runs: on most devices
 * that needs an erased page beside it, and a lock that only a reset opens.
 *
 * The signature is verified twice, and each answer compared where it is used: a glitch that skips
 * one instruction does not start an image.
 *
 * A Cortex-M0 takes all vectors from address 0, where this loader's are.  A program with interrupts
 * needs them remapped (as the vendor provides), or forwarded here.
 */
#include <stdint.h>

#include "key.h"
#include "mote_lms_sha256.h"

#define SIGNATURE_BYTES 1452

struct image {
    uint32_t magic, version, length, zero;
    unsigned char signature[SIGNATURE_BYTES];
    struct {
        uint32_t stack;
        uint32_t reset;
    } program;
};

extern const volatile uint32_t lowest_version;
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

static int verified(void) {
    mote_lms_sha256_context cc;

    mote_lms_sha256_init(&cc, key, sizeof key, image.signature, SIGNATURE_BYTES);
    mote_lms_sha256(&cc, &image, 16);
    mote_lms_sha256(&cc, &image.program, image.length);
    return mote_lms_sha256_close(&cc);
}

static void stop(void) {
    for (;;)
        __asm__ volatile("bkpt 0");
}

static void refuse(const char *why) {
    print(why);
    stop();
}

static void reset(void) {
    if (image.magic != 0x45544F4D)
        refuse("no image\n");
    if (image.length < sizeof image.program ||
        image.length > (uint32_t)(image_end - (const char *)&image.program))
        refuse("wrong length\n");
    if (lowest_version != 0xFFFFFFFF && image.version < lowest_version)
        refuse("too old\n");
    if (verified() != MOTE_LMS_VALID || verified() != MOTE_LMS_VALID)
        refuse("not signed\n");
    print("started\n");
    __asm__ volatile("msr msp, %0\n\tbx %1" : : "r"(image.program.stack), "r"(image.program.reset));
    __builtin_unreachable();
}

/* The stack pointer at reset, then the handlers of reset, NMI and hard fault. */
__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    stack_end, (const void *)reset, (const void *)stop, (const void *)stop};
