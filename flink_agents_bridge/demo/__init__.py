"""A real Flink Agents job that kills its JVM without the bridge, and how to run it."""
