# Two commands on a machine with a JDK (11, 17, 21 or 25), Python 3.10 or 3.11 and make:
#   make demo   set everything up and run the main job without and with the bridge
#   make test   set everything up and run all tests; takes JDK 17 and 25

BRIDGE := .venv/bin/python -m flink_agents_bridge

.PHONY: demo test lint soak bench price instruments handles hazards matrix throughput parity cluster waiting setup clean

demo: setup
	@$(BRIDGE) demo --json build/demo.json

soak: setup
	@$(BRIDGE) soak --json build/soak.json

# Ten minutes on a quiet machine; 'bench' without --quick takes three quarters of an hour.
bench: setup
	@$(BRIDGE) bench --quick --json build/bench.json --report build/reports

price: setup
	@$(BRIDGE) bench --quick --only price --json build/price.json

instruments: setup
	@$(BRIDGE) bench --only instruments --json build/instruments.json

matrix: setup
	@.venv/bin/python -m benchmarks.chat.matrix --page docs/measured/matrix.md

throughput: setup
	@.venv/bin/python -m benchmarks.throughput.measure --page docs/measured/throughput.md

hazards: setup
	@.venv/bin/python -m pytest -q tests/hazards --write-hazards

handles: setup
	@BRIDGE_DROPS=1000000 .venv/bin/python -m pytest -q -s tests/bridge/test_handle_life.py -k dropped
	@$(BRIDGE) bench --quick --only handles --json build/handles.json

# What waiting costs with and without idle-waiting (docs/measured/waiting.md), and the long form of its tests.
waiting: setup
	@.venv/bin/python -m pytest -q -s tests/waiting/measure_waiting.py
	@BRIDGE_SCHEDULES=10000 BRIDGE_KEYS=10000 .venv/bin/python -m pytest -q -s tests/waiting/test_operator.py

# The tests that are not about the agent itself, on patched jars; long.
parity: setup
	@.venv/bin/python -m pytest -q -p tests.patch.instead_of_agent tests/bridge tests/threads tests/routing \
		--ignore tests/bridge/test_agent.py --ignore tests/bridge/test_agent_jar.py --ignore tests/bridge/test_jobs.py

# The tests on standalone clusters with many restarts and many values, and what they measure.
cluster: setup
	@BRIDGE_DRAWN=3000 BRIDGE_RESTARTS=20 .venv/bin/python -m pytest -q -s tests/cluster

test: lint
	@.venv/bin/python dev/check.py test

lint: setup
	@.venv/bin/python dev/check.py lint

setup:
	@python=$$(dev/python) && "$$python" dev/setup.py

clean:
	rm -rf build dist .venv flink_agents_bridge/jars java/target java/*/target
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
