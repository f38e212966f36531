package io.github.flinkagentsbridge.agents;

import io.github.flinkagentsbridge.pemja.BridgeOptions;
import io.github.flinkagentsbridge.pemja.HandleDispatch;
import io.github.flinkagentsbridge.pemja.HandleSeam;
import io.github.flinkagentsbridge.pemja.PemjaRuntime;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A Python object in Java's hands that fails a test which enters Python with it. */
final class UntouchedHandle implements InvocationHandler {

    private Object record;

    private UntouchedHandle() {}

    /** As a constructor of Pemja's leaves it. */
    static HandleSeam made() {
        PemjaRuntime.start(BridgeOptions.parse(""), "agent.jar", (m, n, a) -> {});
        HandleSeam handle = restored();
        HandleDispatch.born(handle);
        return handle;
    }

    /** As a serialiser leaves it, which calls no constructor. */
    static HandleSeam restored() {
        return (HandleSeam)
                Proxy.newProxyInstance(
                        HandleSeam.class.getClassLoader(),
                        new Class<?>[] {HandleSeam.class},
                        new UntouchedHandle());
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "bridge$record":
                return record;
            case "bridge$attach":
                record = arguments[0];
                return null;
            case "bridge$pointer":
            case "bridge$threadState":
                return 1L;
            case "bridge$bare":
                return restored();
            case "toString":
                return "a handle";
            case "hashCode":
                return System.identityHashCode(proxy);
            case "equals":
                return proxy == arguments[0];
            default:
                throw new AssertionError("a search must not touch Python");
        }
    }
}
