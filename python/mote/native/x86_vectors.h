/* The vector instructions of amd64 that Unicorn 2.1 lacks: those with a prefix VEX or EVEX, of AVX, AVX2,
 * AVX-512, VAES and VPCLMULQDQ, as far as implementations use them.  The engine runs them here, one at a
 * time, on Unicorn's registers and memory, and on what Unicorn has no place for.
 */
#ifndef MOTE_X86_VECTORS_H
#define MOTE_X86_VECTORS_H

#include <stdbool.h>
#include <stdint.h>

#include <unicorn/unicorn.h>

enum x86_vectors {
    VECTORS_DONE,    /* the program counter is behind the instruction */
    VECTORS_UNKNOWN, /* not one of these instructions; nothing was changed */
    VECTORS_REFUSED, /* the access was refused; nothing was changed */
};

/* What is asked before an access: whether it may be made.  aligned: the instruction demands an
 * address that is a multiple of the size. */
typedef bool x86_vectors_access(void *user, uint64_t address, uint32_t size, bool write,
                                bool aligned);

/* Registers of AVX-512: the upper 256 bits of zmm0 to zmm15, zmm16 to zmm31, k0 to k7 */
struct x86_wide {
    uint64_t upper[16][4];
    uint64_t high[16][8];
    uint64_t masks[8];
};

/* Runs the instruction at the program counter `address`. */
enum x86_vectors x86_vectors_run(uc_engine *uc, struct x86_wide *wide, uint64_t address,
                                 x86_vectors_access *access, void *user);

#endif
