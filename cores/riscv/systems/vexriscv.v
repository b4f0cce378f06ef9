// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//
// VexRiscv, LiteX's variant FullCfu (RV32IM with caches of 4 kbytes), with the module Cfu at its port for a
// custom function unit, and around it the ports of native/rtl_harness.cpp, as in system.sv.  Without
// MOTE_UNIT the port has nothing that answers.
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
  localparam [2:0] Burst = 3'b010;  // Wishbone B.3: incrementing, and not its last word

  wire fetching, accessing;
  wire [29:0] fetch_word, word;
  wire [2:0] fetch_kind, kind;
  wire cmd_valid, cmd_ready, rsp_valid, rsp_ready;
  wire [9:0] function_id;
  wire [31:0] first, second, answer;

`ifdef MOTE_UNIT
  Cfu extension (
      .cmd_valid(cmd_valid),
      .cmd_ready(cmd_ready),
      .cmd_payload_function_id(function_id),
      .cmd_payload_inputs_0(first),
      .cmd_payload_inputs_1(second),
      .rsp_valid(rsp_valid),
      .rsp_ready(rsp_ready),
      .rsp_payload_outputs_0(answer),
      .reset(!reset_n),
      .clk(clock)
  );
`else
  assign cmd_ready = 1'b0;
  assign rsp_valid = 1'b0;
  assign answer = 32'd0;
`endif

  VexRiscv core (
      .externalResetVector(boot),
      .timerInterrupt(1'b0),
      .softwareInterrupt(1'b0),
      .externalInterruptArray(32'd0),
      .CfuPlugin_bus_cmd_valid(cmd_valid),
      .CfuPlugin_bus_cmd_ready(cmd_ready),
      .CfuPlugin_bus_cmd_payload_function_id(function_id),
      .CfuPlugin_bus_cmd_payload_inputs_0(first),
      .CfuPlugin_bus_cmd_payload_inputs_1(second),
      .CfuPlugin_bus_rsp_valid(rsp_valid),
      .CfuPlugin_bus_rsp_ready(rsp_ready),
      .CfuPlugin_bus_rsp_payload_outputs_0(answer),
      .iBusWishbone_CYC(),
      .iBusWishbone_STB(fetching),
      .iBusWishbone_ACK(fetch_valid),
      .iBusWishbone_ADR(fetch_word),
      .iBusWishbone_DAT_MISO(fetch_data),
      .iBusWishbone_ERR(1'b0),
      .iBusWishbone_CTI(fetch_kind),
      .dBusWishbone_STB(accessing),
      .dBusWishbone_ACK(valid),
      .dBusWishbone_WE(write),
      .dBusWishbone_ADR(word),
      .dBusWishbone_DAT_MISO(read_data),
      .dBusWishbone_DAT_MOSI(write_data),
      .dBusWishbone_SEL(enable),
      .dBusWishbone_ERR(1'b0),
      .dBusWishbone_CTI(kind),
      .clk(clock),
      .reset(!reset_n)
  );

  assign fetch = fetching & (!fetch_valid | fetch_kind == Burst);
  assign fetch_address = {fetch_word + {29'b0, fetch_valid}, 2'b00};
  assign access = accessing & (!valid | (!write & kind == Burst));
  assign address = {word + {29'b0, valid}, 2'b00};

  assign retired = core.lastStageIsFiring | core.CsrPlugin_hadException;
  assign trap = core.CsrPlugin_hadException;
  assign counter = core.lastStagePc;
  assign next = core.decode_PC;
  assign destination = core.lastStageRegFileWrite_valid ? core.lastStageRegFileWrite_payload_address
                                                        : 5'd0;
  assign result = core.lastStageRegFileWrite_payload_data;
endmodule
