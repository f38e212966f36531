package io.github.flinkagentsbridge.pemja;

/** Something that is not as it should be at start (B13), and what to do about it. */
final class Finding {

    private final String what;
    private final String remedy;

    /**
     * @param what a sentence without its end
     * @param remedy what to do, in the imperative, without the end of the sentence
     */
    Finding(String what, String remedy) {
        this.what = what;
        this.remedy = remedy;
    }

    String what() {
        return what;
    }

    String remedy() {
        return remedy;
    }

    @Override
    public String toString() {
        return what + ": " + remedy + ".";
    }
}
