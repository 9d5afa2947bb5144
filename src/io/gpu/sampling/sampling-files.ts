import { closeSync, write, renameSync, rmSync, existsSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { formatLogRow, logColumns, type LogRow } from '../../../domain/telemetry/log-columns.ts'
import type { GpuUse } from '../../../record/telemetry.ts'
import { extname } from 'node:path'
import type { HostTrack } from '../../../domain/telemetry/host-summary.ts'
import type { GpuTrack } from '../../../domain/telemetry/telemetry-summary.ts'
import type { Group } from 'h5wasm/node'
import { computeLevel, type TimeBuckets } from '../../../domain/telemetry/time-buckets.ts'

const writeTo = promisify(write)

const bytesPerGibibyte = 1024 ** 3
/** Buffer limit for a stalled disk; further rows are dropped and counted. */
const maxBufferedCharacters = 8 * 1024 * 1024

type LogHead = { readonly monitor: string; readonly startedMs: number; readonly gpus: readonly number[] }

/** The GPU metrics log: header first, rows as they arrive, footer last. Written asynchronously. */
export class SamplingLog {
  /** The actual path; numbered when the name already existed. */
  readonly path: string
  readonly #descriptor: number
  #waiting = ''
  #writing: Promise<void> | null = null
  #dropped = 0
  #failure: string | null = null

  /** Throws when the file cannot be created. */
  constructor(path: string, head: LogHead) {
    const file = createUniqueFile(path)
    this.path = file.path
    this.#descriptor = file.descriptor
    this.#waiting = formatHeader(head)
    this.flush()
  }

  /** Why the file is incomplete; null when it is complete. */
  get problem(): string | null {
    if (this.#failure !== null) return `${this.path} is incomplete: ${this.#failure}`
    return this.#dropped > 0
      ? `${this.path} is incomplete: the disk did not keep up (dropped rows: ${this.#dropped})`
      : null
  }

  append(row: LogRow): void {
    if (this.#failure !== null || this.#waiting.length > maxBufferedCharacters) this.#dropped += 1
    else this.#waiting += formatLogRow(row)
  }

  /** Starts to write the buffered rows without waiting: a full or frozen disk must not delay the next sample. */
  flush(): void {
    if (this.#writing || this.#failure !== null || this.#waiting === '') return
    const text = this.#waiting
    this.#waiting = ''
    this.#writing = this.#write(text)
  }

  /** Writes the remaining rows and the footer. */
  async close(endedMs: number, gpus: readonly GpuUse[]): Promise<void> {
    this.#waiting += formatFooter(endedMs, gpus)
    while (this.#writing || (this.#waiting !== '' && this.#failure === null)) {
      this.flush()
      await this.#writing
    }
    closeSync(this.#descriptor)
  }

  async #write(text: string): Promise<void> {
    try {
      const bytes = Buffer.from(text)
      for (let done = 0; done < bytes.length;) done += (await writeTo(this.#descriptor, bytes, done)).bytesWritten
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error)
    } finally {
      this.#writing = null
    }
  }
}

function formatHeader({ monitor, startedMs, gpus }: LogHead): string {
  const lines = [
    'GPU Monitoring Log',
    `Started: ${new Date(startedMs).toISOString()}`,
    `Devices: [${gpus.join(', ')}]`,
    `Monitor: ${monitor}`,
    'Units: timestamp s, gpu_util %, mem_used_mb MiB, mem_percent %, temperature degC, power_draw W; empty = unavailable',
    '',
    logColumns.map(({ name }) => name).join(','),
  ]
  return lines.map(formatComment).join('')
}

function formatFooter(endedMs: number, gpus: readonly GpuUse[]): string {
  const uses = gpus.flatMap((use) => [
    `GPU ${use.gpu}:`,
    `  Avg Utilization: ${use.utilizationPercent ? `${use.utilizationPercent.mean.toFixed(1)}%` : 'unavailable'}`,
    `  Peak Memory: ${use.memoryUsedBytes ? `${(use.memoryUsedBytes.max / bytesPerGibibyte).toFixed(2)} GiB` : 'unavailable'}`,
    `  Samples: ${use.samples}`,
  ])
  return ['', `Monitoring Stopped: ${new Date(endedMs).toISOString()}`, '', 'Summary:', ...uses]
    .map(formatComment)
    .join('')
}

function formatComment(line: string): string {
  return line === '' ? '#\n' : `# ${line}\n`
}

/** The content of one file. */
type Hdf5Content = {
  readonly monitor: string
  readonly intervalMs: number
  readonly runId: string | null
  readonly tracks: readonly GpuTrack[]
  readonly host: HostTrack | null
}

/**
 * Writes the samples of a window: one group per GPU (`gpu0` …) and one for the host. Each has `time` (seconds since the
 * epoch), `samples` (merged samples per row) and one dataset per observed quantity, NaN where missing. Merged rows add
 * `NAME_min` and `NAME_max`. Never overwrites; returns the actual path.
 */
export async function writeHdf5(
  path: string,
  { monitor, intervalMs, runId, tracks, host }: Hdf5Content,
): Promise<string> {
  return await writeNewHdf5(path, (file) => {
    file.create_attribute('monitor', monitor)
    file.create_attribute('interval_ms', intervalMs, null, '<d')
    if (runId !== null) file.create_attribute('run_id', runId)
    for (const track of tracks) {
      const group = file.create_group(`gpu${track.gpu}`)
      group.create_attribute('gpu_index', track.gpu)
      if (track.memoryTotalBytes !== null)
        group.create_attribute('memory_total_bytes', track.memoryTotalBytes, null, '<d')
      writeBuckets(group, track.buckets)
    }
    if (host) writeBuckets(file.create_group('host'), host.buckets)
  })
}

async function writeNewHdf5(path: string, fill: (file: Group) => void): Promise<string> {
  const { File, ready } = await import('h5wasm/node')
  await ready
  const own = createUniqueFile(path)
  closeSync(own.descriptor)
  const partial = `${own.path}.partial`
  try {
    const file = new File(partial, 'w')
    file.create_attribute('creator', 'warpgauge')
    fill(file)
    file.close()
    // A killed run leaves an empty file under the final name, never a partial one.
    renameSync(partial, own.path)
  } catch (error) {
    for (const leftover of [partial, own.path]) rmSync(leftover, { force: true })
    throw error
  }
  return own.path
}

/** Writes columns of one length to a new HDF5 file, with text attributes of the file; returns the actual path. */
export async function writeHdf5Columns(
  path: string,
  data: readonly Column[],
  attributes: Readonly<Record<string, string>>,
): Promise<string> {
  return await writeNewHdf5(path, (file) => {
    for (const [name, text] of Object.entries(attributes)) file.create_attribute(name, text)
    for (const column of data) writeColumn(file, column, column.values.length)
  })
}

function writeBuckets(group: Group, buckets: TimeBuckets): void {
  const { rows, samplesPerRow } = buckets
  group.create_attribute('samples_per_row', samplesPerRow)
  // The WebAssembly build of HDF5 does not support empty datasets.
  if (rows === 0) return
  writeColumn(
    group,
    { name: 'time', unit: 's since 1970-01-01T00:00:00Z', values: buckets.lastMs.map((ms) => ms / 1000) },
    rows,
  )
  writeColumn(group, { name: 'samples', unit: '1', values: Float64Array.from(buckets.counts) }, rows)
  for (const [index, { column: name, unit }] of buckets.quantities.entries()) {
    const column = buckets.columns[index]
    if (!column) continue
    const levels = Float64Array.from({ length: rows }, (_, row) => computeLevel(column, row))
    writeColumn(group, { name, unit, values: levels }, rows)
    if (samplesPerRow === 1) continue
    writeColumn(group, { name: `${name}_min`, unit, values: column.min }, rows)
    writeColumn(group, { name: `${name}_max`, unit, values: column.max }, rows)
  }
}

/** A column of a table, NaN where unknown. */
type Column = { readonly name: string; readonly unit: string; readonly values: Float64Array }

function writeColumn(group: Group, { name, unit, values }: Column, rows: number): void {
  const dataset = group.create_dataset({ name, data: values.subarray(0, rows), shape: [rows], dtype: '<d' })
  dataset.create_attribute('units', unit)
}

const maxAttempts = 1000

/** Creates a new file; appends a number when the name exists, so that two windows never share a file. */
function createUniqueFile(path: string): { readonly path: string; readonly descriptor: number } {
  for (let number = 1; ; number += 1) {
    const extension = extname(path)
    const numbered = `${path.slice(0, path.length - extension.length)}-${number}${extension}`
    const candidate = number === 1 ? path : numbered
    try {
      return { path: candidate, descriptor: openSync(candidate, 'wx') }
    } catch (error) {
      if (number >= maxAttempts || !existsSync(candidate)) throw error
    }
  }
}
