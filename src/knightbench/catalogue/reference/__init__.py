"""The three source programs, faithful to the call."""
