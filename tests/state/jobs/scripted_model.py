"""A chat model that asks for a tool three times, then tells every message it has seen."""

# mypy: disable-error-code="import-not-found, misc, untyped-decorator"

import json
from collections.abc import Sequence
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.api.chat_models.chat_model import BaseChatModelConnection, BaseChatModelSetup
from pydantic import BaseModel
from run_folder import trace
from shapes import exact

ROUNDS = 3


class Answer(BaseModel):
    """What the model is asked to answer in."""

    request: str
    seen: str


def extra_arguments(name: str) -> dict[str, Any]:
    """What a client may hang on a message: all that the tool context is said to keep."""
    own = uuid5(NAMESPACE_OID, name)
    return {
        "trace": own,
        "by id": {own: {"again": [own, (own, 1.5, None)]}},
        "like a mark": f"$bridge:uuid:{own}",
        "$bridge:text:key": ["$bridge:", "$bridge:model:x"],
        "role": MessageRole.TOOL,
        "class": Answer,
        "nested": ChatMessage(content="inner", extra_args={"id": own}),
        "answer": Answer(request=name, seen=""),
        "plain": [True, 1, -0.0, b"\0", "ä😀", {}, []],
    }


class ScriptedConnection(BaseChatModelConnection):
    """Goes by the number of tool results in the conversation."""

    def chat(
        self,
        messages: Sequence[ChatMessage],
        tools: Any = None,  # noqa: ARG002
        **_: Any,
    ) -> ChatMessage:
        """Ask for the tool, or answer."""
        name = messages[0].content
        number = sum(message.role == MessageRole.TOOL for message in messages)
        trace(at="chat", request=name, round=number)
        if number == ROUNDS:
            seen = "\n".join(map(exact, messages))
            content = json.dumps({"request": name, "seen": seen})
            return ChatMessage(role=MessageRole.ASSISTANT, content=content)
        call = {
            "id": uuid5(NAMESPACE_OID, f"{name} {number}"),
            "type": "function",
            "function": {"name": "note", "arguments": {"request": name, "number": number}},
            "original_id": f"external {name} {number}",
        }
        return ChatMessage(
            role=MessageRole.ASSISTANT,
            content=f"round {number}",
            tool_calls=[call],
            extra_args=extra_arguments(f"{name} {number}"),
        )


class ScriptedSetup(BaseChatModelSetup):
    """A chat model without parameters."""

    model: str = ""

    @property
    def model_kwargs(self) -> dict[str, Any]:
        """None."""
        return {}
