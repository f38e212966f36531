package pemja.core.object;

/** Has what the real one has that must not come to life: native code and an initialiser. */
public class PyObject implements AutoCloseable {
    static {
        System.loadLibrary("pemja_of_this_test");
    }

    final long tState;
    public final long pyobject;
    transient Object ours;

    protected PyObject(long tState, long pyobject) {
        this.tState = tState;
        this.pyobject = pyobject;
    }

    private native void decRef(long tState, long pyobject);

    @Override
    public void close() {
        decRef(tState, pyobject);
    }
}
