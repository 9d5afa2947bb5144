/** A file or a directory of the data branch. */
export type DataEntry = {
  readonly path: string
  readonly kind: 'file' | 'directory'
  /** Names this content: the same id, the same bytes. */
  readonly id: string
  /** 0 for a directory. */
  readonly bytes: number
}

export type DataChange = { readonly path: string; readonly text: string }

/** The data as it stood at one moment; what others write meanwhile does not show. */
export interface DataSnapshot {
  /** What lies directly in a directory, sorted by path, the root being ''; empty when there is no such directory. */
  list(directory: string): Promise<DataEntry[]>
  read(entry: DataEntry): Promise<string>
}

/** A place for data that several jobs append to: a branch of the repository, or a directory. */
export interface DataBranch {
  open(): Promise<DataSnapshot>
  /**
   * Writes all changes in one step on top of a snapshot. `moved`: somebody else wrote since, or nobody can tell whether
   * the write arrived; nothing is known to be written, and the caller opens again and looks.
   */
  write(snapshot: DataSnapshot, changes: readonly DataChange[], message: string): Promise<'written' | 'moved'>
}
