"""The review of Mind Up!. The framework finds it through the plug."""
