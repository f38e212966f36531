"""Find Flink, Flink Agents, Pemja and a JDK; run Flink jobs in processes of their own."""
