/* The function of Apple's systems that tests/stubs/cpu_program.c plays. */
#include <stddef.h>
int sysctlbyname(const char *name, void *old, size_t *old_bytes, void *new_value, size_t new_bytes);
