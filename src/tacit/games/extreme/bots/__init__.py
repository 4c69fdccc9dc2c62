"""The bots of The Mind Extreme. The framework finds them through the plug."""
