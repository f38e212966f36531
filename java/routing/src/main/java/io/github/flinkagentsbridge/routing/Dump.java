package io.github.flinkagentsbridge.routing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Text on who is inside and who waits for whom, for people. */
final class Dump<I> {
    /** Of the places where live handles were made, so many are told. */
    private static final int PLACES = 10;

    private final OwnerSeat<I> owner;
    private final Admission admission;
    private final LaneTable<I> lanes;
    private final WorkerRegistry<I> workers;
    private final HeldObjects held;

    Dump(
            OwnerSeat<I> owner,
            Admission admission,
            LaneTable<I> lanes,
            WorkerRegistry<I> workers,
            HeldObjects held) {
        this.owner = owner;
        this.admission = admission;
        this.lanes = lanes;
        this.workers = workers;
        this.held = held;
    }

    String everything(String name) {
        StringBuilder text = new StringBuilder();
        text.append("manager '").append(name).append("': ").append(admission.state());
        text.append(", owner '").append(ThreadText.label(owner.thread));
        text.append("' (depth ").append(owner.depthSeenByOthers());
        text.append("), tickets ").append(admission.tickets());
        lanes.lanes().forEach(lane -> text.append("\n    ").append(line(lane)));
        workers.workers().forEach(worker -> text.append("\n    worker ").append(line(worker)));
        lanes.lanes().forEach(lane -> appendWaits(text, lane));
        appendHeld(text);
        Thread closer = admission.closer();
        if (closer != null) {
            text.append("\n    '").append(ThreadText.label(closer));
            text.append("' waits for all of them, to close");
        }
        String graph = Watch.JVM.graph(Watch.JVM.sample()).text();
        if (!graph.isEmpty()) {
            text.append("\nlong waits of this JVM:").append(graph);
        }
        return text.toString();
    }

    private void appendHeld(StringBuilder text) {
        if (held.made() > 0) {
            text.append("\n    Python objects in Java's hands: ").append(held.live());
            held.places().entrySet().stream()
                    .limit(PLACES)
                    .forEach(each -> appendPlace(text, each.getKey(), each.getValue()));
        }
    }

    private static void appendPlace(StringBuilder text, String place, int count) {
        text.append("\n        ").append(count).append(" made at ").append(place);
    }

    /** As the other, with Java's and Python's stack of each thread that is inside. */
    String withStacks(String name, PythonFrames frames) {
        StringBuilder text = new StringBuilder(everything(name));
        List<Thread> inside = insideNow();
        PythonSample sample =
                inside.isEmpty() || frames == null
                        ? PythonSample.NONE
                        : FrameSampler.JVM.sample(frames);
        for (Thread thread : inside) {
            text.append("\nstacks of '").append(ThreadText.label(thread)).append("'. Java:");
            text.append(ThreadText.frames(thread)).append("\n    Python:");
            text.append(frames == null ? " unknown" : sample.stackOf(nativeId(thread)));
        }
        return text.toString();
    }

    private List<Thread> insideNow() {
        List<Thread> threads = new ArrayList<>(insiderThreads());
        if (owner.depthSeenByOthers() > 0) {
            threads.add(0, owner.thread);
        }
        return threads;
    }

    private long nativeId(Thread thread) {
        return thread instanceof BridgeThread
                ? ((BridgeThread<?>) thread).nativeId()
                : owner.nativeId;
    }

    /** The same for programs. */
    Map<String, Object> facts(String name) {
        Thread closer = admission.closer();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", name);
        facts.put("state", admission.state().name());
        facts.put("owner", ThreadText.label(owner.thread));
        facts.put("ownerDepth", owner.depthSeenByOthers());
        facts.put("closer", closer == null ? null : ThreadText.label(closer));
        List<Object> laneFacts = new ArrayList<>();
        List<Object> workerFacts = new ArrayList<>();
        List<Object> waits = new ArrayList<>();
        for (Lane<I> lane : lanes.lanes()) {
            laneFacts.add(ManagerFacts.of(lane));
            waits.addAll(ManagerFacts.waits(lane));
        }
        workers.workers().forEach(worker -> workerFacts.add(ManagerFacts.of(worker)));
        if (closer != null) {
            insiderThreads().forEach(each -> waits.add(ManagerFacts.wait(closer, each)));
        }
        facts.put("lanes", laneFacts);
        facts.put("workers", workerFacts);
        facts.put("waits", waits);
        return facts;
    }

    /** Only who holds a ticket, and what that thread runs. */
    String insiders() {
        StringBuilder text = new StringBuilder();
        for (Lane<I> lane : lanes.lanes()) {
            if (!lane.isIdle()) {
                text.append("\n    ").append(line(lane)).append(ThreadText.frames(lane));
            }
        }
        for (ManagedWorker<I> worker : workers.workers()) {
            if (worker.slot().isInside()) {
                text.append("\n    worker ").append(line(worker)).append(ThreadText.frames(worker));
            }
        }
        return text.toString();
    }

    /** The threads that hold tickets, or are to give them back. */
    List<Thread> insiderThreads() {
        List<Thread> threads = new ArrayList<>();
        lanes.lanes().stream().filter(lane -> !lane.isIdle()).forEach(threads::add);
        workers.workers().stream().filter(each -> each.slot().isInside()).forEach(threads::add);
        return threads;
    }

    private String line(Lane<I> lane) {
        LaneCall<I> running = lane.running();
        String occupation = running == null ? "idle" : "running " + Lane.text(running);
        return String.format(
                "lane '%s': %s, %d queued, %d source threads, interpreter %s",
                lane.getName(), occupation, lane.waiting().size(), lane.sources, lane.condition());
    }

    private static String line(ManagedWorker<?> worker) {
        return "'" + worker.getName() + "': interpreter " + worker.condition();
    }

    private void appendWaits(StringBuilder text, Lane<I> lane) {
        LaneCall<I> running = lane.running();
        if (running != null) {
            appendWait(text, running.caller(), lane);
        }
        lane.waiting().forEach(caller -> appendWait(text, caller, lane));
    }

    private static void appendWait(StringBuilder text, Thread caller, Thread lane) {
        text.append("\n    '").append(ThreadText.label(caller));
        text.append("' waits for '").append(lane.getName()).append("'");
    }
}
