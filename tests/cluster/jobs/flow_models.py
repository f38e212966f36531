"""A chat model in Python that takes as long as the question asks for."""

# mypy: disable-error-code="import-not-found, misc"

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.api.chat_models.chat_model import BaseChatModelConnection
from traces import trace

SLOW = 1.0  # seconds, for questions that name a file, while it is there


class Connection(BaseChatModelConnection):
    """Answers with the question's text and the number of messages."""

    def chat(self, messages: Sequence[ChatMessage], tools: Any = None, **_: Any) -> ChatMessage:  # noqa: ARG002
        """Wait as a client of a real model does, without the interpreter's lock."""
        question = json.loads(messages[-1].content)
        trace(question["folder"], "asked", question["text"])
        slow = "slow" in question and Path(question["slow"]).exists()
        threading.Event().wait(SLOW if slow else question["seconds"])
        trace(question["folder"], "answered", question["text"])
        answer = f"{question['text']}:{len(messages)}"
        return ChatMessage(role=MessageRole.ASSISTANT, content=answer)
