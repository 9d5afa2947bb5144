import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { chooseIntervalMs } from '../../src/domain/telemetry/sampling-interval.ts'
import { openSamplingWindow, type SamplingWindow } from '../../src/io/gpu/sampling/sampling-window.ts'
import type { SamplingRequest } from '../../src/io/gpu/sampling/sampling-session.ts'
import { compileFakeNvml } from '../fakes/fake-nvml.ts'

const fake = compileFakeNvml()
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-work-'))
})
afterEach(() => {
  fake.reset()
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => fake[Symbol.dispose]())

function open(options: string, request: Partial<SamplingRequest> = {}): Promise<SamplingWindow> {
  fake.take(`devices=2,mig_gpu=-1,${options}`)
  const source = { kind: 'nvml', libraryPath: fake.path } as const
  const base = { gpus: [0, 1], ownGpus: [0], intervalMs: 100, hdf5Path: null, monitor: 'nvml', runId: 'run-1', source }
  return openSamplingWindow({ ...base, logPath: join(folder, 'gpu.log'), ...request })
}

/** Milliseconds since boot, by which the stand-in is busy and idle in turn. */
function readBootMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000
}

/** Start and end in milliseconds: of a process since boot, of a stage since the epoch. */
type Span = { readonly fromMs: number; readonly toMs: number }

/** Runs a process for so long under the window, and an action once it has started; gives when it ran. */
async function runUnder(window: SamplingWindow, seconds: number, act = (): void => undefined): Promise<Span> {
  const child = spawn('sleep', [String(seconds)], { stdio: 'ignore' })
  const fromMs = readBootMs()
  window.follow(child.pid!)
  act()
  await once(child, 'exit')
  window.markEnded()
  return { fromMs, toMs: readBootMs() }
}

/**
 * Follows this process through three stages that are reported live, and closes the window; gives when they ran. A busy
 * machine can read an edge too late, so that a stage has busy time alone.
 */
async function runStages(
  window: SamplingWindow,
  { beforeMs, stageMs, afterMs }: Readonly<Record<'beforeMs' | 'stageMs' | 'afterMs', number>>,
): Promise<Span[]> {
  window.follow(process.pid)
  const stages: Span[] = []
  for (let round = 0; round < 3; round += 1) {
    await delay(beforeMs)
    const fromMs = Date.now()
    window.markStage('predict')
    await delay(stageMs)
    stages.push({ fromMs, toMs: Date.now() })
    window.markStage(null)
  }
  await delay(afterMs)
  window.markEnded()
  await window.close()
  return stages
}

/** Seconds of the span in which a stand-in that is busy for the first part of each period was busy. */
function computeBusySeconds({ fromMs, toMs }: Span, onMs: number, periodMs: number): number {
  const busyUntil = (ms: number): number => Math.floor(ms / periodMs) * onMs + Math.min(ms % periodMs, onMs)
  return (busyUntil(toMs) - busyUntil(fromMs)) / 1000
}

async function workOf(options: string, seconds: number, request: Partial<SamplingRequest> = {}) {
  await using window = await open(options, request)
  const span = await runUnder(window, seconds)
  const { gpus, problems } = await window.close()
  return { work: gpus[0]!.work!, ran: (span.toMs - span.fromMs) / 1000, span, problems, window }
}

test.each([
  ['since boot', 0],
  ['since the epoch', 1],
  ['of a clock that this machine does not have', 2],
])('busy time is the integral of the driver’s samples, whose times are microseconds %s', async (_what, clock) => {
  const { work, ran, problems } = await workOf(`util=60,samples_clock=${clock}`, 1.5, { idleWatts: {} })
  expect(work.busySource).toBe('driver-samples')
  expect(work.busySeconds! / ran).toBeCloseTo(0.6, 2)
  expect(work.busyClockMhz).toBeCloseTo(1900, 6)
  expect(problems).toEqual(['GPU 0: energy above idle is not available: the idle power is not known'])
})

test('impossible values and a frozen energy counter are told and do not count', async () => {
  const { work, problems, window } = await workOf('util=40,spike_at=3,mem_zero=1,energy_stuck=1', 0.8)
  const { gpus } = await window.close()
  expect(gpus[0]).toMatchObject({ utilizationPercent: { max: 40 }, memoryUsedBytes: null, energyJoules: null })
  expect(work.busySeconds).toBeGreaterThan(0)
  expect(problems).toEqual([
    'GPU 0: impossible values of utilization_percent do not count (1, the first is 808334905)',
    'GPU 0: energy is not available: the energy counter did not move',
  ])
})

test('activity is the share between two GPM samples times the time between them', async () => {
  const { work, ran } = await workOf('util=60', 1)
  // The stand-in gives GPU 0 60 % and 70 %.
  expect(work.dramActiveSeconds! / ran).toBeCloseTo(0.6, 1)
  expect(work.graphicsActiveSeconds! / ran).toBeCloseTo(0.7, 1)
})

test('mean SM activity covers the end of a run, after the last regular reading of the counters', async () => {
  await using window = await open('util=60', { intervalMs: 60_000 })
  await runUnder(window, 0.3)
  const { gpus } = await window.close()
  expect(gpus[0]!.smUtilization).toMatchObject({ mean: 0.046, max: 0.046 })
})

