// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//
// SERV with plain ports: two buses whose memory is outside, in the harness, and what each instruction
// that retires did.  It works on one bit in a cycle, with a memory of two bits' width for its
// registers.  A request is withdrawn in the cycle of its answer, as the memory that comes with SERV
// has it: no wait states.  It has neither multiplication nor division, and takes no trap for an
// instruction that it does not know.
module system (
    input  logic        clock,
    input  logic        reset_n,
    input  logic [31:0] boot,
    output logic        fetch,
    output logic [31:0] fetch_address,
    input  logic        fetch_valid,
    input  logic [31:0] fetch_data,
    output logic        access,
    output logic        write,
    output logic [ 3:0] enable,
    output logic [31:0] address,
    output logic [31:0] write_data,
    input  logic        valid,
    input  logic [31:0] read_data,
    output logic        retired,
    output logic        trap,
    output logic [31:0] counter,
    output logic [31:0] next,
    output logic [ 4:0] destination,
    output logic [31:0] result
);
  logic fetching, accessing;

  serv_rf_top #(
      .RESET_PC  (32'h0000_f000),
      .COMPRESSED(1)
  ) core (
      .clk(clock),
      .i_rst(!reset_n),
      .i_timer_irq(1'b0),
      .rvfi_valid(retired),
      .rvfi_trap(trap),
      .rvfi_pc_rdata(counter),
      .rvfi_pc_wdata(next),
      .rvfi_rd_addr(destination),
      .rvfi_rd_wdata(result),
      .o_ibus_adr(fetch_address),
      .o_ibus_cyc(fetching),
      .i_ibus_rdt(fetch_data),
      .i_ibus_ack(fetch_valid),
      .o_dbus_adr(address),
      .o_dbus_dat(write_data),
      .o_dbus_sel(enable),
      .o_dbus_we(write),
      .o_dbus_cyc(accessing),
      .i_dbus_rdt(read_data),
      .i_dbus_ack(valid),
      .i_ext_rd('0),
      .i_ext_ready(1'b0)
  );

  assign fetch  = fetching & !fetch_valid;
  assign access = accessing & !valid;
endmodule
