// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Mote developers
//
// VexRiscv, LiteX's variant IMAC, with plain ports: two Wishbone buses whose memory is outside, in the
// harness, and what each instruction that retires did.  It has a cache of 4 kbytes for instructions
// and one for data, empty at reset.  The harness answers a request in the next cycle; of a burst, which
// fills a line of a cache, each next word is asked for in the cycle of an answer, so that it
// takes nine cycles for eight words.
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
  localparam logic [2:0] Burst = 3'b010;  // Wishbone B.3: incrementing, and not its last word

  logic fetching, accessing;
  logic [29:0] fetch_word, word;
  logic [2:0] fetch_kind, kind;

  VexRiscv core (
      .externalResetVector(boot),
      .timerInterrupt(1'b0),
      .softwareInterrupt(1'b0),
      .externalInterruptArray('0),
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
  assign next = core.decode_PC;  // where it leads to, unless an instruction is between them
  assign destination = core.lastStageRegFileWrite_valid ? core.lastStageRegFileWrite_payload_address
                                                        : '0;
  assign result = core.lastStageRegFileWrite_payload_data;
endmodule
