package io.github.flinkagentsbridge.scan;

import io.github.flinkagentsbridge.agents.HandleSearch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What is found in the state of one operator. Threads: the scanning one. */
final class Finds {

    private static final int SHOWN = 80;
    static final String NOWHERE = "?";

    /** Where memory keeps a value: inside of an object of its own. */
    private static final String HOLDER = "$.value";

    private final Report report;
    private final String operator;

    Finds(Report report, String operator) {
        this.report = report;
        this.operator = operator;
    }

    /**
     * @param before the sightings when the entry had not been deserialised yet
     */
    Entry entry(String state, int keyGroup, Object key, long before) {
        Entry entry = new Entry(state, keyGroup, text(key), before);
        entry.look("the key", key);
        return entry;
    }

    /** An entry that names Pemja and cannot be deserialised: it counts as a find. */
    void undecided(String state, int keyGroup, Throwable failure) {
        Throwable root = UnreadableException.root(failure);
        report.found(operator, state, keyGroup, NOWHERE, NOWHERE, NOWHERE, null, root.toString());
    }

    /** A key or path as text, cut where it is long; bytes are shown as what of them is ASCII. */
    static String text(Object value) {
        String text =
                value instanceof byte[]
                        ? new String((byte[]) value, StandardCharsets.ISO_8859_1)
                                .replaceAll("[^ -~]+", ".")
                        : value instanceof Object[]
                                ? Arrays.deepToString((Object[]) value)
                                : String.valueOf(value);
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    }

    /**
     * One entry of a state; each object of Pemja's that its deserialising has made is told once.
     */
    final class Entry {
        private final String state;
        private final int keyGroup;
        private final String key;
        private final long before;
        private long told;

        private Entry(String state, int keyGroup, String key, long before) {
            this.state = state;
            this.keyGroup = keyGroup;
            this.key = key;
            this.before = before;
        }

        /** Tells what is in the object that stands at that path of the state. */
        void look(String path, Object value) {
            if (value == null) {
                return;
            }
            List<HandleSearch.Found> all = HandleSearch.all(value, ScanLoader::isWrapper);
            for (HandleSearch.Found one : all) {
                tell(path, shortened(value, one.place()), one.value().getClass().getName());
            }
            told += all.size();
        }

        long told() {
            return told;
        }

        /** Counts those that another entry has told of. */
        void allow(long others) {
            told += others;
        }

        private String shortened(Object value, String place) {
            boolean isItem = value.getClass().getSimpleName().equals("MemoryItem");
            return isItem && place.startsWith(HOLDER)
                    ? "$" + place.substring(HOLDER.length())
                    : place;
        }

        /** Tells of objects that were made where the search does not come. */
        void end() {
            if (Sightings.count() - before > told) {
                tell(NOWHERE, NOWHERE, "pemja");
            }
        }

        private void tell(String path, String place, String type) {
            report.found(operator, state, keyGroup, key, path, place, type, null);
        }
    }
}
