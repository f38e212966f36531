package flinkagentsbridge.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.UUID;

/**
 * Answers each byte after 20 ms, as a model behind a network would; on loopback, a free port, and
 * only to those who say the token first.
 */
final class SlowServer implements AutoCloseable {

    private static final int PAUSE_MILLIS = 20;

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final String token = UUID.randomUUID().toString();

    SlowServer() throws IOException {
        start(this::accept);
    }

    /** Port and token. */
    String address() {
        return socket.getLocalPort() + " " + token;
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "slow-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket caller = socket.accept();
                caller.setTcpNoDelay(true);
                start(() -> answer(caller));
            }
        } catch (IOException closed) {
            // The end.
        }
    }

    private void answer(Socket caller) {
        try (caller) {
            InputStream in = caller.getInputStream();
            byte[] said = in.readNBytes(token.length());
            if (!Arrays.equals(said, token.getBytes("US-ASCII"))) {
                return;
            }
            for (int asked = in.read(); asked >= 0; asked = in.read()) {
                Thread.sleep(PAUSE_MILLIS);
                caller.getOutputStream().write(asked);
            }
        } catch (IOException | InterruptedException gone) {
            // So has the caller.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
