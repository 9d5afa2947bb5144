/** Writes log output for people: stderr on a terminal, workflow commands inside Actions. */
export interface Logger {
  debug(message: string): void
  info(message: string): void
  /** An annotation of the step inside Actions. */
  notice(message: string): void
  warning(message: string): void
  error(message: string): void
}
