package io.github.flinkagentsbridge.telemetry;

import io.github.flinkagentsbridge.routing.PythonInterpreterManager;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * A JMX bean for each open manager, where this JVM has JMX ({@code java.management} may be missing
 * in a trimmed runtime). A bean that cannot be registered is said in the log and stops nothing.
 *
 * <p>Threads: any.
 */
public final class ManagerBeans {

    private static final System.Logger LOG = System.getLogger(ManagerBeans.class.getName());
    private static final String NAME = "io.github.flinkagentsbridge:type=PythonInterpreterManager";

    private static final Map<PythonInterpreterManager<?>, Object> NAMES = new ConcurrentHashMap<>();

    private ManagerBeans() {}

    /** Registers a manager's bean, by its name; with a number behind that where it is taken. */
    public static void register(PythonInterpreterManager<?> manager) {
        try {
            NAMES.put(manager, Server.register(manager));
        } catch (LinkageError noJmx) {
            LOG.log(System.Logger.Level.DEBUG, "No JMX in this JVM", noJmx);
        } catch (JMException | RuntimeException failure) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "No JMX bean for manager '" + manager.name() + "'",
                    failure);
        }
    }

    /** Takes it away; harmless if there is none. */
    public static void unregister(PythonInterpreterManager<?> manager) {
        Object name = NAMES.remove(manager);
        if (name != null) {
            Server.unregister(name);
        }
    }

    /** What links to JMX. */
    private static final class Server {

        static ObjectName register(PythonInterpreterManager<?> manager) throws JMException {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            StandardMBean bean =
                    new StandardMBean(
                            ManagerBean.of(manager), PythonInterpreterManagerMXBean.class, true);
            for (int number = 1; ; number++) {
                String text = number == 1 ? manager.name() : manager.name() + " #" + number;
                ObjectName name = new ObjectName(NAME + ",name=" + ObjectName.quote(text));
                try {
                    server.registerMBean(bean, name);
                    return name;
                } catch (InstanceAlreadyExistsException taken) {
                    // the next number, then
                }
            }
        }

        static void unregister(Object name) {
            try {
                ManagementFactory.getPlatformMBeanServer().unregisterMBean((ObjectName) name);
            } catch (JMException failure) {
                LOG.log(System.Logger.Level.DEBUG, "The JMX bean has gone before", failure);
            }
        }
    }
}
