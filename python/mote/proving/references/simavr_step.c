/*
 * One instruction of simavr's core at a time, for the description of the AVR in
 * python/mote/proving/architectures/avr.py to be compared with.
 */
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "simavr/sim_avr.h"
#include "simavr/sim_core.h"

static void be_silent(avr_t *avr, const int level, const char *format, va_list arguments) {
    (void)avr, (void)level, (void)format, (void)arguments;
}

/* A core, or NULL when simavr does not know the model. */
avr_t *step_open(const char *model) {
    avr_t *avr;

    avr_global_logger_set(be_silent);
    avr = avr_make_mcu_by_name(model);
    if (avr != NULL)
        avr_init(avr);
    return avr;
}

uint8_t *step_data(avr_t *avr) {
    return avr->data;
}

uint8_t *step_flash(avr_t *avr) {
    return avr->flash;
}

uint32_t step_data_end(const avr_t *avr) {
    return avr->ramend + 1;
}

/* Executes the instruction at `pc`; status: SREG before and after.  Returns the program counter. */
uint32_t step_one(avr_t *avr, uint32_t pc, uint8_t *status) {
    unsigned i;

    for (i = 0; i < 8; i++)
        avr->sreg[i] = *status >> i & 1;
    avr->state = cpu_Running;
    avr->interrupt_state = 0;
    avr->pc = pc;
    avr->run_cycle_count = 0;
    avr->pc = avr_run_one(avr);
    *status = 0;
    for (i = 0; i < 8; i++)
        *status |= (uint8_t)(avr->sreg[i] << i);
    return avr->pc;
}
