"""Models, a vector store and an embedding in Python, which answer the same to the same question.

Each answer tells by which language's parts it came, so that a wrong way shows in the result.
"""

import time
import uuid
from collections.abc import Sequence
from typing import Any

from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.api.chat_models.chat_model import BaseChatModelConnection, BaseChatModelSetup
from flink_agents.api.embedding_models.embedding_model import (
    BaseEmbeddingModelConnection,
    BaseEmbeddingModelSetup,
)
from flink_agents.api.vector_stores.vector_store import BaseVectorStore, Document

LANGUAGES = {1.0: "py", 2.0: "java"}


class ChatConnection(BaseChatModelConnection):
    """Asks for the tool first, and answers once it has the tool's result, in ``ms`` each."""

    ms: int

    def chat(
        self, messages: Sequence[ChatMessage], tools: Any = None, **kwargs: Any
    ) -> ChatMessage:
        """Wait as a client of a real model does, without the interpreter's lock."""
        time.sleep(self.ms / 1000)
        [question] = [m.content for m in messages if m.role == MessageRole.USER]
        told = [m.content for m in messages if m.role == MessageRole.TOOL]
        if told:
            content = f"{kwargs['setup']}_py:{question}:{told[0]}:{len(messages)}"
            return ChatMessage(role=MessageRole.ASSISTANT, content=content)
        [tool] = tools
        arguments = {"number": int(question.partition("|")[0])}
        function = {"name": tool.name, "arguments": arguments}
        call = {"id": uuid.uuid4(), "type": "function", "function": function}
        return ChatMessage(role=MessageRole.ASSISTANT, content="", tool_calls=[call])


class ChatSetup(BaseChatModelSetup):
    """Tells the connection in which language it was set up."""

    model: str = ""

    @property
    def model_kwargs(self) -> dict[str, Any]:
        """Its language."""
        return {"setup": "py"}


class EmbeddingConnection(BaseEmbeddingModelConnection):
    """Embeds a number as itself and the mark of its language."""

    def embed(self, text: Any, **_: Any) -> Any:
        """Two numbers."""
        return [float(text), 1.0]


class EmbeddingSetup(BaseEmbeddingModelSetup):
    """An embedding model without parameters."""

    @property
    def model_kwargs(self) -> dict[str, Any]:
        """None."""
        return {}


class Store(BaseVectorStore):
    """Finds one document for each number."""

    @property
    def store_kwargs(self) -> dict[str, Any]:
        """None."""
        return {}

    def size(self, collection_name: str | None = None) -> int:  # noqa: ARG002
        """One."""
        return 1

    def get(self, ids: Any = None, collection_name: str | None = None, **_: Any) -> list[Document]:  # noqa: ARG002
        """None."""
        return []

    def delete(self, ids: Any = None, collection_name: str | None = None, **_: Any) -> None:
        """Nothing is kept."""

    def _query_embedding(self, embedding: Any, *_: Any, **__: Any) -> list[Document]:
        number, language = embedding
        found = f"py_{LANGUAGES[language]}{number:.0f}"
        return [Document(content=found, metadata={"by": "py"}, id=f"{number:.0f}")]

    def _add_embedding(self, **_: Any) -> list[str]:
        return []
