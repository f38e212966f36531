package io.github.flinkagentsbridge.pemja;

import io.github.flinkagentsbridge.routing.BridgeException;

import java.util.List;
import java.util.stream.Collectors;

/** An interpreter that was not made, since it could not have worked (B13). */
public final class StartupRefusedException extends BridgeException {

    private static final long serialVersionUID = 1L;

    StartupRefusedException(String executable, List<Finding> errors) {
        super(
                "Starting Python " + executable,
                Thread.currentThread().getName(),
                "none",
                errors.stream().map(Finding::what).collect(Collectors.joining("; ")),
                errors.stream()
                        .map(error -> capitalised(error.remedy()) + ".")
                        .collect(
                                Collectors.joining(
                                        " ",
                                        "",
                                        " The agent option strict=false tries"
                                                + " it all the same.")));
    }

    private static String capitalised(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
