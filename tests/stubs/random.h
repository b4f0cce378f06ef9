/* The functions that play the sources of random bytes in tests/stubs/random_program.c. */
#include <stddef.h>

unsigned long stub_darn(unsigned form);
long stub_getrandom(void *dst, size_t len);
