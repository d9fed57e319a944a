"""The building blocks of puzzle families: fields, shapes, layouts, states, makers, scenes."""
