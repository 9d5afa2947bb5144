import { formatPercent } from '../../domain/core/numbers.ts'
import { splitBoundedLines } from '../../adapters/bounded-lines.ts'
import { type OutputReader, parseEach } from '../../adapters/output-reader.ts'
import {
  type BatchFigures,
  type BatchTotals,
  computePacking,
  type QueueState,
  summarizeWaits,
} from '../../adapters/pipeline/batches.ts'
import { type BatchRow, type BatchRows, mostBatchRows } from '../../adapters/pipeline/batch-rows.ts'
import { UserError } from '../../domain/core/errors.ts'
import { type PipelineReading, silentPipeline } from '../../domain/trial/pipeline-reading.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import type { WorkerReading } from '../../record/pipeline.ts'

/** The stage that workers compute. */
const workerStage = 'ESM-2 Feature Extraction'

/**
 * Logs of the worker processes of a run on several GPUs: one file each, or their common copy on standard error. The
 * main log is accepted too, for its token budget. A worker that failed, did not complete or left no log invalidates the
 * timing.
 */
export const workerLogs: OutputReader = {
  wants: 'the worker_*.log files of a run, or its standard error; the main log may be added',
  takes: 'files of one run',
  canRead: (head) => / - Worker \d+ - \S+ - [A-Z]+ - /.test(head),
  read: async (files) => {
    const texts = await parseEach(files, (text) => text, true)
    const lines = texts.flatMap((text) => [...readWorkerLines(text)])
    const paths = files.map(({ path }) => path).join(', ')
    if (lines.length === 0)
      throw new UserError(`${paths}: it has no worker line`, 'Pass the worker_*.log files of the run')
    const budget = texts.map(findTokenBudget).find((found) => found !== null) ?? null
    const pipeline = readWorkers(
      Map.groupBy(lines, ({ worker }) => worker),
      budget,
    )
    return { ...emptyReading, tool: 'worker logs', pipeline, problems: listProblems(pipeline) }
  },
}

/** Uses only the lines after the last resume of a worker. */
function readWorkers(all: ReadonlyMap<number, readonly WorkerLine[]>, tokenBudget: number | null): PipelineReading {
  const histories = [...all].toSorted(([one], [other]) => one - other)
  const current = histories.map(([worker, lines]) => ({
    worker,
    lines: lines.slice(lines.findLastIndex(isResumption) + 1),
  }))
  const lines = current.flatMap((entry) => entry.lines)
  const workers = current.map((entry) => readWorker(entry.worker, entry.lines))
  const resumed = histories.filter(([, written]) => written.some(isResumption)).map(([worker]) => worker)
  return {
    ...silentPipeline,
    workerStage,
    isResumed: resumed.length > 0,
    workers,
    invalid: [
      ...resumed.map((worker) => `worker ${worker} was resumed, so its times cover only a part`),
      ...workers.flatMap(describeFault),
      ...listShortfalls(
        workers,
        histories.flatMap(([, written]) => written),
      ),
    ],
    packing: computePacking(listBatches(lines), {
      totals: computeTotals(current),
      tokenBudget,
      printed: findPrintedPacking(lines),
    }),
    dataLoader: summarizeLoader(lines),
    warnings: countWarnings(lines),
  }
}

function isResumption({ kind }: WorkerLine): boolean {
  return kind === 'resumed'
}

function readWorker(worker: number, lines: readonly WorkerLine[]): WorkerReading {
  const error = findLastLine(lines, 'failed')?.error ?? null
  const ended = lines.some(({ kind }) => kind === 'completed') ? 'completed' : 'unfinished'
  return { worker, status: error === null ? ended : 'failed', ...computeRates(lines), error }
}

type Rates = Pick<WorkerReading, 'sequences' | 'sequencesPerSecond' | 'tokensPerSecond' | 'seconds'>

/** Start and end token that the program adds to each sequence. */
const addedTokens = 2

/**
 * The printed rates leave out the last, partly filled buffer, but not its time. Its size follows from two other lines,
 * and with it the exact rates; without these lines, the printed rates count.
 */
