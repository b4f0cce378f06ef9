"""The parts of the core's hardware, with the signals that others take of them as attributes.

`netlist` collects the logic; `matching` and `decoder` make the select lines, `logic` and `datapath`
the values that they choose, `units` what they share.  The core itself: `decode` and `execute` for
the stages, `held` between them, `sequencer` and `traps` for the flow, `register_file`,
`special_registers` and `data_memory`; `ports` to the outside.  mote.pic24.rtl joins them.
"""
