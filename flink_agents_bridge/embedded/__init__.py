"""What runs inside the embedded interpreter; the agent jar carries it, so it always fits the Java side."""