test('GPUs without GPM, without samples or cut into slices have no such figures, with the reason', async () => {
  const noGpm = await workOf('util=60,refuse_gpm=3', 0.8)
  expect(noGpm.work).toMatchObject({
    dramActiveSeconds: null,
    graphicsActiveSeconds: null,
    busySource: 'driver-samples',
  })
  expect(noGpm.problems).toContain(
    'GPU 0: DRAM or graphics activity is not available: this GPU or driver has no GPM counters',
  )
  const noSamples = await workOf('util=60,samples=0', 1.5)
  expect(noSamples.work.busySource).toBe('mean-utilization')
  expect(noSamples.work.busySeconds! / noSamples.ran).toBeCloseTo(0.6, 1)
  expect(noSamples.problems).toContain('GPU 0: no utilization samples: nvmlDeviceGetSamples answered NOT_SUPPORTED (3)')
  const slices = await workOf('util=60,refuse_utilization=3,mig_gpu=0', 0.8)
  expect(slices.work).toMatchObject({ busySeconds: null, busySource: null, dramActiveSeconds: null })
  expect(slices.problems).toContain('GPU 0: busy time is not available: no utilization was reported')
  expect(slices.problems.join()).toContain('in MIG mode the driver counts all slices of the GPU together')
})

test('a buffer that is empty while the GPU idles: idle where plain readings agree', async () => {
  // 0.5 s of every 2 s are busy.
  const options = 'util=100,samples_idle_empty=1,samples_on_us=500000,samples_off_us=1500000'
  const { work, span, problems } = await workOf(options, 4)
  expect({ source: work.busySource, problems }).toEqual({ source: 'driver-samples', problems })
  // Samples are 100 ms apart: each edge of a busy part and of the run is known as well as that.
  expect(Math.abs(work.busySeconds! - computeBusySeconds(span, 500, 2000))).toBeLessThan(0.45)
  const idle = await workOf('util=0,samples_idle_empty=1', 1)
  expect(idle.work).toMatchObject({ busySeconds: 0, busySource: 'driver-samples' })
})

test('the start-up of a process lasts until its first GPU work', async () => {
  await using window = await open('util=100,samples_idle_empty=1,samples_on_us=500000,samples_off_us=1500000')
  await delay(2700 - (readBootMs() % 2000))
  window.follow(process.pid)
  const sinceMs = readBootMs() % 2000
  await delay(1900)
  window.markEnded()
  const { gpus, problems } = await window.close()
  const { busySource, startUpSeconds } = gpus[0]!.work!
  expect({ source: busySource, problems }).toEqual({ source: 'driver-samples', problems })
  // A busy machine may start late, even after the next work began.
  const untilMs = sinceMs < 500 ? 0 : 2000 - sinceMs
  expect(Math.abs(startUpSeconds! - untilMs / 1000)).toBeLessThan(0.25)
})

test('a process that ends just after its GPU work, whose idle end no sample and no plain reading has shown yet', async () => {
  await using window = await open('util=100,samples_idle_empty=1,samples_on_us=500000,samples_off_us=1500000')
  await delay(2000 - (readBootMs() % 2000))
  window.follow(process.pid)
  const fromMs = readBootMs()
  await delay(2550 - (fromMs % 2000))
  window.markEnded()
  const span = { fromMs, toMs: readBootMs() }
  const { gpus, problems } = await window.close()
  const { busySource, busySeconds } = gpus[0]!.work!
  expect({ source: busySource, problems }).toEqual({ source: 'driver-samples', problems })
  expect(Math.abs(busySeconds! - computeBusySeconds(span, 500, 2000))).toBeLessThan(0.25)
})

test('a buffer that is empty although the GPU works is no busy time', async () => {
  const { work, problems } = await workOf('util=50,samples_percent=0,samples_idle_empty=1', 1.5)
  expect(work).toMatchObject({ busySeconds: null, busySource: null })
  expect(problems).toContain('GPU 0: busy time is not available: the driver returned no utilization samples')
})

test('a buffer that ran over between two reads is named', async () => {
  const { work, problems } = await workOf('util=50,samples_room=3', 3, { intervalMs: 1000 })
  expect(work.busySeconds).toBeNull()
  expect(problems).toContain(
    'GPU 0: busy time is not available: samples of the driver were overwritten before they were read',
  )
})

test('samples that contradict the polled utilization are not trusted, and neither is the polled mean', async () => {
  const { work, problems, ran } = await workOf('util=5,samples_percent=95', 4)
  expect(work).toMatchObject({ busySeconds: null, busySource: null })
  const given = /^GPU 0: busy time is not available: the driver's samples give ([\d.]+) s/m.exec(problems.join('\n'))
  // One decimal is written, and each end of the run is known up to a sample.
  expect(Math.abs(Number(given?.[1]) - 0.95 * ran)).toBeLessThan(0.2)
})

