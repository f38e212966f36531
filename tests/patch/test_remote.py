"""What ``doctor --cluster URL`` hears over HTTP, and from what is no Flink."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.remote import look_at
from flink_agents_bridge.flink.rest import FlinkRest, RestError

pytestmark = pytest.mark.timeout(60)

ANSWERS = {
    "/jobmanager/config": [{"key": "env.java.opts.all", "value": "-Xmx1g"}],
    "/taskmanagers": {"taskmanagers": [{"id": "tm"}]},
    "/taskmanagers/tm/thread-dump": {"threadInfos": [{"threadName": "main"}]},
}
Handler = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def serving(answer: Handler) -> Iterator[str]:
    """A server on loopback, by host and port."""

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def send(to: BaseHTTPRequestHandler, status: int, body: bytes, length: int | None = None) -> None:
    to.send_response(status)
    to.send_header("Content-Length", str(len(body) if length is None else length))
    to.end_headers()
    to.wfile.write(body)


def below_a_path(to: BaseHTTPRequestHandler) -> None:
    """Flink behind a proxy, and a page of HTML anywhere else."""
    told = ANSWERS.get(to.path.removeprefix("/proxy/flink"))
    if to.path.startswith("/proxy/flink/") and told is not None:
        send(to, 200, json.dumps(told).encode())
    else:
        send(to, 200, b"<html>Sign in</html>")


@pytest.mark.parametrize("end", ["", "/", "/#/overview"])
def test_a_path_is_kept(end: str) -> None:
    """B13: as behind a proxy; what the web interface adds to it is left out."""
    with serving(below_a_path) as address:
        cluster = look_at(f"http://{address}/proxy/flink{end}")
    assert cluster.address == f"{address}/proxy/flink"
    assert [jvm.id for jvm in cluster.jvms] == ["tm"]


def test_a_page_of_html() -> None:
    """B13: is told as such, with its beginning."""
    with serving(below_a_path) as address, pytest.raises(RestError) as failed:
        look_at(address)
    assert "what is no JSON ('<html>Sign in</html>')" in str(failed.value)


@pytest.mark.parametrize("url", ["host:port", "host:99999", "http://[::1", "http://", "host:0"])
def test_what_is_no_address(url: str) -> None:
    """B13: is refused before anything is asked."""
    with pytest.raises(BridgeError, match="is no address of Flink's REST interface"):
        look_at(url)


@pytest.mark.parametrize(
    ("answer", "told", "status"),
    [
        (lambda to: send(to, 200, b"{", 10), "does not answer GET /overview", None),
        (lambda to: to.wfile.write(b"SSH-2.0-x\r\n"), "does not answer GET /overview", None),
        (lambda to: send(to, 599, b"why"), "with 599 .*: why", 599),
        (lambda to: send(to, 500, b"w", 9), "the reason was not sent whole", 500),
    ],
)
def test_a_broken_answer(answer: Handler, told: str, status: int | None) -> None:
    """B13: whatever was sent is one error."""
    with serving(answer) as address, pytest.raises(RestError, match=told) as failed:
        FlinkRest(address).overview()
    assert failed.value.status == status


def test_an_address_that_cannot_be_asked() -> None:
    """B13: also where nobody has looked at it before."""
    with pytest.raises(RestError, match="does not answer GET /overview"):
        FlinkRest("127.0.0.1:port").overview()
