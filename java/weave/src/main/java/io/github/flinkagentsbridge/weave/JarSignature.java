package io.github.flinkagentsbridge.weave;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/** A jar's signature, which a changed class would break: the JVM refuses such a jar. */
final class JarSignature {

    private static final Pattern PART =
            Pattern.compile(
                    "META-INF/(SIG-[^/]*|[^/]*\\.(SF|RSA|DSA|EC))", Pattern.CASE_INSENSITIVE);
    private static final String DIGEST = "-digest";

    private JarSignature() {}

    /** Whether an entry belongs to a signature, and so has to go. */
    static boolean isPart(String entry) {
        return PART.matcher(entry).matches();
    }

    /** The manifest without the digests of the jar's entries; sections of digests only go. */
    static byte[] withoutDigests(byte[] manifestBytes) throws IOException {
        Manifest manifest = new Manifest(new ByteArrayInputStream(manifestBytes));
        manifest.getEntries().values().forEach(JarSignature::dropDigests);
        manifest.getEntries().values().removeIf(Attributes::isEmpty);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        manifest.write(text);
        return text.toByteArray();
    }

    private static void dropDigests(Attributes section) {
        section.keySet()
                .removeIf(name -> name.toString().toLowerCase(Locale.ROOT).contains(DIGEST));
    }
}
