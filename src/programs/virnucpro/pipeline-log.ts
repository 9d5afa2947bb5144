import {
  createStageReader,
  type PipelineTelemetry,
  StageTimes,
  type TelemetryAdapter,
} from '../../adapters/pipeline/stages.ts'
import { splitBoundedLines } from '../../adapters/bounded-lines.ts'
import { virnucproStages } from './pipeline-state.ts'
import type { AllocatorReading } from '../../record/pipeline.ts'

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
    // A log with stage starts but without durations, as v1.0 writes it, has no stage times.
    const isTimed = lines.some(({ kind }) => kind === 'completed' || kind === 'summary')
    return isTimed || lines.filter(({ kind }) => kind === 'start').length === 1 ? readStages(lines) : null
  },
}

/** Reads stages, counts, facts and failed parts of the same log as the output of a benchmark command. */
export const pipelineLogReader = createStageReader({
  tool: 'pipeline log',
  adapter: pipelineLog,
  isLog: true,
  wants: 'the main log of the pipeline (standard output)',
  detect: (head) => /=== Stage \d+: |PIPELINE SUMMARY| - virnucpro\.pipeline\.telemetry - /.test(head),
  readFigures: readPipelineLogFigures,
})

function readStages(lines: readonly LogLine[]): PipelineTelemetry {
  const times = new StageTimes()
  const skipped = new Set<string>()
  const ended = addCompletions(lines, times, skipped)
  const torn = withdrawTorn(lines, times)
  readSummary(lines, times, skipped)
  for (const { stage, seconds } of times.stages) {
    if (seconds === null && !skipped.has(stage) && !torn.has(stage))
      times.note(`stage "${stage}" started and did not end`)
  }
  for (const [stage, count] of ended) {
    if (count > 1 && !torn.has(stage)) times.note(`stage "${stage}" completed ${count} times; its times are summed`)
  }
  const absent = listMissingStages(times)
  if (absent.length > 0) times.note(`stages are missing, as after a resume: ${absent.join(', ')}`)
  return { stages: times.stages, isResumed: skipped.size > 0 || absent.length > 0, problems: times.problems }
}

/** Returns the number of completions by stage. */
function addCompletions(lines: readonly LogLine[], times: StageTimes, skipped: Set<string>): Map<string, number> {
  const ended = new Map<string, number>()
  const hasStarts = lines.some((line) => line.kind === 'start')
  for (const line of lines) {
    if (line.kind === 'start') times.open(line.stage)
    if (line.kind !== 'completed') continue
    const isStage = line.isTelemetry || line.isSkipped || !hasStarts || times.has(line.stage)
    if (!isStage || !times.open(line.stage)) continue
    if (line.isSkipped) skipped.add(line.stage)
    else {
      ended.set(line.stage, (ended.get(line.stage) ?? 0) + 1)
      times.add(line.stage, line.seconds)
    }
  }
  return ended
}

/** Discards the times of stages with a line that cannot be read: the other lines would give a shorter time. */
function withdrawTorn(lines: readonly LogLine[], times: StageTimes): Set<string> {
  const texts = lines.flatMap((line) => (line.kind === 'torn' ? [line.text] : []))
  const stages = times.stages.map(({ stage }) => stage)
  const torn = new Set(stages.filter((stage) => texts.some((text) => text.includes(`  ${stage} completed in `))))
  for (const stage of torn) {
    times.withdraw(stage)
    times.note(`a line of stage "${stage}" cannot be read, so its time is not known`)
  }
  return torn
}

function readSummary(lines: readonly LogLine[], times: StageTimes, skipped: Set<string>): void {
  for (const line of lines) {
    if (line.kind !== 'summary' || !times.open(line.stage)) continue
    const { stage, seconds } = line
    const known = times.getSeconds(stage)
    if (seconds === null) skipped.add(stage)
    else if (known === null) times.add(stage, seconds)
    else if (Math.abs(known - seconds) > toleranceSeconds)
      times.note(`stage "${stage}" took ${known} s according to its line, but ${seconds} s according to the summary`)
  }
}

/**
 * The log does not mention four of the nine stages when they come from a checkpoint. Reported only for a log that
 * consists mostly of these stages: other pipelines may use some of the names.
 */
function listMissingStages(times: StageTimes): string[] {
  const expected = [...virnucproStages.values()]
  const present = expected.filter((stage) => times.has(stage))
  if (present.length < 5 || present.length < times.stages.length) return []
  const last = expected.findLastIndex((stage) => times.has(stage))
  return expected.slice(0, last).filter((stage) => !times.has(stage))
}

/** One relevant line of a stage log. */
type LogLine =
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
  if (message.includes(' completed in ')) {
    const [, stage, seconds, extra] = completed.exec(message) ?? []
    if (stage === undefined) return { kind: 'torn', text: message }
    const isSkipped = extra?.startsWith('skipped') ?? false
    return { kind: 'completed', stage, seconds: Number(seconds), isSkipped, isTelemetry: logger.endsWith('telemetry') }
  }
  const [, stage, skipped, seconds] = message.includes(' ....') ? (row.exec(message) ?? []) : []
  return stage === undefined ? null : { kind: 'summary', stage, seconds: skipped ? null : Number(seconds) }
}

