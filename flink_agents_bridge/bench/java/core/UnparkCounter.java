package flinkagentsbridge.bench;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;

import java.util.Map;
import java.util.TreeMap;

/**
 * {@code UnparkCounter OPTIONS HOPS}: has a JVM make hops under a debugger, which counts each entry
 * to {@code LockSupport}'s methods between two marks. Counts only; what such a JVM takes is no
 * measure of time.
 */
final class UnparkCounter {

    private static final String SUPPORT = "java.util.concurrent.locks.LockSupport";
    private static final String TARGET = "flinkagentsbridge.bench.MarkedHops";

    private final Map<String, Integer> counts = new TreeMap<>();
    private boolean counting;

    private UnparkCounter() {}

    public static void main(String[] arguments) throws Exception {
        LaunchingConnector launcher = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> options = launcher.defaultArguments();
        options.get("options").setValue(arguments[0]);
        options.get("main").setValue(TARGET + " " + arguments[1]);
        options.get("suspend").setValue("true");
        VirtualMachine machine = launcher.launch(options);
        machine.process().getInputStream().close();
        UnparkCounter counter = new UnparkCounter();
        counter.follow(machine);
        double hops = Double.parseDouble(arguments[1]);
        Figures figures = new Figures();
        figures.put("unparks", counter.count("unpark") / hops);
        figures.put("parks", (counter.count("park") + counter.count("parkNanos")) / hops);
        figures.print();
    }

    private int count(String method) {
        return counts.getOrDefault(method, 0);
    }

    private void follow(VirtualMachine machine) throws InterruptedException {
        prepare(machine, SUPPORT);
        prepare(machine, TARGET);
        machine.resume();
        while (true) {
            EventSet events = machine.eventQueue().remove();
            for (Event event : events) {
                if (event instanceof ClassPrepareEvent) {
                    stopAt(machine, ((ClassPrepareEvent) event).referenceType());
                } else if (event instanceof BreakpointEvent) {
                    note((BreakpointEvent) event);
                } else if (event instanceof VMDisconnectEvent) {
                    return;
                }
            }
            events.resume();
        }
    }

    private static void prepare(VirtualMachine machine, String name) {
        for (ReferenceType known : machine.classesByName(name)) {
            stopAt(machine, known);
        }
        ClassPrepareRequest request = machine.eventRequestManager().createClassPrepareRequest();
        request.addClassFilter(name);
        request.enable();
    }

    private static void stopAt(VirtualMachine machine, ReferenceType type) {
        type.methods().stream()
                .filter(method -> method.name().matches("unpark|park|parkNanos|mark"))
                .forEach(
                        method -> {
                            BreakpointRequest request =
                                    machine.eventRequestManager()
                                            .createBreakpointRequest(method.location());
                            request.setSuspendPolicy(EventRequest.SUSPEND_NONE);
                            request.enable();
                        });
    }

    private void note(BreakpointEvent event) {
        String method = event.location().method().name();
        if (method.equals("mark")) {
            counting = !counting;
        } else if (counting) {
            counts.merge(method, 1, Integer::sum);
        }
    }
}
