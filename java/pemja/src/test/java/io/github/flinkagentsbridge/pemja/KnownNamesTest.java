package io.github.flinkagentsbridge.pemja;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which text goes over to Pemja for a name. */
class KnownNamesTest {

    @ParameterizedTest
    @CsvSource({
        "true, f, __b1.f",
        "true, module.f, module.f",
        "true, package.module.f, __b1.package.module.f",
        "true, .f, __b1..f",
        "false, f, __b1.f",
        "false, module.f, __b1.module.f"
    })
    @DisplayName("N1, B7: plain names and names of other interpreters go through the alias")
    void choosesText(boolean own, String name, String text) {
        KnownNames names = new KnownNames(1, "__b1", own);
        assertThat(names.text(name)).isNull();
        assertThat(names.add(name)).isEqualTo(text);
        assertThat(names.text(name)).isEqualTo(text);
    }

    @Test
    @DisplayName("N2: the generation of names that was looked up is remembered")
    void remembersGeneration() {
        KnownNames names = new KnownNames(1, "__b1", true);
        Object generation = new Object();
        assertThat(names.generation()).isNotSameAs(generation);
        names.sawGeneration(generation);
        assertThat(names.generation()).isSameAs(generation);
    }

    @Test
    @DisplayName("N3: a name that Pemja would garble goes over in ASCII")
    void escapesOddNames() {
        KnownNames known = new KnownNames(1, "__b1", true);
        assertThat(known.add("m.\ud83d\ude00"))
                .isEqualTo("__b1.\\\\U0000006d\\U0000002e\\U0001f600");
        assertThat(known.add("a\0")).isEqualTo("__b1.\\\\U00000061\\U00000000");
        assertThat(known.add("\u00e4")).isEqualTo("__b1.\u00e4");
    }

    @Test
    @DisplayName("N2: a name has a guard for each number of arguments, under a short text")
    void knowsGuards() {
        KnownNames known = new KnownNames(1, "__b1", true);
        String one = known.addGuard("module.f", 1, known.nextGuard());
        String any = known.addGuard("module.f", KnownNames.ANY, known.nextGuard());
        assertThat(one).isEqualTo("__b1.1").isNotEqualTo(any);
        assertThat(known.guard("module.f", 1)).isEqualTo(one);
        assertThat(known.guard("module.f", KnownNames.ANY)).isEqualTo(any);
        assertThat(known.guard("module.f", 2)).isNull();
        assertThat(known.guard("f", 1)).isNull();
    }
}
