"""Methods of trial and luck: they find tours, and prove nothing."""
