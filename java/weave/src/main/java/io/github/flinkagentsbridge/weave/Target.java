package io.github.flinkagentsbridge.weave;

import org.objectweb.asm.tree.ClassNode;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One class of Pemja that is woven: its routed methods, its other members that the weaver touches,
 * and what is done to it beyond the routing. Names are internal names.
 */
final class Target {

    private static final String PEMJA = "io/github/flinkagentsbridge/pemja/";
    static final String INTERPRETER = "pemja/core/PythonInterpreter";
    static final String HANDLE = "pemja/core/object/PyObject";
    static final String ITERATOR = "pemja/core/object/PyIterator";
    static final String CONFIG = "pemja/core/PythonInterpreterConfig";
    static final String INTERPRETER_DISPATCH = PEMJA + "PemjaDispatch";
    static final String HANDLE_DISPATCH = PEMJA + "HandleDispatch";
    static final String INTERPRETER_SEAM = PEMJA + "InterpreterSeam";
    static final String HANDLE_SEAM = PEMJA + "HandleSeam";
    static final String ITERATOR_SEAM = PEMJA + "IteratorSeam";

    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String STRING = "Ljava/lang/String;";
    private static final String CLASS = "Ljava/lang/Class;";
    private static final String MAP = "Ljava/util/Map;";

    /** The order in which they are checked; the interpreter is the one whose refusal is told. */
    static final List<Target> ALL =
            List.of(
                    new Target(
                            INTERPRETER,
                            INTERPRETER_SEAM,
                            INTERPRETER_DISPATCH,
                            "(L" + CONFIG + ";)V",
                            List.of("tState:J"),
                            List.of("initialize(L" + CONFIG + ";)V", "init(I)J"),
                            InterpreterWeaver::finish,
                            new WovenMethod("set", "(" + STRING + OBJECT + ")V"),
                            new WovenMethod("get", "(" + STRING + ")" + OBJECT),
                            new WovenMethod("get", "(" + STRING + CLASS + ")" + OBJECT),
                            new WovenMethod("invoke", "(" + STRING + "[" + OBJECT + ")" + OBJECT),
                            new WovenMethod("invoke", "(" + STRING + MAP + ")" + OBJECT),
                            new WovenMethod(
                                    "invoke", "(" + STRING + "[" + OBJECT + MAP + ")" + OBJECT),
                            new WovenMethod(
                                    "invokeMethod",
                                    "(" + STRING + STRING + "[" + OBJECT + ")" + OBJECT),
                            new WovenMethod("exec", "(" + STRING + ")V"),
                            new WovenMethod("close", "()V")),
                    new Target(
                            HANDLE,
                            HANDLE_SEAM,
                            HANDLE_DISPATCH,
                            "(JJ)V",
                            List.of("tState:J", "pyobject:J"),
                            List.of("decRef(JJ)V"),
                            HandleWeaver::finish,
                            new WovenMethod("getAttr", "(" + STRING + ")" + OBJECT),
                            new WovenMethod("getAttr", "(" + STRING + CLASS + ")" + OBJECT),
                            new WovenMethod("setAttr", "(" + STRING + OBJECT + ")V"),
                            new WovenMethod(
                                    "invokeMethod", "(" + STRING + "[" + OBJECT + ")" + OBJECT),
                            new WovenMethod("close", "()V")),
                    new Target(
                            ITERATOR,
                            ITERATOR_SEAM,
                            HANDLE_DISPATCH,
                            "(JJ)V",
                            List.of(),
                            List.of("next(JJ)" + OBJECT),
                            HandleWeaver::finishIterator,
                            new WovenMethod("hasNext", "()Z"),
                            new WovenMethod("next", "()" + OBJECT)));

    private final String name;
    private final String seam;
    private final String dispatch;
    private final String constructor;
    private final List<String> fields;
    private final List<String> otherMethods;
    private final Consumer<ClassNode> finish;
    private final List<WovenMethod> methods;

    private Target(
            String name,
            String seam,
            String dispatch,
            String constructor,
            List<String> fields,
            List<String> otherMethods,
            Consumer<ClassNode> finish,
            WovenMethod... methods) {
        this.name = name;
        this.seam = seam;
        this.dispatch = dispatch;
        this.constructor = constructor;
        this.fields = fields;
        this.otherMethods = otherMethods;
        this.finish = finish;
        this.methods = List.of(methods);
    }

    /** The target of that internal name. */
    static Optional<Target> named(String name) {
        return ALL.stream().filter(target -> target.name.equals(name)).findFirst();
    }

    String name() {
        return name;
    }

    /** The interface that the class gets. */
    String seam() {
        return seam;
    }

    /** The class with a static method for each routed one. */
    String dispatch() {
        return dispatch;
    }

    /** Descriptor of the one constructor. */
    String constructor() {
        return constructor;
    }

    /** Fields that the weaver reads, as {@code name:descriptor}. */
    List<String> fields() {
        return fields;
    }

    /** Methods that the weaver calls but does not route, as {@code name + descriptor}. */
    List<String> otherMethods() {
        return otherMethods;
    }

    List<WovenMethod> methods() {
        return methods;
    }

    Optional<WovenMethod> method(String methodName, String descriptor) {
        return methods.stream().filter(method -> method.is(methodName, descriptor)).findFirst();
    }

    /** What is done to the class once its methods are routed. */
    void finish(ClassNode node) {
        finish.accept(node);
    }
}
