/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A plug-in of QEMU for programs of user mode: how many instructions the program has executed so far.
 *
 * The program asks by a system call that Linux has not, number 19791, with the descriptor of a pipe: the
 * plug-in writes the number there, 8 bytes in the host's order, as QEMU passes descriptors on as they are.
 *
 * The prototypes are those of version 1 of the interface (QEMU's documentation, "QEMU TCG Plugins", and its
 * header qemu-plugin.h, which Debian does not package).
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
enum { IN_LINE_ADD_U64 = 0 };
typedef void on_translation(qemu_plugin_id_t, struct qemu_plugin_tb *);
typedef void on_system_call(qemu_plugin_id_t, unsigned, int64_t, uint64_t, uint64_t, uint64_t,
                            uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, on_translation *);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int, void *,
                                                     uint64_t);
extern void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t, on_system_call *);

EXPORTED int qemu_plugin_version = 1;

enum { ASKS = 19791 };

static uint64_t executed; /* of one thread: the programs have no other */

/* A block that is left in its midst, by a fault, would count whole; these have none. */
static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, IN_LINE_ADD_U64, &executed,
                                             qemu_plugin_tb_n_insns(block));
}

static void called(qemu_plugin_id_t id, unsigned cpu, int64_t number, uint64_t pipe, uint64_t a2,
                   uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8) {
    uint64_t now = executed;

    (void)id, (void)cpu, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number == ASKS && write((int)pipe, &now, sizeof now) != (ssize_t)sizeof now)
        abort();
}

EXPORTED int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int count,
                                 char **arguments) {
    (void)info, (void)count, (void)arguments;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
