"""A chat model in Python that answers after a pause, always the same to the same question."""

import os
import threading
import time
from collections.abc import Sequence
from typing import Any

from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.api.chat_models.chat_model import BaseChatModelConnection, BaseChatModelSetup
from flink_agents.runtime.java.java_chat_model import JavaChatModelConnectionImpl

PAUSE_MS = int(os.environ.get("FLINK_AGENTS_BRIDGE_DEMO_PAUSE_MS", "50"))


class EchoConnection(BaseChatModelConnection):
    """Answers with the question, the number of messages and the name of its thread."""

    def chat(
        self,
        messages: Sequence[ChatMessage],
        tools: Any = None,  # noqa: ARG002
        **_: Any,
    ) -> ChatMessage:
        """Wait as a client of a real model does, without the interpreter's lock."""
        time.sleep(PAUSE_MS / 1000)
        answer = f"py:{messages[-1].content}:{len(messages)}@{threading.current_thread().name}"
        return ChatMessage(role=MessageRole.ASSISTANT, content=answer)


class EchoSetup(BaseChatModelSetup):
    """A chat model without parameters."""

    model: str = ""

    @property
    def model_kwargs(self) -> dict[str, Any]:
        """None."""
        return {}


def _close(self: JavaChatModelConnectionImpl) -> None:
    self._j_resource.close()


# Releases 0.2.0 to 0.3.1 read an attribute here that does not exist, which fails every job with a
# Java connection at the end of its input, bridge or not.
JavaChatModelConnectionImpl.close = _close
