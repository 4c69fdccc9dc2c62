"""The Mind Extreme as an environment. The framework finds it through the plug."""
