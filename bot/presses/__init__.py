"""What each press does, one module for each kind of message that carries buttons."""
