import { formatPercent } from '../../domain/core/numbers.ts'
import { createRunReader, parseEach } from '../../adapters/reader.ts'
import {
  type BatchFigures,
  computeStarvedRange,
  computePacking,
  summarizeWaits,
  type WorkerWaits,
} from '../../adapters/pipeline/batches.ts'
import { type BatchRow, type BatchRows, mostBatchRows } from '../../adapters/pipeline/batch-events.ts'
import { formatNames, UserError } from '../../domain/core/errors.ts'
import { computeMean, sumValues } from '../../domain/core/statistics.ts'
import { type PipelineReading, silentPipeline } from '../../domain/trial/pipeline-reading.ts'
import type { DataLoaderReading, PackingReading, WorkerReading } from '../../record/pipeline.ts'
import { findLastLine, parseAmount, readQueue, readWorkerLines, selectLines, type WorkerLine } from './worker-lines.ts'
import { countBatches, countTokens, sumTotals } from './worker-totals.ts'

type Lines = readonly WorkerLine[]

/** The stage that workers compute. */
const workerStage = 'ESM-2 Feature Extraction'

/**
 * Logs of the worker processes of a run on several GPUs: one file each, or their common copy on standard error. The
 * main log is accepted too, for its token budget. A worker that failed, did not complete or left no log invalidates the
 * timing.
 */
export const workerLogs = createRunReader({
  wants: 'the worker_*.log files of a run, or its standard error; the main log may be added',
  detect: (head) => / - Worker \d+ - \S+ - [A-Z]+ - /.test(head),
  toReadings: async (files) => {
    const texts = await parseEach(files, (text) => text, true)
    const lines = texts.flatMap((text) => [...readWorkerLines(text)])
    const paths = formatNames(files.map(({ path }) => path))
    if (lines.length === 0)
      throw new UserError(`${paths}: it has no worker line`, 'Pass the worker_*.log files of the run')
    const budget = texts.map(findTokenBudget).find((found) => found !== null) ?? null
    const pipeline = readWorkers(
      Map.groupBy(lines, ({ worker }) => worker),
      budget,
    )
    return { tool: 'worker logs', pipeline, problems: listProblems(pipeline) }
  },
})

/** Uses only the lines after the last resume of a worker. */
function readWorkers(all: ReadonlyMap<number, Lines>, tokenBudget: number | null): PipelineReading {
  const histories = [...all].toSorted(([one], [other]) => one - other)
  const current = histories.map(([worker, lines]) => {
    return { worker, lines: lines.slice(lines.findLastIndex(({ kind }) => kind === 'resumed') + 1) }
  })
  const lines = current.flatMap((entry) => entry.lines)
  const workers = current.map(({ worker, lines: own }): WorkerReading => {
    const error = findLastLine(own, 'failed')?.error ?? null
    const ended = selectLines(own, 'completed').length > 0 ? 'completed' : 'unfinished'
    return { worker, status: error === null ? ended : 'failed', ...computeRates(own), error }
  })
  const resumed = histories.filter(([, written]) => selectLines(written, 'resumed').length > 0)
  const packingPercent = findLastLine(lines, 'progress')?.packingPercent
  const shortfalls = listShortfalls(
    workers,
    histories.flatMap(([, written]) => written),
  )
  // What the others logged is a part of the run.
  const absent = shortfalls.find((text) => text.endsWith('left no log'))
  const packing = computePacking(listBatches(lines), {
    totals: sumTotals(current, tokenBudget),
    tokenBudget,
    printed: packingPercent === undefined ? null : packingPercent / 100,
  })
  return {
    ...silentPipeline,
    workerStage,
    isResumed: resumed.length > 0,
    workers,
    invalid: [
      ...resumed.map(([worker]) => `worker ${worker} was resumed, so its times cover only a part`),
      ...workers.flatMap(({ worker, status, error }) => {
        if (status === 'failed') return [`worker ${worker} failed: ${error}`]
        return status === 'unfinished' ? [`worker ${worker} started and did not complete`] : []
      }),
      ...shortfalls,
    ],
    packing: packing && absent !== undefined ? withdrawPacking(packing, absent) : packing,
    dataLoader: absent === undefined ? summarizeLoader(current) : null,
    warnings: countWarnings(lines),
  }
}

function withdrawPacking({ tokenBudget, printed }: PackingReading, reason: string): PackingReading {
  const unknown = { efficiency: null, tokens: null, batches: null, lowest: null, batchesBelow80: null }
  return { ...unknown, tokenBudget, printed, reason }
}

/**
 * The printed rates leave out the last, partly filled buffer, but not its time. Its size follows from two other lines,
 * and with it the exact rates; without these lines, the printed rates count.
 */
