"""What a cut is: its values, exports, pictures and warnings."""
