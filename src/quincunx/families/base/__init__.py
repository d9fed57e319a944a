"""What every puzzle family is made of: fields, shapes, layouts, states, makers, scenes."""
