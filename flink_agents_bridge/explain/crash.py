"""What a crash file says, as plain records: nothing here judges."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Frame:
    """A native frame: ``C  [libpython3.11.so.1.0+0xff04a]  _PyEval_EvalFrameDefault+0x44da``.

    ``library`` is empty where the address belongs to none, ``function`` where it has no name.
    """

    library: str
    function: str

    def __str__(self) -> str:
        return f"{self.function or 'code without a name'} ({self.library or 'no library'})"


@dataclass(frozen=True)
class CrashThread:
    """A thread as the file lists it; ``stack`` is the size of its stack in bytes, 0 if untold.

    ``state`` is the JVM's word, as ``_thread_in_native``; empty for a thread that is not Java's.
    """

    name: str
    state: str = ""
    daemon: bool = False
    stack: int = 0


@dataclass
class Crash:
    """One process's end.

    Attributes:
        form: ``hs_err`` for a JVM's own file, ``output`` for what a process printed, empty if the
            text tells of no crash.
        signal: its name, as ``SIGSEGV``.
        message: what the JVM, glibc or CPython says besides.
        sent_by: the process that sent the signal, or an empty text if the file does not name it;
            None if the processor raised the signal.
        address: the address that could not be read or written.
        frame: where it died.
        native: the native frames above the first Java frame, the innermost first.
        java: the Java methods, as ``pemja.core.PythonInterpreter.invoke``, the innermost first.
        whole: whether ``java`` goes down to the thread's first method.
        libraries: the names of the loaded libraries.
        arguments: what the JVM was started with.
        saved_as: where the JVM says, in its output, that it has put its crash file.
    """

    form: str = ""
    signal: str = ""
    message: str = ""
    sent_by: str | None = None
    address: int | None = None
    jvm: str = ""
    saved_as: str = ""
    frame: Frame | None = None
    thread: CrashThread | None = None
    native: list[Frame] = field(default_factory=list)
    java: list[str] = field(default_factory=list)
    whole: bool = True
    threads: list[CrashThread] = field(default_factory=list)
    libraries: set[str] = field(default_factory=set)
    arguments: str = ""
