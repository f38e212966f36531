"""Crash files as each release of the JDK lays them out, with what a test puts in; made by hand."""

from collections.abc import Sequence
from dataclasses import dataclass

JAVA_STACK = 0x100000
NATIVE_STACK = 0x800000
EVAL = "C  [libpython3.11.so.1.0+0xff04a]  _PyEval_EvalFrameDefault+0x44da"
INVOKE = (
    "pemja.core.PythonInterpreter.invoke(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/Object;"
)
GET = "pemja.core.object.PyObject.getAttr(Ljava/lang/String;)Ljava/lang/Object;"
RUN = "java.lang.Thread.run()V"
CORE = "pemja_core.cpython-311-x86_64-linux-gnu.so"
RELEASES = {11: "11.0.16+8", 17: "17.0.15+6", 21: "21.0.4+7", 25: "25.0.3+9"}


@dataclass(frozen=True)
class Listed:
    """A thread in the file."""

    name: str
    daemon: bool = False
    state: str = "_thread_in_native"
    stack: int = JAVA_STACK

    def line(self, jdk: int) -> str:
        """As this release writes it."""
        name = f'"{self.name}"'
        padded = f"{name:<28}" if jdk >= 25 else name
        daemon = " daemon" if self.daemon else ""
        size = f" ({self.stack // 1024}K)" if jdk >= 21 else ""
        place = f"stack(0x00007f0000000000,0x{0x7F0000000000 + self.stack:016x}){size}"
        return f"JavaThread {padded}{daemon} [{self.state}, id=42, {place}]"


PYTHONS = Listed("Thread-7", daemon=True, stack=NATIVE_STACK)
JAVAS = Listed("a thread")


def hs_err(
    *,
    jdk: int = 17,
    frame: str = EVAL,
    native: Sequence[str] = (),
    java: Sequence[str] = (INVOKE, RUN),
    dying: Listed = JAVAS,
    others: Sequence[Listed] = (),
    libraries: Sequence[str] = (CORE,),
    arguments: str = "-Xmx1g",
    siginfo: str = "si_signo: 11 (SIGSEGV), si_code: 1 (SEGV_MAPERR), si_addr: 0x0000000000000018",
) -> list[str]:
    """The lines of a JVM's crash file."""
    usual = [Listed(f"pool-1-thread-{n}", state="_thread_blocked") for n in range(3)]
    listed = [f"=>0x00007f00000000a0 {dying.line(jdk)}"]
    listed += [f"  0x00007f00000000b0 {other.line(jdk)}" for other in (*usual, *others)]
    return [
        "#",
        "# A fatal error has been detected by the Java Runtime Environment:",
        "#",
        "#  SIGSEGV (0xb) at pc=0x00007fa6e073ef8e, pid=9191, tid=42",
        "#",
        f"# JRE version: OpenJDK Runtime Environment ({RELEASES[jdk]}) (build {RELEASES[jdk]})",
        "# Problematic frame:",
        f"# {frame}",
        "#",
        "",
        "---------------  T H R E A D  ---------------",
        "",
        f"Current thread (0x00007f00000000a0):  {dying.line(jdk)}",
        "",
        "Stack: [0x00007fa6d1cf4000,0x00007fa6d1df4000],  sp=0x00007fa6d1df22b0",
        "Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)",
        frame,
        *native,
        *([] if jdk >= 21 else [""]),
        "Java frames: (J=compiled Java code, j=interpreted, Vv=VM code)",
        *(f"{_kind(n, jdk)}{method}+11" for n, method in enumerate(java)),
        "v  ~StubRoutines::call_stub",
        "",
        f"siginfo: {siginfo}",
        "",
        "---------------  P R O C E S S  ---------------",
        "",
        "Java Threads: ( => current thread )",
        *listed,
        *([f"Total: {len(listed)}"] if jdk >= 21 else []),
        "",
        "Other Threads:",
        '  0x00007f00000000c0 VMThread "VM Thread" [stack: 0x0,0x1] [id=43]',
        "",
        "Dynamic libraries:",
        *(f"7f00aa000000-7f00ab000000 r-xp 00009000 fe:00 42      /opt/{lib}" for lib in libraries),
        "",
        "VM Arguments:",
        f"jvm_args: {arguments}",
        "java_command: a.Program",
    ]


def _kind(number: int, jdk: int) -> str:
    compiled = f"J 38{number} c2 " if jdk != 11 else f"J 38{number}% c2 "
    return compiled if number == 0 else "j  "
