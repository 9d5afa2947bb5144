import { splitBoundedLines } from '../bounded-lines.ts'

/** One relevant line of a stage log. */
export type LogLine =
  | { readonly kind: 'start'; readonly stage: string }
  | {
      readonly kind: 'completed'
      readonly stage: string
      readonly seconds: number
      readonly isSkipped: boolean
      /** Whether a telemetry logger wrote the line. */
      readonly isTelemetry: boolean
    }
  | { readonly kind: 'summary'; readonly stage: string; readonly seconds: number | null }
  /** Has the words of a completed stage in another form. */
  | { readonly kind: 'torn'; readonly text: string }

const prefix = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - (\S{1,200}) - [A-Z]{1,10} - /
const start = /^=== Stage \d{1,4}: (.{1,200}) ===$/
const completed = /^\s{2}(\S.{0,199}) completed in (\d{1,9}(?:\.\d{1,9})?)s(?: \[(.*)\])?$/
const row = /^\s{2}\d{1,4}\. (\S.{0,199}?) \.{4,100}\s{1,20}(?:(skipped)|(\d{1,9}\.\d)s \(\s{0,4}\d{1,3}\.\d%\))$/

/** Removes the logger prefix from a line. */
export function extractMessage(raw: string): string {
  return raw.replace(prefix, '')
}

/** Yields the stage lines of a log. The logger prefix is optional; its clock is never used. */
export function* readStageLines(text: string): Generator<LogLine> {
  for (const line of splitBoundedLines(text)) {
    const logger = prefix.exec(line)
    const parsed = parseMessage(logger ? line.slice(logger[0].length) : line, logger?.[1] ?? '')
    if (parsed) yield parsed
  }
}

function parseMessage(message: string, logger: string): LogLine | null {
  const [, started] = start.exec(message) ?? []
  if (started !== undefined) return { kind: 'start', stage: started }
  return parseCompleted(message, logger) ?? parseRow(message)
}

function parseCompleted(message: string, logger: string): LogLine | null {
  if (!message.includes(' completed in ')) return null
  const [, stage, seconds, extras] = completed.exec(message) ?? []
  if (stage === undefined) return { kind: 'torn', text: message }
  const isSkipped = extras?.startsWith('skipped') ?? false
  return { kind: 'completed', stage, seconds: Number(seconds), isSkipped, isTelemetry: logger.endsWith('telemetry') }
}

function parseRow(message: string): LogLine | null {
  if (!message.includes(' ....')) return null
  const [, stage, skipped, seconds] = row.exec(message) ?? []
  if (stage === undefined) return null
  return { kind: 'summary', stage, seconds: skipped ? null : Number(seconds) }
}
