package flinkagentsbridge.bench;

import py4j.ClientServer;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;

/**
 * py4j's {@code ClientServer}: a Python process of its own, in which each Java thread has a thread
 * that stays its own ("pinned"); on loopback, with a token.
 */
final class Py4jDoor implements Door {

    private final Process python;
    private final ClientServer server;
    private final Remote remote;

    Py4jDoor() throws Exception {
        String token = java.util.UUID.randomUUID().toString();
        ProcessBuilder builder =
                new ProcessBuilder(System.getProperty("python"), System.getProperty("py4j.script"));
        builder.environment().put("BENCH_PY4J_TOKEN", token);
        python = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader told = new BufferedReader(new InputStreamReader(python.getInputStream()));
        int port = Integer.parseInt(told.readLine());
        server =
                new ClientServer.ClientServerBuilder()
                        .javaPort(0)
                        .javaAddress(InetAddress.getLoopbackAddress())
                        .pythonPort(port)
                        .pythonAddress(InetAddress.getLoopbackAddress())
                        .authToken(token)
                        .build();
        server.startServer();
        remote = (Remote) server.getPythonServerEntryPoint(new Class<?>[] {Remote.class});
    }

    @Override
    public Object call(String function, Object argument) {
        return remote.call(function, argument);
    }

    @Override
    public void close() {
        python.destroy();
        server.shutdown();
    }
}
