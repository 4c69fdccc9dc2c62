"""Mind Up! as an environment. The framework finds it through the plug."""
