package io.github.flinkagentsbridge.scan;

import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.state.filesystem.AbstractFsCheckpointStorageAccess;

import java.io.IOException;

/** Where a checkpoint is, given it, its metadata file, or the folder of a job's checkpoints. */
final class StatePath {

    private static final String CHECKPOINT =
            AbstractFsCheckpointStorageAccess.CHECKPOINT_DIR_PREFIX;
    private static final String METADATA = AbstractFsCheckpointStorageAccess.METADATA_FILE_NAME;

    private StatePath() {}

    /** The path itself, or its newest complete checkpoint. */
    static String resolve(String state) {
        try {
            Path path = new Path(state);
            FileSystem files = path.getFileSystem();
            if (!files.exists(path)) {
                throw new UnreadableException("There is no " + state, null);
            }
            if (!files.getFileStatus(path).isDir() || files.exists(new Path(path, METADATA))) {
                return state;
            }
            return newest(files, path);
        } catch (IOException | IllegalArgumentException failure) {
            throw new UnreadableException(state + " cannot be read (" + failure + ")", failure);
        }
    }

    private static String newest(FileSystem files, Path folder) throws IOException {
        Path newest = null;
        for (FileStatus each : files.listStatus(folder)) {
            Path path = each.getPath();
            if (number(path) > (newest == null ? -1 : number(newest))
                    && files.exists(new Path(path, METADATA))) {
                newest = path;
            }
        }
        if (newest == null) {
            throw new UnreadableException(
                    folder
                            + " holds neither a "
                            + METADATA
                            + " file nor a complete "
                            + CHECKPOINT
                            + "N folder",
                    null);
        }
        return newest.toString();
    }

    private static long number(Path path) {
        String name = path.getName();
        return name.matches(CHECKPOINT + "\\d+")
                ? Long.parseLong(name.substring(CHECKPOINT.length()))
                : -1;
    }
}
