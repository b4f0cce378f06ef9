// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//
// OpenHW's CV32E40P with plain ports: two buses whose memory is outside, in the harness, and what each
// instruction that retires did.  The harness grants each request at once and answers in the next
// cycle: memory without wait states.  Without the instructions of its own (COREV_PULP) and without
// floating point.
//
// The core has no port that tells what retires.  An instruction counts as retired in the cycle after
// the one in which it leaves the EX stage, in which a load has its value; what it is, is followed from
// the ID stage on.
// Of its arrays of counters some elements are constant: Verilator takes that for two kinds of
// assignment to one variable.
`verilator_config
lint_off -rule BLKANDNBLK -file "*/cv32e40p_cs_registers.sv"
`begin_keywords "1800-2017"
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
  cv32e40p_core core (
      .clk_i(clock),
      .rst_ni(reset_n),
      .pulp_clock_en_i(1'b0),
      .scan_cg_en_i(1'b1),  // no gate of the clock: nothing here sleeps
      .boot_addr_i(boot),
      .mtvec_addr_i(boot),
      .dm_halt_addr_i('0),
      .hart_id_i('0),
      .dm_exception_addr_i('0),
      .instr_req_o(fetch),
      .instr_gnt_i(fetch),
      .instr_rvalid_i(fetch_valid),
      .instr_addr_o(fetch_address),
      .instr_rdata_i(fetch_data),
      .data_req_o(access),
      .data_gnt_i(access),
      .data_rvalid_i(valid),
      .data_we_o(write),
      .data_be_o(enable),
      .data_addr_o(address),
      .data_wdata_o(write_data),
      .data_rdata_i(read_data),
      .apu_gnt_i(1'b0),
      .apu_result_i('0),
      .apu_flags_i('0),
      .apu_rvalid_i(1'b0),
      .irq_i('0),
      .debug_req_i(1'b0),
      .fetch_enable_i(1'b1)
  );

  logic executing;  // an instruction is in the EX stage,
  logic leaves;  // and leaves it in this cycle
  logic [31:0] executing_counter, kept;
  logic [4:0] kept_destination;
  logic left, refused;
  logic [31:0] left_counter, refused_counter;

  // A branch that is taken leaves while the ID stage is emptied.
  assign leaves = executing & core.ex_ready;

  always_ff @(posedge clock or negedge reset_n)
    if (!reset_n) begin
      executing <= 0;
      left <= 0;
      refused <= 0;
    end else begin
      if (core.id_stage_i.minstret) begin
        executing <= 1;
        executing_counter <= core.pc_id;
      end else if (leaves) executing <= 0;
      left <= leaves;
      left_counter <= executing_counter;
      kept_destination <= core.regfile_alu_we_fw ? core.regfile_alu_waddr_fw[4:0] : '0;
      kept <= core.regfile_alu_wdata_fw;
      refused <= core.csr_save_cause;
      refused_counter <= core.pc_id;
    end

  assign retired = left | refused;
  assign trap = refused;
  assign counter = refused ? refused_counter : left_counter;
  // Where the one behind it lies, once it is there.
  assign next = executing ? executing_counter : core.pc_id;
  assign destination = core.regfile_we_wb ? core.regfile_waddr_fw_wb_o[4:0]
                                                 : kept_destination;
  assign result = core.regfile_we_wb ? core.regfile_wdata : kept;
endmodule
`end_keywords
