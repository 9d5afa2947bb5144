import { readStageLines, type LogLine } from './pipeline-log-lines.ts'
import { createStageAccumulator, type StageAccumulator } from './stage-accumulator.ts'
import type { PipelineTelemetry, TelemetryAdapter } from './telemetry-adapter.ts'
import { virnucproStages } from '../virnucpro/virnucpro-stages.ts'

/** Both figures are rounded to a tenth of a second (T4); the rest is the error of binary fractions. */
const toleranceSeconds = 0.0501

/**
 * The stage lines that a pipeline prints on standard output. Stages are known by name: their number only tells the
 * order of recording (T2). Seconds come from the message (T1). A row of the closing summary counts only for a stage
 * that has no line of its own; a stage that was skipped, or is missing before others, marks a resumed run (T2, T8).
 */
export const pipelineLog: TelemetryAdapter = {
  source: 'stdout',
  parse: (text) => {
    const lines = [...readStageLines(text)]
    return isStageLog(lines) ? read(lines) : null
  },
}

/** A program that announces stages and never says how long they took has no stage times to give (v1.0). */
function isStageLog(lines: readonly LogLine[]): boolean {
  const starts = lines.filter((line) => line.kind === 'start').length
  return starts === 1 || lines.some((line) => line.kind !== 'start')
}

function read(lines: readonly LogLine[]): PipelineTelemetry {
  const book = createStageAccumulator()
  const skipped = new Set<string>()
  const ended = readStages(lines, book, skipped)
  readSummary(lines, book, skipped)
  for (const { stage, seconds } of book.listStages()) {
    if (seconds === null && !skipped.has(stage)) book.note(`stage "${stage}" started and did not end`)
  }
  for (const [stage, times] of ended) {
    if (times > 1) book.note(`stage "${stage}" completed ${times} times; its times are summed`)
  }
  const absent = listMissingStages(book)
  if (absent.length > 0) book.note(`stages are missing, as after a resume: ${absent.join(', ')}`)
  return { stages: book.listStages(), isResumed: skipped.size > 0 || absent.length > 0, problems: book.listProblems() }
}

/** Returns how often each stage completed. */
function readStages(lines: readonly LogLine[], book: StageAccumulator, skipped: Set<string>): Map<string, number> {
  const ended = new Map<string, number>()
  const hasStarts = lines.some((line) => line.kind === 'start')
  for (const line of lines) {
    if (line.kind === 'start') book.open(line.stage)
    if (line.kind !== 'completed') continue
    const isStage = line.isTelemetry || line.isSkipped || !hasStarts || book.has(line.stage)
    if (!isStage || !book.open(line.stage)) continue
    if (line.isSkipped) skipped.add(line.stage)
    else ended.set(line.stage, (ended.get(line.stage) ?? 0) + 1)
    if (!line.isSkipped) book.add(line.stage, line.seconds)
  }
  return ended
}

function readSummary(lines: readonly LogLine[], book: StageAccumulator, skipped: Set<string>): void {
  for (const line of lines) {
    if (line.kind !== 'summary' || !book.open(line.stage)) continue
    if (line.seconds === null) skipped.add(line.stage)
    else reconcile(line.stage, line.seconds, book)
  }
}

function reconcile(stage: string, seconds: number, book: StageAccumulator): void {
  const known = book.getSeconds(stage)
  if (known === null) book.add(stage, seconds)
  else if (Math.abs(known - seconds) > toleranceSeconds)
    book.note(`stage "${stage}" took ${known} s according to its line, but ${seconds} s according to the summary`)
}

/**
 * Four of the nine stages are not even mentioned when they were taken from a checkpoint (T2). Told only for a log of
 * mostly these stages: another pipeline may use a few of the names.
 */
function listMissingStages(book: StageAccumulator): string[] {
  const expected = [...virnucproStages.values()]
  const present = expected.filter((stage) => book.has(stage))
  if (present.length < 5 || present.length < book.listStages().length) return []
  const last = expected.findLastIndex((stage) => book.has(stage))
  return expected.slice(0, last).filter((stage) => !book.has(stage))
}
