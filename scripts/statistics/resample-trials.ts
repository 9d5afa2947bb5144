import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseRunRecord } from '../../src/config/records/parse-records.ts'
import { computeMean, computeMedian } from '../../src/domain/core/statistics.ts'
import { getBusySeconds, sumOverGpus } from '../../src/domain/telemetry/own-gpu-uses.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { aGpuUse, aTrialHost, aTelemetry, steady } from '../../test/unit/a-telemetry.ts'
import { drawsFrom } from './noise-families.ts'
import { checkRates, type CheckRates } from './process-rates.ts'
import { revisionConfig, type PullRequest } from './simulated-pull-request.ts'

// Error rates of the complete check on the noise of real GPU runs: `node scripts/statistics/resample-trials.ts RUNS…`,
// where RUNS holds folders with run.json of pull requests, such as those of docs/evidence/gpu-gates. Each trial gives one
// residual of all its figures together, relative to the mean of its side; pull requests are drawn from these.

/**
 * Figures of a run in seconds. `wait` is the time in which a GPU in use waits for the host, `start` that in which it is not
 * in use: the recorded runs do not say how much of it lies before the first GPU work.
 */
type Figures = Readonly<Record<'wall' | 'cpu' | 'busy' | 'wait' | 'start' | 'dram', number>>

const names = ['wall', 'cpu', 'busy', 'wait', 'start', 'dram'] as const

type Program = { readonly name: string; readonly level: Figures; readonly residuals: readonly Figures[] }

/**
 * What a head does more of: GPU work relative to itself, time of the host relative to the run, everywhere or only between
 * kernels.
 */
type Plant = {
  readonly name: string
  readonly gpu?: number
  readonly host?: number
  readonly loop?: number
  /** Only before the first GPU work. */
  readonly startUp?: number
  /** Whether the host waits instead of computing, so that the CPU time stays the same. */
  readonly isWaiting?: boolean
  /** Probability per side that the power cap lowers the clock of a run by 5 %. */
  readonly capped?: { readonly base: number; readonly head: number }
}

const plants: readonly Plant[] = [
  { name: 'unchanged' },
  { name: 'GPU work -5 %', gpu: -0.05 },
  { name: 'GPU work +1 %', gpu: 0.01 },
  { name: 'GPU work +2 %', gpu: 0.02 },
  { name: 'GPU work +3 %', gpu: 0.03 },
  { name: 'host +5 %', host: 0.05 },
  { name: 'host +10 %', host: 0.1 },
  { name: 'loop +5 %', loop: 0.05 },
  { name: 'loop +10 %', loop: 0.1 },
  { name: 'start-up +5 %', startUp: 0.05 },
  { name: 'start-up +10 %', startUp: 0.1 },
  { name: 'waiting host +10 %', host: 0.1, isWaiting: true },
  { name: 'capped 30 %, unchanged', capped: { base: 0.3, head: 0.3 } },
  { name: 'capped 20 to 60 %', capped: { base: 0.2, head: 0.6 } },
  { name: 'capped 0 to 100 %', capped: { base: 0, head: 1 } },
]

const [highestMhz, cappedClock] = [1980, 0.95]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '20261127' },
    // Names or their beginnings, separated by commas; default: all.
    plant: { type: 'string', default: '' },
    // `run.maxRepeats`.
    runs: { type: 'string', default: '10' },
  },
})
const [count, seed] = [Number(values.count), Number(values.seed)]
const chosen = plants.filter(({ name }) => values.plant.split(',').some((start) => name.startsWith(start)))
const programs = readPrograms(positionals)
if (programs.length === 0) throw new Error('no run.json with GPU busy time lies below the given folders')
process.stdout.write(
  `${count} pull requests each, seed ${seed}\n\n| program | trials | noise of busy / waiting / start-up / wall |`,
)
process.stdout.write(` ${chosen.map(({ name }) => name).join(' | ')} |\n`)
process.stdout.write(`| :- | -: | -: | ${chosen.map(() => '-:').join(' | ')} |\n`)
for (const program of programs) {
  const rates = chosen.map((plant, index) => measureRates(program, plant, seed + index * 1e6))
  const noise = (['busy', 'wait', 'start', 'wall'] as const).map((name) => formatShare(computeNoise(program, name)))
  const cells = rates.map(
    ({ failed, passed, inconclusive, runs }) =>
      `${[failed, passed, inconclusive].map(formatShare).join(' / ')} (${runs})`,
  )
  const row = [program.name, program.residuals.length, noise.join(' / '), ...cells]
  process.stdout.write(`| ${row.join(' | ')} |\n`)
}
process.stdout.write('\nCells: failed / passed / inconclusive in percent (mean of runs per side).\n')
writeShifts()

