/* The function of Windows that tests/stubs/cpu_program.c plays. */
int IsProcessorFeaturePresent(unsigned long feature);
