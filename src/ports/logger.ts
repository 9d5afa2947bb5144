/** Writes log output for people: stderr on a terminal, workflow commands inside Actions. */
export interface Logger {
  debug(message: string): void
  info(message: string): void
  notice(message: string): void
  warning(message: string): void
  error(message: string): void
}
