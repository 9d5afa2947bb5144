import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { GpuReading } from '../../../../../src/domain/telemetry/gpu.ts'
import { findContamination } from '../../../../../src/domain/trial/contamination.ts'
import { collectMeasurements, summarizeOutcome } from '../../../../../src/domain/trial/outcome.ts'
import { evaluateRequirement, type Operator } from '../../../../../src/domain/verdict/requirement.ts'
import type { GpuSource } from '../../../../../src/io/gpu/gpu-source.ts'
import { SamplingSession } from '../../../../../src/io/gpu/sampling/sampling-session.ts'
import { listUnobservedChecks } from '../../../../../src/judging/findings/cautions.ts'
import { deriveTelemetryFigures } from '../../../../../src/judging/findings/figures.ts'
import type { TelemetrySummary } from '../../../../../src/record/telemetry.ts'
import { aReading } from '../../../../fakes/replay-gpu-source.ts'
import { aCase, aTrial, someDevices } from '../../../a-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-unobserved-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const gpus = [0, 1]
/** A trial, and when a quantity stops in it. */
const [trialMs, stopMs] = [4000, 1500]
const program = spawn('sleep', ['120'])
const gibibyte = 2 ** 30
const wrong = 4_294_967_295

/** What a GPU answers, and what it cannot mean. */
const fields = {
  utilizationPercent: [60, 808_334_905],
  memoryUsedBytes: [8 * gibibyte, 2 ** 60],
  powerWatts: [400, 65_535],
  smClockMhz: [1900, wrong],
  temperatureCelsius: [50, wrong],
  smUtilization: [0.5, 7e12],
  clocksEventReasons: [[], null],
} as const satisfies Partial<Record<keyof GpuReading, unknown>>
type Field = keyof typeof fields
const fieldNames = Object.keys(fields) as Field[]
const quantities = [...fieldNames, 'energy', 'busy', 'processes'] as const
type Quantity = (typeof quantities)[number]

type State = 'value' | 'null' | 'impossible' | 'throws' | 'frozen'
const stops =
  (state: State) =>
  (ms: number): State =>
    ms < stopMs ? 'value' : state
const ways = {
  never: () => 'null',
  'stops half-way': stops('null'),
  'begins half-way': (ms) => (ms > trialMs - stopMs ? 'value' : 'null'),
  'one GPU of two': (_ms, gpu) => (gpu === 0 ? 'value' : 'null'),
  'one GPU of two, half-way': (ms, gpu) => (gpu === 0 ? 'value' : stops('null')(ms)),
  impossible: () => 'impossible',
  'impossible half-way': stops('impossible'),
  blocked: () => 'throws',
  'blocked half-way': stops('throws'),
  frozen: () => 'frozen',
} satisfies Record<string, (ms: number, gpu: number) => State>
type Way = keyof typeof ways

const energy = {
  value: (ms: number) => 1e6 + 0.4 * ms,
  impossible: (ms: number) => 1e6 * ms,
  frozen: () => 1e6,
  null: () => null,
  throws: () => null,
}

/** A driver of two GPUs whose quantity is missing in this way; null: none. */
function openSource(quantity: Quantity | null, way: Way): GpuSource {
  const [startedMs, started] = [Date.now(), performance.now()]
  const elapse = (): number => performance.now() - started
  const judge = (name: Quantity, gpu: number): State => {
    const state = name === quantity ? ways[way](elapse(), gpu) : 'value'
    if (state === 'throws') throw new Error(`the driver did not answer ${name}`)
    return state
  }
  const readField = (name: Field, gpu: number): unknown => {
    const state = judge(name, gpu)
    return state === 'null' ? null : fields[name][state === 'impossible' ? 1 : 0]
  }
  return {
    identify: () => [],
    read: (list, timeMs) =>
      list.map((gpu) => ({
        ...aReading({ gpu, timeMs, memoryTotalBytes: 80 * gibibyte }),
        ...Object.fromEntries(fieldNames.map((name) => [name, readField(name, gpu)])),
      })),
    listProcesses: ([gpu = 0]) => (['value', 'frozen'].includes(judge('processes', gpu)) ? [] : null),
    readEnergyJoules: ([gpu = 0]) => new Map([[gpu, energy[judge('energy', gpu)](elapse())]]),
    readUtilizationSamples: (gpu) => {
      const state = judge('busy', gpu)
      if (state === 'null') return { status: 'unavailable', reason: 'refused' }
      const last = state === 'frozen' ? 0 : Math.floor(elapse() / 100)
      const times = Array.from({ length: 50 }, (_, index) => startedMs + (last - 49 + index) * 100)
      return {
        status: 'samples',
        timesUs: times.map((ms) => ms * 1000),
        percents: times.map(() => (state === 'impossible' ? 808_334_905 : 60)),
      }
    },
    readEvents: () => [],
    [Symbol.dispose]: () => undefined,
  }
}

/** Begins a trial; the result ends and judges it. */
function beginTrial(quantity: Quantity | null, way: Way) {
  const name = `${quantity} ${way}.log`
  const request = { gpus, ownGpus: gpus, intervalMs: 50, logPath: join(folder, name), hdf5Path: null, runId: null }
  const own = { monitor: 'nvml', ownPid: process.pid, source: { kind: 'pushed' } } as const
  const session = new SamplingSession({ ...request, ...own }, openSource(quantity, way))
  session.follow(program.pid ?? 0, Date.now())
  return async () => {
    session.markEnded(Date.now())
    return judgeTrial((await session.close()).summary)
  }
}

