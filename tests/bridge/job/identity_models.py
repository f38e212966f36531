"""The demo's model client, which here tells which object it is instead of which thread."""

import threading
from typing import Any

from flink_agents.api.chat_message import ChatMessage

from echo_models import EchoConnection


class IdentityConnection(EchoConnection):
    """Answers with its own identity and the interpreter's thread."""

    def chat(self, *arguments: Any, **keywords: Any) -> ChatMessage:
        """As the demo's client does."""
        answer = super().chat(*arguments, **keywords)
        text = answer.content.rpartition("@")[0]
        answer.content = f"{text}@{id(self)} {threading.get_ident()}"
        return answer
