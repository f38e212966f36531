"""The job itself: what runs in the client and, by Flink Agents' hand, in embedded interpreters."""
