/* The function that plays CPUID in tests/stubs/cpu_program.c. */
int stub_cpuid(unsigned leaf, unsigned part, unsigned *a, unsigned *b, unsigned *c, unsigned *d);
