"""Two agents in Python over the same models: an own async action, and the built-in actions.

A pair as in ``py_java`` names the language of the chat model's setup and that of its connection;
the vector store and its embedding model are in the same two.
"""

import os
from typing import Any

from flink_agents.api.agents.agent import Agent
from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.api.decorators import (
    action,
    chat_model_connection,
    chat_model_setup,
    embedding_model_connection,
    embedding_model_setup,
    tool,
    vector_store,
)
from flink_agents.api.events.chat_event import ChatRequestEvent, ChatResponseEvent
from flink_agents.api.events.context_retrieval_event import (
    ContextRetrievalRequestEvent,
    ContextRetrievalResponseEvent,
)
from flink_agents.api.events.event import Event, InputEvent, OutputEvent
from flink_agents.api.resource import ResourceDescriptor, ResourceName, ResourceType
from flink_agents.api.runner_context import RunnerContext
from flink_agents.api.vector_stores.vector_store import VectorStoreQuery

PAUSE_MS = int(os.environ.get("CHAT_PAUSE_MS", "50"))  # the client's, for all models
_PYTHON = "chat_models"
_JAVA = "chatjobs"
_TOOL = "double"


def _resource(language: str, name: str, wrapper: str, **arguments: Any) -> ResourceDescriptor:
    if language == "py":
        return ResourceDescriptor(clazz=f"{_PYTHON}.{name}", **arguments)
    return ResourceDescriptor(clazz=wrapper, java_clazz=f"{_JAVA}.{name}", **arguments)


def _chat(language: str) -> ResourceDescriptor:
    wrapper = ResourceName.ChatModel.JAVA_WRAPPER_CONNECTION
    return _resource(language, "ChatConnection", wrapper, ms=PAUSE_MS)


def _embeds(language: str) -> ResourceDescriptor:
    wrapper = ResourceName.EmbeddingModel.JAVA_WRAPPER_CONNECTION
    return _resource(language, "EmbeddingConnection", wrapper)


def _embedding(language: str) -> ResourceDescriptor:
    wrapper = ResourceName.EmbeddingModel.JAVA_WRAPPER_SETUP
    over = f"embeds_{language}"
    return _resource(language, "EmbeddingSetup", wrapper, connection=over, model="m")


def _setup(pair: str) -> ResourceDescriptor:
    language, _, other = pair.partition("_")
    wrapper = ResourceName.ChatModel.JAVA_WRAPPER_SETUP
    over = f"chat_{other}"
    return _resource(language, "ChatSetup", wrapper, connection=over, model="m", tools=[_TOOL])


def _store(pair: str) -> ResourceDescriptor:
    language, _, other = pair.partition("_")
    wrapper = ResourceName.VectorStore.JAVA_WRAPPER_VECTOR_STORE
    return _resource(language, "Store", wrapper, embedding_model=f"embedding_{other}")


def with_resources(agent: type[Agent]) -> type[Agent]:
    """Give the agent all resources: Flink Agents does not look for them in base classes."""
    languages = ("py", "java")
    pairs = [f"{setup}_{connection}" for setup in languages for connection in languages]
    kinds = [
        ("chat_", chat_model_connection, _chat, languages),
        ("embeds_", embedding_model_connection, _embeds, languages),
        ("embedding_", embedding_model_setup, _embedding, languages),
        ("", chat_model_setup, _setup, pairs),
        ("store_", vector_store, _store, pairs),
    ]
    for prefix, decorate, describe, names in kinds:
        for name in names:
            made = staticmethod(lambda describe=describe, name=name: describe(name))
            setattr(agent, prefix + name, decorate(made))
    return agent


def double(number: int) -> int:
    """Twice a number.

    Parameters
    ----------
    number : int
        the number

    Returns:
    -------
    int:
        twice the number
    """
    return 2 * number


def conversation(text: str, found: str, history: int) -> list[ChatMessage]:
    """The question after some messages of history, each of which must be converted too."""
    before = [ChatMessage(role=MessageRole.SYSTEM, content=f"m{n}") for n in range(history)]
    return [*before, ChatMessage(role=MessageRole.USER, content=f"{text}|{found}")]


@with_resources
class OwnAction(Agent):
    """Retrieves, chats and calls the tool in one action of its own, on the pool's threads."""

    double = tool(staticmethod(double))

    @action(InputEvent)
    @staticmethod
    async def ask(event: Event, context: RunnerContext) -> None:
        """Await each step."""
        _, pair, text, history = event.input
        store = context.get_resource(f"store_{pair}", ResourceType.VECTOR_STORE)
        query = VectorStoreQuery(query_text=text, limit=1)
        result = await context.durable_execute_async(store.query, query)
        messages = conversation(text, result.documents[0].content, history)
        model = context.get_resource(pair, ResourceType.CHAT_MODEL)
        wish = await context.durable_execute_async(model.chat, messages)
        [call] = [called["function"] for called in wish.tool_calls]
        doubling = context.get_resource(call["name"], ResourceType.TOOL)
        told = await context.durable_execute_async(doubling.call, **call["arguments"])
        messages += [wish, ChatMessage(role=MessageRole.TOOL, content=str(told))]
        answer = await context.durable_execute_async(model.chat, messages)
        context.send_event(OutputEvent(output=answer.content))


@with_resources
class BuiltIn(Agent):
    """Leaves retrieval, chat and tool to the actions that come with Flink Agents."""

    double = tool(staticmethod(double))

    @action(InputEvent)
    @staticmethod
    def retrieve(event: Event, context: RunnerContext) -> None:
        """Ask the store first."""
        _, pair, text, history = event.input
        context.short_term_memory.set("asked", {"pair": pair, "history": history})
        request = ContextRetrievalRequestEvent(query=text, vector_store=f"store_{pair}")
        context.send_event(request)

    @action(ContextRetrievalResponseEvent)
    @staticmethod
    def ask(event: Event, context: RunnerContext) -> None:
        """Pass the question on, with what was found."""
        asked = context.short_term_memory.get("asked")
        messages = conversation(event.query, event.documents[0].content, asked["history"])
        context.send_event(ChatRequestEvent(model=asked["pair"], messages=messages))

    @action(ChatResponseEvent)
    @staticmethod
    def answer(event: Event, context: RunnerContext) -> None:
        """Put the answer out."""
        context.send_event(OutputEvent(output=event.response.content))


AGENTS: dict[str, Any] = {"own": OwnAction, "builtin": BuiltIn}
