"""What there is: CPUs, functions, kinds, implementations and test vectors, as their files say."""
