import { closeSync, renameSync, rmSync } from 'node:fs'
import type { Group } from 'h5wasm/node'
import type { HostTrack } from '../../../domain/telemetry/host-summary.ts'
import type { GpuTrack } from '../../../domain/telemetry/telemetry-summary.ts'
import { computeLevel, type BucketColumn, type TimeBuckets } from '../../../domain/telemetry/time-buckets.ts'
import { createUniqueFile } from '../lock/unique-file.ts'

/** The content of one file. */
export type Hdf5Content = {
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
export async function writeHdf5(path: string, content: Hdf5Content): Promise<string> {
  const { File, ready } = await import('h5wasm/node')
  await ready
  const own = createUniqueFile(path)
  closeSync(own.descriptor)
  const partial = `${own.path}.partial`
  try {
    const file = new File(partial, 'w')
    writeContent(file, content)
    file.close()
    // A killed run leaves an empty file under the final name, never a partial one.
    renameSync(partial, own.path)
  } catch (error) {
    for (const leftover of [partial, own.path]) rmSync(leftover, { force: true })
    throw error
  }
  return own.path
}

function writeContent(file: Group, { monitor, intervalMs, runId, tracks, host }: Hdf5Content): void {
  file.create_attribute('creator', 'warpgauge')
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
    writeColumn(group, { name, unit, values: computeLevels(column, rows) }, rows)
    if (samplesPerRow === 1) continue
    writeColumn(group, { name: `${name}_min`, unit, values: column.min }, rows)
    writeColumn(group, { name: `${name}_max`, unit, values: column.max }, rows)
  }
}

type Column = { readonly name: string; readonly unit: string; readonly values: Float64Array }

function writeColumn(group: Group, { name, unit, values }: Column, rows: number): void {
  const dataset = group.create_dataset({ name, data: values.subarray(0, rows), shape: [rows], dtype: '<d' })
  dataset.create_attribute('units', unit)
}

function computeLevels(column: BucketColumn, rows: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => computeLevel(column, row))
}
