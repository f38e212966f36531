package io.github.flinkagentsbridge.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.net.URL;
import java.net.URLClassLoader;

/** One runtime per JVM, told by system properties, which all class loaders see. */
class RuntimeClaimTest {

    private static final String PROPERTY = "flinkagentsbridge.runtime";

    @AfterEach
    void giveBack() {
        System.clearProperty(PROPERTY);
    }

    @Test
    @DisplayName("B1: the same runtime may start again; its claim is a text that names its place")
    void sameRuntime() {
        RuntimeClaim.take("/lib/one.jar", null);
        assertThatCode(() -> RuntimeClaim.take("/lib/one.jar", null)).doesNotThrowAnyException();
        assertThat(System.getProperty(PROPERTY)).isEqualTo("/lib/one.jar, boot class path");
    }

    @Test
    @DisplayName("B1: another jar, or the same one in another loader, is refused with both places")
    void otherRuntime() throws Exception {
        try (URLClassLoader first = new URLClassLoader(new URL[0]);
                URLClassLoader second = new URLClassLoader(new URL[0])) {
            RuntimeClaim.take("/lib/one.jar", first);
            assertThatThrownBy(() -> RuntimeClaim.take("/lib/one.jar", second))
                    .isInstanceOf(SecondRuntimeException.class);
            assertThatThrownBy(() -> RuntimeClaim.take("/lib/agent.jar", null))
                    .hasMessageContaining("/lib/agent.jar")
                    .hasMessageContaining("/lib/one.jar")
                    .hasMessageContaining("patch --restore");
        }
    }
}
