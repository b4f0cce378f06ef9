// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//
// OpenHW's CV32E40X (RV32IMC) as custom instructions are measured on it.  With MOTE_UNIT defined it has
// the module mote_unit at its interface for extensions (CV-X-IF), otherwise that is switched off.  With
// MOTE_SYSTEM it has the ports of native/rtl_harness.cpp around it, as in system.sv: each request is
// granted at once and answered in the next cycle, memory without wait states.
//
// The unit answers at once.  Its result waits in `issued` until the core commits the instruction, and
// in `result` until the core takes it in its last stage: so one instruction a cycle can be issued.
// What is not committed leaves nothing behind.
//
// Of its arrays of counters some elements are constant: Verilator takes that for two kinds of
// assignment to one variable.
`ifdef MOTE_SYSTEM
`verilator_config
lint_off -rule BLKANDNBLK -file "*/cv32e40x_cs_registers.sv"
`begin_keywords "1800-2017"
`endif
module mote_xif (
    input logic clk,
    input logic resetn,
    if_xif.coproc_issue issue,
    if_xif.coproc_commit commit,
    if_xif.coproc_result answer
);
  logic ready, writes, waits;
  logic [31:0] found;

`ifdef MOTE_UNIT
  mote_unit extension (
      .pcpi_valid(issue.issue_valid),
      .pcpi_insn(issue.issue_req.instr),
      .pcpi_rs1(issue.issue_req.rs[0]),
      .pcpi_rs2(issue.issue_req.rs[1]),
      .pcpi_wr(writes),
      .pcpi_rd(found),
      .pcpi_wait(waits),
      .pcpi_ready(ready)
  );
`else
  assign {ready, writes, waits, found} = '0;
`endif

  typedef struct packed {
    logic        valid;
    logic        committed;
    logic [3:0]  id;
    logic [4:0]  rd;
    logic [31:0] data;
  } entry_t;

  entry_t issued, result;
  logic named, killed, goes, free;

  assign named = commit.commit_valid && issued.valid && commit.commit.id == issued.id;
  assign killed = named && commit.commit.commit_kill;
  assign free = !result.valid || answer.result_ready;
  assign goes = issued.valid && (issued.committed || (named && !killed)) && free;

  always_comb begin
    issue.issue_ready = &issue.issue_req.rs_valid && (!issued.valid || goes || killed);
    issue.issue_resp = '0;
    issue.issue_resp.accept = ready;
    issue.issue_resp.writeback = writes;
    answer.result_valid = result.valid;
    answer.result = '0;
    answer.result.id = result.id;
    answer.result.data = result.data;
    answer.result.rd = result.rd;
    answer.result.we = 1'b1;
  end

  always_ff @(posedge clk or negedge resetn)
    if (!resetn) begin
      issued <= '0;
      result <= '0;
    end else begin
      if (goes) result <= issued;
      else if (answer.result_ready) result.valid <= 1'b0;
      if (issue.issue_valid && issue.issue_ready && ready) begin
        issued <= {1'b1, 1'b0, issue.issue_req.id, issue.issue_req.instr[11:7], found};
      end else if (goes || killed) issued.valid <= 1'b0;
      else if (named) issued.committed <= 1'b1;
    end
endmodule

module mote_core (
    input  logic        clk,
    input  logic        resetn,
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
    input  logic [31:0] read_data
);
`ifdef MOTE_UNIT
  localparam bit WithUnit = 1;
`else
  localparam bit WithUnit = 0;
`endif

  if_xif port ();

  assign port.compressed_ready = 1'b0;
  assign port.compressed_resp = '0;
  assign port.mem_valid = 1'b0;
  assign port.mem_req = '0;

  mote_xif unit (
      .clk(clk),
      .resetn(resetn),
      .issue(port),
      .commit(port),
      .answer(port)
  );

  cv32e40x_core #(
      .X_EXT(WithUnit)
  ) core (
      .clk_i(clk),
      .rst_ni(resetn),
      .scan_cg_en_i(1'b1),  // no gate of the clock: nothing here sleeps
      .boot_addr_i(boot),
      .dm_exception_addr_i('0),
      .dm_halt_addr_i('0),
      .mhartid_i('0),
      .mimpid_patch_i('0),
      .mtvec_addr_i(boot),
      .instr_req_o(fetch),
      .instr_gnt_i(fetch),
      .instr_rvalid_i(fetch_valid),
      .instr_addr_o(fetch_address),
      .instr_rdata_i(fetch_data),
      .instr_err_i(1'b0),
      .data_req_o(access),
      .data_gnt_i(access),
      .data_rvalid_i(valid),
      .data_addr_o(address),
      .data_be_o(enable),
      .data_we_o(write),
      .data_wdata_o(write_data),
      .data_rdata_i(read_data),
      .data_err_i(1'b0),
      .data_exokay_i(1'b0),
      .xif_compressed_if(port),
      .xif_issue_if(port),
      .xif_commit_if(port),
      .xif_mem_if(port),
      .xif_mem_result_if(port),
      .xif_result_if(port),
      .irq_i('0),
      .wu_wfe_i(1'b0),
      .clic_irq_i(1'b0),
      .clic_irq_id_i('0),
      .clic_irq_level_i('0),
      .clic_irq_priv_i('0),
      .clic_irq_shv_i(1'b0),
      .fencei_flush_ack_i(1'b1),
      .debug_req_i(1'b0),
      .fetch_enable_i(1'b1)
  );

endmodule

`ifdef MOTE_SYSTEM
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
  mote_core whole (
      .clk(clock),
      .resetn(reset_n),
      .*
  );

  // What is in the last stage retires, or is refused there.
  assign trap = whole.core.ctrl_fsm.csr_save_cause;
  assign retired = whole.core.wb_valid | trap;
  assign counter = whole.core.ex_wb_pipe.pc;
  assign next = whole.core.id_ex_pipe.instr_valid ? whole.core.id_ex_pipe.pc
                                                  : whole.core.if_id_pipe.pc;
  assign destination = whole.core.rf_we_wb ? whole.core.rf_waddr_wb : '0;
  assign result = whole.core.rf_wdata_wb;
endmodule
`endif
