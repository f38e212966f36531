"""Safe calls into an embedded CPython from any thread of the JVM.

This module imports nothing: it is also loaded by the embedded interpreters.
"""
