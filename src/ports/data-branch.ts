/** A file or directory of the data branch. */
export type DataEntry = {
  readonly path: string
  readonly kind: 'file' | 'directory'
  /** Content id: equal ids mean equal bytes. */
  readonly id: string
  /** 0 for a directory. */
  readonly bytes: number
}

/** The complete new content of a file. */
export type DataChange = { readonly path: string; readonly text: string }

/** A snapshot of the data; later writes do not change it. */
export interface DataSnapshot {
  /** Direct entries of a directory, sorted by path; the root is ''. Empty when the directory does not exist. */
  list(directory: string): Promise<DataEntry[]>
  /** Throws an EnvironmentError when the file cannot be read completely. */
  read(entry: DataEntry): Promise<string>
  /** One step on top of this. `moved`: another job wrote first, or the result is unknown; open again. */
  write(changes: readonly DataChange[], message: string): Promise<'written' | 'moved'>
}

/** Storage that several jobs append to: a branch of the repository, or a directory. */
export interface DataBranch {
  open(): Promise<DataSnapshot>
}