test('stages that are reported live have activity and energy, others have only the busy time', async () => {
  await using window = await open('util=60', { idleWatts: { 0: 1 } })
  const stages = await runStages(window, { beforeMs: 700, stageMs: 1500, afterMs: 300 })
  const live = []
  for (const { fromMs, toMs } of stages) {
    const seconds = (toMs - fromMs) / 1000
    const [use] = await window.readGpuUse({ fromMs, toMs })
    expect(use!.work!.busySeconds! / seconds).toBeCloseTo(0.6, 2)
    if (use!.work!.dramActiveSeconds !== null) live.push({ work: use!.work!, seconds })
    const [late] = await window.readGpuUse({ fromMs: fromMs + 500, toMs: toMs - 500 })
    expect(late!.work!.busySeconds! / (seconds - 1)).toBeCloseTo(0.6, 2)
    expect(late!.work).toMatchObject({ dramActiveSeconds: null, graphicsActiveSeconds: null })
  }
  expect(live.length).toBeGreaterThan(0)
  for (const { work, seconds } of live) expect(work.dramActiveSeconds! / seconds).toBeCloseTo(0.6, 1)
  expect(Math.max(...live.map(({ work }) => work.energyAboveIdleJoules ?? 0))).toBeGreaterThan(0)
})

test('stages that are reported live have counters of their own, although they are too expensive to be read regularly', async () => {
  await using window = await open('util=60,cost_gpm_sample_us=1500')
  const stages = await runStages(window, { beforeMs: 1000, stageMs: 1000, afterMs: 1500 })
  const means = []
  for (const span of stages) means.push((await window.readGpuUse(span))[0]!.smUtilization?.mean)
  const known = means.filter((mean) => typeof mean === 'number')
  expect(known.length).toBeGreaterThan(0)
  // What the stand-in always answers for GPU 0.
  for (const mean of known) expect(mean).toBeCloseTo(0.046, 6)
})

test('a pipeline with thousands of short stages keeps its figures and makes the sampling no dearer', async () => {
  await using window = await open('util=60,cost_gpm_sample_us=3000,cost_energy_us=6000')
  window.follow(process.pid)
  const startedMs = Date.now()
  for (let edge = 0; edge < 3000; edge += 1) {
    window.markStage(edge % 2 === 0 ? 'batch' : null)
    if (edge % 100 === 0) await delay(200)
  }
  window.markEnded()
  const { gpus, overheadCpuShare } = await window.close()
  const seconds = (Date.now() - startedMs) / 1000
  // Reading at every edge would take 9 s for activity alone.
  expect(overheadCpuShare! * seconds).toBeLessThan(0.6)
  expect(gpus[0]!.work!.dramActiveSeconds! / seconds).toBeCloseTo(0.6, 0)
})

test('what ran before the process and after it is not its work; GPUs of others have none', async () => {
  await using window = await open('util=100,samples_on_us=1000000,samples_off_us=3000000')
  // It begins half a second after a busy part, of which there is one every four seconds.
  await delay((5500 - (readBootMs() % 4000)) % 4000)
  const span = await runUnder(window, 1)
  await delay(1800)
  const { gpus } = await window.close()
  expect(Math.abs(gpus[0]!.work!.busySeconds! - computeBusySeconds(span, 1000, 4000))).toBeLessThan(0.25)
  expect(gpus[0]!.utilizationPercent!.max).toBe(100)
  expect(gpus[1]!.work).toBeUndefined()
})

test('eight GPUs are read in turn: no tick reads all, none loses busy time, another process is seen within three seconds', async () => {
  const gpus = [0, 1, 2, 3, 4, 5, 6, 7]
  const eight = 'devices=8,util=60,samples_room=20'
  await using window = await open(eight, { gpus, ownGpus: gpus, intervalMs: chooseIntervalMs('nvml', 8) })
  const span = await runUnder(window, 4.5, () => {
    setTimeout(() => fake.take(`${eight},process=${process.ppid}@7:100`), 600)
    setTimeout(() => fake.take(eight), 3800)
  })
  const summary = await window.close()
  const ran = (span.toMs - span.fromMs) / 1000
  expect(summary).toMatchObject({ intervalMs: 2000, lostSamples: 0 })
  for (const { work, samples } of summary.gpus) {
    expect(work).toMatchObject({ busySource: 'driver-samples' })
    expect(work!.busySeconds! / ran).toBeCloseTo(0.6, 1)
    // Opening, about three in turn, and the end.
    expect(samples).toBeGreaterThanOrEqual(3)
  }
  expect(summary.foreignProcesses).toMatchObject([{ gpu: 7, pid: process.ppid }])
  const perTick = new Map<string, number>()
  for (const time of logTimes()) perTick.set(time, (perTick.get(time) ?? 0) + 1)
  const regular = [...perTick.values()].slice(1, -1)
  expect(regular.length).toBeGreaterThanOrEqual(3)
  expect(Math.max(...regular)).toBe(4)
})

/** Times of the rows of the log, as written. */
function logTimes(): string[] {
  const lines = readFileSync(join(folder, 'gpu.log'), 'utf8').trimEnd().split('\n')
  return lines.filter((line) => !line.startsWith('#')).map((line) => line.split(',')[0]!)
}
