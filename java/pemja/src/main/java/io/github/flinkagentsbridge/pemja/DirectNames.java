package io.github.flinkagentsbridge.pemja;

import java.util.Map;

/** Names as they are, for the self-test, whose probe knows no others. */
final class DirectNames implements Names {

    @Override
    public Object invoke(
            NativeInterpreter on, String name, Object[] arguments, Map<String, Object> keywords) {
        return on.seam().bridge$invoke(name, arguments, keywords);
    }

    @Override
    public void set(NativeInterpreter on, String name, Object value) {
        on.seam().bridge$set(name, value);
    }

    @Override
    public Object get(NativeInterpreter on, String name, Class<?> type) {
        return on.seam().bridge$get(name, type);
    }

    @Override
    public void exec(NativeInterpreter on, String source) {
        on.seam().bridge$exec(source);
    }

    @Override
    public void retract(NativeInterpreter from) {}

    @Override
    public void drop(NativeInterpreter primary) {}
}
