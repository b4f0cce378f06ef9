// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//
// lowRISC's Ibex with plain ports: two buses whose memory is outside, in the harness, and what each
// instruction that retires did.  The harness grants each request at once and answers in the next
// cycle: memory without wait states.
module system
  import ibex_pkg::*;
#(
    parameter bit E = 0,  // RV32E: 16 registers
    parameter bit BranchAlu = 0,
    parameter bit Writeback = 0,
    parameter int Multiplier = 2,  // of rv32m_e: 1 slow, 2 fast, 3 in one cycle
    parameter int Bits = 0  // of rv32b_e: 0 none, 1 balanced (Zba, Zbb, Zbs)
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
  ibex_top #(
      .RV32E(E),
      .RV32M(rv32m_e'(Multiplier)),
      .RV32B(rv32b_e'(Bits)),
      .BranchTargetALU(BranchAlu),
      .WritebackStage(Writeback)
  ) core (
      .clk_i(clock),
      .rst_ni(reset_n),
      .test_en_i(1'b0),
      .ram_cfg_i('0),
      .hart_id_i('0),
      .boot_addr_i(boot),
      .instr_req_o(fetch),
      .instr_gnt_i(fetch),
      .instr_rvalid_i(fetch_valid),
      .instr_addr_o(fetch_address),
      .instr_rdata_i(fetch_data),
      .instr_rdata_intg_i('0),
      .instr_err_i(1'b0),
      .data_req_o(access),
      .data_gnt_i(access),
      .data_rvalid_i(valid),
      .data_we_o(write),
      .data_be_o(enable),
      .data_addr_o(address),
      .data_wdata_o(write_data),
      .data_rdata_i(read_data),
      .data_rdata_intg_i('0),
      .data_err_i(1'b0),
      .irq_software_i(1'b0),
      .irq_timer_i(1'b0),
      .irq_external_i(1'b0),
      .irq_fast_i('0),
      .irq_nm_i(1'b0),
      .scramble_key_valid_i(1'b0),
      .scramble_key_i('0),
      .scramble_nonce_i('0),
      .debug_req_i(1'b0),
      .fetch_enable_i(IbexMuBiOn),
      .scan_rst_ni(1'b1),
      .rvfi_valid(retired),
      .rvfi_trap(trap),
      .rvfi_pc_rdata(counter),
      .rvfi_pc_wdata(next),
      .rvfi_rd_addr(destination),
      .rvfi_rd_wdata(result)
  );
endmodule
