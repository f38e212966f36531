package org.apache.flink.client.python;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/** Bears the name of PyFlink's JVM and does what the tests want such a JVM to do. */
public final class PythonGatewayServer {

    public static void main(String[] arguments) throws Exception {
        System.out.println("jvm " + ProcessHandle.current().pid());
        switch (arguments[0]) {
            case "crash":
                crash();
                break;
            case "crash-on-word":
                waitForParent();
                crash();
                break;
            case "nest":
                nest();
                waitForParent();
                break;
            default:
                waitForParent();
        }
    }

    private static void crash() throws Exception {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        unsafe.getMethod("getLong", long.class).invoke(instance.get(null), 1L);
    }

    /** Another such JVM comes and goes. */
    private static void nest() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of(System.getenv("JVM_ARGS").split(" ")));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(PythonGatewayServer.class.getName(), "wait"));
        Process nested = new ProcessBuilder(command).start();
        nested.getInputStream().read();
        System.in.read();
        nested.getOutputStream().close();
        System.out.println("nested " + nested.pid() + " ended with " + nested.waitFor());
    }

    private static void waitForParent() throws IOException {
        while (System.in.read() >= 0) {}
    }
}
