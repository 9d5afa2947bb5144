import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { chooseIntervalMs } from '../src/domain/telemetry/sampling-interval.ts'
import { openSamplingWindow } from '../src/io/gpu/sampling/sampling-window.ts'
import { compileFakeNvml, type FakeNvml } from '../test/fakes/fake-nvml.ts'
import { middle } from './pairs.ts'
import type { Figure, Row } from './row.ts'

const seconds = Number(process.env['WARPGAUGE_BENCH_SAMPLING_SECONDS'] ?? 60)
const members = 32
const stageSeconds = 2
/**
 * Processor time of calls on an H100 with driver 580, in microseconds. `utilization` stands for all other calls of a
 * reading: 0.3 ms after a pause, from runs with intervals of 100 and 500 ms (docs/evidence/h100-two-gpus).
 */
const costs = { samples: 3300, energy: 7000, gpm_sample: 700, utilization: 300 }
const everyTickMs = 500
const starts = 10
const builtThread = new URL('../dist/sampling-worker.js', import.meta.url)
const all = [0, 1, 2, 3, 4, 5, 6, 7]

/** What the sampling thread takes from the host that it watches, with calls that cost as much as those of a real driver. */
export const samplingCost: Row = {
  name: 'sampling-cost',
  question: 'How much of a core does sampling 8 GPUs take, and how much time the start of its thread?',
  async run() {
    const fake = compile()
    if (fake instanceof Error) return { figures: [], notMeasured: [{ what: 'NVML', reason: fake.message }] }
    using library = fake
    const options = Object.entries(costs).map(([group, microseconds]) => `cost_${group}_us=${microseconds}`)
    library.take(['devices=8', 'mig_gpu=-1', 'util=80', ...options].join(','))
    const chosen: Measured[] = []
    for (const count of [1, 2, 8]) chosen.push(await measure(library, { count }))
    const dense = await measure(library, { count: 8, intervalMs: everyTickMs })
    const staged = await measure(library, { count: 8, everySeconds: stageSeconds })
    const shares = [...chosen, dense, staged].flatMap(describe)
    return { figures: [...shares, compare(chosen.at(-1), dense), ...(await measureStart(library))], notMeasured: [] }
  },
}

/** Default interval if absent. `everySeconds`: a stage reported live begins and ends as often; absent: none is reported. */
type Setting = { readonly count: number; readonly intervalMs?: number | undefined; readonly everySeconds?: number }
type Measured = { readonly what: string; readonly against: string; readonly share: number; readonly calls: number }

async function measure(library: FakeNvml, { count, intervalMs, everySeconds }: Setting): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
  const trial = startTree()
  try {
    await using window = await openSamplingWindow(buildRequest(library, { folder, count, intervalMs }))
    window.follow(trial.pid ?? process.pid)
    const mark = () => window.markStage('stage')
    const timer = everySeconds === undefined ? undefined : setInterval(mark, everySeconds * 1000)
    const callsBefore = library.calls()
    await delay(seconds * 1000)
    const calls = (library.calls() - callsBefore) / seconds
    clearInterval(timer)
    window.markEnded()
    const { overheadCpuShare, lostSamples, samples } = await window.close()
    const against = `one core; ${seconds} s, 8 GPUs of which ${count} are the trial's, ${members} processes, ${lostSamples} of ${samples} readings lost`
    const pace = intervalMs === undefined ? '' : `, each every ${intervalMs} ms`
    const stages = everySeconds === undefined ? '' : ` with a stage every ${everySeconds} s`
    const what = `sampling ${count} GPUs${pace}${stages}`
    return { what, against, share: (overheadCpuShare ?? Number.NaN) * 100, calls }
  } finally {
    trial.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

function buildRequest(library: FakeNvml, { folder, count, intervalMs }: Setting & { readonly folder: string }) {
  return {
    gpus: all,
    ownGpus: all.slice(0, count),
    intervalMs: intervalMs ?? chooseIntervalMs('nvml', count),
    logPath: join(folder, 'gpu.log'),
    hdf5Path: null,
    monitor: 'nvml',
    runId: null,
    source: { kind: 'nvml', libraryPath: library.path },
  } as const
}

function describe({ what, against, share, calls }: Measured): Figure[] {
  return [
    { what: `CPU share of ${what}`, value: share, unit: '%', spread: null, count: 1, against },
    { what: `calls of the driver, ${what}`, value: calls, unit: '/s', spread: null, count: 1, against: 'the same' },
  ]
}

function compare(chosen: Measured | undefined, { share, what }: Measured): Figure {
  const value = share / (chosen?.share ?? Number.NaN)
  return { what: 'cheaper at the default interval, 8 GPUs', value, unit: '×', spread: null, count: 1, against: what }
}

/** Processor time of this process from the start of the built thread to its first readings, next to an empty thread. */
async function measureStart(library: FakeNvml): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
  const request = { ...buildRequest(library, { folder, count: 1 }), ownPid: process.pid }
  const times = { own: [] as number[], empty: [] as number[] }
  try {
    for (let start = 0; start < starts; start += 1) {
      times.empty.push(
        await timeStart(new URL("data:text/javascript,import{parentPort as p}from'worker_threads';p.postMessage(0)")),
      )
      times.own.push(await timeStart(builtThread, request))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const against = 'an empty thread, alternating; includes 10 ms of the simulated driver'
  return [
    { what: 'start of the sampling thread, 1 GPU', unit: 'ms', against, ...middle(times.own) },
    { what: 'start of an empty thread', unit: 'ms', against: 'itself', ...middle(times.empty) },
  ]
}

async function timeStart(url: URL, workerData?: unknown): Promise<number> {
  const before = process.cpuUsage()
  const worker = new Worker(url, { workerData, execArgv: [] })
  await once(worker, 'message')
  const { user, system } = process.cpuUsage(before)
  await worker.terminate()
  return (user + system) / 1000
}

/** A trial with as many processes as a pipeline with its data loaders. */
function startTree(): ChildProcess {
  const text = `for i in $(seq ${members}); do sleep 600 & done; trap 'kill $(jobs -p)' TERM; wait`
  return spawn('bash', ['-c', text], { stdio: 'ignore' })
}

function compile(): ReturnType<typeof compileFakeNvml> | Error {
  try {
    return compileFakeNvml()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
