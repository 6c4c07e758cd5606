"""The formulations that come with knightbench, one class a file; a new file is found by itself."""
