import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import sun.misc.Unsafe;

/** Ends its JVM in a way that has nothing to do with Python, or waits to be ended. */
final class Unrelated {
    private Unrelated() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "address":
                Field field = Unsafe.class.getDeclaredField("theUnsafe");
                field.setAccessible(true);
                ((Unsafe) field.get(null)).putAddress(0, 1);
                break;
            case "memory":
                List<byte[]> all = new ArrayList<>();
                while (true) {
                    all.add(new byte[1 << 20]);
                }
            default:
                System.out.println("waits");
                System.in.read();
        }
    }
}
