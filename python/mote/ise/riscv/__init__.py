"""Custom instructions of RISC-V cores: descriptions, the unit, its proof, its area, its cycles.

The language of the meanings, the cell library, the synthesis and the timing analysis are those of
the 16-bit core (mote.pic24.expr, mote.ise).
"""
