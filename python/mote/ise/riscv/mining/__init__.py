"""Candidates for custom instructions, out of machine code (`mote ise candidates`).

`code` has the instructions of a plain file and how often each was executed; `graph` the data flow
of its basic blocks, and the patterns in it that have two inputs at most and one output; `forms`
what a pattern computes, in a normal form; `describe` that as a description, and its gates;
`candidates` counts and ranks.
"""
