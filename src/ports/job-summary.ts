export interface JobSummary {
  /** Replaces the summary of this step. At most 1,000,000 bytes are kept by the runner. */
  write(markdown: string): Promise<void>
}
