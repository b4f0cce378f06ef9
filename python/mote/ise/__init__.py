"""What custom instructions of the 16-bit core cost in gates and save in time: `mote ise`.

`synthesis` maps Verilog to the gates of a library (`technology`, `liberty`) and has that proved,
`timing` finds the critical path; `area` does so for cores and keeps what it found.  `gates` runs
programs on a core's gates, `energy` the kernels, and `times` keeps time and energy.  `kernels` runs
the block kernels on the reference simulator; `table` sets all beside the published figures;
`explore` tries every subset of a function's extensions (`chart` draws them); `skeleton` begins a
new extension, `export` writes a core for use elsewhere.
"""
