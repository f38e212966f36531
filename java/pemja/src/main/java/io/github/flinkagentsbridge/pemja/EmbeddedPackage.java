package io.github.flinkagentsbridge.pemja;

import java.nio.file.Path;

/** The Python package that travels in the agent jar and is imported from there. */
final class EmbeddedPackage {

    /** The variable under which every interpreter knows the names module. */
    static final String VARIABLE = "__bridge__";

    private static volatile String jar = "";
    private static volatile String patches = "";

    private EmbeddedPackage() {}

    /** Says where the package is and what it shall patch; once, before any interpreter is made. */
    static void configure(String jarPath, BridgeOptions options) {
        jar = jarPath;
        patches =
                String.format(
                        "'%s'.split(), close_deadline=%d, warn_after=%d",
                        String.join(" ", options.patches()),
                        options.closeDeadline().toSeconds(),
                        options.warnAfter().toSeconds());
    }

    /**
     * Binds {@link #VARIABLE} to the names module. The package is registered without a change of
     * {@code sys.path} (T7), and a copy that the job imported before is used as it is.
     *
     * <p>While one thread imports zlib, {@code zipimport} of CPython refuses to read for all
     * others, as it happens where two subtasks start at once; so here nothing is imported at each
     * read. That stays so, for parts of the package are read when they are first needed.
     *
     * @param woven whether Pemja's classes are, so that its loader finds the runtime's
     */
    static String importStatement(boolean woven) {
        return String.join(
                "\n",
                "def " + VARIABLE + "(root):",
                "    import importlib.util, sys, zipimport, zlib",
                "    if hasattr(zipimport, '_get_decompress_func'):",
                "        zipimport._get_decompress_func = lambda: zlib.decompress",
                "    name = 'flink_agents_bridge'",
                "    if name not in sys.modules:",
                "        spec = zipimport.zipimporter(root).find_spec(name)",
                "        if spec is None or not any(spec.submodule_search_locations):",
                "            raise ImportError(root + ' cannot be read')",
                "        module = importlib.util.module_from_spec(spec)",
                "        if sys.modules.setdefault(name, module) is module:",
                "            spec.loader.exec_module(module)",
                "    patches = importlib.import_module(name + '.embedded.patches')",
                "    patches.install(" + patches + ")",
                "    threads = importlib.import_module(name + '.embedded.threads')",
                "    threads.install(" + literal(libjvm()) + ")",
                "    importlib.import_module(name + '.embedded.logs').prepare()",
                "    if " + (woven ? "True:" : "False:"),
                "        importlib.import_module(name + '.embedded.pool_close').ask_java()",
                "    if " + (PemjaForm.restoresIntegers() ? "True:" : "False:"),
                "        importlib.import_module(name + '.embedded.guard').restore_integers()",
                "    return importlib.import_module(name + '.embedded.names')",
                VARIABLE + " = " + VARIABLE + "(" + literal(jar + "/python") + ")");
    }

    /** Where the JVM's own code is, for the detaching of threads (T4). */
    private static String libjvm() {
        String library = System.mapLibraryName("jvm");
        return Path.of(System.getProperty("java.home"), "lib", "server", library).toString();
    }

    /** A Python literal in ASCII, since Pemja hands source text over as modified UTF-8 (N3). */
    private static String literal(String text) {
        StringBuilder literal = new StringBuilder("'");
        text.codePoints()
                .forEach(
                        point -> {
                            boolean plain =
                                    point >= ' ' && point < 127 && point != '\'' && point != '\\';
                            literal.append(
                                    plain
                                            ? String.valueOf((char) point)
                                            : String.format("\\U%08x", point));
                        });
        return literal.append('\'').toString();
    }
}
