"""Panels: pure functions from what a person may see to components, and what the components carry back."""
