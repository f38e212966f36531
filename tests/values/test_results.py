"""Results that change while they are looked through."""

from typing import Any

from flink_agents_bridge.embedded.results import check_result


def test_a_dict_that_another_thread_changes_meanwhile() -> None:
    """V3: passes, as it does without the bridge."""
    shared: dict[Any, Any] = {}

    class Key:
        """Its text is asked for in the middle of the walk."""

        def __repr__(self) -> str:
            shared[len(shared)] = object()
            return "key"

    shared.update({Key(): object(), "a": object()})
    assert check_result(shared) is shared
    assert len(shared) > 2
