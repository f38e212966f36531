"""The demo's job with the model client of ``identity_models``."""

from flink_agents.api.decorators import chat_model_connection
from flink_agents.api.resource import ResourceDescriptor

from echo_agents import AsyncActionAgent
from echo_job import main


def connection() -> ResourceDescriptor:
    """The model client that tells its identity."""
    return ResourceDescriptor(clazz="identity_models.IdentityConnection")


AsyncActionAgent.python_connection = chat_model_connection(staticmethod(connection))

if __name__ == "__main__":
    main()
