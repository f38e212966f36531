package io.github.flinkagentsbridge.weave;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Writes a jar whose entries keep their order, times, attributes and way of compression. */
final class JarWriter implements Closeable {

    private static final int BUFFER = 1 << 20;

    private final FileOutputStream file;
    private final ZipOutputStream zip;
    private final Set<String> written = new HashSet<>();

    JarWriter(Path target) throws IOException {
        file = new FileOutputStream(target.toFile());
        zip = new ZipOutputStream(new BufferedOutputStream(file, BUFFER));
    }

    /** Copies an entry; of two with one name only the one that class loaders find. */
    void copy(ZipFile source, ZipEntry entry) throws IOException {
        ZipEntry found = source.getEntry(entry.getName());
        if (!written.add(found.getName())) {
            return;
        }
        ZipEntry copy = new ZipEntry(found);
        if (copy.getMethod() == ZipEntry.DEFLATED) {
            copy.setCompressedSize(-1); // another compressor may come to another size
        }
        zip.putNextEntry(copy);
        try (InputStream content = source.getInputStream(found)) {
            content.transferTo(zip);
        }
        zip.closeEntry();
    }

    /** Writes other content under the name and attributes of an entry. */
    void write(ZipEntry like, byte[] content) throws IOException {
        write(like.getName(), like, content);
    }

    /** Writes an entry that is new to the jar. */
    void write(String name, ZipEntry timed, byte[] content) throws IOException {
        if (!written.add(name)) {
            return;
        }
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(timed.getTimeLocal());
        entry.setMethod(timed.getMethod());
        if (entry.getMethod() == ZipEntry.STORED) {
            CRC32 sum = new CRC32();
            sum.update(content);
            entry.setCrc(sum.getValue());
            entry.setSize(content.length);
        }
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }

    void comment(String comment) {
        zip.setComment(comment);
    }

    /** Ends the jar and waits until it is on the disk. */
    @Override
    public void close() throws IOException {
        try (file;
                zip) {
            zip.finish();
            zip.flush();
            file.getFD().sync();
        }
    }
}
