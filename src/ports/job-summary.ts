export interface JobSummary {
  /** Replaces the summary of this step. The runner keeps at most 1,000,000 bytes. */
  write(markdown: string): Promise<void>
}
