package io.github.flinkagentsbridge.routing;

/** An option has a value that the manager cannot work with (R16). */
public class InvalidOptionException extends BridgeException {
    private static final long serialVersionUID = 1L;

    private final String option;

    /**
     * @param option name of the option
     * @param value the value that was given
     * @param wanted what a good value is, as in "a number of at least 1"
     */
    public InvalidOptionException(String option, Object value, String wanted) {
        super(
                "Setting option '" + option + "'",
                ThreadText.label(Thread.currentThread()),
                "none",
                option + " = " + value,
                "Give " + wanted + ".");
        this.option = option;
    }

    /** Name of the option. */
    public String option() {
        return option;
    }
}
