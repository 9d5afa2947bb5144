import { basename, dirname, join, relative } from 'node:path'
import type { BatchRow } from '../../adapters/pipeline/batch-events.ts'
import type { GpuWindow } from '../../ports/gpu-monitor.ts'
import type { ArrayColumn, MeasurePorts } from '../measure/environment.ts'
import type { TrialFigures } from './read-figures.ts'
import type { TrialRequest } from './trial-request.ts'

type BatchFilesRequest = Pick<TrialRequest, 'next' | 'directory' | 'runFolder' | 'runId'> & {
  readonly figures: TrialFigures
  /** Milliseconds since the epoch. */
  readonly startedMs: number
  /** For the utilization of each batch; null: not monitored. */
  readonly window: Pick<GpuWindow, 'readGpuUse'> | null
}

/** A question to the sampling thread per batch would delay the end of longer runs. */
const mostUtilizationRows = 20_000

/**
 * Writes the metrics of every batch to `telemetry_RUN_….json` and `.h5` beside the log of the GPUs. Returns their paths
 * in the run folder; empty if the pipeline reports no batch.
 */
export async function writeBatches(
  request: BatchFilesRequest,
  { files, writeArrays, logger }: Pick<MeasurePorts, 'files' | 'writeArrays' | 'logger'>,
): Promise<string[]> {
  const { directory, runFolder, runId, startedMs } = request
  const { batches, pipeline } = request.figures
  const caseId = request.next.planned.id
  if (batches.rows.length === 0) return []
  const utilization = await readUtilization(request)
  const rows = batches.rows.map((row, index) => toMetrics(row, startedMs, utilization[index] ?? null))
  const name = `telemetry_${runId}_${basename(dirname(directory))}_${basename(directory)}`
  const path = join(directory, `${name}.json`)
  const head = { schemaVersion: 1, run_id: runId, case: caseId, started_at: new Date(startedMs).toISOString() }
  const { counts, workers, packing, dataLoader } = pipeline
  const count = { batches: rows.length + batches.dropped, dropped_batches: batches.dropped }
  const fields = JSON.stringify({ ...head, summary: { ...count, counts, workers, packing, data_loader: dataLoader } })
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n')
  // One line per batch.
  await files.writeText(path, `${fields.slice(0, -1)},\n"per_batch_metrics":[\n${lines}\n]}\n`)
  const about = { run_id: runId, case: caseId }
  const arrays = await writeArrays?.(join(directory, `${name}.h5`), toColumns(rows), about).catch((error: unknown) =>
    // The JSON file has the same values, and the trial may have taken hours.
    logger.warning(`${name}.h5 could not be written: ${error instanceof Error ? error.message : String(error)}`),
  )
  return [path, ...(arrays ? [arrays] : [])].map((file) => relative(runFolder, file))
}

type BatchMetrics = ReturnType<typeof toMetrics>

function toMetrics(row: BatchRow, startedMs: number, utilizationPercent: number | null) {
  const { tokens, tokenBudget } = row
  return {
    batch_idx: row.batch,
    timestamp: row.seconds === null ? null : startedMs / 1000 + row.seconds,
    stage: row.stage,
    gpu: row.gpu,
    tokens,
    token_budget: tokenBudget,
    sequences: row.sequences,
    wait_ms: row.waitMs,
    queue_state: row.queue,
    tokens_per_sec: row.tokensPerSecond,
    sequences_per_sec: row.sequencesPerSecond,
    packing_efficiency: tokens === null || tokenBudget === null || tokenBudget <= 0 ? null : tokens / tokenBudget,
    gpu_util: utilizationPercent,
  }
}

/** Mean utilization of its GPU since the batch before, in percent. */
async function readUtilization({ figures, window, startedMs }: BatchFilesRequest): Promise<(number | null)[]> {
  const { rows } = figures.batches
  if (!window || rows.length > mostUtilizationRows) return []
  const last = new Map<string, number>()
  const found: (number | null)[] = []
  for (const { stage, gpu, seconds } of rows) {
    const key = JSON.stringify([stage, gpu])
    const from = last.get(key)
    if (seconds !== null) last.set(key, seconds)
    if (gpu === null || seconds === null || from === undefined) {
      found.push(null)
      continue
    }
    const uses = await window.readGpuUse({ fromMs: startedMs + from * 1000, toMs: startedMs + seconds * 1000 })
    found.push(uses.find((use) => use.gpu === gpu)?.utilizationPercent?.mean ?? null)
  }
  return found
}

const columns: readonly (readonly [name: Exclude<keyof BatchMetrics, 'stage' | 'queue_state'>, unit: string])[] = [
  ['batch_idx', '1'],
  ['timestamp', 's since 1970-01-01T00:00:00Z'],
  ['gpu', '1'],
  ['tokens', '1'],
  ['token_budget', '1'],
  ['sequences', '1'],
  ['wait_ms', 'ms'],
  ['tokens_per_sec', '1/s'],
  ['sequences_per_sec', '1/s'],
  ['packing_efficiency', '1'],
  ['gpu_util', '%'],
]

/** Columns with a value; stage and state of the queue as numbers, whose meaning is their unit. */
function toColumns(rows: readonly BatchMetrics[]): ArrayColumn[] {
  const stages = [...new Set(rows.flatMap(({ stage }) => stage ?? []))]
  const toValues = (read: (row: BatchMetrics) => number | null): Float64Array =>
    Float64Array.from(rows, (row) => read(row) ?? Number.NaN)
  const listStates = (name: 'queue_state' | 'stage', states: readonly string[]): ArrayColumn => {
    const unit = states.map((state, index) => `${index} = ${state}`).join(', ')
    return {
      name,
      unit: unit.slice(0, 2000),
      values: toValues(({ [name]: state }) => (state === null ? null : states.indexOf(state))),
    }
  }
  const all: ArrayColumn[] = [
    ...columns.map(([name, unit]) => ({ name, unit, values: toValues((row) => row[name]) })),
    listStates('queue_state', ['full', 'normal', 'starved']),
    listStates('stage', stages),
  ]
  return all.filter(({ values }) => values.some((value) => !Number.isNaN(value)))
}
