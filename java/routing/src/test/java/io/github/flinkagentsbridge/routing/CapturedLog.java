package io.github.flinkagentsbridge.routing;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** What the package logs during a test. */
final class CapturedLog extends Handler implements BeforeEachCallback, AfterEachCallback {
    private final Logger logger =
            Logger.getLogger(PythonInterpreterManager.class.getPackage().getName());
    private final List<String> messages = new CopyOnWriteArrayList<>();

    /** Messages that hold the text. */
    List<String> with(String text) {
        return messages.stream().filter(m -> m.contains(text)).collect(Collectors.toList());
    }

    void clear() {
        messages.clear();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }

    @Override
    public void publish(LogRecord record) {
        Object[] parameters = record.getParameters();
        messages.add(
                parameters == null
                        ? record.getMessage()
                        : MessageFormat.format(record.getMessage(), parameters));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
