"""An implementation on a machine: its functions called under the guard, and their figures."""
