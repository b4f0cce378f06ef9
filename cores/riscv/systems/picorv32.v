// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//
// PicoRV32 as custom instructions are measured on it: RV32IMC with barrel shifter, multiplication and
// division a bit at a time, no counters, no interrupts.  With MOTE_UNIT defined it has the
// module mote_unit at its co-processor interface (PCPI), with MOTE_SYSTEM the ports of
// native/rtl_harness.cpp around it, as in system.sv.
module mote_core (
    input  wire        clk,
    input  wire        resetn,
    output wire        trap,
    output wire        mem_valid,
    output wire        mem_instr,
    input  wire        mem_ready,
    output wire [31:0] mem_addr,
    output wire [31:0] mem_wdata,
    output wire [ 3:0] mem_wstrb,
    input  wire [31:0] mem_rdata,
    output wire        mem_la_read,
    output wire        mem_la_write,
    output wire [31:0] mem_la_addr,
    output wire [31:0] mem_la_wdata,
    output wire [ 3:0] mem_la_wstrb
`ifdef RISCV_FORMAL
    ,
    output wire        rvfi_valid,
    output wire        rvfi_trap,
    output wire [31:0] rvfi_pc_rdata,
    output wire [31:0] rvfi_pc_wdata,
    output wire [ 4:0] rvfi_rd_addr,
    output wire [31:0] rvfi_rd_wdata
`endif
);
`ifdef MOTE_UNIT
  localparam WithUnit = 1;
  wire pcpi_valid, pcpi_wr, pcpi_wait, pcpi_ready;
  wire [31:0] pcpi_insn, pcpi_rs1, pcpi_rs2, pcpi_rd;

  mote_unit extension (
      .pcpi_valid(pcpi_valid),
      .pcpi_insn(pcpi_insn),
      .pcpi_rs1(pcpi_rs1),
      .pcpi_rs2(pcpi_rs2),
      .pcpi_wr(pcpi_wr),
      .pcpi_rd(pcpi_rd),
      .pcpi_wait(pcpi_wait),
      .pcpi_ready(pcpi_ready)
  );
`else
  localparam WithUnit = 0;
  wire pcpi_wr = 1'b0, pcpi_wait = 1'b0, pcpi_ready = 1'b0;
  wire [31:0] pcpi_rd = 32'd0;
`endif

  picorv32 #(
      .ENABLE_COUNTERS(0),
      .ENABLE_COUNTERS64(0),
      .COMPRESSED_ISA(1),
      .BARREL_SHIFTER(1),
      .ENABLE_MUL(1),
      .ENABLE_DIV(1),
      .ENABLE_PCPI(WithUnit),
      .PROGADDR_RESET(32'h0000_f000)
  ) core (
      .clk(clk),
      .resetn(resetn),
      .trap(trap),
      .mem_valid(mem_valid),
      .mem_instr(mem_instr),
      .mem_ready(mem_ready),
      .mem_addr(mem_addr),
      .mem_wdata(mem_wdata),
      .mem_wstrb(mem_wstrb),
      .mem_rdata(mem_rdata),
      .mem_la_read(mem_la_read),
      .mem_la_write(mem_la_write),
      .mem_la_addr(mem_la_addr),
      .mem_la_wdata(mem_la_wdata),
      .mem_la_wstrb(mem_la_wstrb),
`ifdef MOTE_UNIT
      .pcpi_valid(pcpi_valid),
      .pcpi_insn(pcpi_insn),
      .pcpi_rs1(pcpi_rs1),
      .pcpi_rs2(pcpi_rs2),
`endif
      .pcpi_wr(pcpi_wr),
      .pcpi_rd(pcpi_rd),
      .pcpi_wait(pcpi_wait),
      .pcpi_ready(pcpi_ready),
`ifdef RISCV_FORMAL
      .rvfi_valid(rvfi_valid),
      .rvfi_trap(rvfi_trap),
      .rvfi_pc_rdata(rvfi_pc_rdata),
      .rvfi_pc_wdata(rvfi_pc_wdata),
      .rvfi_rd_addr(rvfi_rd_addr),
      .rvfi_rd_wdata(rvfi_rd_wdata),
`endif
      .irq(32'd0)
  );
endmodule

`ifdef MOTE_SYSTEM
module system (
    input  wire        clock,
    input  wire        reset_n,
    input  wire [31:0] boot,
    output wire        fetch,
    output wire [31:0] fetch_address,
    input  wire        fetch_valid,
    input  wire [31:0] fetch_data,
    output wire        access,
    output wire        write,
    output wire [ 3:0] enable,
    output wire [31:0] address,
    output wire [31:0] write_data,
    input  wire        valid,
    input  wire [31:0] read_data,
    output wire        retired,
    output wire        trap,
    output wire [31:0] counter,
    output wire [31:0] next,
    output wire [ 4:0] destination,
    output wire [31:0] result
);
  mote_core whole (
      .clk(clock),
      .resetn(reset_n),
      .mem_ready(fetch_valid | valid),
      .mem_rdata(fetch_data),
      .mem_la_read(fetch),
      .mem_la_write(write),
      .mem_la_addr(address),
      .mem_la_wdata(write_data),
      .mem_la_wstrb(enable),
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
`endif
