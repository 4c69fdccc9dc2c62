"""The review of The Mind Extreme. The framework finds it through the plug."""
