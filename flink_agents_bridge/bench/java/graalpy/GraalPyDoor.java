package flinkagentsbridge.bench;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** GraalPy with a context for each thread: they share code, but no object and no lock. */
final class GraalPyDoor implements Door {

    private static final String[] FUNCTIONS = {"same", "sleep", "loop"};

    private static final class Here {
        final Context context;
        final Map<String, Value> functions = new HashMap<>();

        Here(Context context) {
            this.context = context;
        }
    }

    private final Engine engine =
            Engine.newBuilder().option("engine.WarnInterpreterOnly", "false").build();
    private final Source source = read();
    private final ThreadLocal<Here> contexts = ThreadLocal.withInitial(this::open);

    private static Source read() {
        try {
            return Source.newBuilder("python", Files.readString(work()), "bench_work.py").build();
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path work() {
        return Path.of(System.getProperty("work"));
    }

    private Here open() {
        Here made =
                new Here(Context.newBuilder("python").engine(engine).allowAllAccess(true).build());
        made.context.eval(source);
        for (String each : FUNCTIONS) {
            made.functions.put(each, made.context.getBindings("python").getMember(each));
        }
        return made;
    }

    @Override
    public Object call(String function, Object argument) {
        return contexts.get().functions.get(function).execute(argument).asLong();
    }

    @Override
    public void leave() {
        contexts.get().context.close();
        contexts.remove();
    }

    @Override
    public void close() {
        engine.close();
    }
}
