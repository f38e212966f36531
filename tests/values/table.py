"""What becomes of each kind of value on its way, in both directions.

``docs/values.md`` is written from these tables; the tests hold them against the real Pemja.
"""

REFUSED = "refused: "
HOLDS_ITSELF = REFUSED + "It holds itself"
LONE_SURROGATE = REFUSED + "It has half of a surrogate pair"
NUMBER = REFUSED + "Hand over its intValue(), longValue() or doubleValue()."
MILLION = "str of 5000002"
DECIMAL = "Decimal Decimal('-1000000000000000000000000000000')"

# A kind of Java's, by its name in Kinds.java, and what it is in Python.
TO_PYTHON = {
    "null": "NoneType None",
    "Boolean": "bool True",
    "Byte": "int -3",
    "Short": "int -300",
    "Integer": "int -2147483648",
    "Long": "int 9223372036854775807",
    "Float": "float 0.5",
    "Double": "float -0.0",
    "Double.NaN": "float nan",
    "BigInteger": DECIMAL,
    "BigDecimal": "Decimal Decimal('1.50')",
    "AtomicInteger": NUMBER,
    "AtomicLong": NUMBER,
    "own Number": NUMBER,
    "String": r"str 'a\x00\xe4\u4e2d\U0001f600'",
    "String, empty": "str ''",
    "String, byte order mark": r"str '\ufeffa'",
    "String, reversed mark": r"str '\ufffea'",
    "String, lone surrogate": LONE_SURROGATE,
    "String, huge": MILLION,
    "Character": "str 'c'",
    "Character, byte order mark": r"str '\ufeff'",
    "Character, surrogate": REFUSED + "It is half of a surrogate pair",
    "StringBuilder": "Java ab",
    "boolean[]": "tuple [bool True, bool False]",
    "byte[]": r"bytes b'\x00\xff'",
    "short[]": "tuple [int -1, int 2]",
    "int[]": "tuple [int -1, int 2]",
    "long[]": "tuple [int -1, int 2]",
    "float[]": "tuple [float 0.5]",
    "double[]": "tuple [float 0.1]",
    "char[]": REFUSED + "Hand over new String(characters).",
    "String[]": "tuple [str 'a', NoneType None]",
    "Short[]": "tuple [int 1, NoneType None]",
    "int[][]": "tuple [tuple [int 1], tuple []]",
    "char[][]": REFUSED + "Hand over new String(characters).",
    "Object[], empty": "tuple []",
    "ArrayList": "list [str 'a', int 1]",
    "List.of": "list []",
    "HashMap": "dict {str 'a': int 1}",
    "TreeMap": "dict {int 1: str 'a', int 2: str 'b'}",
    "ConcurrentHashMap": "dict {str 'a': int 1}",
    "EnumMap": "dict {Java MONDAY: int 1}",
    "Set": "PyJCollection [str 'a']",
    "Set of Short": "PyJCollection [int 3]",
    "ArrayDeque": "PyJCollection [int 1]",
    "Map.Entry": "Java k=1",
    "Map.Entry of Short": "Java k=1",
    "Iterator": "PyJIterator [int 1]",
    "Map with null": "dict {NoneType None: NoneType None}",
    "Map with a list as key": REFUSED + "A list or map cannot be a key in Python",
    "list that holds itself": HOLDS_ITSELF,
    "list 20,000 deep": HOLDS_ITSELF,
    "list of 100,000": "list [int 1, int 1, int 1, int 1, int 1] of 100000",
    "java.sql.Date": "date datetime.date(2024, 2, 29)",
    "java.sql.Date, year 20000": REFUSED + "Python's years end with 9999",
    "java.sql.Time": "time datetime.time(1, 2, 3, 4000)",
    "java.sql.Time, negative": REFUSED + "Its getTime() is not within one day",
    "java.sql.Timestamp": "datetime datetime.datetime(2024, 2, 29, 1, 2, 3, 4)",
    "java.util.Date": REFUSED + "Hand over its toInstant(), or a java.sql.Timestamp.",
    "LocalDate": "Java 2024-02-29",
    "LocalTime": "Java 01:02:03",
    "LocalDateTime": "Java 2024-02-29T01:02",
    "ZonedDateTime": "Java 2024-02-29T01:02Z",
    "Instant": "Java 1970-01-01T00:00:00Z",
    "Duration": "Java PT1S",
    "enum": "Java MONDAY",
    "record": "Java Point[x=1, y=2]",
    "UUID": "Java 00000000-0000-0000-0000-000000000001",
    "Optional": "Java Optional[1]",
    "URI": "Java a:b",
    "Locale": "Java ",
    "BitSet": "Java {0}",
    "ByteBuffer": "Java java.nio.HeapByteBuffer[pos=0 lim=1 cap=1]",
    "Class": "Java class java.lang.String",
    "Throwable": "Java java.lang.IllegalStateException: x",
    "own class": "Java own",
    "own class[]": "tuple [Java own]",
}

