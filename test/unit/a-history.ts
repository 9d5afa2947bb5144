import type { TrackingRules } from '../../src/domain/history/observe.ts'
import { noisySeries, stairs } from './domain/noisy-series.ts'
import type { HistoryCase, HistoryRecord } from '../../src/record/history.ts'

export const someRules: TrackingRules = { metrics: ['*'], minEffect: 0.03, settledAfter: 12, openWhen: 'confirmed' }
export const testbedId = '1x-nvidia-h200'

/** The commit of an order: what a history calls it. */
export function commitAt(order: number): string {
  return order.toString(16).padStart(8, '0').repeat(5)
}

const conditions: HistoryCase['conditions'] = {
  datasetSha256: 'd'.repeat(64),
  commandSha256: 'c'.repeat(64),
  filesSha256: 'f'.repeat(64),
  resultRows: 1000,
}

export type SomeMetrics = Readonly<Record<string, number | readonly number[]>>

/** A run that measured these metrics of one case; those with `throughput` in their name are better when higher. */
export function aHistoryRecord(
  order: number,
  metrics: SomeMetrics,
  overrides: Partial<HistoryRecord> & { readonly conditions?: Partial<HistoryCase['conditions']> } = {},
): HistoryRecord {
  const { conditions: changed, ...rest } = overrides
  const time = new Date(Date.UTC(2026, 0, 1, order)).toISOString()
  return {
    schemaVersion: 1,
    runId: `run-${order}`,
    commit: commitAt(order),
    order,
    committedAt: time,
    measuredAt: time,
    testbed: { id: testbedId, sha256: 'b'.repeat(64) },
    provenance: {
      tool: 'warpgauge 0.1.0',
      event: 'push',
      runUrl: `https://github.com/lab/pipeline/actions/runs/${order}`,
      configPath: '.github/warpgauge.yml',
      configSha256: 'a'.repeat(64),
    },
    cases: [
      {
        suite: 'scaling',
        benchmark: 'predict',
        axes: { gpus: 1 },
        conditions: { ...conditions, ...changed },
        metrics: Object.entries(metrics).map(([name, value]) => ({
          name,
          unit: name.includes('throughput') ? 'rows/s' : 's',
          betterWhen: name.includes('throughput') ? 'higher' : 'lower',
          samples: typeof value === 'number' ? [value] : value,
        })),
      },
    ],
    ...rest,
  }
}

/** Runs of `wall_time`, with `throughput` as its other side, over levels of so many runs each; noise of 0.5 %. */
export function aHistory(...levels: readonly (readonly [count: number, level: number])[]): HistoryRecord[] {
  const values = noisySeries(stairs(...levels), { seed: 7, sigma: 0.005 })
  return values.map((value, index) => aHistoryRecord(index + 1, { wall_time: value, throughput: 1000 / value }))
}