function computeRates(lines: readonly WorkerLine[]): Rates {
  const inferred = findLastLine(lines, 'inferred')
  if (!inferred) return { sequences: null, sequencesPerSecond: null, tokensPerSecond: null, seconds: null }
  const { sequences, sequencesPerSecond, tokensPerSecond } = inferred
  // If nothing filled a buffer, the program prints 0.
  if (sequencesPerSecond === 0) return { sequences, sequencesPerSecond: null, tokensPerSecond: null, seconds: null }
  const [indexed, flushed] = [findLastLine(lines, 'indexed'), findLastLine(lines, 'flushed')]
  const counted = flushed?.before ?? 0
  if (indexed?.sequences !== sequences || counted === 0 || counted > sequences)
    return { sequences, sequencesPerSecond, tokensPerSecond, seconds: sequences / sequencesPerSecond }
  const seconds = counted / sequencesPerSecond
  const tokens = indexed.residues + addedTokens * sequences
  return { sequences, sequencesPerSecond: sequences / seconds, tokensPerSecond: tokens / seconds, seconds }
}

function describeFault({ worker, status, error }: WorkerReading): string[] {
  if (status === 'completed') return []
  return [status === 'failed' ? `worker ${worker} failed: ${error}` : `worker ${worker} started and did not complete`]
}

/** Lists announced workers without a log, and assigned sequences that were not computed. */
function listShortfalls(workers: readonly WorkerReading[], lines: readonly WorkerLine[]): string[] {
  const announced = Math.max(0, ...lines.flatMap((line) => (line.kind === 'started' ? [line.workers] : [])))
  const absent = announced > workers.length ? [`${announced - workers.length} of ${announced} workers left no log`] : []
  const short = workers.flatMap(({ worker, sequences }) => {
    const assigned = lines.findLast((line) => line.worker === worker && line.kind === 'assigned')
    if (assigned?.kind !== 'assigned' || sequences === null || sequences === assigned.sequences) return []
    return [`worker ${worker} computed ${sequences} of ${assigned.sequences} sequences`]
  })
  return [...absent, ...short]
}

function listBatches(lines: readonly WorkerLine[]): BatchFigures[] {
  return lines.flatMap((line) =>
    line.kind === 'batch'
      ? [{ tokens: line.tokens, tokenBudget: null, waitMs: line.waitMs, ...(line.queue && { queue: line.queue }) }]
      : [],
  )
}

/** Rounding of the printed rates: whole tokens and tenths of sequences per second. */
const [tokenRounding, sequenceRounding] = [0.5, 0.05]

/**
 * Computes total tokens. The last progress line of a worker has batches, sequences and both rates of the same moment,
 * so tokens = sequences × token rate / sequence rate. At low rates, their rounding allows a wide range.
 */
function computeTotals(workers: readonly { lines: readonly WorkerLine[] }[]): BatchTotals | null {
  const parts = workers.map(({ lines }) => findLastLine(lines, 'progress'))
  const known = parts.flatMap((line) => (line && line.sequencesPerSecond > sequenceRounding ? [line] : []))
  if (known.length === 0 || known.length < parts.length) return null
  const sum = (tokenChange: number, sequenceChange: number): number =>
    known.reduce(
      (total, { done, tokensPerSecond, sequencesPerSecond }) =>
        total + (done * (tokensPerSecond + tokenChange)) / (sequencesPerSecond + sequenceChange),
      0,
    )
  return {
    tokens: sum(0, 0),
    bounds: [sum(-tokenRounding, sequenceRounding), sum(tokenRounding, -sequenceRounding)],
    batches: known.reduce((count, line) => count + line.batch + 1, 0),
  }
}

function findPrintedPacking(lines: readonly WorkerLine[]): number | null {
  return findLastLine(lines, 'progress')?.packing ?? null
}

/**
 * The closing line covers all batches, single lines only every tenth. Waits come from the closing line, queue states
 * from single lines.
 */
function summarizeLoader(lines: readonly WorkerLine[]): PipelineReading['dataLoader'] {
  const closing = lines.flatMap((line) => (line.kind === 'loader' ? [line] : []))
  const batches = lines.flatMap((line) => (line.kind === 'batch' ? [line] : []))
  const byBatches = summarizeWaits(listBatches(batches))
  if (closing.length === 0) return byBatches
  const none = { waitP95Seconds: null, batches: 0, full: 0, normal: 0, starved: 0, starvedShare: null }
  const means = closing.map(({ meanMs }) => meanMs)
  return {
    ...(byBatches ?? none),
    waitMeanSeconds: means.reduce((sum, mean) => sum + mean, 0) / means.length / 1000,
    waitMaxSeconds: Math.max(...closing.map(({ maxMs }) => maxMs)) / 1000,
  }
}

