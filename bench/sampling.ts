import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { execa } from 'execa'
import { openSamplingWindow } from '../src/io/gpu/sampling/sampling-window.ts'
import type { Figure, Row } from './row.ts'

/** A shorter look than the 60 s that count, for trying things out. */
const seconds = Number(process.env['WARPGAUGE_BENCH_SAMPLING_SECONDS'] ?? 60)
const days = Number(process.env['WARPGAUGE_BENCH_SAMPLING_DAYS'] ?? 7)
const blockedMs = 1500

/** The engine beside a source that costs nothing; what a driver costs is another row's question. */
export const sampling: Row = {
  name: 'sampling',
  question: 'Does a blocked event loop cost samples, and how much memory do days of 8 GPUs at 10 Hz take?',
  async run() {
    return { figures: [...(await blockedFigures()), await memoryFigure()], notMeasured: [] }
  },
}

async function blockedFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
  try {
    const summary = await sampleBlocked(folder)
    const due = summary.samples + summary.lostSamples
    const against = `${due} readings due: 8 GPUs, 10 Hz, ${seconds} s, event loop blocked ${blockedMs} ms at a time`
    const figure = (what: string, share: number): Figure => {
      return { what, value: share * 100, unit: '%', spread: null, count: due, against }
    }
    return [
      figure('readings lost', summary.lostSamples / due),
      figure('readings more than 50 ms late', summary.lateSamples / due),
      figure('sampling thread, of one core', summary.overheadCpuShare ?? Number.NaN),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function sampleBlocked(folder: string) {
  const url = new URL('../test/fakes/replay-gpu-source.ts', import.meta.url).href
  const window = await openSamplingWindow({
    gpus: [0, 1, 2, 3, 4, 5, 6, 7],
    intervalMs: 100,
    logPath: join(folder, 'gpu.log'),
    hdf5Path: null,
    monitor: 'replay',
    runId: null,
    source: { kind: 'module', url, options: { readings: [{ powerWatts: 300, utilizationPercent: 80 }] } },
  })
  const lock = new Int32Array(new SharedArrayBuffer(4))
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    Atomics.wait(lock, 0, 0, blockedMs)
    await setImmediate()
  }
  return window.close()
}

async function memoryFigure(): Promise<Figure> {
  const program = join(import.meta.dirname, 'sampling-memory.ts')
  const { stdout } = await execa(process.execPath, ['--max-semi-space-size=4', program, String(days)])
  const { grownBytes, samples } = JSON.parse(stdout) as { grownBytes: number; samples: number }
  const against = `${samples} readings of 8 GPUs, kept; aim 65536 kB`
  return {
    what: `memory grown at most in ${days} days`,
    value: grownBytes / 1024,
    unit: 'kB',
    spread: null,
    count: 1,
    against,
  }
}
