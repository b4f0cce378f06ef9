"""How work is run: processes, a cluster, the packages of the system, and what results depend on."""
