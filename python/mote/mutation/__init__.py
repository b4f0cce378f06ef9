"""Mutation: does any check notice when one place of a source file is wrong?

`operators` makes the mutants of a source text, `engine` builds and runs them, `equivalent` knows
those that change nothing, `results` keeps and shows the counts.
"""
