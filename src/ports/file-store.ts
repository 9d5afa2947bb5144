/** Text files and directories on this machine. Paths are absolute. What the disk refuses is an EnvironmentError. */
export interface FileStore {
  /** The text, or null when there is no such file. Throws a UserError for a file larger than `maxBytes`. */
  readText(path: string, maxBytes: number): Promise<string | null>
  /**
   * The same for a file of a directory that somebody else filled, by its path inside it. A symbolic link is refused with a
   * UserError, whether it is the file or a directory on the way; how `folder` itself is reached is the caller's matter.
   */
  readForeignText(folder: string, name: string, maxBytes: number): Promise<string | null>
  /** Replaces the file in one step: a reader sees the old text or the new one, also after a crash. */
  writeText(path: string, text: string): Promise<void>
  /** The same, and what the file held until now stays as `previous`: the way back should this file ever be torn. */
  replaceText(path: string, text: string, previous: string): Promise<void>
  /** Writes a file as its bytes come. Throws a UserError beyond `maxBytes`, and leaves no part of it. */
  writeBytes(path: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<void>
  /**
   * Removes what killed processes left half written in a directory that only the caller writes to. Elsewhere such drafts
   * go by themselves with time, for they might be somebody's who still writes.
   */
  removeDrafts(directory: string): Promise<void>
  makeDirectory(path: string): Promise<void>
  /** Removes a file or a directory tree; nothing happens when it is not there. */
  remove(path: string): Promise<void>
  /**
   * Removes every symbolic link below a directory that leads out of it or to nothing, and what is neither a file, a directory
   * nor a link: whoever copies the directory later, such as a step that uploads it, would follow them.
   */
  removeLinksOut(directory: string): Promise<void>
  /** Names in a directory, sorted; empty when there is no such directory. */
  list(path: string): Promise<string[]>
}
