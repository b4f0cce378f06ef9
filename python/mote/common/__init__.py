"""What every package uses: errors, paths, the contract of an assembly file, and small formats."""
