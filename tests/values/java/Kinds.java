package probe;

import pemja.core.PythonInterpreter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** One value of each kind that a Java program may hand to Python, by name. */
public final class Kinds {
    private static final Map<String, Object> VALUES = new LinkedHashMap<>();
    /** Stands for an iterator, which can be walked only once. */
    private static final Object FRESH = new Object();

    private static final Map<String, UnaryOperator<Object>> PLACES = new LinkedHashMap<>();

    /** A number that Pemja has never heard of, with a name that is longer than its buffer. */
    public static final class
            NumberWithANameThatIsLongerThanTheTwoHundredBytesWhichPemjaHasForItsMessageAboutNumbersThatItDoesNotKnowSoThatItWouldWriteBeyondTheEndOfItsBufferAndSpoilWhateverLiesThereInTheMemoryOfTheProcess
            extends Number {
        @Override
        public int intValue() {
            return 1;
        }

        @Override
        public long longValue() {
            return 1;
        }

        @Override
        public float floatValue() {
            return 1;
        }

        @Override
        public double doubleValue() {
            return 1;
        }
    }

    private Kinds() {}

    static {
        numbers();
        texts();
        arrays();
        collections();
        times();
        objects();
        PLACES.put("by itself", value -> value);
        PLACES.put("in a list", value -> new ArrayList<>(Arrays.asList(1, value)));
        PLACES.put("in a map", value -> new HashMap<>(Collections.singletonMap("k", value)));
        PLACES.put("in an array", value -> new Object[] {1, value});
        PLACES.put(
                "deep inside",
                value -> List.of(array(Collections.singletonMap("k", list(value)))));
    }

    /** As one element, since {@code List.of} would take an array for its elements. */
    private static Object array(Object value) {
        return new Object[] {value};
    }

    private static List<Object> list(Object value) {
        return new LinkedList<>(Collections.singletonList(value));
    }

    /** An object of a class that Pemja has never heard of. */
    public static final class Own {
        @Override
        public String toString() {
            return "own";
        }
    }

    private static void numbers() {
        VALUES.put("null", null);
        VALUES.put("Boolean", true);
        VALUES.put("Byte", (byte) -3);
        VALUES.put("Short", (short) -300);
        VALUES.put("Integer", Integer.MIN_VALUE);
        VALUES.put("Long", Long.MAX_VALUE);
        VALUES.put("Float", 0.5f);
        VALUES.put("Double", -0.0);
        VALUES.put("Double.NaN", Double.NaN);
        VALUES.put("BigInteger", BigInteger.TEN.pow(30).negate());
        VALUES.put("BigDecimal", new BigDecimal("1.50"));
        VALUES.put("AtomicInteger", new AtomicInteger(3));
        VALUES.put("AtomicLong", new AtomicLong(3));
        VALUES.put(
                "own Number",
                new NumberWithANameThatIsLongerThanTheTwoHundredBytesWhichPemjaHasForItsMessageAboutNumbersThatItDoesNotKnowSoThatItWouldWriteBeyondTheEndOfItsBufferAndSpoilWhateverLiesThereInTheMemoryOfTheProcess());
    }

    private static void texts() {
        VALUES.put("String", "a\0\u00e4\u4e2d\ud83d\ude00");
        VALUES.put("String, empty", "");
        VALUES.put("String, byte order mark", "\ufeffa");
        VALUES.put("String, reversed mark", "\ufffea");
        VALUES.put("String, lone surrogate", "a\ud800");
        VALUES.put("String, huge", "x".repeat(5_000_000));
        VALUES.put("Character", 'c');
        VALUES.put("Character, byte order mark", '\ufeff');
        VALUES.put("Character, surrogate", '\udc00');
        VALUES.put("StringBuilder", new StringBuilder("ab"));
    }

    private static void arrays() {
        VALUES.put("boolean[]", new boolean[] {true, false});
        VALUES.put("byte[]", new byte[] {0, -1});
        VALUES.put("short[]", new short[] {-1, 2});
        VALUES.put("int[]", new int[] {-1, 2});
        VALUES.put("long[]", new long[] {-1, 2});
        VALUES.put("float[]", new float[] {0.5f});
        VALUES.put("double[]", new double[] {0.1});
        VALUES.put("char[]", new char[] {'a', '\u4e2d'});
        VALUES.put("String[]", new String[] {"a", null});
        VALUES.put("Short[]", new Short[] {1, null});
        VALUES.put("int[][]", new int[][] {{1}, {}});
        VALUES.put("char[][]", new char[][] {{'a'}});
        VALUES.put("Object[], empty", new Object[0]);
    }

