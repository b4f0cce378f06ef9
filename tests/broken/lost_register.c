/* Breaks the ABI check: a callee-saved register is lost behind the compiler's back. */
#define BREAKS_INIT
#include "inner.h"

#if defined __AVR__
#define LOSE "clr r5"
#elif defined __thumb__
#define LOSE "mov r5, sp"
#elif defined __arm__
#define LOSE "mov r5, sp"
#elif defined __mips__
#define LOSE "move $17, $29"
#elif defined __powerpc__
#define LOSE "mr 20, 1"
#elif defined __x86_64__
#define LOSE "mov %rsp, %r12"
#elif defined __i386__
#define LOSE "mov %esp, %edi"
#elif defined __riscv
#define LOSE "mv s3, sp"
#endif

void mote_shabal_init(mote_shabal_context *cc, unsigned out_size) {
    mote_shabal_init_inner(cc, out_size);
#ifdef __SDCC
    __asm__("orl psw, #0x08"); /* another register bank: the caller's registers are gone */
#else
    __asm__ volatile(LOSE);
#endif
}
