"""Reads crash files of JDK 11 to 25, and what a dying process prints.

Such a file may be cut short, damaged, or of any size: it is read line by line, in pieces of bounded
length, and what cannot be read is left out.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.explain.crash import Crash, CrashThread, Frame

_LONGEST_LINE = 8192  # characters; command lines and class paths are longer, and may be cut
_MOST_LINES = 100_000
_MOST_FRAMES = 1000
_MOST_THREADS = 20_000

_SECTIONS = {
    "Native frames:": "native",
    "Java frames:": "java",
    "Java Threads:": "threads",
    "Other Threads:": "",
    "-----": "",
}
_SIGNAL = re.compile(r"^#\s+(SIG[A-Z]+) ")
_FRAME = re.compile(r"^#?\s*[CVA]\s+\[([^\]+]*)(?:\+0x\w+)?\]\s*(.*)")
_JAVA = re.compile(r"^[jJ]\s+(?:\d+%?\s+)?(?:[!sbn]\s+)*(?:c[12]\s+)?([\w.$/<>+]+)\(")
_THREAD = re.compile(
    r'^(?:Current thread |=>|\s*)\(?0x\w+\)?:?\s+JavaThread "(.*)"\s*(daemon)?\s*\[(_thread_\w+)'
    r"(?:.*stack\(0x(\w+),0x(\w+)\))?"
)
_ADDRESS = re.compile(r"si_addr[:=]\s*(?:0x)?([0-9a-fA-F]+)")
_SENT = re.compile(r"si_code[:=]\s*(?:0|-\d+)\s*\(SI_\w+\)")
_SENDER = re.compile(r"pid[:=]\s*(\d+)")
_MAPPED = re.compile(r"^(?:0x)?[0-9a-f]{6,}-?")
_JVMS_OWN = re.compile(r"A fatal error has been detected by the J|There is insufficient memory")
_OUTPUT = re.compile(
    r"Fatal Python error: |No module named 'encodings'|"
    r"^(?:double free|corrupted |free\(\): |malloc\(\): |malloc_consol|munmap_chunk|realloc\(\): )"
)


def read_crash(file: Path) -> Crash:
    """What the file says.

    Raises:
        BridgeError: it cannot be read.
    """
    if not file.is_file():
        raise BridgeError(f"There is no file {file}: name a crash file (hs_err_pid….log).")
    try:
        with file.open(encoding="utf-8", errors="replace", newline="\n") as lines:
            return parse(iter(lambda: lines.readline(_LONGEST_LINE), ""))
    except OSError as error:
        raise BridgeError(f"{file} cannot be read: {error.strerror or error}.") from error


def parse(lines: Iterable[str]) -> Crash:
    """The same of its lines."""
    crash = Crash()
    reader = _Reader(crash)
    for number, line in enumerate(lines):
        if number > _MOST_LINES:
            break
        reader.take(line.rstrip("\r\n"))
    if crash.frame is None and crash.native:
        crash.frame = crash.native[0]
    return crash


class _Reader:
    """Goes by the headings that all releases have, and looks at other lines by themselves."""

    def __init__(self, crash: Crash) -> None:
        self._crash = crash
        self._section = ""
        self._below_java = False

    def take(self, line: str) -> None:
        """The next line."""
        heading = _heading(line)
        if heading is not None:
            self._section = heading
            if heading == "java":
                self._crash.java.clear()  # they stand among the native frames, too
        elif line.startswith("#"):
            self._summary(line)
        elif line.startswith("Current thread"):
            self._crash.form = "hs_err"
            self._crash.thread = _thread(line) or CrashThread(_native_name(line))
        elif self._section == "native":
            self._stack(line)
        elif self._section == "java":
            self._java(line)
        elif self._section == "threads":
            self._listed(line)
        else:
            self._rest(line)

    def _summary(self, line: str) -> None:
        crash = self._crash
        text = line.lstrip("# ").strip()
        signal = _SIGNAL.match(line)
        frame = _FRAME.match(line)
        if _JVMS_OWN.match(text):
            crash.form = "hs_err"
        if signal:
            crash.signal = signal[1]
        elif text.endswith(".log") and "/" in text:
            crash.saved_as = text
        elif text.startswith("JRE version:"):
            release = re.search(r"\(([\d.]+[^)\s]*)\)", text)
            crash.jvm = release[1] if release else ""
        elif frame and crash.frame is None:
            crash.frame = Frame(frame[1], _function(frame[2]))
        elif (
            crash.form
            and text
            and not crash.jvm
            and not crash.signal
            and len(crash.message) < _LONGEST_LINE
        ):
            crash.message = f"{crash.message} {text}".strip()

    def _stack(self, line: str) -> None:
        frame = _FRAME.match(line)
        if _JAVA.match(line):
            self._below_java = True
            self._java(line)
        elif self._below_java or len(self._crash.native) >= _MOST_FRAMES:
            return
        elif frame:
            self._crash.native.append(Frame(frame[1], _function(frame[2])))
        elif line.startswith("C  "):  # an address that belongs to no library
            self._crash.native.append(Frame("", ""))

    def _java(self, line: str) -> None:
        java = _JAVA.match(line)
        if java and len(self._crash.java) < _MOST_FRAMES:
            self._crash.java.append(java[1])
        elif "more frames" in line or "truncated" in line:
            self._crash.whole = False

    def _listed(self, line: str) -> None:
        thread = _thread(line)
        if thread is not None and len(self._crash.threads) < _MOST_THREADS:
            self._crash.threads.append(thread)

    def _rest(self, line: str) -> None:
        crash = self._crash
        if line.startswith(("siginfo:", "si_signo")):
            address = _ADDRESS.search(line)
            crash.address = int(address[1], 16) if address else None
            if _SENT.search(line):
                sender = _SENDER.search(line)
                crash.sent_by = sender[1] if sender else ""
        elif line.startswith(("jvm_args:", "java_command:", "Command Line:", "JAVA_TOOL_OPTIONS=")):
            crash.arguments = f"{crash.arguments} {line.partition(':')[2] or line}"[-40_000:]
        elif crash.form == "hs_err":
            if _MAPPED.match(line) and "/" in line:
                crash.libraries.add(line.rpartition("/")[2])
        elif _OUTPUT.search(line):
            crash.form = "output"
            crash.message = f"{crash.message} {line.strip()}".strip()[:_LONGEST_LINE]


def _heading(line: str) -> str | None:
    for start, section in _SECTIONS.items():
        if line.startswith(start):
            return section
    return None if line.strip() else ""


def _thread(line: str) -> CrashThread | None:
    found = _THREAD.match(line)
    if not found:
        return None
    name, daemon, state, low, high = found.groups()
    stack = abs(int(high, 16) - int(low, 16)) if low and high else 0
    return CrashThread(name, state, bool(daemon), stack)


def _native_name(line: str) -> str:
    quoted = re.search(r'"(.*?)"', line)
    return quoted[1] if quoted else "a thread that is not Java's"


def _function(text: str) -> str:
    """Its name, as in ``func_dealloc+0x17``, without parameters."""
    return re.sub(r"[(+].*", "", text).removesuffix(".cold").strip()
