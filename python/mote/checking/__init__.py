"""Whether an implementation keeps what it promises: vectors, constant time, contracts."""
