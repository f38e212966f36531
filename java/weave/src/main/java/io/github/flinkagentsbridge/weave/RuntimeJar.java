package io.github.flinkagentsbridge.weave;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** The runtime as a jar of its own, which travels as one entry where calls are redirected. */
final class RuntimeJar {

    private RuntimeJar() {}

    static byte[] of(ZipFile agent, String options, ZipEntry timed) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Enumeration<? extends ZipEntry> all = agent.entries(); all.hasMoreElements(); ) {
                ZipEntry entry = all.nextElement();
                if (RuntimeEntries.inRuntimeJar(entry.getName())) {
                    try (InputStream content = agent.getInputStream(entry)) {
                        add(zip, entry.getName(), entry, content.readAllBytes());
                    }
                }
            }
            add(zip, RuntimeEntries.OPTIONS, timed, options.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static void add(ZipOutputStream zip, String name, ZipEntry timed, byte[] content)
            throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(timed.getTimeLocal());
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }
}