function computeRates(lines: Lines) {
  const inferred = findLastLine(lines, 'inferred')
  const unknown = { sequencesPerSecond: null, tokensPerSecond: null, seconds: null }
  if (!inferred) return { sequences: null, ...unknown }
  const { sequences, sequencesPerSecond, tokensPerSecond } = inferred
  // If nothing filled a buffer, the program prints 0.
  if (sequencesPerSecond === 0) return { sequences, ...unknown }
  const [indexed, flushed] = [findLastLine(lines, 'indexed'), findLastLine(lines, 'flushed')]
  const counted = flushed?.before ?? 0
  if (indexed?.sequences !== sequences || counted === 0 || counted > sequences)
    return { sequences, sequencesPerSecond, tokensPerSecond, seconds: sequences / sequencesPerSecond }
  const seconds = counted / sequencesPerSecond
  const tokens = countTokens(indexed)
  return { sequences, sequencesPerSecond: sequences / seconds, tokensPerSecond: tokens / seconds, seconds }
}

/** Lists announced workers without a log, and assigned sequences that were not computed. */
function listShortfalls(workers: readonly WorkerReading[], lines: Lines): string[] {
  const announced = Math.max(0, ...selectLines(lines, 'started').map((line) => line.workers))
  const absent = announced > workers.length ? [`${announced - workers.length} of ${announced} workers left no log`] : []
  const short = workers.flatMap(({ worker, sequences }) => {
    const assigned = selectLines(lines, 'assigned').findLast((line) => line.worker === worker)
    if (!assigned || sequences === null || sequences === assigned.sequences) return []
    return [`worker ${worker} computed ${sequences} of ${assigned.sequences} sequences`]
  })
  return [...absent, ...short]
}

function listBatches(lines: Lines): BatchFigures[] {
  return selectLines(lines, 'batch').map((line) => {
    const queue = readQueue(line)
    return { tokens: line.tokens, tokenBudget: null, waitMs: line.waitMs, ...(queue && { queue }) }
  })
}

/** Rounding of the printed waits. */
const waitRoundingMs = 0.05

/**
 * The closing line covers all batches, single lines only every tenth. Waits come from the closing line, queue states
 * from single lines.
 */
function summarizeLoader(workers: readonly { lines: Lines }[]): PipelineReading['dataLoader'] {
  const closing = workers.flatMap(({ lines }) => findLastLine(lines, 'loader') ?? [])
  const byBatches = summarizeWaits(workers.flatMap(({ lines }) => listBatches(lines)))
  const sample = byBatches && describeWaitSample(workers)
  const none = { waitP95Seconds: null, batches: 0, full: 0, normal: 0, starved: 0, starvedShare: null }
  if (closing.length === 0) return byBatches && { ...byBatches, ...sample }
  return {
    ...(byBatches ?? none),
    ...sample,
    waitMeanSeconds: computeMean(closing.map(({ meanMs }) => meanMs)) / 1000,
    waitMaxSeconds: Math.max(...closing.map(({ maxMs }) => maxMs)) / 1000,
  }
}

function describeWaitSample(workers: readonly { lines: Lines }[]): Pick<DataLoaderReading, 'sample'> {
  const waits = workers.map(({ lines }): WorkerWaits => {
    const { batches: logged, starved } = summarizeWaits(listBatches(lines)) ?? { batches: 0, starved: 0 }
    const closing = findLastLine(lines, 'loader')
    return {
      batches: countBatches(lines).loop,
      logged,
      starved,
      closing: closing && {
        meanMs: [closing.meanMs - waitRoundingMs, closing.meanMs + waitRoundingMs],
        maxMs: closing.maxMs + waitRoundingMs,
      },
    }
  })
  const sum = (edge: 0 | 1): number => sumValues(waits.map(({ batches }) => batches[edge]))
  if (waits.every(({ batches: [, most], logged }) => logged >= most)) return {}
  return { sample: { batches: [sum(0), sum(1)], starvedShare: [...computeStarvedRange(waits)] } }
}

/** Counts warnings. The pipeline checks every tenth batch; `checks` is the number of checked batches. */
function countWarnings(lines: Lines): PipelineReading['warnings'] {
  const [warnings, checked] = [selectLines(lines, 'warning'), selectLines(lines, 'batch').length]
  if (warnings.length === 0 && checked === 0) return null
  const critical = warnings.filter(({ level }) => level === 'CRITICAL').length
  return { mild: warnings.length - critical, critical, checks: checked > 0 ? checked : null }
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
    const { worker, batch } = line
    const key = `${worker} ${batch}`
    const known = rows.get(key) ?? { ...unknownBatch, gpu: worker, batch, tokenBudget }
    const figures =
      line.kind === 'progress'
        ? { tokensPerSecond: line.tokensPerSecond, sequencesPerSecond: line.sequencesPerSecond }
        : { tokens: line.tokens, sequences: line.sequences, waitMs: line.waitMs, queue: readQueue(line) }
    if (rows.size >= mostBatchRows && !rows.has(key)) dropped += 1
    else rows.set(key, { ...known, ...figures })
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

/** Finds the token budget in a text. The main log has it too, without a worker in the prefix. */
function findTokenBudget(text: string): number | null {
  const found = /Dynamic token budget: (\d[\d,]{0,19})/.exec(text)?.[1]
  return found === undefined ? null : parseAmount(found)
}