const extras = /^\s{2}\S.{0,199} completed in \d{1,9}(?:\.\d{1,9})?s \[(.{1,500})\]$/
const wall = /^Total wall time: [\d:]{5,12} \((\d{1,9}(?:\.\d{1,3})?)s\)/

/** Lines that report one fact, by the name of the fact. */
const facts: readonly (readonly [name: string, form: RegExp])[] = [
  ['architecture', /^(?:Architecture|\s{2}ESM-2 architecture): (.{1,200})$/],
  ['model', /^\s{2}Model: (.{1,200})$/],
  ['expectedLength', /^\s{2}Expected length: (.{1,40})$/],
  ['dnabertBatchSize', /DNABERT batch size: (\d{1,9})/],
  ['tokenBudget', /^Dynamic token budget: (\d{1,9})/],
]

type Fault = readonly [form: RegExp, describe: (found: readonly string[]) => string]

/** Lines that report failed parts of a run; the run may go on and end with exit code 0. */
const failedParts: readonly Fault[] = [
  [/Pipeline completed with ([1-9]\d{0,8}) failures/, ([, count]) => `the pipeline completed with ${count} failures`],
  [
    /\bInference complete: (\d{1,9}) successful, ([1-9]\d{0,8}) failed/,
    ([, done, failed]) => `${failed} of ${Number(done) + Number(failed)} workers failed`,
  ],
  [
    /\bcomplete: (\d{1,9}) processed, ([1-9]\d{0,8}) failed/,
    ([, done, failed]) => `${failed} of ${Number(done) + Number(failed)} files failed`,
  ],
  [/\bFailed to (process|merge) ([1-9]\d{0,8} [\w -]{1,40})/, ([, verb, what]) => `failed to ${verb} ${what}`],
]
const faults: readonly Fault[] = [...failedParts, [/OUT OF MEMORY ERROR/, () => 'the pipeline ran out of memory']]

/** Lists the failed parts that the program reports by its own loggers, for a run that ended with exit code 0. */
export function listFailedParts(text: string): string[] {
  const lines = [...splitBoundedLines(text)].filter((line) => /^virnucpro\b/.test(prefix.exec(line)?.[1] ?? ''))
  return [...new Set(lines.flatMap((line) => findFaults(line, failedParts)))]
}

function findFaults(line: string, forms: readonly Fault[]): string[] {
  return forms.flatMap(([form, describe]) => {
    const found = form.exec(line)
    return found ? [describe(found)] : []
  })
}

/**
 * Reads the counts that stages print in brackets, the final wall time in seconds, what makes the run invalid, and the
 * facts that decide whether runs are comparable. Null: not in the log.
 */
export function readPipelineLogFigures(text: string) {
  const counts = new Map<string, number>()
  const context: Record<string, string> = {}
  const invalid = new Set<string>()
  const lines = [...splitBoundedLines(text)].map((raw) => raw.replace(prefix, ''))
  const ends = [...new Set(lines.flatMap((line) => Number(wall.exec(line)?.[1] ?? 0) || []))]
  for (const line of lines) {
    for (const [name, value] of readCounts(line)) if (!counts.has(name)) counts.set(name, value)
    for (const [name, form] of facts) {
      const value = form.exec(line)?.[1]
      if (value !== undefined) context[name] ??= value
    }
    for (const fault of findFaults(line, faults)) invalid.add(fault)
  }
  // The stages of both would be added up.
  if (ends.length > 1) invalid.add(`the log has the ends of ${ends.length} runs`)
  const readCount = (name: string): number | null => counts.get(name) ?? null
  return {
    counts: {
      sequences: readCount('sequences'),
      predictions: readCount('predictions'),
      consensus: readCount('consensus_sequences'),
    },
    wallSeconds: ends.at(-1) ?? null,
    invalid: [...invalid],
    context,
  }
}

/** Parses `sequences: 1,000,000, seq_per_sec: 119047.6`: only commas between entries have a space after them. */
function readCounts(line: string): [string, number][] {
  if (!line.includes(' completed in ')) return []
  const entries = extras.exec(line)?.[1]?.split(', ') ?? []
  return entries.flatMap((entry) => {
    const [, name = '', value] = /^([a-z_]{1,40}): (\d[\d,]{0,19})$/.exec(entry) ?? []
    return value === undefined ? [] : [[name, Number(value.replaceAll(',', ''))] as [string, number]]
  })
}

/** GB in these lines means GiB: the pipeline divides the figures of torch by 1024³. */
const form = /Memory at failure: (\d{1,6}(?:\.\d{1,4})?) ?GB allocated, (\d{1,6}(?:\.\d{1,4})?) ?GB reserved/

/** Reads the allocator figures from the line that the pipeline prints when memory runs out; empty without it. */
export function readMemoryAtFailure(text: string): AllocatorReading[] {
  const found = form.exec(text)
  if (!found) return []
  const [allocatedBytes = 0, reservedBytes = 0] = found.slice(1).map((gigabytes) => Number(gigabytes) * 2 ** 30)
  return reservedBytes > 0 ? [{ stage: null, gpu: null, allocatedBytes, reservedBytes, when: 'failure' }] : []
}
