package io.github.flinkagentsbridge.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.flinkagentsbridge.routing.Metric;
import io.github.flinkagentsbridge.routing.PythonInterpreterManager;
import io.github.flinkagentsbridge.routing.Timing;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.management.MBeanFeatureInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;

class ManagerBeansTest {

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    @Test
    @DisplayName("B10: a bean has an attribute for each number, and the dump")
    void attributes() throws Exception {
        try (PythonInterpreterManager<String> manager = Managers.named("op (1/2)#0")) {
            manager.withInterpreter(text -> text);
            ManagerBeans.register(manager);
            ObjectName name = names().iterator().next();
            assertThat(ObjectName.unquote(name.getKeyProperty("name"))).isEqualTo("op (1/2)#0");
            Set<String> attributes =
                    Arrays.stream(SERVER.getMBeanInfo(name).getAttributes())
                            .map(MBeanFeatureInfo::getName)
                            .collect(Collectors.toCollection(TreeSet::new));
            assertThat(attributes).isEqualTo(expected());
            assertThat(SERVER.getAttribute(name, "OwnerCalls")).isEqualTo(1L);
            assertThat(((TabularData) SERVER.getAttribute(name, "QueueWaitNanos")).size())
                    .isEqualTo(5);
            assertThat((String) SERVER.invoke(name, "dump", null, null))
                    .startsWith("manager 'op (1/2)#0': OPEN");
            ManagerBeans.unregister(manager);
        }
        assertThat(names()).isEmpty();
    }

    private static Set<String> expected() {
        return Stream.concat(
                        Arrays.stream(Metric.values()).map(Metric::key),
                        Arrays.stream(Timing.values()).map(Timing::key))
                .map(key -> Character.toUpperCase(key.charAt(0)) + key.substring(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    @DisplayName("B10: two managers of one name have two beans; each goes with its manager")
    void sameNameTwice() throws Exception {
        try (PythonInterpreterManager<String> first = Managers.named("same");
                PythonInterpreterManager<String> second = Managers.named("same")) {
            ManagerBeans.register(first);
            ManagerBeans.register(second);
            assertThat(names())
                    .extracting(name -> ObjectName.unquote(name.getKeyProperty("name")))
                    .containsExactlyInAnyOrder("same", "same #2");
            ManagerBeans.unregister(first);
            assertThat(names())
                    .extracting(name -> ObjectName.unquote(name.getKeyProperty("name")))
                    .containsExactly("same #2");
            ManagerBeans.unregister(second);
            ManagerBeans.unregister(second);
            assertThat(names()).isEmpty();
        }
    }

    private static Set<ObjectName> names() throws Exception {
        return SERVER.queryNames(
                new ObjectName("io.github.flinkagentsbridge:type=PythonInterpreterManager,*"),
                null);
    }
}
