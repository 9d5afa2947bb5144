/** Where a reader finds what does not fit. */
export type ReportLocation = {
  /** Web address of the run; null outside of GitHub. */
  readonly runUrl: string | null
  /** Where the run folder lies: the name of the artifact, or a path. */
  readonly runFolderHint: string | null
}
