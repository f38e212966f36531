package io.github.flinkagentsbridge.pemja;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Gives references back to Python, many with one entry. */
final class HandleBatch {

    /** From how many on one entry that does more is the cheaper way. */
    private static final int WORTH_IT = 16;

    private HandleBatch() {}

    /**
     * @param claimed records that the caller has claimed
     * @param on the interpreter to enter, of the calling thread
     * @param releaser a bare handle, for the native method of its class
     */
    static void giveBack(List<HandleRecord> claimed, NativeInterpreter on, HandleSeam releaser) {
        if (claimed.size() >= WORTH_IT && on.givesBackBatches()) {
            on.helper("give_back", (Object) pointers(claimed));
            return;
        }
        long threadState = on.seam().bridge$threadState();
        for (HandleRecord record : claimed) {
            releaser.bridge$decRef(threadState, record.pointer());
        }
    }

    private static byte[] pointers(List<HandleRecord> records) {
        ByteBuffer pointers = ByteBuffer.allocate(records.size() * Long.BYTES);
        pointers.order(ByteOrder.nativeOrder());
        records.forEach(record -> pointers.putLong(record.pointer()));
        return pointers.array();
    }
}
