import { basename, dirname, join, relative } from 'node:path'
import type { BatchRow, BatchRows } from '../../adapters/pipeline/batch-events.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import type { GpuWindow } from '../../ports/gpu-monitor.ts'
import type { PipelineFigures } from '../../record/pipeline.ts'

/** A column of an HDF5 file, NaN where unknown. */
export type ArrayColumn = { readonly name: string; readonly unit: string; readonly values: Float64Array }

/** Writes columns of one length to an HDF5 file, with text attributes of the file; returns the actual path. */
export type WriteArrays = (
  path: string,
  columns: readonly ArrayColumn[],
  attributes: Readonly<Record<string, string>>,
) => Promise<string>

type BatchFilesRequest = {
  readonly batches: BatchRows
  /** The trial's directory in the run folder. */
  readonly directory: string
  readonly runFolder: string
  readonly runId: string
  readonly caseId: string
  /** Milliseconds since the epoch. */
  readonly startedMs: number
  readonly summary: Pick<PipelineFigures, 'packing' | 'dataLoader' | 'counts' | 'workers'>
  /** For the utilization of each batch; null: not monitored. */
  readonly window: Pick<GpuWindow, 'readGpuUse'> | null
}

type BatchPorts = { readonly files: FileStore; readonly writeArrays: WriteArrays | null }

/** A question to the sampling thread per batch would delay the end of longer runs. */
const mostUtilizationRows = 20_000

/**
 * Writes the metrics of every batch to `telemetry_RUN_….json` and `.h5` beside the log of the GPUs. Returns their paths in
 * the run folder; empty if the pipeline reports no batch.
 */
export async function writeBatches(request: BatchFilesRequest, ports: BatchPorts): Promise<string[]> {
  const { batches, directory, runFolder, runId, caseId, startedMs, summary } = request
  if (batches.rows.length === 0) return []
  const utilization = await readUtilization(request)
  const rows = batches.rows.map((row, index) => toMetrics(row, startedMs, utilization[index] ?? null))
  const name = `telemetry_${runId}_${basename(dirname(directory))}_${basename(directory)}`
  const path = join(directory, `${name}.json`)
  const head = { schemaVersion: 1, run_id: runId, case: caseId, started_at: new Date(startedMs).toISOString() }
  const { counts, workers, packing, dataLoader } = summary
  const count = { batches: rows.length + batches.dropped, dropped_batches: batches.dropped }
  const totals = { ...count, counts, workers, packing, data_loader: dataLoader }
  const fields = JSON.stringify({ ...head, summary: totals })
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n')
  // One line per batch.
  await ports.files.writeText(path, `${fields.slice(0, -1)},\n"per_batch_metrics":[\n${lines}\n]}\n`)
  const written = [path]
  if (ports.writeArrays)
    written.push(
      await ports.writeArrays(join(directory, `${name}.h5`), toColumns(rows), { run_id: runId, case: caseId }),
    )
  return written.map((file) => relative(runFolder, file))
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
async function readUtilization({
  batches: { rows },
  window,
  startedMs,
}: BatchFilesRequest): Promise<(number | null)[]> {
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

const queueStates = ['full', 'normal', 'starved'] as const

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
  const all: ArrayColumn[] = [
    ...columns.map(([name, unit]) => ({ name, unit, values: toValues((row) => row[name]) })),
    {
      name: 'queue_state',
      unit: queueStates.map((state, index) => `${index} = ${state}`).join(', '),
      values: toValues(({ queue_state: state }) => (state === null ? null : queueStates.indexOf(state))),
    },
    {
      name: 'stage',
      unit: stages
        .map((stage, index) => `${index} = ${stage}`)
        .join(', ')
        .slice(0, 2000),
      values: toValues(({ stage }) => (stage === null ? null : stages.indexOf(stage))),
    },
  ]
  return all.filter(({ values }) => values.some((value) => !Number.isNaN(value)))
}
