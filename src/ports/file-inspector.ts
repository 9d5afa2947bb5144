/**
 * Looks at files a pipeline wrote, which may be huge: everything is streamed, and ends when the run is cancelled. Paths are
 * absolute. Reading throws a UserError for a file that cannot be read, is none, or is larger than anything that is meant.
 */
export interface FileInspector {
  /** Files that match a path in which `*` stands for any part of one name; sorted. */
  find(pattern: string): Promise<string[]>
  /** Size and time of the last change; null when it is not a file. */
  stat(path: string): Promise<{ readonly bytes: number; readonly modifiedMs: number } | null>
  /** Non-empty lines of a text file. */
  countLines(path: string): Promise<number>
  contains(path: string, text: string): Promise<boolean>
  /** The content of a regular file from its beginning. Throws a UserError for a symbolic link, a pipe and the like. */
  bytes(path: string): AsyncIterable<Uint8Array>
  /** The path without symbolic links in it; the path itself when nothing is there. */
  realPath(path: string): Promise<string>
  /** SHA-256 in hexadecimal; null when it is not a file. */
  sha256(path: string): Promise<string | null>
}
