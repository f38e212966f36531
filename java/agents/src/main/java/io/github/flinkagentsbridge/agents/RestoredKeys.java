package io.github.flinkagentsbridge.agents;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The keys whose actions were in process at a checkpoint. Releases 0.2.0 and 0.2.1 keep them in
 * state that each restored subtask gets the whole of, and go on with all of them: a subtask then
 * fails with the first key that is another's, again after each restart. Later releases keep to
 * their own keys, as is done here.
 *
 * <p>Links to nothing but the JDK, since it travels in patched jars, too.
 */
public final class RestoredKeys {

    private static final System.Logger LOG = System.getLogger(RestoredKeys.class.getName());
    private static final String ASSIGNMENT =
            "org.apache.flink.runtime.state.KeyGroupRangeAssignment";

    private RestoredKeys() {}

    /**
     * Takes out of a restored list what other subtasks have; each key stays once. A list that
     * cannot be looked at stays as it is.
     *
     * @param operator the operator that is opened
     * @param keys its {@code ListState}
     */
    public static void keepOwn(Object operator, Object keys) {
        try {
            Set<Object> own = new LinkedHashSet<>();
            boolean foreign = false;
            for (Object key : (Iterable<?>) call(keys, "get")) {
                foreign |= !(isOwn(operator, key) && own.add(key));
            }
            if (foreign) {
                keys.getClass().getMethod("update", List.class).invoke(keys, new ArrayList<>(own));
            }
        } catch (ReflectiveOperationException unknown) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The keys in process could not be told apart; the operator goes on with all",
                    unknown);
        }
    }

    private static boolean isOwn(Object operator, Object key) throws ReflectiveOperationException {
        Object task = call(call(operator, "getRuntimeContext"), "getTaskInfo");
        Method assign =
                Class.forName(ASSIGNMENT, false, operator.getClass().getClassLoader())
                        .getMethod(
                                "assignKeyToParallelOperator", Object.class, int.class, int.class);
        Object owner =
                assign.invoke(
                        null,
                        key,
                        call(task, "getMaxNumberOfParallelSubtasks"),
                        call(task, "getNumberOfParallelSubtasks"));
        return owner.equals(call(task, "getIndexOfThisSubtask"));
    }

    private static Object call(Object target, String name) throws ReflectiveOperationException {
        return target.getClass().getMethod(name).invoke(target);
    }
}
