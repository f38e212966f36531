"""What runs inside the embedded interpreter. The agent jar carries it, so it fits the Java side."""
