import type { Config } from '../../src/config/schema/schema.ts'
import { collectMeasurements } from '../../src/domain/trial/outcome.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { aTrial } from '../../test/unit/a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../../test/unit/a-telemetry.ts'
import { drawsFrom } from './noise-families.ts'
import { bimodal } from './noise-processes.ts'
import { checkRates, type FamilyResult } from './process-rates.ts'
import type { PullRequest } from './simulated-pull-request.ts'

/** What is recorded of runs whose wall time has two modes. */
type GpuScenario = {
  readonly name: string
  /** GPU busy time has the same mode as the wall time of its run. */
  readonly isBusyTimeBimodal: boolean
  /** The clock of the GPU in each run shows the mode. */
  readonly isClockRecorded: boolean
}

const scenarios: readonly GpuScenario[] = [
  { name: 'modes in the wall time only', isBusyTimeBimodal: false, isClockRecorded: false },
  { name: 'modes in wall time and GPU busy time', isBusyTimeBimodal: true, isClockRecorded: false },
  { name: 'modes in both, clock recorded', isBusyTimeBimodal: true, isClockRecorded: true },
]

const busyShare = 0.6
const busyNoise = 0.002
/** The GPU waits for the host now and then while it is in use. */
const busyInUse = 0.95
const dramShare = 0.4
const dramNoise = 0.0035
const [lowMhz, highMhz] = [1747, 1980]
const slowdowns: readonly number[] = [0, 0.03, 0.05, 0.1]

/** Whether trials with telemetry give the metric `gpu_busy_time` in this version. */
export function measuresBusyTime(): boolean {
  const trial = aTrial({ gpus: [0], ...busyFacts({ wallSeconds: 10, busySeconds: 6, dramSeconds: 2 }, null) })
  return collectMeasurements([trial]).some(({ metric }) => metric.name === 'gpu_busy_time')
}

/** Pull requests on bimodal wall time of a program that is GPU-bound for 60 % of it, by scenario. */
export function gpuResults(config: Config, count: number): FamilyResult[] {
  return scenarios.map((scenario) => {
    const at = slowdowns.map((slowdown) => {
      const rates = checkRates(count, (seed) => bimodalRequest(scenario, { config, slowdown, seed }))
      return [String(slowdown), rates] as const
    })
    return { name: scenario.name, at: Object.fromEntries(at) }
  })
}

function bimodalRequest(scenario: GpuScenario, draw: Pick<PullRequest, 'config' | 'slowdown' | 'seed'>): PullRequest {
  const seconds = 10
  const draws = drawsFrom(draw.seed)
  const process = bimodal(draws)
  let latest = 0
  return {
    ...draw,
    seconds,
    tick: null,
    sessions: [],
    noise: (order, side) => (latest = process(order, side)),
    facts: (_, side, wallSeconds) => {
      const isSlow = latest > 0.06
      const mode = scenario.isBusyTimeBimodal ? latest : 0
      const work = seconds * busyShare * (side === 'head' ? 1 + draw.slowdown : 1)
      const busySeconds = work * Math.exp(mode + busyNoise * draws.normal())
      const dramSeconds = work * dramShare * Math.exp(dramNoise * draws.normal())
      const clockMhz = isSlow ? lowMhz : highMhz
      return busyFacts({ wallSeconds, busySeconds, dramSeconds }, scenario.isClockRecorded ? clockMhz : null)
    },
  }
}

/** Telemetry of a run on one GPU. */
function busyFacts(
  { wallSeconds, busySeconds, dramSeconds }: Readonly<Record<'wallSeconds' | 'busySeconds' | 'dramSeconds', number>>,
  busyClockMhz: number | null,
): Partial<Trial> {
  const work = {
    busySeconds,
    busySource: 'driver-samples',
    inUseSeconds: busySeconds / busyInUse,
    dramActiveSeconds: dramSeconds,
    graphicsActiveSeconds: null,
    energyAboveIdleJoules: null,
    busyClockMhz,
  } as const
  const use = aGpuUse({
    utilizationPercent: steady((100 * busySeconds) / wallSeconds),
    smClockMhz: steady(busyClockMhz ?? highMhz),
  })
  const withWork = { ...use, work }
  const startedMs = 1_795_000_000_000
  return {
    wallSeconds,
    telemetry: aTelemetry({ startedMs, endedMs: startedMs + 1000 * wallSeconds, gpus: [withWork] }),
  }
}
