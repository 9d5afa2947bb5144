/** Where the full report can be found. */
export type ReportLocation = {
  /** URL of the run; null outside of GitHub. */
  readonly runUrl: string | null
  /** Artifact name or path of the run folder. */
  readonly runFolderHint: string | null
}
