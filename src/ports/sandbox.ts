/** File access of one command in a sandbox; the rest of the disk is read-only. Absolute paths on this machine. */
export type Confinement = {
  /** The home directory, writable. */
  readonly home: string
  /** The temporary directory, writable; mounted as `/tmp`. */
  readonly tmp: string
  /** Further writable directories, created when missing, and devices. */
  readonly writable: readonly string[]
  /** Files and directories that stay readable wherever they lie, such as a dataset in a hidden cache. */
  readonly readable: readonly string[]
  /** Paths named by the command and its variables: readable in `covered` and `/tmp`, never in `hidden`. */
  readonly named: readonly string[]
  /** Inaccessible: the run folder, caches, trees and homes of other revisions, `.git`, files of the runner. */
  readonly hidden: readonly string[]
  /** Inaccessible except for paths in `named`: the clone and the temporary directory of the runner. */
  readonly covered: readonly string[]
}

/** Isolates commands from this process and from each other. */
export interface Sandbox {
  /** Paths that no measured program may reach on this machine, and paths that all may read. */
  readonly places: Pick<Confinement, 'hidden' | 'covered' | 'readable'>
  /** Starts an empty sandbox. Null: it works; otherwise the reason for the failure. Throws if a stop signal ended it. */
  probe(confinement: Confinement): Promise<string | null>
}
