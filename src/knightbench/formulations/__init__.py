"""The formulations, one class in one file each; a new file here is found by itself."""
