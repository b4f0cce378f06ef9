/* The function of FreeBSD that tests/stubs/cpu_program.c plays. */
int stub_elf_aux_info(int type, void *value, int bytes);