/** Counts warnings. The pipeline checks every tenth batch; `checks` is the number of checked batches. */
function countWarnings(lines: readonly WorkerLine[]): PipelineReading['warnings'] {
  const warnings = lines.flatMap((line) => (line.kind === 'warning' ? [line] : []))
  const checked = lines.filter(({ kind }) => kind === 'batch').length
  if (warnings.length === 0 && checked === 0) return null
  const critical = warnings.filter(({ isCritical }) => isCritical).length
  return { mild: warnings.length - critical, critical, checks: checked > 0 ? checked : null }
}

function findLastLine<Kind extends WorkerLine['kind']>(
  lines: readonly WorkerLine[],
  kind: Kind,
): Extract<WorkerLine, { kind: Kind }> | null {
  const found = lines.findLast((line): line is Extract<WorkerLine, { kind: Kind }> => line.kind === kind)
  return found ?? null
}

function listProblems({ packing, workers }: PipelineReading): string[] {
  const printed = packing?.printed ?? null
  const silent = workers.filter(({ sequencesPerSecond }) => sequencesPerSecond === null).map(({ worker }) => worker)
  return [
    ...(printed !== null && printed > 1
      ? [`the log prints a packing of ${formatPercent(printed)}, which is impossible, so it was ignored`]
      : []),
    ...(silent.length > 0 ? [`no rate reported by worker ${silent.join(', ')}`] : []),
  ]
}

/** One relevant line of a worker log. */
type WorkerLine = { readonly worker: number } & (
  | { readonly kind: 'started'; readonly workers: number }
  | { readonly kind: 'assigned'; readonly sequences: number }
  | { readonly kind: 'indexed'; readonly sequences: number; readonly residues: number }
  | {
      readonly kind: 'progress'
      readonly batch: number
      readonly done: number
      readonly total: number
      readonly packing: number
      readonly tokensPerSecond: number
      readonly sequencesPerSecond: number
    }
  | {
      readonly kind: 'batch'
      readonly batch: number
      readonly waitMs: number
      readonly sequences: number
      readonly tokens: number
      readonly queue: QueueState | null
    }
  | { readonly kind: 'flushed'; readonly before: number }
  | {
      readonly kind: 'inferred'
      readonly sequences: number
      readonly sequencesPerSecond: number
      readonly tokensPerSecond: number
    }
  | { readonly kind: 'loader'; readonly meanMs: number; readonly maxMs: number }
  | { readonly kind: 'budget'; readonly tokens: number }
  | { readonly kind: 'warning'; readonly isCritical: boolean }
  | { readonly kind: 'completed' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'resumed' }
)

type LineContent = WorkerLine extends infer Line ? (Line extends WorkerLine ? Omit<Line, 'worker'> : never) : never

const queueStates: readonly QueueState[] = ['full', 'normal', 'starved']
const prefix = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - Worker (\d{1,6}) - \S{1,200} - [A-Z]{1,10} - /
const integer = String.raw`(\d[\d,]{0,19})`
const decimal = String.raw`(\d[\d,]{0,19}(?:\.\d{1,9})?)`

