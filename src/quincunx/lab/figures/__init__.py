"""Numbers, ranks and colours as people read them, and pictures drawn with matplotlib."""
