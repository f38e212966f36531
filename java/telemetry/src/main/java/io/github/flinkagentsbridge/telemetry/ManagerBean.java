package io.github.flinkagentsbridge.telemetry;

import io.github.flinkagentsbridge.routing.Metric;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.routing.Statistics;
import io.github.flinkagentsbridge.routing.Timing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;

/** Answers for the bean: attributes go by the names of the numbers, so they need no code each. */
final class ManagerBean implements InvocationHandler {

    private static final String GETTER = "get";

    private final PythonInterpreterManager<?> manager;

    private ManagerBean(PythonInterpreterManager<?> manager) {
        this.manager = manager;
    }

    static PythonInterpreterManagerMXBean of(PythonInterpreterManager<?> manager) {
        return (PythonInterpreterManagerMXBean)
                Proxy.newProxyInstance(
                        PythonInterpreterManagerMXBean.class.getClassLoader(),
                        new Class<?>[] {PythonInterpreterManagerMXBean.class},
                        new ManagerBean(manager));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.invoke(this, arguments);
        }
        if (method.getName().equals("dump")) {
            return manager.dumpWithStacks();
        }
        Statistics statistics = manager.statistics();
        Map<String, Object> values = Metric.all(statistics);
        values.putAll(Timing.all(statistics));
        return values.get(attribute(method));
    }

    private static String attribute(Method getter) {
        String name = getter.getName().substring(GETTER.length());
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }
}
