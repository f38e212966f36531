package flinkagentsbridge.bench;

/** What the Python process stands for. */
public interface Remote {

    Object call(String function, Object argument);

    void end();
}
