"""The lab: runs under limits, rows on disk, scores from rows."""
