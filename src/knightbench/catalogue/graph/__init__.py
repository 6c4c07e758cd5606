"""Methods that work on the graph itself."""
