"""The benchmarks: what routing costs, how it scales, and what one would get instead."""
