package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;

/** What a stack tells of the way by which Python entered Java. */
class EntryFrameTest {

    private static final StackWalker.StackFrame INTO_PYTHON =
            frame(PemjaDispatch.class, "pemja.core.PythonInterpreter", "invoke", true);

    @Test
    @DisplayName("T5: constructors and what shows or compares an object may hold the lock")
    void ofAnyClass() {
        for (String method : new String[] {"<init>", "<clinit>", "toString", "equals"}) {
            assertThat(entered(frame(Thread.class, method)).mayHoldLock()).isTrue();
        }
        assertThat(entered(frame(Thread.class, "run")).mayHoldLock()).isFalse();
    }

    @Test
    @DisplayName("T5: so may the methods of what Pemja wraps, and no other method of such a class")
    void ofWrappedTypes() {
        assertThat(entered(frame(AbstractList.class, "size")).mayHoldLock()).isTrue();
        assertThat(entered(frame(Map.class, "containsKey")).mayHoldLock()).isTrue();
        assertThat(entered(frame(Iterator.class, "next")).mayHoldLock()).isTrue();
        assertThat(entered(frame(Map.class, "ask")).mayHoldLock()).isFalse();
        assertThat(entered(frame(Thread.class, "get")).mayHoldLock()).isFalse();
    }

    @Test
    @DisplayName("T5: the entry is the frame next to the innermost way into Python")
    void innermostEntry() {
        StackWalker.StackFrame method = frame(Thread.class, "run");
        StackWalker.StackFrame shown = frame(Thread.class, "toString");
        assertThat(entered(shown, method, INTO_PYTHON, shown).toString()).endsWith("Thread.run");
        assertThat(entered(method, shown, INTO_PYTHON, method).mayHoldLock()).isTrue();
        assertThat(entered(method, shown).mayHoldLock()).isTrue();
    }

    private static EntryFrame entered(StackWalker.StackFrame... stack) {
        return EntryFrame.of(Stream.concat(Arrays.stream(stack), Stream.of(INTO_PYTHON)));
    }

    private static StackWalker.StackFrame frame(Class<?> type, String method) {
        return frame(type, type.getName(), method, false);
    }

    private static StackWalker.StackFrame frame(
            Class<?> type, String className, String method, boolean isNative) {
        return new StackWalker.StackFrame() {
            @Override
            public String getClassName() {
                return className;
            }

            @Override
            public String getMethodName() {
                return method;
            }

            @Override
            public Class<?> getDeclaringClass() {
                return type;
            }

            @Override
            public int getByteCodeIndex() {
                return 0;
            }

            @Override
            public String getFileName() {
                return null;
            }

            @Override
            public int getLineNumber() {
                return 0;
            }

            @Override
            public boolean isNativeMethod() {
                return isNative;
            }

            @Override
            public StackTraceElement toStackTraceElement() {
                throw new UnsupportedOperationException();
            }
        };
    }
}