    private static void collections() {
        VALUES.put("ArrayList", new ArrayList<>(List.of("a", 1L)));
        VALUES.put("List.of", List.of());
        VALUES.put("HashMap", new HashMap<>(Map.of("a", 1)));
        VALUES.put("TreeMap", new TreeMap<>(Map.of(2, "b", 1, "a")));
        VALUES.put("ConcurrentHashMap", new ConcurrentHashMap<>(Map.of("a", 1)));
        VALUES.put("EnumMap", new EnumMap<>(Map.of(DayOfWeek.MONDAY, 1)));
        VALUES.put("Set", new TreeSet<>(Set.of("a")));
        VALUES.put("Set of Short", new TreeSet<>(Set.of((short) 3)));
        VALUES.put("ArrayDeque", new ArrayDeque<>(List.of(1)));
        VALUES.put("Map.Entry", new SimpleEntry<>("k", 1));
        VALUES.put("Map.Entry of Short", new SimpleEntry<>("k", (short) 1));
        VALUES.put("Iterator", FRESH);
        VALUES.put("Map with null", Collections.singletonMap(null, null));
        VALUES.put("Map with a list as key", Map.of(List.of(1), 1));
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        VALUES.put("list that holds itself", cycle);
        List<Object> deep = new ArrayList<>();
        for (int depth = 0; depth < 20_000; depth++) {
            deep = new ArrayList<>(Collections.singletonList(deep));
        }
        VALUES.put("list 20,000 deep", deep);
        VALUES.put("list of 100,000", new ArrayList<>(Collections.nCopies(100_000, 1)));
    }

    private static void times() {
        VALUES.put("java.sql.Date", java.sql.Date.valueOf("2024-02-29"));
        VALUES.put("java.sql.Date, year 20000", java.sql.Date.valueOf(LocalDate.of(20000, 1, 1)));
        VALUES.put("java.sql.Time", new Time(3_723_004));
        VALUES.put("java.sql.Time, negative", new Time(-1));
        VALUES.put("java.sql.Timestamp", Timestamp.valueOf("2024-02-29 01:02:03.000004"));
        VALUES.put("java.util.Date", new Date(0));
        VALUES.put("LocalDate", LocalDate.of(2024, 2, 29));
        VALUES.put("LocalTime", LocalTime.of(1, 2, 3));
        VALUES.put("LocalDateTime", LocalDateTime.of(2024, 2, 29, 1, 2));
        VALUES.put("ZonedDateTime", ZonedDateTime.parse("2024-02-29T01:02Z"));
        VALUES.put("Instant", Instant.EPOCH);
        VALUES.put("Duration", Duration.ofSeconds(1));
    }

    private static void objects() {
        VALUES.put("enum", DayOfWeek.MONDAY);
        VALUES.put("record", record());
        VALUES.put("UUID", new UUID(0, 1));
        VALUES.put("Optional", Optional.of(1));
        VALUES.put("URI", URI.create("a:b"));
        VALUES.put("Locale", Locale.ROOT);
        VALUES.put("BitSet", BitSet.valueOf(new long[] {1}));
        VALUES.put("ByteBuffer", ByteBuffer.wrap(new byte[] {1}));
        VALUES.put("Class", String.class);
        VALUES.put("Throwable", new IllegalStateException("x"));
        VALUES.put("own class", new Own());
        VALUES.put("own class[]", new Own[] {new Own()});
    }

    /** These classes are Java 11's, the record is not. */
    private static Object record() {
        try {
            return Class.forName("probe.Point").getConstructors()[0].newInstance(1, 2);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The kinds' names, in their order. */
    public static List<String> names() {
        return new ArrayList<>(VALUES.keySet());
    }

    /** The places' names: by itself, in a list, and so on. */
    public static List<String> places() {
        return new ArrayList<>(PLACES.keySet());
    }

    /** The task of handing such a value to a function of one argument; py4j keeps off the value. */
    public static Callable<Object> handing(
            PythonInterpreter to, String function, String name, String place) {
        return () -> to.invoke(function, PLACES.get(place).apply(fresh(VALUES.get(name))));
    }

    /** The value of the kind that has this number in the order of the names. */
    static Object value(int number) {
        return fresh(new ArrayList<>(VALUES.values()).get(number));
    }

    private static Object fresh(Object value) {
        return value == FRESH ? List.of(1).iterator() : value;
    }
}
