/*
 * A boot loader for a Cortex-M0 or an RV32 that starts an image if whoever has the private key signed
 * it, and if it is not older than the device allows.  The device holds the public key alone: who reads
 * its flash learns nothing.  With the verifier and its SHA-256 it is smaller than 2 KB.
 *
 * The image lies behind the boot loader in flash (image.py writes it, boot_*.ld say where):
 *
 *     bytes 0 to 3        "MOTE"
 *           4 to 7        the version, lowest byte first
 *           8 to 11       bytes of the program, lowest first
 *          12 to 15       zeros
 *          16 to 1467     the LMS signature of bytes 0 to 15 and the program
 *        1468 on          the program, which begins with its stack pointer and the address of its
 *                         first instruction
 *
 * The last word of the loader's 2 KB is the lowest version that is started; it is as erased, all
 * ones, until the first update.  The program raises it when it knows that it runs: on most devices
 * that needs an erased page beside it, and a lock that only a reset opens.
 *
 * The signature is verified twice, and each answer compared where it is used: a glitch that skips
 * one instruction does not start an image.
 *
 * A Cortex-M0 takes all vectors from address 0, where this loader's are.  A program with interrupts
 * needs them remapped (as the vendor provides), or forwarded here.  An RV32 has mtvec for that.
 */
#include <stdint.h>

#include "device.h"
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
extern const char image_end[];

static void print(const char *text) {
    prepare_uart();
    while (*text != 0) {
        while (UART_FULL)
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

/* Where faults go, too. */
__attribute__((aligned(4))) static void stop(void) {
    for (;;)
        BREAKPOINT();
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
    START(image.program.stack, image.program.reset);
}

#ifdef __riscv
/* The first instructions */
__attribute__((section(".vectors"), naked, used)) void entry(void) {
    __asm__ volatile("la sp, stack_end\n\tla t0, %0\n\tcsrw mtvec, t0\n\tj %1"
                     :
                     : "i"(stop), "i"(reset));
}
#else
/* The stack pointer at reset, then the handlers of reset, NMI and hard fault. */
__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    stack_end, (const void *)reset, (const void *)stop, (const void *)stop};
#endif
