"""Problems and tours in files: board text, JSON."""
