package io.github.flinkagentsbridge.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import pemja.core.object.PyObject;

import java.lang.reflect.Field;
import java.net.URL;
import java.util.Arrays;
import java.util.List;

class StandInTest {

    private static final String HANDLE = "pemja.core.object.PyObject";

    private static ScanLoader loader() {
        URL tests = PyObject.class.getProtectionDomain().getCodeSource().getLocation();
        URL scan = ScanLoader.class.getProtectionDomain().getCodeSource().getLocation();
        return new ScanLoader(List.of(tests, scan));
    }

    @Test
    @DisplayName("B9: a class of Pemja's is without methods, initialiser and native code")
    void nothingComesToLife() throws Exception {
        assertThatThrownBy(() -> Class.forName(HANDLE)).isInstanceOf(UnsatisfiedLinkError.class);
        try (ScanLoader loader = loader()) {
            Class<?> standIn = Class.forName(HANDLE, true, loader);
            assertThat(standIn.getDeclaredMethods()).isEmpty();
            assertThat(Arrays.stream(standIn.getDeclaredFields()).map(Field::getName))
                    .containsExactlyInAnyOrder("tState", "pyobject");
            assertThat(ScanLoader.isWrapper(standIn.getConstructor().newInstance())).isTrue();
        }
        assertThat(ScanLoader.isWrapper("pemja.core")).isFalse();
    }

    @Test
    @DisplayName("B9: each object that a serialiser makes of it is counted")
    void tellsOfItself() throws Exception {
        try (ScanLoader loader = loader()) {
            Class<?> standIn = Class.forName(HANDLE, true, loader);
            Class<?> sightings = Class.forName(Sightings.class.getName(), true, loader);
            var count = sightings.getDeclaredMethod("count");
            count.setAccessible(true);
            for (long made = 1; made < 4; made++) {
                standIn.getConstructor().newInstance();
                assertThat(count.invoke(null)).isEqualTo(made);
            }
        }
    }
}
