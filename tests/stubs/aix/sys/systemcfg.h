/* As much of AIX's header as mote/cpu.h's functions need, for tests on another system. */
#ifndef STUB_SYSTEMCFG_H
#define STUB_SYSTEMCFG_H

struct stub_system_configuration {
    int implementation;
    int vmx_version;
};

extern struct stub_system_configuration _system_configuration;

#define SC_L1C_DLS 14
unsigned long getsystemcfg(int name);

/* Newer systems have these; that of the test may be an older one. */
#ifndef STUB_OLD_HEADER
#define POWER_8_ANDUP 0x7FFF0000
#define __power_8_andup() (_system_configuration.implementation & POWER_8_ANDUP)
#endif

#endif
