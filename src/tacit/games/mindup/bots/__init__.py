"""The bots of Mind Up!. The framework finds them through the plug."""
