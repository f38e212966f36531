package flinkagentsbridge.bench;

import jep.Interpreter;
import jep.MainInterpreter;
import jep.SharedInterpreter;

/** JEP with an interpreter for each thread, which must be made, used and closed there. */
final class JepDoor implements Door {

    private final ThreadLocal<Interpreter> interpreters = ThreadLocal.withInitial(JepDoor::open);

    JepDoor() {
        MainInterpreter.setJepLibraryPath(System.getProperty("jep.library"));
    }

    private static Interpreter open() {
        Interpreter made = new SharedInterpreter();
        made.exec("import bench_work as work");
        for (String each : new String[] {"same", "sleep", "loop"}) {
            made.exec(each + " = work." + each);
        }
        return made;
    }

    @Override
    public Object call(String function, Object argument) {
        return interpreters.get().invoke(function, argument);
    }

    @Override
    public void leave() {
        interpreters.get().close();
        interpreters.remove();
    }

    @Override
    public void close() {}
}
