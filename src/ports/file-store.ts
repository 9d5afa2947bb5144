/**
 * Text files and directories on this machine. Paths are absolute. Throws an EnvironmentError when the file system
 * refuses.
 */
export interface FileStore {
  /** Null when the file does not exist. Throws a UserError for a file larger than `maxBytes`. */
  readText(path: string, maxBytes: number): Promise<string | null>
  /**
   * Like `readText`, for a file in an untrusted directory. Throws a UserError for a symbolic link anywhere in `name`;
   * `folder` itself may be a link.
   */
  readForeignText(folder: string, name: string, maxBytes: number): Promise<string | null>
  /** Replaces the file atomically: a reader sees the old or the new text, also after a crash. */
  writeText(path: string, text: string): Promise<void>
  /** Like `writeText`, and keeps the old content as `previous`, for recovery when the file is corrupt. */
  replaceText(path: string, text: string, previous: string): Promise<void>
  /** Streams a file to disk. Throws a UserError beyond `maxBytes` and then leaves no partial file. */
  writeBytes(path: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<void>
  /**
   * Removes partial files of killed processes from a directory that only the caller writes to. Elsewhere they expire by
   * age, because another process may still be writing them.
   */
  removeDrafts(directory: string): Promise<void>
  makeDirectory(path: string): Promise<void>
  /**
   * Replaces `to` by a copy of the regular files of the directory `path` below `root`, completely or not at all. Leaves
   * out links; false when there is nothing to copy or a part of `path` is a link.
   */
  copyDirectory(root: string, path: string, to: string): Promise<boolean>
  /** Removes a file or directory tree; does nothing when it does not exist. */
  remove(path: string): Promise<void>
  /**
   * Removes symbolic links that are broken or point outside the directory, and devices, pipes and sockets. A later step
   * that uploads the directory would follow such links.
   */
  removeLinksOut(directory: string): Promise<void>
  /** Entry names of a directory, sorted; empty when the directory does not exist. */
  list(path: string): Promise<string[]>
}
