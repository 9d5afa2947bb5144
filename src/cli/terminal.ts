import type { Logger } from '../ports/logger.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'

let through: ((text: string) => void) | null = null

/** Prints text for people to stderr. */
export function say(text: string): void {
  if (through) through(text)
  else process.stderr.write(`${text}\n`)
}

/** Sends text for people through `writer`, which keeps it above a live view; null: directly to stderr. */
export function sayThrough(writer: ((text: string) => void) | null): void {
  through = writer
}

/** Prints output for programs to stdout. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

/**
 * Ends the process when the reader of a pipe, such as `head`, has closed it. The exit code is 2, because with
 * `pipefail` a script must not read the missing output as a pass.
 */
export function endQuietlyOnClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    // oxlint-disable-next-line unicorn/no-process-exit -- the reader has closed the pipe and only output remains
    process.exit(2)
  })
}

const narrowest = 40
const widest = 160

/** Width of the terminal in cells, or a default for logs. */
export function measureColumns(stream: NodeJS.WriteStream): number {
  return Math.max(narrowest, Math.min(stream.columns ?? 100, widest))
}

/** Whether to use color: FORCE_COLOR, then NO_COLOR, then whether the terminal supports it. */
export function mayColor(stream: NodeJS.WriteStream, environment: EnvironmentVariables = process.env): boolean {
  const forced = environment['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return stream.isTTY && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
}

/** Whether lines may be redrawn: on a terminal with cursor control, but not in CI, where logs keep every frame. */
export function mayAnimate(stream: NodeJS.WriteStream, environment: EnvironmentVariables = process.env): boolean {
  const isCi = ![undefined, '', '0', 'false'].includes(environment['CI'])
  return stream.isTTY && !isCi && environment['TERM'] !== 'dumb'
}

/** Creates the logger of the CLI: everything on stderr, debug messages only with --verbose. */
export function createTerminalLogger(isVerbose: boolean): Logger {
  return {
    debug: (message) => (isVerbose ? say(message) : undefined),
    info: say,
    notice: say,
    warning: (message) => say(`warning: ${message}`),
    error: (message) => say(`error: ${message}`),
  }
}
