"""Models and a store in Python for the agents of these tests."""

# mypy: disable-error-code="import-not-found, misc"

from collections.abc import Sequence
from typing import Any

from agent_probe import java_thread, latency, note
from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.api.chat_models.chat_model import BaseChatModelConnection, BaseChatModelSetup
from flink_agents.api.embedding_models.embedding_model import (
    BaseEmbeddingModelConnection,
    BaseEmbeddingModelSetup,
)
from flink_agents.api.vector_stores.vector_store import BaseVectorStore, Document

LATENCY = {"slow": 1.0, "hang": None}


def answer(text: str) -> str:
    """The text and the thread that the answer was given on, unless it asks for something else."""
    if "fail" in text:
        message = f"no answer to {text}"
        raise LookupError(message)
    for kind, seconds in LATENCY.items():
        if kind in text:
            note(f"{kind} begun")
            latency(seconds)
            note(f"{kind} ended")
    return f"{text}@{java_thread()}"


class Connection(BaseChatModelConnection):
    """Answers with the question and the thread."""

    def chat(self, messages: Sequence[ChatMessage], tools: Any = None, **_: Any) -> ChatMessage:  # noqa: ARG002
        """Answer at once."""
        return ChatMessage(role=MessageRole.ASSISTANT, content=answer(messages[-1].content))


class Setup(BaseChatModelSetup):
    """A chat model without parameters."""

    model: str = ""

    @property
    def model_kwargs(self) -> dict[str, Any]:
        """None."""
        return {}


class EmbeddingConnection(BaseEmbeddingModelConnection):
    """Embeds a text as its length."""

    def embed(self, text: Any, **_: Any) -> Any:
        """One number."""
        answer(text)
        return [float(len(text))]


class EmbeddingSetup(BaseEmbeddingModelSetup):
    """An embedding model without parameters."""

    @property
    def model_kwargs(self) -> dict[str, Any]:
        """None."""
        return {}


class Store(BaseVectorStore):
    """Finds one document for each query."""

    @property
    def store_kwargs(self) -> dict[str, Any]:
        """None."""
        return {}

    def query(self, query: Any) -> Any:
        """Fails by the text already, before anything is embedded."""
        answer(query.query_text)
        return super().query(query)

    def size(self, collection_name: str | None = None) -> int:  # noqa: ARG002
        """One."""
        return 1

    def get(self, ids: Any = None, collection_name: str | None = None, **_: Any) -> list[Document]:  # noqa: ARG002
        """None."""
        return []

    def delete(self, ids: Any = None, collection_name: str | None = None, **_: Any) -> None:
        """Nothing is kept."""

    def _query_embedding(self, embedding: Any, *_: Any, **__: Any) -> list[Document]:
        return [Document(content=f"found by {embedding}", metadata={}, id="1")]

    def _add_embedding(self, **_: Any) -> list[str]:
        return []
