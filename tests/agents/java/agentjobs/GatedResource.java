package agentjobs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

import org.apache.flink.agents.api.resource.Resource;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.resource.ResourceType;

/** A resource whose making waits until the test lets it go on. */
public class GatedResource extends EchoSetup {
    private static final AtomicInteger MAKINGS = new AtomicInteger();
    private static final CountDownLatch OPEN = new CountDownLatch(1);

    public GatedResource(
            ResourceDescriptor descriptor, BiFunction<String, ResourceType, Resource> resources)
            throws InterruptedException {
        super(descriptor, resources);
        MAKINGS.incrementAndGet();
        OPEN.await(60, TimeUnit.SECONDS);
    }

    public static int makings() {
        return MAKINGS.get();
    }

    public static void open() {
        OPEN.countDown();
    }
}
