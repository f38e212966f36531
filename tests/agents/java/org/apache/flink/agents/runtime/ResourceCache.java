package org.apache.flink.agents.runtime;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.flink.agents.api.resource.Resource;
import org.apache.flink.agents.api.resource.ResourceType;

import pemja.core.PythonInterpreter;

/** Has the name and the lock of the class that keeps resources in 0.3.x, which 0.2.x lacks. */
public class ResourceCache {
    private final Map<String, Resource> cache = new ConcurrentHashMap<>();
    private final PythonInterpreter interpreter;
    private final Resource made;

    public ResourceCache(PythonInterpreter interpreter, Resource made) {
        this.interpreter = interpreter;
        this.made = made;
    }

    /** Goes through Python to make one, which asks for another, as a chat model's open does. */
    public synchronized Resource getResource(String name, ResourceType type) throws Exception {
        Resource kept = cache.get(name);
        if (kept == null && name.equals("setup")) {
            interpreter.invoke("open_setup", this, type);
        }
        if (kept == null) {
            kept = made;
            cache.put(name, kept);
        }
        return kept;
    }
}
