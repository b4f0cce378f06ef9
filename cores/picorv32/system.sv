// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//
// PicoRV32 with plain ports: memory is outside, in the harness, and what each instruction that
// retires did.  The look-ahead interface asks a cycle before the core waits for the answer: memory
// without wait states.  One bus serves both: its reads go out as fetches, which may lie beyond the
// code, its writes as accesses.
module system #(
    parameter bit E = 0,  // RV32E: 16 registers, neither multiplication nor division
    parameter bit Large = 1  // barrel shifter, multiplication in hardware multipliers, division
) (
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
  logic stopped;  // by a trap: the core halts

  picorv32 #(
      .ENABLE_COUNTERS(0),
      .ENABLE_COUNTERS64(0),
      .COMPRESSED_ISA(1),
      .ENABLE_REGS_16_31(!E),
      .BARREL_SHIFTER(Large),
      .ENABLE_FAST_MUL(!E),
      .ENABLE_DIV(!E),
      .PROGADDR_RESET(32'h0000_f000)
  ) core (
      .clk(clock),
      .resetn(reset_n),
      .trap(stopped),
      .mem_ready(fetch_valid | valid),
      .mem_rdata(fetch_data),
      .mem_la_read(fetch),
      .mem_la_write(write),
      .mem_la_addr(address),
      .mem_la_wdata(write_data),
      .mem_la_wstrb(enable),
      .pcpi_wr(1'b0),
      .pcpi_rd('0),
      .pcpi_wait(1'b0),
      .pcpi_ready(1'b0),
      .irq('0),
      .rvfi_valid(retired),
      .rvfi_trap(trap),
      .rvfi_pc_rdata(counter),
      .rvfi_pc_wdata(next),
      .rvfi_rd_addr(destination),
      .rvfi_rd_wdata(result)
  );

  assign access = write;
  assign fetch_address = address;
endmodule
