import type { Logger } from '../ports/logger.ts'

/** For people: stderr. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** For programs: stdout. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

/** Width of the terminal, or a readable default in a log. */
export function columnsOf(stream: NodeJS.WriteStream): number {
  return Math.max(60, Math.min(stream.columns ?? 100, 160))
}

/** Colour by the usual rules: never with NO_COLOR, never into a file or pipe. */
export function mayColour(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
}

/** Logger of the terminal: everything on stderr, details only when asked for. */
export function terminalLogger(isVerbose: boolean): Logger {
  return {
    debug: (message) => (isVerbose ? say(message) : undefined),
    info: say,
    notice: say,
    warning: (message) => say(`warning: ${message}`),
    error: (message) => say(`error: ${message}`),
  }
}
