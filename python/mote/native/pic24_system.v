// The 16-bit core with its memories, for mote.pic24.hardware: pic24_harness.cpp fills the memories
// and watches.  Program memory has bit 31 set where there is no code.
module pic24_system (
    input clk,
    input rst,
    output absent,
    output [1:0] read_enable,
    output [15:0] read_address,
    output [1:0] write_enable,
    output [15:0] write_address,
    output [2:0] trap,
    output debug_consume,
    output debug_read,
    output [23:0] debug_pc,
    output [255:0] debug_w,
    output [4:0] debug_flags,
    output [79:0] debug_special,
    input [15:0] fault
);
  reg [31:0] program_memory[0:4194303]  /*verilator public_flat_rw*/;
  reg [15:0] data_memory[0:32767]  /*verilator public_flat_rw*/;
  reg [31:0] program_data;
  reg [15:0] read_data;
  wire program_enable;
  wire [21:0] program_address;
  wire [15:0] write_data;
  assign absent = program_data[31];

  // Read before write: the core passes a word on that it writes in the cycle of the read.
  always @(posedge clk) begin
    if (program_enable) program_data <= program_memory[program_address];
    if (read_enable != 0) read_data <= data_memory[read_address[15:1]];
    if (write_enable[0]) data_memory[write_address[15:1]][7:0] <= write_data[7:0];
    if (write_enable[1]) data_memory[write_address[15:1]][15:8] <= write_data[15:8];
  end

  pic24 core (
      .clk(clk),
      .rst(rst),
      .program_enable(program_enable),
      .program_address(program_address),
      .program_data(program_data[23:0]),
      .read_enable(read_enable),
      .read_address(read_address),
      .read_data(read_data),
      .write_enable(write_enable),
      .write_address(write_address),
      .write_data(write_data),
      .trap(trap),
      .debug_consume(debug_consume),
      .debug_read(debug_read),
      .debug_pc(debug_pc),
      .debug_w(debug_w),
      .debug_flags(debug_flags),
`ifdef FAULTS
      .fault(fault),
`endif
      .debug_special(debug_special)
  );
endmodule