/** How many standard deviations of a run 10 % more time of the host moves each figure that could show it. */
function writeShifts(): void {
  const figures: Readonly<Record<string, (at: Figures) => number>> = {
    'wall time': ({ wall }) => wall,
    'time in use': ({ busy, wait }) => busy + wait,
    'start-up': ({ start }) => start,
    'start-up + waiting': ({ start, wait }) => start + wait,
    'CPU time': ({ cpu }) => cpu,
  }
  const shown = plants.filter(({ name }) => /^(host|loop|start-up) \+10/.test(name))
  process.stdout.write(`\n| program, plant | ${Object.keys(figures).join(' | ')} |\n| :- |${' -: |'.repeat(5)}\n`)
  for (const { name, level, residuals } of programs)
    for (const plant of shown) {
      const cells = Object.values(figures).map((read) => {
        const runs = residuals.map((residual) => read(addNoise(level, residual)))
        const mean = computeMean(runs)
        const deviation = Math.sqrt(computeMean(runs.map((value) => (value - mean) ** 2)))
        return ((read(slowDown(level, plant)) - read(level)) / deviation).toFixed(1)
      })
      process.stdout.write(`| ${name}, ${plant.name} | ${cells.join(' | ')} |\n`)
    }
}

function formatShare(share: number): string {
  return (100 * share).toFixed(1)
}

function computeNoise({ residuals }: Program, name: keyof Figures): number {
  return Math.sqrt(computeMean(residuals.map((residual) => residual[name] ** 2)))
}

/** Groups the trials of all runs by the program's name, which is the first word of the run folder. */
function readPrograms(folders: readonly string[]): Program[] {
  const files = folders.flatMap((folder) => globSync('**/run.json', { cwd: folder }).map((path) => join(folder, path)))
  const byProgram = Map.groupBy(files.toSorted(), (path) => basename(join(path, '..')).split('-')[0] ?? '')
  return [...byProgram].flatMap(([name, paths]) => {
    const sides = paths.flatMap((path) => readSides(parseRunRecord(readFileSync(path, 'utf8'))))
    const residuals = sides.flatMap(computeResiduals)
    const all = sides.flat()
    return residuals.length < 20
      ? []
      : [{ name, level: mapFigures((key) => computeMedian(all.map((one) => one[key]))), residuals }]
  })
}

function readSides({ trials }: RunRecord): Figures[][] {
  const counted = trials.filter(
    ({ isWarmup, failure, contamination }) => !isWarmup && !failure && contamination.length === 0,
  )
  return [...Map.groupBy(counted, ({ caseId }) => caseId).values()].map((side) =>
    side.flatMap((trial) => readFigures(trial) ?? []),
  )
}

function readFigures(trial: Trial): Figures | null {
  const [wall, cpu] = [trial.wallSeconds, (trial.host?.userCpuSeconds ?? 0) + (trial.host?.systemCpuSeconds ?? 0)]
  const busy = sumOverGpus(trial, getBusySeconds)
  const inUse = sumOverGpus(trial, ({ work }) => work?.inUseSeconds ?? null)
  const dram = sumOverGpus(trial, ({ work }) => work?.dramActiveSeconds ?? null)
  if (wall === null || cpu === 0 || !busy || !inUse || !dram || inUse <= busy || wall <= inUse) return null
  return { wall, cpu, busy, wait: inUse - busy, start: wall - inUse, dram }
}

