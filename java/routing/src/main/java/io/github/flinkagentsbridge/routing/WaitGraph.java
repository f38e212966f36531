package io.github.flinkagentsbridge.routing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who waits for whom, as of one moment. A node is a thread: the {@link Thread} where Java has met
 * it, else its native id. Every edge is needed, so that any cycle is a deadlock.
 */
final class WaitGraph {
    /** One thread that cannot get on before another does. */
    static final class Edge {
        final Object from;
        final Object to;

        /** Null where the wait is one of Python's. */
        final Watch.Entry entry;

        final String sentence;

        Edge(Object from, Object to, Watch.Entry entry, String sentence) {
            this.from = from;
            this.to = to;
            this.entry = entry;
            this.sentence = sentence;
        }

        /** Same threads and the very same wait; threads may override {@code equals}. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Edge
                    && same(from, ((Edge) other).from)
                    && same(to, ((Edge) other).to)
                    && entry == ((Edge) other).entry;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(entry);
        }

        private static boolean same(Object one, Object other) {
            return one == other || one instanceof Long && one.equals(other);
        }
    }

    private final Map<Long, Thread> known = new HashMap<>();
    private final List<Edge> edges = new ArrayList<>();

    WaitGraph(Collection<Watch.Entry> entries, PythonSample sample) {
        Set<Object> inJava = new HashSet<>();
        for (Watch.Entry entry : entries) {
            know(entry.nativeId, entry.wait.thread());
            inJava.add(System.identityHashCode(entry.wait.thread()));
            addJava(entry);
        }
        for (PythonSample.PythonThread thread : sample.threads()) {
            Object from = node(thread.nativeId);
            // A thread that waits in Java does not wait in Python as well.
            if (thread.awaited != 0 && !inJava.contains(System.identityHashCode(from))) {
                edges.add(pythonEdge(from, thread, sample));
            }
        }
    }

    private void addJava(Watch.Entry entry) {
        for (Thread awaited : entry.wait.awaited()) {
            if (awaited instanceof BridgeThread) {
                know(((BridgeThread<?>) awaited).nativeId(), awaited);
            }
            edges.add(new Edge(entry.wait.thread(), awaited, entry, entry.wait.sentence()));
        }
    }

    private void know(long nativeId, Thread thread) {
        if (nativeId != NativeThread.UNKNOWN) {
            known.put(nativeId, thread);
        }
    }

    private Object node(long nativeId) {
        Thread thread = known.get(nativeId);
        return thread != null ? thread : (Object) nativeId;
    }

    private Edge pythonEdge(Object from, PythonSample.PythonThread thread, PythonSample sample) {
        Object to = node(thread.awaited);
        String running =
                from instanceof Lane ? ", running " + ((Lane<?>) from).runningText() + "," : "";
        String sentence =
                label(from, sample)
                        + running
                        + " waits in Python for the end of "
                        + label(to, sample);
        return new Edge(from, to, null, sentence);
    }

    private static String label(Object node, PythonSample sample) {
        if (node instanceof Thread) {
            return "'" + ThreadText.label((Thread) node) + "'";
        }
        PythonSample.PythonThread thread = sample.thread((Long) node);
        return thread == null ? "thread " + node : "'" + thread.name + "'";
    }

    /** A cycle that holds at least one wait of ours; empty if there is none. */
    List<Edge> cycle() {
        for (Edge edge : edges) {
            List<Edge> path = edge.entry == null ? List.of() : pathBack(edge);
            if (!path.isEmpty()) {
                return path;
            }
        }
        return List.of();
    }

    private List<Edge> pathBack(Edge start) {
        List<Edge> path = new ArrayList<>(List.of(start));
        return leadsTo(start.from, path, new ArrayList<>()) ? path : List.of();
    }

    private boolean leadsTo(Object goal, List<Edge> path, List<Object> visited) {
        Object end = path.get(path.size() - 1).to;
        if (Edge.same(end, goal)) {
            return true;
        }
        if (visited.stream().anyMatch(node -> Edge.same(node, end))) {
            return false;
        }
        visited.add(end);
        for (Edge edge : edges) {
            if (Edge.same(edge.from, end)) {
                path.add(edge);
                if (leadsTo(goal, path, visited)) {
                    return true;
                }
                path.remove(path.size() - 1);
            }
        }
        return false;
    }

    /** The wait whose end does the least harm; of equal ones the latest, which made the cycle. */
    static Wait leastHarm(List<Edge> cycle) {
        Comparator<Watch.Entry> byHarm = Comparator.comparingInt(entry -> entry.wait.reluctance());
        return cycle.stream()
                .map(edge -> edge.entry)
                .filter(entry -> entry != null)
                .min(byHarm.thenComparing(entry -> -entry.begun))
                .orElseThrow()
                .wait;
    }

    static String sentences(List<Edge> edges) {
        return edges.stream()
                .map(edge -> edge.sentence)
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** Every edge, one a line. */
    String text() {
        return sentences().stream()
                .map(sentence -> "\n    " + sentence)
                .collect(Collectors.joining());
    }

    /** A sentence for every edge. */
    List<String> sentences() {
        return edges.stream().map(edge -> edge.sentence).distinct().collect(Collectors.toList());
    }
}
