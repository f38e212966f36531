"""The one base of the Python side's errors."""


class BridgeError(Exception):
    """Something that the caller can mend; its message is one sentence with the remedy."""
