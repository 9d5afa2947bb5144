import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Figure, Row } from './row.ts'
import { writeSyntheticTrace } from './synthetic-trace.ts'

/** A smaller look than the 1 GB that counts, for trying things out. */
const megabytes = Number(process.env['WARPGAUGE_BENCH_TRACE_MEGABYTES'] ?? 1000)

type Reading = { readonly ms: number; readonly peakKilobytes: number }

/** Each reading is a process of its own, since memory is what counts. */
export const traceStreaming: Row = {
  name: 'trace-streaming',
  question: 'How long does a large profiler trace take, how much memory, and how do both grow from 1× to 10×?',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
    try {
      return { figures: await measure(folder), notMeasured: [] }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measure(folder: string): Promise<Figure[]> {
  const [small, large] = [join(folder, 'small.json'), join(folder, 'large.json')]
  await writeSyntheticTrace(small, megabytes / 10)
  await writeSyntheticTrace(large, megabytes)
  const whole = await read(small, 'whole')
  const one = await read(small, 'streamed')
  const ten = await read(large, 'streamed')
  const against = `${Math.round((await stat(large)).size / 1e6)} MB; aim under 300 MB`
  const parsed = `JSON.parse of ${Math.round((await stat(small)).size / 1e6)} MB: ${Math.round(whole.ms)} ms, ${whole.peakKilobytes} kB`
  return [
    figure('time for all of it', ten.ms, 'ms', against),
    figure('peak memory for all of it', ten.peakKilobytes, 'kB', against),
    figure('time for a tenth', one.ms, 'ms', parsed),
    figure('peak memory for a tenth', one.peakKilobytes, 'kB', parsed),
    figure('growth of time at 10×', ten.ms / one.ms, '×', 'ten times the events'),
    figure('growth of memory at 10×', ten.peakKilobytes / one.peakKilobytes, '×', 'ten times the events'),
  ]
}

async function read(path: string, how: 'streamed' | 'whole'): Promise<Reading> {
  const { stdout } = await execa(process.execPath, [join(import.meta.dirname, 'trace-memory.ts'), path, how])
  return JSON.parse(stdout) as Reading
}

function figure(what: string, value: number, unit: Figure['unit'], against: string): Figure {
  return { what, value, unit, spread: null, count: 1, against }
}
