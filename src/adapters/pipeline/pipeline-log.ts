import { readStageLines, type LogLine } from './pipeline-log-lines.ts'
import { createStageAccumulator, type StageAccumulator } from './stage-accumulator.ts'
import type { PipelineTelemetry, TelemetryAdapter } from './telemetry-adapter.ts'
import { virnucproStages } from '../virnucpro/virnucpro-stages.ts'

/** Both figures are rounded to 0.1 s; the rest covers binary rounding errors. */
const toleranceSeconds = 0.0501

/**
 * Reads the stage lines on standard output. Names identify stages; their number is only the order of recording. Seconds
 * come from the message. A row of the final summary counts only for a stage without its own line. A skipped stage, or
 * one missing before others, marks a resumed run.
 */
export const pipelineLog: TelemetryAdapter = {
  source: 'stdout',
  parse: (text) => {
    const lines = [...readStageLines(text)]
    return isStageLog(lines) ? read(lines) : null
  },
}

/** A log with stage starts but without durations, as v1.0 writes it, has no stage times. */
function isStageLog(lines: readonly LogLine[]): boolean {
  const starts = lines.filter((line) => line.kind === 'start').length
  return starts === 1 || lines.some((line) => line.kind !== 'start' && line.kind !== 'torn')
}

function read(lines: readonly LogLine[]): PipelineTelemetry {
  const accumulator = createStageAccumulator()
  const skipped = new Set<string>()
  const ended = readStages(lines, accumulator, skipped)
  const torn = withdrawTorn(lines, accumulator)
  readSummary(lines, accumulator, skipped)
  for (const { stage, seconds } of accumulator.listStages()) {
    if (seconds === null && !skipped.has(stage) && !torn.has(stage))
      accumulator.note(`stage "${stage}" started and did not end`)
  }
  for (const [stage, times] of ended) {
    if (times > 1 && !torn.has(stage))
      accumulator.note(`stage "${stage}" completed ${times} times; its times are summed`)
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

/** Discards the times of stages with a line that cannot be read: the other lines would give a shorter time. */
function withdrawTorn(lines: readonly LogLine[], accumulator: StageAccumulator): Set<string> {
  const texts = lines.flatMap((line) => (line.kind === 'torn' ? [line.text] : []))
  const stages = accumulator.listStages().map(({ stage }) => stage)
  const torn = new Set(stages.filter((stage) => texts.some((text) => text.includes(`  ${stage} completed in `))))
  for (const stage of torn) {
    accumulator.withdraw(stage)
    accumulator.note(`a line of stage "${stage}" cannot be read, so its time is not known`)
  }
  return torn
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
 * The log does not mention four of the nine stages when they come from a checkpoint. Reported only for a log that
 * consists mostly of these stages: other pipelines may use some of the names.
 */
function listMissingStages(accumulator: StageAccumulator): string[] {
  const expected = [...virnucproStages.values()]
  const present = expected.filter((stage) => accumulator.has(stage))
  if (present.length < 5 || present.length < accumulator.listStages().length) return []
  const last = expected.findLastIndex((stage) => accumulator.has(stage))
  return expected.slice(0, last).filter((stage) => !accumulator.has(stage))
}
