import { summarize } from '../../../src/domain/core/statistics.ts'
import {
  cpuTime,
  gpuBusyTime,
  gpuDramTime,
  gpuInUseTime,
  startUpTime,
  createStageMetric,
  wallTime,
} from '../../../src/domain/core/metric.ts'
import { doesFailCheck, type Comparison } from '../../../src/domain/verdict/comparison.ts'
import { conclude } from '../../../src/domain/verdict/conclusion.ts'
import type { Finding, Report } from '../../../src/domain/verdict/report.ts'
import { listWorkCautions } from '../../../src/judging/findings/cautions.ts'
import { aComparison, aRegression, aReport, aSummary, figures } from './a-report.ts'

const against = {
  suite: 'revision',
  benchmark: 'infer',
  axes: { gpus: 1, revision: 'head' },
  reference: 'base (9a8b7c6)',
} as const

const wall = aComparison({
  ...against,
  metric: wallTime.name,
  verdict: 'inconclusive',
  ...figures(0.021, [-0.034, 0.079], 11.4, 11.6),
  excluded: 0.094,
  reason: '3 against 3 runs: undecided whether it is slower by 3.0 %',
})

const busy = aComparison({
  ...against,
  metric: gpuBusyTime.name,
  ...figures(-0.001, [-0.004, 0.002], 8.21, 8.2),
  excluded: 0.005,
  cost: -0.0007,
  reason: '3 against 3 runs: a slowdown of 3.0 % is ruled out',
})

const embed = {
  ...busy,
  metric: createStageMetric('embed').name,
  cost: 0.0034,
  ...figures(0.008, [-0.015, 0.028], 4.9, 4.94),
} as const

function reportOf(comparisons: readonly Comparison[], findings: readonly Finding[] = []): Report {
  const evidence = { comparisons, requirements: [], outcomes: [], obstacles: [] }
  const run = { status: 'finished', statusDetail: null, yardstick: aReport().yardstick } as const
  const head = { planned: { revision: 'head' }, status: 'measured' }
  const conclusion = conclude({ ...evidence, ...run, outcomes: [head as never] }, false)
  const count = (verdict: Comparison['verdict']): number =>
    comparisons.filter((item) => item.isGate && item.verdict === verdict).length
  return aReport({
    ...conclusion,
    title: 'infer',
    comparisons,
    findings,
    requirements: [],
    derived: [],
    sections: [],
    cases: [],
    counts: {
      ...aReport().counts,
      regression: comparisons.filter(doesFailCheck).length,
      tolerated: comparisons.filter((item) => item.toleratedBecause !== undefined).length,
      unchanged: count('unchanged'),
      inconclusive: count('inconclusive'),
      'requirements passed': 0,
    },
  })
}

const lowerClocks = aRegression({
  ...against,
  metric: gpuBusyTime.name,
  effect: 0.043,
  interval: [0.041, 0.045],
  cost: 0.031,
  base: aSummary(8.21),
  head: aSummary(8.56),
  reason:
    '3 against 3 runs: significantly slower; lower clocks, not more work: SM clock -4.1 % (1985 MHz to 1904 MHz while busy), clock cycles +0.1 %, memory activity +0.0 %',
  workCause: {
    kind: 'clocks',
    label: 'lower clocks, not more work',
    figures: 'SM clock -4.1 % (1985 MHz to 1904 MHz while busy), clock cycles +0.1 %, memory activity +0.0 %',
    caution:
      'ran at 1985 MHz on the base and 1904 MHz on the head while busy: the GPU busy time rose with the clock, not with the work; clocks lowered by sw-power-cap for 3 % of the time on the base and 61 % on the head',
  },
})

/** Verdicts from GPU counters, by the name of their golden file. */
export const gpuReports: Readonly<Record<string, Report>> = {
  'gpu-part-slower': reportOf([
    wall,
    aRegression({
      ...against,
      metric: gpuBusyTime.name,
      ...figures(0.051, [0.048, 0.054], 8.21, 8.63),
      cost: 0.037,
    }),
    aRegression({
      ...against,
      metric: createStageMetric('embed').name,
      ...figures(0.088, [0.083, 0.093], 4.9, 5.33),
      cost: 0.038,
    }),
    aRegression({
      ...against,
      metric: gpuDramTime.name,
      isGate: false,
      ...figures(0.049, [0.041, 0.058], 2.1, 2.2),
    }),
  ]),
  'gpu-lower-clocks': reportOf([wall, lowerClocks], listWorkCautions([lowerClocks])),
  'gpu-not-slower': reportOf([{ ...wall, verdict: 'unchanged', effect: 0.006, interval: [-0.05, 0.061] }, busy, embed]),
  'gpu-not-slower-by-part': reportOf([
    { ...wall, verdict: 'unchanged', effect: 0.006, interval: [-0.05, 0.061] },
    busy,
    {
      ...busy,
      metric: gpuInUseTime.name,
      ...figures(0.022, [-0.008, 0.052], 8.64, 8.83),
      excluded: 0.041,
      cost: 0.017,
    },
    { ...busy, metric: startUpTime.name, ...figures(0.031, [-0.03, 0.092], 2.52, 2.6), excluded: 0.11, cost: 0.0069 },
  ]),
  'gpu-tolerated': reportOf([
    { ...wall, verdict: 'unchanged' },
    aRegression({
      ...against,
      metric: gpuBusyTime.name,
      ...figures(0.009, [0.006, 0.011], 8.21, 8.28),
      cost: 0.0065,
      toleratedBecause: 'it costs 0.65 % of the run, less than comparison.minCost (1 %)',
    }),
  ]),
  'gpu-inconclusive': reportOf([
    wall,
    {
      ...busy,
      verdict: 'inconclusive',
      effect: 0.011,
      interval: [-0.02, 0.042],
      excluded: 0.05,
      head: aSummary(8.3),
      reason: wall.reason,
    },
    aComparison({
      ...against,
      metric: cpuTime.name,
      isGate: false,
      verdict: 'improvement',
      effect: -0.2,
      head: summarize([1620, 1620, 1620, 1620, 1620]),
      interval: [-0.25, -0.15],
      excluded: 0.1,
    }),
  ]),
}