function judgeTrial(telemetry: TelemetrySummary) {
  const contamination = findContamination({ telemetry, gpus, failure: null, usual: null })
  const trial = aTrial({ telemetry, contamination, gpus, wallSeconds: trialMs / 1000 })
  const outcome = summarizeOutcome(aCase({ gpus, repeats: 1 }), [trial])
  const cautions = listUnobservedChecks([outcome]).map(({ subject }) => subject)
  const metrics = outcome.status === 'measured' ? collectMeasurements([trial]).map(({ metric }) => metric.name) : []
  return { contamination, outcome, derived: deriveTelemetryFigures(outcome, someDevices(2)), metrics, cautions }
}

const pairs = quantities.flatMap((quantity) =>
  (Object.keys(ways) as Way[])
    // An instantaneous value may stay the same, and a counter covers the time since it was read last.
    .filter((way) => way !== 'frozen' || quantity === 'energy' || quantity === 'busy')
    .filter((way) => way !== 'begins half-way' || quantity !== 'smUtilization')
    .map((way) => [quantity, way] as const),
)
const figures: Partial<Record<Quantity, readonly string[]>> = {
  utilizationPercent: ['gpu_utilization'],
  smUtilization: ['sm_utilization'],
  memoryUsedBytes: ['gpu_memory_peak', 'gpu_memory_peak_share'],
  energy: ['gpu_energy'],
}
const gates: Partial<Record<Quantity, readonly string[]>> = {
  utilizationPercent: ['gpu_utilization', 'gpu_busy_time_polled'],
  memoryUsedBytes: ['gpu_memory_peak', 'gpu_memory_used_peak'],
  energy: ['gpu_energy'],
  busy: ['gpu_busy_time'],
}
const checks: Partial<Record<Quantity, string>> = {
  processes: 'other programs',
  clocksEventReasons: 'lowered clocks',
  utilizationPercent: 'idle GPUs',
}
const operators: readonly Operator[] = ['<', '<=', '>', '>=', '==']
const limits = [0, 0.5, 1, 60, 1e4, 1e12]

type Judged = ReturnType<typeof judgeTrial>
const judged = new Map<string, Judged>()
// The time of the trials is not real, so that a busy machine loses no reading; only their ends wait for the driver.
beforeAll(async () => {
  const all = [[null, 'never'] as const, ...pairs]
  const realNow = performance.now.bind(performance)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const beganMs = Date.now()
  let closedAt = Number.POSITIVE_INFINITY
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - beganMs + Math.max(0, realNow() - closedAt))
  const trials = all.map(([quantity, way]) => beginTrial(quantity, way))
  vi.advanceTimersByTime(trialMs)
  closedAt = realNow()
  const results = await Promise.all(trials.map((end) => end()))
  for (const [index, [quantity, way]] of all.entries()) judged.set(`${quantity} ${way}`, results[index]!)
  vi.useRealTimers()
  vi.restoreAllMocks()
  program.kill()
}, 60_000)

it('everything that is seen counts, and meets a limit', () => {
  const clean = judged.get('null never')!
  expect([clean.contamination, clean.cautions]).toEqual([[], []])
  for (const [quantity, names] of Object.entries(figures))
    for (const name of names) {
      const found = clean.derived.filter((item) => item.name === name)
      expect([quantity, found.map(({ value }) => value !== null)]).toEqual([quantity, [true, true]])
    }
  expect(clean.metrics).toEqual(expect.arrayContaining(['gpu_busy_time', 'gpu_energy', 'gpu_utilization']))
})

/** Limits that are judged although their value was not observed. */
function listPasses(quantity: Quantity, way: Way, { derived }: Judged): string[] {
  const lost = way.startsWith('one GPU') ? [1] : gpus
  const rules = lost.flatMap((gpu) =>
    operators.flatMap((operator) => limits.map((limit) => ({ axes: { gpu }, operator, limit }))),
  )
  return (figures[quantity] ?? []).flatMap((value) =>
    rules.flatMap((rule) => {
      const requirement = { id: 'X', suite: 'scaling', value, unit: '', ...rule } as const
      const [result] = evaluateRequirement({ ...requirement, severity: 'fail', rule: 'config' }, derived)
      const isOpen = result?.status === 'not evaluated' && result.reason.startsWith('not observed: ')
      return isOpen ? [] : [`${value} ${rule.operator} ${rule.limit}: ${result?.status} ${result?.reason}`]
    }),
  )
}

/** Whether energy is that of the power samples, which is as good. */
function isIntegrated(quantity: Quantity, way: Way, { derived }: Judged): boolean {
  const [own, clean] = [derived, judged.get('null never')!.derived].map((list) =>
    list.filter(({ name }) => name === 'gpu_energy').map(({ value }) => value ?? 0),
  )
  const isClose = own!.every((value, index) => Math.abs(value / clean![index]! - 1) < 0.15)
  return quantity === 'energy' && !/impossible|frozen/.test(way) && isClose
}

/** Everything that was judged by a trial whose quantity is missing. */
function listFaults(quantity: Quantity, way: Way, trial: Judged): string[] {
  const { contamination, derived, metrics, cautions } = trial
  const others = contamination.filter((reason) => !reason.startsWith('not observed: '))
  // A void trial has no figures at all.
  if (contamination.length > 0) return [...others, ...metrics, ...derived.map(({ name }) => name)]
  const check = checks[quantity]
  return [
    ...(isIntegrated(quantity, way, trial) ? [] : listPasses(quantity, way, trial)),
    ...metrics.filter((metric) => gates[quantity]?.includes(metric)),
    ...(check === undefined || cautions.join().includes(check) ? [] : [`no caution: ${check}`]),
  ]
}

it.each(pairs)('%s: %s: passes no limit, no gate and no check', (quantity, way) => {
  expect(listFaults(quantity, way, judged.get(`${quantity} ${way}`)!)).toEqual([])
})
