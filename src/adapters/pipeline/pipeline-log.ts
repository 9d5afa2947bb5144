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
  const accumulator = createStageAccumulator()
  const skipped = new Set<string>()
  const ended = readStages(lines, accumulator, skipped)
  readSummary(lines, accumulator, skipped)
  for (const { stage, seconds } of accumulator.listStages()) {
    if (seconds === null && !skipped.has(stage)) accumulator.note(`stage "${stage}" started and did not end`)
  }
  for (const [stage, times] of ended) {
    if (times > 1) accumulator.note(`stage "${stage}" completed ${times} times; its times are summed`)
  }
  const absent = listMissingStages(accumulator)
  if (absent.length > 0) accumulator.note(`stages are missing, as after a resume: ${absent.join(', ')}`)
  return {
    stages: accumulator.listStages(),
    isResumed: skipped.size > 0 || absent.length > 0,
    problems: accumulator.listProblems(),
  }
}

/** Returns the number of completions by stage. */
function readStages(
  lines: readonly LogLine[],
  accumulator: StageAccumulator,
  skipped: Set<string>,
): Map<string, number> {
  const ended = new Map<string, number>()
  const hasStarts = lines.some((line) => line.kind === 'start')
  for (const line of lines) {
    if (line.kind === 'start') accumulator.open(line.stage)
    if (line.kind !== 'completed') continue
    const isStage = line.isTelemetry || line.isSkipped || !hasStarts || accumulator.has(line.stage)
    if (!isStage || !accumulator.open(line.stage)) continue
    if (line.isSkipped) skipped.add(line.stage)
    else ended.set(line.stage, (ended.get(line.stage) ?? 0) + 1)
    if (!line.isSkipped) accumulator.add(line.stage, line.seconds)
  }
  return ended
}

function readSummary(lines: readonly LogLine[], accumulator: StageAccumulator, skipped: Set<string>): void {
  for (const line of lines) {
    if (line.kind !== 'summary' || !accumulator.open(line.stage)) continue
    if (line.seconds === null) skipped.add(line.stage)
    else reconcile(line.stage, line.seconds, accumulator)
  }
}

function reconcile(stage: string, seconds: number, accumulator: StageAccumulator): void {
  const known = accumulator.getSeconds(stage)
  if (known === null) accumulator.add(stage, seconds)
  else if (Math.abs(known - seconds) > toleranceSeconds)
    accumulator.note(
      `stage "${stage}" took ${known} s according to its line, but ${seconds} s according to the summary`,
    )
}

/**
 * Four of the nine stages are not even mentioned when they were taken from a checkpoint (T2). Told only for a log of
 * mostly these stages: another pipeline may use a few of the names.
 */
function listMissingStages(accumulator: StageAccumulator): string[] {
  const expected = [...virnucproStages.values()]
  const present = expected.filter((stage) => accumulator.has(stage))
  if (present.length < 5 || present.length < accumulator.listStages().length) return []
  const last = expected.findLastIndex((stage) => accumulator.has(stage))
  return expected.slice(0, last).filter((stage) => !accumulator.has(stage))
}
