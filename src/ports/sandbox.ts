/** What one command may reach of the disk in a sandbox; the rest of it is read-only. Absolute paths of this machine. */
export type Confinement = {
  /** Its home directory, writable. */
  readonly home: string
  /** Its temporary directory, writable; the command sees it as `/tmp`. */
  readonly tmp: string
  /** Further files and directories that it may change; made when they are missing. */
  readonly writable: readonly string[]
  /** Files and directories that it may read wherever they lie, such as a dataset in a hidden cache. */
  readonly readable: readonly string[]
  /** What the command and its variables name: it may be read in `covered` and `/tmp`, and never in `hidden`. */
  readonly named: readonly string[]
  /** Not accessible at all: the run folder, caches, trees and homes of other revisions, `.git`, files of the runner. */
  readonly hidden: readonly string[]
  /** Not accessible, except for what is named in it: the clone and the temporary directory of the runner. */
  readonly covered: readonly string[]
}

/** Runs commands out of reach of this process and of each other. */
export interface Sandbox {
  /** What no measured program may reach on this machine, whichever run it belongs to, and what all may read in there. */
  readonly places: Pick<Confinement, 'hidden' | 'covered' | 'readable'>
  /** Starts a sandbox that does nothing. Null: it works; otherwise the reason why it does not. */
  probe(confinement: Confinement): Promise<string | null>
}
