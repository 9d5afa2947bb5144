import { relative, resolve } from 'node:path'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'
import { findCause } from '../domain/core/errors.ts'
import { cancelOnSignals } from '../io/process/own-process.ts'
import type { Logger } from '../ports/logger.ts'

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

/** Returns the width of the terminal in cells, 40 to 160; 100 for logs. */
export function measureTerminalWidth(stream: NodeJS.WriteStream): number {
  return Math.max(narrowest, Math.min(stream.columns ?? 100, widest))
}

/** Whether to use color: FORCE_COLOR, then NO_COLOR, then whether the terminal supports it. */
export function mayColor(stream: NodeJS.WriteStream, environment: EnvironmentVariables = process.env): boolean {
  const forced = environment['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return stream.isTTY && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
}

/** Returns the width in cells of a stream, and whether to use color. */
export function inspectTerminal(stream: NodeJS.WriteStream = process.stdout): { columns: number; color: boolean } {
  return { columns: measureTerminalWidth(stream), color: mayColor(stream) }
}

/** Whether lines may be redrawn: on a terminal with cursor control, but not in CI, where logs keep every frame. */
export function mayAnimate(stream: NodeJS.WriteStream, environment: EnvironmentVariables = process.env): boolean {
  const isCi = ![undefined, '', '0', 'false'].includes(environment['CI'])
  return stream.isTTY && !isCi && environment['TERM'] !== 'dumb'
}

/** Creates the logger of the CLI: everything on stderr, debug messages only with --verbose. */
export function createTerminalLogger(isVerbose = false): Logger {
  return {
    debug: (message) => (isVerbose ? say(message) : undefined),
    info: say,
    notice: say,
    warning: (message) => say(`warning: ${message}`),
    error: (message) => say(`error: ${message}`),
  }
}

/** Shortens a path for display: relative when it is below the current directory. */
export function shortenPath(path: string): string {
  const near = relative(process.cwd(), path)
  return near === '' || near.startsWith('..') ? path : near
}

/** Reports on stderr that a page of this size was written. */
export function sayWritten(path: string, bytes: number): void {
  say(`wrote ${shortenPath(resolve(path))}: ${(bytes / 1e6).toFixed(1)} MB, opens in any browser`)
}

/** Runs work that notices when this process is asked to end, and throws that as the reason for its failure. */
export async function stopOnSignals<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, release } = cancelOnSignals()
  try {
    return await work(signal)
  } catch (error) {
    throw findCause(error, signal)
  } finally {
    release()
  }
}