/** Logarithms relative to the mean of the side, widened for the estimated mean. */
function computeResiduals(side: readonly Figures[]): Figures[] {
  if (side.length < 2) return []
  const widen = Math.sqrt(side.length / (side.length - 1))
  const means = mapFigures((key) => computeMean(side.map((one) => Math.log(one[key]))))
  return side.map((one) => mapFigures((key) => (Math.log(one[key]) - means[key]) * widen))
}

function mapFigures(read: (key: keyof Figures) => number): Figures {
  return Object.fromEntries(names.map((key) => [key, read(key)])) as Figures
}

function measureRates(program: Program, plant: Plant, firstSeed: number): CheckRates {
  const config = revisionConfig([], 'gpu', Number(values.runs))
  return checkRates(count, (index) => buildRequest(program, plant, { config, seed: firstSeed + index }))
}

function addNoise(level: Figures, residual: Figures | undefined): Figures {
  return mapFigures((key) => level[key] * Math.exp(residual?.[key] ?? 0))
}

/** What a run takes with a plant. A slower host prolongs everything but the kernels. */
function slowDown(at: Figures, { gpu = 0, host = 0, loop = 0, startUp = 0, isWaiting = false }: Plant): Figures {
  const added = at.wall * (host + loop + startUp)
  const share = loop > 0 ? 1 : startUp > 0 ? 0 : at.wait / (at.wait + at.start)
  return {
    wall: at.wall + at.busy * gpu + added,
    cpu: at.cpu + (isWaiting ? 0 : added),
    busy: at.busy * (1 + gpu),
    wait: at.wait + added * share,
    start: at.start + added * (1 - share),
    dram: at.dram * (1 + gpu),
  }
}

function buildRequest(
  { level, residuals }: Program,
  plant: Plant,
  draw: Pick<PullRequest, 'config' | 'seed'>,
): PullRequest {
  const { uniform } = drawsFrom(draw.seed)
  return {
    ...draw,
    slowdown: 0,
    noise: () => 0,
    seconds: level.wall,
    tick: null,
    sessions: [],
    facts: (_, side) => {
      const residual = residuals[Math.floor(uniform() * residuals.length)]
      const { capped } = plant
      const noisy = addNoise(level, residual)
      const run = side === 'head' ? slowDown(noisy, plant) : noisy
      const isCapped = capped !== undefined && uniform() < capped[side]
      // A lower clock prolongs the kernels.
      const busy = isCapped ? run.busy / cappedClock : run.busy
      const atClock = { ...run, busy, wall: run.wall + busy - run.busy }
      return buildFacts(atClock, capped && (isCapped ? cappedClock : 1))
    },
  }
}

/** `clock`: relative to the highest; undefined: not recorded. */
function buildFacts({ wall, cpu, busy, wait, start, dram }: Figures, clock?: number): Partial<Trial> {
  const work = {
    busySeconds: busy,
    busySource: 'driver-samples',
    inUseSeconds: busy + wait,
    startUpSeconds: start,
    dramActiveSeconds: dram,
    graphicsActiveSeconds: null,
    energyAboveIdleJoules: null,
    busyClockMhz: clock === undefined ? null : highestMhz * clock,
  } as const
  const smClockMhz = steady(highestMhz * (clock ?? 1))
  const clocksEventShares = clock === undefined ? {} : { 'sw-power-cap': clock < 1 ? 0.4 : 0 }
  const use = { ...aGpuUse({ utilizationPercent: steady((100 * busy) / wall), smClockMhz, clocksEventShares }), work }
  const startedMs = 1_795_000_000_000
  return {
    wallSeconds: wall,
    host: aTrialHost({ userCpuSeconds: cpu, systemCpuSeconds: 0 }),
    telemetry: aTelemetry({ startedMs, endedMs: startedMs + 1000 * wall, gpus: [use] }),
  }
}
