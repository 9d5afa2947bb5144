/**
 * Looks at files a pipeline wrote, which may be huge: everything is streamed, and ends when the run is cancelled. Paths are
 * absolute. Reading throws a UserError for a file that cannot be read, is none, or is larger than anything that is meant.
 */
export interface FileInspector {
  /**
   * The same for files that a program wrote: symbolic links are followed, and what does not really lie in one of `roots`
   * (directories, or files themselves) is a UserError, whether it is found, looked at or read.
   */
  restrictTo(roots: readonly string[]): FileInspector
  /** Files that match a path in which `*` stands for any part of one name; sorted. */
  find(pattern: string): Promise<string[]>
  /** Size and time of the last change; null when it is not a file. */
  readStat(path: string): Promise<{ readonly bytes: number; readonly modifiedMs: number } | null>
  /** Changes with every change of the file, also when its time of change is set back; null when it is not a file. */
  readStamp(path: string): Promise<string | null>
  /** Non-empty lines of a text file. */
  countLines(path: string): Promise<number>
  hasText(path: string, text: string): Promise<boolean>
  /** The text, or null when there is no such file. Throws a UserError for a file larger than `maxBytes`. */
  readText(path: string, maxBytes: number): Promise<string | null>
  /** The content of a regular file from its beginning. Throws a UserError for a pipe and the like, and without roots for a symbolic link. */
  streamBytes(path: string): AsyncIterable<Uint8Array>
  /** The path without symbolic links in it; the path itself when nothing is there. */
  resolveRealPath(path: string): Promise<string>
  /** SHA-256 in hexadecimal; null when it is not a file. */
  computeSha256(path: string): Promise<string | null>
}
