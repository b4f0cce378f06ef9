"""The parts of the assembler: one for each thing that has to be known of a source file.

`source` has lines and errors, `sections` where things lie, `statements` what is laid there, `names`
what a name is worth; `macros` makes plain lines of the text, `directives` and `encoder` what these
say; `image` is the result.  mote.pic24.assembler joins them.
"""
