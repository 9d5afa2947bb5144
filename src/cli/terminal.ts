import type { Logger } from '../ports/logger.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'

let through: ((text: string) => void) | null = null

/** For people: stderr. */
export function say(text: string): void {
  if (through) through(text)
  else process.stderr.write(`${text}\n`)
}

/** What is said goes through `writer`, which keeps it clear of a live view; null: straight to stderr again. */
export function sayThrough(writer: ((text: string) => void) | null): void {
  through = writer
}

/** For programs: stdout. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

/**
 * A reader that has seen enough, such as `head`, closes the pipe: no fault of ours, and no reason for a trace. What would
 * have been said is not known to anybody, so that a script with `pipefail` must not take it for a pass.
 */
export function endQuietlyOnClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    // oxlint-disable-next-line unicorn/no-process-exit -- nobody is left to write for, and what remains is a printout
    process.exit(2)
  })
}

const narrowest = 40
const widest = 160

/** Width of the terminal, or a readable default in a log. */
export function measureColumns(stream: NodeJS.WriteStream): number {
  return Math.max(narrowest, Math.min(stream.columns ?? 100, widest))
}

/** Colour by the usual rules: as FORCE_COLOR or else NO_COLOR says, otherwise on a terminal that knows colours. */
export function mayColor(stream: NodeJS.WriteStream, environment: EnvironmentVariables = process.env): boolean {
  const forced = environment['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return stream.isTTY && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
}

/** Whether lines may be drawn over: on a terminal that moves its cursor, and not in CI, whose logs keep every frame. */
export function mayAnimate(stream: NodeJS.WriteStream, environment: EnvironmentVariables = process.env): boolean {
  const isCi = ![undefined, '', '0', 'false'].includes(environment['CI'])
  return stream.isTTY && !isCi && environment['TERM'] !== 'dumb'
}

/** Logger of the terminal: everything on stderr, details only when asked for. */
export function createTerminalLogger(isVerbose: boolean): Logger {
  return {
    debug: (message) => (isVerbose ? say(message) : undefined),
    info: say,
    notice: say,
    warning: (message) => say(`warning: ${message}`),
    error: (message) => say(`error: ${message}`),
  }
}
