import { createSeededRandom } from '../../../src/domain/core/bootstrap.ts'
import type { HistoryCase, HistoryRecord } from '../../../src/domain/history/history-records.ts'

/** Something planted into the year. Commits count from 1. */
export type Plant = {
  readonly name: string
  readonly kind: 'regression' | 'improvement' | 'creep'
  readonly from: number
  /** Last commit that has it; absent: to the end of the year, or of its testbed. */
  readonly to?: number
  /** Share by which its metrics get worse; of a creep over all of its commits. */
  readonly effect: number
  readonly metrics: readonly number[]
}

export const commits = 300
export const metricCount = 40
/** A new driver: every figure moves, and none of it is the program's. */
export const testbedChange = 181
export const tags = { 'v1.0': 20, 'v1.1': 205 } as const
const cases = 8
const perCase = metricCount / cases
const samplesPerRun = 3

const some = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (first + index * 7) % metricCount)

/** The faults of the year and what was not one. */
export const plants: readonly Plant[] = [
  { name: 'large step, twelve metrics', kind: 'regression', from: 45, effect: 0.15, metrics: some(0, 12) },
  { name: 'step in one metric', kind: 'regression', from: 70, effect: 0.08, metrics: [5] },
  { name: 'small step, four metrics', kind: 'regression', from: 95, effect: 0.045, metrics: some(3, 4) },
  { name: 'step that is mended', kind: 'regression', from: 110, to: 139, effect: 0.1, metrics: some(20, 6) },
  { name: 'the same again: the mend is taken back', kind: 'regression', from: 160, effect: 0.1, metrics: some(20, 6) },
  { name: 'step of all metrics', kind: 'regression', from: 225, to: 259, effect: 0.06, metrics: some(0, 40) },
  { name: 'two steps, five commits apart: first', kind: 'regression', from: 240, effect: 0.12, metrics: [8, 9, 10] },
  { name: 'two steps, five commits apart: second', kind: 'regression', from: 245, effect: 0.12, metrics: [30, 31] },
  { name: 'step in a noisy metric', kind: 'regression', from: 265, effect: 0.09, metrics: [39] },
  { name: 'faster', kind: 'improvement', from: 60, effect: -0.1, metrics: some(1, 8) },
  { name: 'faster again', kind: 'improvement', from: 130, effect: -0.05, metrics: some(2, 5) },
  { name: 'faster still', kind: 'improvement', from: 230, effect: -0.2, metrics: [13] },
  { name: 'creep before the change of testbed', kind: 'creep', from: 25, to: 175, effect: 0.09, metrics: [16, 17] },
  { name: 'creep after it', kind: 'creep', from: 210, to: 300, effect: 0.08, metrics: [28] },
  { name: 'creep in a noisy metric', kind: 'creep', from: 210, to: 300, effect: 0.08, metrics: [18] },
]

export function commitAt(order: number): string {
  return order.toString(16).padStart(8, '0').repeat(5)
}

/** A year of runs on the default branch: 300 commits, of which every tenth or so was not measured. */
export function simulateYear(seed: number): HistoryRecord[] {
  const uniform = createSeededRandom(seed)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  const noise = Array.from({ length: metricCount }, (_, metric) => noiseOf(metric))
  const slow = noise.map(() => normal())
  const records: HistoryRecord[] = []
  for (let order = 1; order <= commits; order += 1) {
    const isMeasured = uniform() > 0.1 || Object.values<number>(tags).includes(order)
    const values = noise.map(({ sigma, correlation, outliers }, metric) => {
      slow[metric] = correlation * (slow[metric] ?? 0) + Math.sqrt(1 - correlation ** 2) * normal()
      const session = levelOf(metric, order) * Math.exp(sigma * (slow[metric] ?? 0))
      const wild = uniform() < outliers ? 1.3 : 1
      return Array.from({ length: samplesPerRun }, () => session * wild * Math.exp((sigma / 2) * normal()))
    })
    if (isMeasured) records.push(recordOf(order, values))
  }
  return records
}

/** From 0.3 % to 2 %; a third of the metrics remembers its last value, and a tenth has wild runs. */
function noiseOf(metric: number) {
  return {
    sigma: 0.003 + (0.017 * ((metric * 13) % metricCount)) / metricCount,
    correlation: metric % 3 === 0 ? 0.4 : 0,
    outliers: metric % 10 === 0 ? 0.03 : 0,
  }
}

function levelOf(metric: number, order: number): number {
  const base = 10 + metric
  const machine = order >= testbedChange ? 0.8 + ((metric * 5) % 11) / 25 : 1
  return plants.reduce((level, plant) => level * factorOf(plant, metric, order), base * machine)
}

function factorOf({ kind, from, to = commits, effect, metrics }: Plant, metric: number, order: number): number {
  if (!metrics.includes(metric) || order < from) return 1
  if (kind === 'creep') return 1 + effect * Math.min(1, (order - from) / (to - from))
  return order <= to ? 1 + effect : 1
}

function recordOf(order: number, values: readonly number[][]): HistoryRecord {
  const time = new Date(Date.UTC(2026, 0, 1) + (order - 1) * 29 * 3_600_000).toISOString()
  return {
    schemaVersion: 1,
    runId: `run-${order}`,
    commit: commitAt(order),
    order,
    committedAt: time,
    measuredAt: time,
    testbed: { id: '2x-nvidia-h200', sha256: (order >= testbedChange ? '2' : '1').repeat(64) },
    provenance: {
      tool: 'simulation',
      event: 'push',
      runUrl: null,
      configPath: '.github/warpgauge.yml',
      configSha256: 'a'.repeat(64),
    },
    cases: Array.from({ length: cases }, (_, index) => caseOf(index, values)),
  }
}

function caseOf(index: number, values: readonly number[][]): HistoryCase {
  return {
    suite: 'scaling',
    benchmark: 'predict',
    axes: { gpus: 1 + (index % 2), size: Math.floor(index / 2) },
    conditions: {
      datasetSha256: 'd'.repeat(64),
      commandSha256: 'c'.repeat(64),
      filesSha256: 'f'.repeat(64),
      resultRows: 1000,
    },
    metrics: Array.from({ length: perCase }, (_, place) => {
      const number = index * perCase + place
      return { name: `m${number}`, unit: 's', betterWhen: 'lower', samples: values[number] ?? [] }
    }),
  }
}
