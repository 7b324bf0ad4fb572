"""Spells what VASSAL keeps: components of a build file, traits of pieces, XML."""
