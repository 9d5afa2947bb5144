/** Files of the commit that a trial changed and that were restored after it, so that every trial runs the same files. */
export type RestoredFiles = {
  readonly count: number
  /** At most `maxRestoredNames` paths, each cut to `maxRestoredName` characters. */
  readonly first: readonly string[]
}

export const maxRestoredNames = 20
export const maxRestoredName = 500
