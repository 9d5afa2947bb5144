import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Dataset, File, type Group, ready } from 'h5wasm/node'
import { gpuQuantityList, writeValues } from '../../src/domain/telemetry/gpu-quantities.ts'
import type { GpuTrack } from '../../src/domain/telemetry/telemetry-summary.ts'
import { appendSample, createTimeBuckets } from '../../src/domain/telemetry/time-buckets.ts'
import { openSamplingWindow } from '../../src/io/gpu/sampling/sampling-window.ts'
import { writeHdf5 } from '../../src/io/gpu/sampling/sampling-files.ts'
import { getReplaySourceUrl } from '../fakes/built-sampling-thread.ts'
import { aReading } from '../fakes/replay-gpu-source.ts'
import { clocksEventReasons } from '../../src/record/limits.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-hdf5-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function aTrack(gpu: number, powers: readonly (number | null)[], maxRows = 64): GpuTrack {
  const limits = { maxRows, maxGapMs: 1000, flags: clocksEventReasons.length + 1 }
  const buckets = createTimeBuckets(gpuQuantityList, limits)
  const values = new Float64Array(gpuQuantityList.length)
  for (const [index, powerWatts] of powers.entries()) {
    writeValues(aReading({ powerWatts }), null, values)
    appendSample(buckets, 1_795_000_000_000 + index * 100, values)
  }
  return { gpu, buckets, memoryTotalBytes: 80 * 1024 ** 3, energyReadings: [], work: null }
}

const content = { monitor: 'nvml', intervalMs: 100, runId: 'run-7', host: null }

async function read<T>(path: string, look: (file: File) => T): Promise<T> {
  await ready
  const file = new File(path, 'r')
  try {
    return look(file)
  } finally {
    file.close()
  }
}

function numbers(file: File, path: string): number[] {
  const found = file.get(path)
  if (!(found instanceof Dataset)) throw new Error(`${path} is no dataset`)
  return [...(found.value as Float64Array)]
}

test('an HDF5 file holds time and every quantity that was seen, with units and the run', async () => {
  const path = join(folder, 'gpu.h5')
  const tracks = [aTrack(0, [300, null, 310]), aTrack(5, [100, 200, 300])]
  expect(await writeHdf5(path, { ...content, tracks })).toBe(path)
  expect(readFileSync(path).subarray(0, 8)).toEqual(Buffer.from('\x89HDF\r\n\x1a\n', 'latin1'))
  expect(readdirSync(folder)).toEqual(['gpu.h5'])
  await read(path, (file) => {
    expect(file.keys().toSorted()).toEqual(['gpu0', 'gpu5'])
    expect(['monitor', 'interval_ms', 'run_id'].map((name) => file.get_attribute(name, true))).toEqual([
      'nvml',
      100,
      'run-7',
    ])
    expect((file.get('gpu5') as Group).get_attribute('memory_total_bytes', true)).toBe(80 * 1024 ** 3)
    // A quantity that was never offered has no dataset; a single missing value is NaN, not 0.
    expect((file.get('gpu0') as Group).keys().toSorted()).toEqual(['power_watts', 'samples', 'time'])
    expect(numbers(file, 'gpu0/power_watts')).toEqual([300, Number.NaN, 310])
    expect(numbers(file, 'gpu5/power_watts')).toEqual([100, 200, 300])
    expect(numbers(file, 'gpu5/time')).toEqual([1_795_000_000, 1_795_000_000.1, 1_795_000_000.2])
    expect((file.get('gpu5/power_watts') as Dataset).get_attribute('units', true)).toBe('W')
  })
})

test('merged rows keep their extremes and how many samples they stand for', async () => {
  const path = join(folder, 'gpu.h5')
  const powers = Array.from({ length: 16 }, (_, index) => (index === 6 ? 900 : 100))
  await writeHdf5(path, { ...content, tracks: [aTrack(0, powers, 8)] })
  await read(path, (file) => {
    expect(numbers(file, 'gpu0/samples')).toEqual(Array.from({ length: 8 }, () => 2))
    expect(numbers(file, 'gpu0/power_watts_max')).toEqual([100, 100, 100, 900, 100, 100, 100, 100])
    expect(numbers(file, 'gpu0/power_watts_min')).toEqual(Array.from({ length: 8 }, () => 100))
  })
})

test('an existing file is never overwritten, and a GPU without a sample gets an empty group', async () => {
  const path = join(folder, 'gpu.h5')
  await writeHdf5(path, { ...content, tracks: [aTrack(0, [1])] })
  expect(await writeHdf5(path, { ...content, tracks: [aTrack(0, [])] })).toBe(join(folder, 'gpu-2.h5'))
  await read(path, (file) => expect(numbers(file, 'gpu0/power_watts')).toEqual([1]))
  await read(join(folder, 'gpu-2.h5'), (file) => expect((file.get('gpu0') as Group).keys()).toEqual([]))
})

test('a window writes its arrays when asked to', async () => {
  const window = await openSamplingWindow({
    gpus: [0],
    intervalMs: 20,
    logPath: join(folder, 'gpu.log'),
    hdf5Path: join(folder, 'gpu.h5'),
    monitor: 'replay',
    runId: null,
    source: { kind: 'module', url: getReplaySourceUrl(), options: { readings: [{ powerWatts: 250 }] } },
  })
  const { hdf5File, samples, problems } = await window.close()
  expect({ hdf5File, problems }).toEqual({ hdf5File: 'gpu.h5', problems: [] })
  await read(join(folder, 'gpu.h5'), (file) => {
    expect(numbers(file, 'gpu0/power_watts')).toEqual(Array.from({ length: samples }, () => 250))
    expect(numbers(file, 'host/page_cache_bytes').length).toBeGreaterThan(0)
  })
})
