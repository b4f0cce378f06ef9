"""The 16-bit core of cores/pic24: assembler, disassembler and reference simulator.

`isa` holds the words of a description and the decoder, `expr` the expressions in which meanings
are written; `assembler` and `simulator` are made from the description; `kernel` runs routines and
counts.
"""
