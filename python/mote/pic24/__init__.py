"""The 16-bit core of cores/pic24: assembler, disassembler and reference simulator.

`isa` holds the words of a description and the decoder, `expr` the expressions in which meanings
are written; `assembler` (its parts: `assembly`) and `simulator` are made from the description, the
hardware by `plan` (`planning`) and `rtl` (`circuit`); `kernel` runs routines and counts.
"""
