/* What comes over the serial port, and what is done with it. */
#ifndef COMMANDS_H
#define COMMANDS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Comes first: the random generator has no seed. */
void start_commands(void);

/* Waits for a command, does it, and answers. */
void do_command(void);

/* The port: these two wait until there is a byte, or until one can go. */
unsigned char serial_get(void);
void serial_put(unsigned char character);

#ifdef __cplusplus
}
#endif

#endif
