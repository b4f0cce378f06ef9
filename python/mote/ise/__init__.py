"""What custom instructions of the 16-bit core cost in gates and save in cycles: `mote ise`.

`synthesis` maps Verilog to gates and measures the netlist; `area` does so for cores and keeps what
it found; `kernels` runs the block kernels on the reference simulator; `table` sets both beside the
published figures; `explore` tries every subset of a function's extensions (`chart` draws them);
`skeleton` begins a new extension.
"""
