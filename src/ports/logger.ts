/** Where people read along. On a terminal everything goes to stderr; inside Actions these are workflow commands. */
export interface Logger {
  debug(message: string): void
  info(message: string): void
  notice(message: string): void
  warning(message: string): void
  error(message: string): void
}
