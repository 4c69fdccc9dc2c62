"""The bots of The Mind Extreme: plain Python, from which the kernel is compiled as well."""
