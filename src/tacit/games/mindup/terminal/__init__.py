"""Mind Up! in the terminal. The framework finds it through the plug."""
