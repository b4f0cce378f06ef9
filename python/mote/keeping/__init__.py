"""What was measured: kept between runs, stored in results/, and shared out to workers."""