/** The line formats; the text after `Batch` distinguishes the two batch messages. */
const forms: readonly (readonly [RegExp, (groups: readonly string[]) => LineContent])[] = [
  [
    new RegExp(
      `^Batch ${integer}: ${integer}/${integer} \\(${decimal}%\\) \\| ${decimal}% pack eff, ${decimal} tok/s, ${decimal} seq/s`,
    ),
    ([batch, done, total, , packing, tokens, sequences]) => ({
      kind: 'progress',
      batch: parseAmount(batch),
      done: parseAmount(done),
      total: parseAmount(total),
      packing: parseAmount(packing) / 100,
      tokensPerSecond: parseAmount(tokens),
      sequencesPerSecond: parseAmount(sequences),
    }),
  ],
  [
    new RegExp(`^Batch ${integer}: wait=${decimal}ms, seqs=${integer}, tokens=${integer}, queue_state=(\\w{1,20})`),
    ([batch, wait, sequences, tokens, queue]) => ({
      kind: 'batch',
      batch: parseAmount(batch),
      waitMs: parseAmount(wait),
      sequences: parseAmount(sequences),
      tokens: parseAmount(tokens),
      queue: queueStates.find((state) => state === queue) ?? null,
    }),
  ],
  [
    new RegExp(`^Flush called: .{0,200}, total returned so far: ${integer}`),
    ([before]) => ({ kind: 'flushed', before: parseAmount(before) }),
  ],
  [
    new RegExp(`^Async inference complete: ${integer} sequences, ${decimal} seq/s, ${decimal} tokens/s`),
    ([sequences, rate, tokens]) => ({
      kind: 'inferred',
      sequences: parseAmount(sequences),
      sequencesPerSecond: parseAmount(rate),
      tokensPerSecond: parseAmount(tokens),
    }),
  ],
  [
    new RegExp(`^DataLoader stats: avg_wait=${decimal}ms, max_wait=${decimal}ms`),
    ([mean, max]) => ({ kind: 'loader', meanMs: parseAmount(mean), maxMs: parseAmount(max) }),
  ],
  [new RegExp(`^Dynamic token budget: ${integer}`), ([tokens]) => ({ kind: 'budget', tokens: parseAmount(tokens) })],
  [/^Worker \d+\/(\d{1,6}) starting/, ([workers]) => ({ kind: 'started', workers: parseAmount(workers) })],
  [
    // The program counts residues here, and tokens of the model everywhere else.
    new RegExp(`^Worker \\d+/\\d{1,6}: ${integer} sequences, ${integer} tokens`),
    ([sequences, residues]) => ({
      kind: 'indexed',
      sequences: parseAmount(sequences),
      residues: parseAmount(residues),
    }),
  ],
  [
    new RegExp(`^Assigned ${integer} sequences`),
    ([sequences]) => ({ kind: 'assigned', sequences: parseAmount(sequences) }),
  ],
  [/^Worker \d+ completed successfully/, () => ({ kind: 'completed' })],
  [/^Worker \d+ failed: (.{0,300})/, ([error = '']) => ({ kind: 'failed', error })],
  [
    /^Rank \d+: ((?:NaN\/Inf detected in batch \d+|CUDA OOM error|CUDA runtime error|Runtime error|Unexpected error).{0,300})/,
    ([error = '']) => ({ kind: 'failed', error }),
  ],
  [
    /^(Mild|CRITICAL) I\/O bottleneck: GPU utilization/,
    ([level]) => ({ kind: 'warning', isCritical: level === 'CRITICAL' }),
  ],
  [/^=== Resume at \S+ ===/, () => ({ kind: 'resumed' })],
]

/** Yields the worker lines of a text, from worker logs or their copy on standard error. */
export function* readWorkerLines(text: string): Generator<WorkerLine> {
  for (const line of splitBoundedLines(text)) {
    const found = prefix.exec(line)
    const content = found && parseContent(line.slice(found[0].length))
    if (content) yield { worker: Number(found[1]), ...content }
  }
}

/**
 * Lists the batches that worker logs name: those with tokens and wait, and with the rates of the worker since its start.
 * Logs have no start of a run, so the batches have no time.
 */
export function readWorkerBatches(text: string): BatchRows {
  const tokenBudget = findTokenBudget(text)
  const rows = new Map<string, BatchRow>()
  let dropped = 0
  for (const line of readWorkerLines(text)) {
    if (line.kind !== 'batch' && line.kind !== 'progress') continue
    const key = `${line.worker} ${line.batch}`
    const known = rows.get(key) ?? { ...unknownBatch, gpu: line.worker, batch: line.batch, tokenBudget }
    if (rows.size >= mostBatchRows && !rows.has(key)) dropped += 1
    else rows.set(key, { ...known, ...toBatchFigures(line) })
  }
  return { rows: [...rows.values()], dropped }
}

const unknownBatch: BatchRow = {
  stage: workerStage,
  gpu: null,
  batch: 0,
  seconds: null,
  tokens: null,
  tokenBudget: null,
  sequences: null,
  waitMs: null,
  queue: null,
  tokensPerSecond: null,
  sequencesPerSecond: null,
}

function toBatchFigures(line: Extract<WorkerLine, { kind: 'batch' | 'progress' }>): Partial<BatchRow> {
  if (line.kind === 'progress')
    return { tokensPerSecond: line.tokensPerSecond, sequencesPerSecond: line.sequencesPerSecond }
  const { tokens, sequences, waitMs, queue } = line
  return { tokens, sequences, waitMs, queue }
}

/** Finds the token budget in a text. The main log has it too, without a worker in the prefix. */
function findTokenBudget(text: string): number | null {
  const found = new RegExp(`Dynamic token budget: ${integer}`).exec(text)?.[1]
  return found === undefined ? null : parseAmount(found)
}

function parseContent(message: string): LineContent | null {
  for (const [form, read] of forms) {
    const found = form.exec(message)
    if (found) return read(found.slice(1))
  }
  return null
}

function parseAmount(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''))
}
