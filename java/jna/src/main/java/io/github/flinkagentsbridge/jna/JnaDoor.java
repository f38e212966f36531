package io.github.flinkagentsbridge.jna;

import com.sun.jna.FunctionMapper;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

import io.github.flinkagentsbridge.pemja.GilDoor;

import java.util.Map;

/**
 * The way to CPython's functions on a JDK without foreign functions of its own. Loaded by a class
 * loader of its own, which has JNA.
 */
public final class JnaDoor implements GilDoor {

    private static final Map<String, String> FUNCTIONS =
            Map.of(
                    "uncheckedGet", "_PyThreadState_UncheckedGet",
                    "getThisThreadState", "PyGILState_GetThisThreadState",
                    "saveThread", "PyEval_SaveThread",
                    "restoreThread", "PyEval_RestoreThread");

    /**
     * Links the functions of the CPython that is loaded.
     *
     * @throws UnsatisfiedLinkError if JNA cannot load its native side, e.g. for want of a folder
     *     that allows executable files, or no CPython shares its functions
     */
    public JnaDoor() {
        FunctionMapper mapper = (library, method) -> FUNCTIONS.get(method.getName());
        Native.register(
                JnaDoor.class,
                NativeLibrary.getInstance(null, Map.of(Library.OPTION_FUNCTION_MAPPER, mapper)));
    }

    private static native long uncheckedGet();

    private static native long getThisThreadState();

    private static native long saveThread();

    private static native void restoreThread(long threadState);

    @Override
    public long current() {
        return uncheckedGet();
    }

    @Override
    public long own() {
        return getThisThreadState();
    }

    @Override
    public long letGo() {
        return saveThread();
    }

    @Override
    public void takeBack(long threadState) {
        restoreThread(threadState);
    }
}
