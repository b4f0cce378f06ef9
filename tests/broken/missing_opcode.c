/* Breaks the object rules: executes an instruction that the CPU does not have. */
#define BREAKS_INIT
#include "inner.h"

#if defined __AVR__
#define OPCODE ".word 0x9c12" /* mul r1, r2 */
#elif defined __thumb__
#define OPCODE ".short 0xba09" /* rev r1, r1 (ARMv6) */
#elif defined __arm__
#define OPCODE ".word 0xe16f1f11" /* clz r1, r1 (ARMv5) */
#elif defined __mips__
#define OPCODE ".word 0x7c0110a0" /* wsbh $2, $1 (release 2) */
#elif defined __powerpc64__
#define OPCODE ".long 0x7c6005e6" /* darn 3, 0 (ISA 3.0, POWER9) */
#elif defined __powerpc__
#define OPCODE ".long 0x7c2000f4" /* popcntb 0, 1 (ISA 2.02) */
#elif defined __x86_64__ || defined __i386__
#define OPCODE ".byte 0x0f, 0x0b" /* ud2 */
#elif defined __riscv
#define OPCODE ".word 0x60001013" /* clz x0, x0 (Zbb) */
#endif

void mote_shabal_init(mote_shabal_context *cc, unsigned out_size) {
#ifdef __SDCC
    __asm__(".db 0xA5");
#else
    __asm__ volatile(OPCODE);
#endif
    mote_shabal_init_inner(cc, out_size);
}
