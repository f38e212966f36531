"""What the tests of threads have run inside the embedded interpreters."""

import _thread
import asyncio
import ctypes
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

kept = threading.local()


def ident(_: Any) -> int:
    """The thread that this runs on."""
    return threading.get_ident()


def fail(_: Any) -> None:
    """Fail."""
    raise ValueError("on purpose")


def visit(visitors: Any) -> None:
    """Call Java, and keep Java objects where the thread's end finds them."""
    kept.one = visitors.visit({"a": [1]})
    kept.other = visitors
    str(kept.other)


def one_after_the_other(visitors: Any, count: int) -> None:
    """Short-lived threads, each of which calls Java."""
    for _ in range(count):
        thread = threading.Thread(target=visit, args=(visitors,))
        thread.start()
        thread.join()


def call_back_one_after_the_other(visitors: Any, it: Any, count: int) -> None:
    """The same, and each has Java call Python again with the interpreter's lock held."""
    for _ in range(count):
        thread = threading.Thread(target=visit_and_show, args=(visitors, it))
        thread.start()
        thread.join()


def visit_and_show(visitors: Any, it: Any) -> None:
    """Call Java without the interpreter's lock, then with it."""
    visit(visitors)
    str(it)


def in_a_pool(visitors: Any) -> None:
    """Four threads of a pool, all in it at once."""
    meeting = threading.Barrier(4)

    def work() -> None:
        visit(visitors)
        meeting.wait(30)

    with ThreadPoolExecutor(4) as pool:
        for call in [pool.submit(work) for _ in range(4)]:
            call.result()


def as_daemons(visitors: Any) -> None:
    """Daemon threads."""
    threads = [threading.Thread(target=visit, args=(visitors,), daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def in_asyncio(visitors: Any) -> None:
    """``asyncio.to_thread``."""

    async def work() -> None:
        await asyncio.gather(*(asyncio.to_thread(visit, visitors) for _ in range(4)))

    asyncio.run(work())


def by_timers(visitors: Any) -> None:
    """``threading.Timer``, one that comes due and one that is called off."""
    due = threading.Timer(0, visit, [visitors])
    late = threading.Timer(3600, visit, [visitors])
    for timer in (due, late):
        timer.start()
    late.cancel()
    for timer in (due, late):
        timer.join()


def with_bare_threads(visitors: Any) -> None:
    """``_thread`` alone, and a thread that ends in an error."""
    done = threading.Semaphore(0)

    def work(fails: bool) -> None:
        visit(visitors)
        done.release()
        if fails:
            raise SystemExit

    for fails in (False, True):
        _thread.start_new_thread(work, (fails,))
        done.acquire()


def visit_here(visitors: Any) -> None:
    """Call Java on the thread of the interpreter."""
    visitors.visit(None)


def from_c(visitors: Any) -> None:
    """A thread that C code makes, and that runs a Python function."""
    on_thread_of_c(lambda: visit(visitors))


def from_c_that_detaches(visitors: Any) -> None:
    """C code with manners attaches its thread to the JVM, detaches it, and does so once more."""
    vm = java_vm()
    functions = ctypes.cast(vm, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p))).contents
    attach = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 3)(functions[4])
    detach = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(functions[5])

    def work() -> None:
        for _ in range(2):
            environment = ctypes.c_void_p()
            assert attach(vm, ctypes.addressof(environment), None) == 0
            visitors.visit(None)
            assert detach(vm) == 0

    on_thread_of_c(work)


def java_vm() -> int:
    """The address of the process's ``JavaVM``."""
    maps = Path("/proc/self/maps").read_text().splitlines()
    [library] = {line.split()[-1] for line in maps if "libjvm.so" in line}
    vm, count = ctypes.c_void_p(), ctypes.c_int()
    found = ctypes.CDLL(library).JNI_GetCreatedJavaVMs(ctypes.byref(vm), 1, ctypes.byref(count))
    assert (found, count.value) == (0, 1)
    return vm.value or 0


def on_thread_of_c(work: Callable[[], object]) -> None:
    """Have C code make a thread, and wait for its end."""
    system = ctypes.CDLL(None)
    failures: list[BaseException] = []

    def run(_: Any) -> None:
        try:
            work()
        except BaseException as failure:  # noqa: BLE001
            failures.append(failure)

    function = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(run)
    thread = ctypes.c_ulong()
    assert system.pthread_create(ctypes.byref(thread), None, function, None) == 0
    assert system.pthread_join(thread, None) == 0
    if failures:
        raise failures[0]


def log_on_thread(text: str) -> None:
    """Have a thread of Python's own write the first line of all."""
    thread = threading.Thread(target=logging.getLogger("probes").error, args=(text,))
    thread.start()
    thread.join()


def log_everything(text: str) -> None:
    """One line for each level, and one for an error with its traceback."""
    log = logging.getLogger("probes")
    for level in (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL):
        log.log(level, "%s at %d", text, level)
    try:
        fail(None)
    except ValueError:
        log.exception("%s failed", text)


def log_everything_on_thread(text: str) -> None:
    """The same on a thread of Python's own."""
    thread = threading.Thread(target=log_everything, args=(text,))
    thread.start()
    thread.join()
