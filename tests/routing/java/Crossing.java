package probe;

import pemja.core.PythonInterpreter;

/** Lets a call go from one manager to another and back. */
public final class Crossing {
    private final PythonInterpreter first;
    private final PythonInterpreter second;

    public Crossing(PythonInterpreter first, PythonInterpreter second) {
        this.first = first;
        this.second = second;
    }

    public Object there() {
        return second.invoke("cross_back", this);
    }

    public Object back() {
        return first.invoke("nothing");
    }
}
