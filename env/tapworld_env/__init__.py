"""The phone as a Gymnasium environment."""