PLACES = {
    "by itself": "{}",
    "in a list": "list [int 1, {}]",
    "in a map": "dict {{str 'k': {}}}",
    "in an array": "tuple [int 1, {}]",
    "deep inside": "list [tuple [dict {{str 'k': list [{}]}}]]",
}

INT = REFUSED + "an int beyond 64 bits; return it as a str"
SURROGATE = REFUSED + "a str with half of a surrogate pair"
DEEP = REFUSED + "over 1000 containers in one another"
NO_DECIMAL = REFUSED + "a Decimal that BigDecimal cannot be"
HANDLE = "PyObject"

# A value of value_probes.VALUES, by its name there, and what it is in Java.
TO_JAVA = {
    "None": "null",
    "bool": "Boolean true",
    "int": "Long -9223372036854775808",
    "int_63": INT,
    "int_in_list": INT,
    "int_in_tuple": INT,
    "int_as_value": INT,
    "int_as_key": INT,
    "int_enum": HANDLE,
    "float": "Double -0.0",
    "nan": "Double NaN",
    "complex": HANDLE,
    "str": "String a{0}{e4}{4e2d}{d83d}{de00}",
    "str_mark": "String {feff}a",
    "str_reversed_mark": "String {fffe}a",
    "str_huge": "String of 5000000",
    "str_surrogate": SURROGATE,
    "str_surrogate_and_emoji": SURROGATE,
    "str_surrogate_as_key": SURROGATE,
    "str_enum": "String Colour.RED",
    "str_subclass_that_raises": REFUSED + "no text",
    "bytes": "byte[] [Integer 0, Integer -1]",
    "bytearray": HANDLE,
    "list": "ArrayList [Long 1, String a, null]",
    "list_of_lists": "ArrayList [ArrayList [], ArrayList [ArrayList [Double 1.5]]]",
    "list_that_holds_itself": REFUSED + "a container that holds itself",
    "list_shared": "ArrayList [ArrayList [Long 1], ArrayList [Long 1]]",
    "list_1001_deep": DEEP,
    "list_100000_deep": DEEP,
    "tuple": "Object[] [Long 1, Object[] [Long 2]]",
    "set": HANDLE,
    "dict": (
        "HashMap {Long 2=String b, Object[] [Long 1]=byte[] [Integer 120],"
        " String a=Long 1, null=Double 1.5}"
    ),
    "Decimal": "BigDecimal 1.50",
    "Decimal_nan": NO_DECIMAL,
    "Decimal_infinite": NO_DECIMAL,
    "Decimal_huge_exponent": NO_DECIMAL,
    "Fraction": HANDLE,
    "date": "Date 0001-01-01",
    "time": "Time 01:02:03",
    "datetime": "Timestamp 9999-12-31 23:59:59.999999",
    "timedelta": HANDLE,
    "uuid": HANDLE,
    "object": HANDLE,
    "class": HANDLE,
    "function": HANDLE,
    "module": HANDLE,
}

WAYS = (
    "invoke",
    "invoke with two",
    "invoke with keywords",
    "invokeMethod by name",
    "get",
    "getAttr",
    "invokeMethod",
    "invokeMethod with two",
    "next",
)
