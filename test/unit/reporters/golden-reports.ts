import type { Report } from '../../../src/domain/verdict/report.ts'
import {
  aCase,
  aComparison,
  aDerived,
  aRegression,
  aReport,
  aRequirement,
  aSection,
  aSummary,
  failed,
  figures,
  reasonsOf,
  seconds,
  share,
  times,
} from './a-report.ts'
import {
  contaminated,
  declared,
  error,
  firstRun,
  gpusNotTested,
  improvement,
  strangerWithoutGpu,
} from './golden-gaps.ts'
import { memoryLeak, otherAnswers, production, scaling, sweep } from './golden-suites.ts'

const rerun = { text: 'Measure this suite again with more runs', command: 'warpgauge run --suite scaling --resume' }

/** One report for each kind of answer, as a maintainer would meet it. */
export const goldenReports: Readonly<Record<string, Report>> = {
  regression: regression(),
  unchanged: aReport({
    comparisons: [
      aComparison(),
      aComparison({
        axes: { gpus: 1 },
        ...figures(-0.003, [-0.017, 0.009], 3200.6, 3190.2),
      }),
    ],
    requirements: [aRequirement()],
    derived: [aDerived()],
    sections: [aSection()],
    cases: [aCase(), aCase({ axes: { gpus: 1 }, wallSeconds: aSummary(3190.2) })],
  }),
  inconclusive: inconclusive(),
  error: error(),
  'gpus-not-tested': gpusNotTested(),
  'declared-v1.0': declared(),
  contaminated: contaminated(),
  'first-run': firstRun(),
  'stranger-without-gpu': strangerWithoutGpu(),
  improvement: improvement(),
  scaling: scaling(),
  production: production(),
  sweep: sweep(),
  'memory-leak': memoryLeak(),
  'other-answers': otherAnswers(),
}

function regression(): Report {
  return aReport({
    ...failed,
    telemetry: {
      gpus: 2,
      utilizationPercent: [81.3, 84.9],
      powerWatts: [305.4, 311.8],
      memoryPeakBytes: 19_864_223_744,
      hottestCelsius: 71,
    },
    pastRuns: [
      {
        suite: 'scaling',
        benchmark: 'virnucpro',
        axes: { gpus: 2 },
        metric: 'wall_time',
        unit: 's',
        medians: [2031, 2018, 2040, 2022, 2027, 2035, 2019, 2025],
        now: 2268,
      },
      {
        suite: 'scaling',
        benchmark: 'virnucpro',
        axes: { gpus: 1 },
        metric: 'wall_time',
        unit: 's',
        medians: [3210, 3199, 3205, 3188, 3203],
        now: 3190.2,
      },
    ],
    comparisons: [
      aComparison({ axes: { gpus: 1 }, base: aSummary(3200.6), head: aSummary(3190.2), effect: -0.003 }),
      aRegression({
        metric: 'stage:esm2_embeddings',
        resolution: 0.02,
        isGate: false,
        ...figures(0.18, [0.151, 0.209], 1383.2, 1631.9),
      }),
      aRegression(),
      aComparison({
        metric: 'stage:dnabert',
        isGate: false,
        verdict: 'improvement',
        ...figures(-0.0413, [-0.058, -0.0242], 523.5, 501.9),
      }),
    ],
    requirements: [
      aRequirement({ actual: 1.4112, status: 'fail', reason: 'the interval 1.38 to 1.44 lies below the limit' }),
      aRequirement({
        id: 'PERF-01',
        suite: 'end-to-end',
        value: 'projected_hours',
        axes: { gpus: 2 },
        operator: '<',
        limit: 10,
        unit: 'h',
        actual: 3.78,
        rule: 'goal@1',
      }),
      aRequirement({
        id: 'BALANCE',
        value: 'imbalance',
        operator: '<=',
        limit: 0.1,
        unit: 'share',
        actual: 0.1312,
        status: 'fail',
        severity: 'warn',
        rule: 'config',
      }),
    ],
    sections: [
      aSection({
        rows: [
          ['1', seconds(3200.6), times(1), share(1), 'reference'],
          ['2', seconds(2268), times(1.4112), share(0.7056), 'below 1.9×'],
        ],
      }),
    ],
    derived: [aDerived({ value: 1.4112, interval: [1.38, 1.44] })],
    cases: [
      aCase({ axes: { gpus: 1 }, wallSeconds: aSummary(3190.2) }),
      aCase({ wallSeconds: aSummary(2268), failedTrials: 1 }),
    ],
    findings: [
      {
        kind: 'caution',
        subject: 'scaling/virnucpro gpus=2',
        reason: 'one of 6 runs was killed by a signal and is not counted',
      },
    ],
    nextSteps: [
      {
        text: 'Reproduce the run on the same kind of machine',
        command: 'warpgauge run --config .github/warpgauge.yaml --suite scaling',
      },
      {
        text: 'Find the commit that introduced the regression',
        command: 'warpgauge bisect --good 9a8b7c6d5e4f --bad 1a2b3c4d5e6f --suite scaling',
      },
      {
        text: 'If the change is intended, accept it and state the reason, with a comment on this pull request, where comment commands are set up',
        command: '/warpgauge accept "REASON"',
      },
      { text: 'After an intended change was merged, refresh the baseline', command: '/warpgauge refresh "REASON"' },
    ],
  })
}

function inconclusive(): Report {
  const reason = 'no baseline for this testbed is committed yet'
  const missing = {
    verdict: 'missing',
    effect: null,
    interval: null,
    resolution: null,
    excluded: null,
    base: null,
    reason,
    reference: 'the baseline',
  } as const
  const comparisons = [
    aComparison({
      verdict: 'inconclusive',
      effect: 0.041,
      interval: [-0.013, 0.097],
      resolution: 0.056,
      excluded: 0.091,
      head: aSummary(2108),
      reason:
        '5 against 5 runs: undecided whether it is slower by 3.0 %; these runs can detect a slowdown of 5.6 %, and the maximum number of runs is reached',
    }),
    ...[1, 4, 8].map((gpus) => aComparison({ ...missing, axes: { gpus } })),
  ]
  return aReport({
    verdict: 'inconclusive',
    conclusion: 'neutral',
    reasons: reasonsOf(comparisons),
    comparisons,
    requirements: [aRequirement({ actual: 1.9004, reason: 'borderline: the interval includes the limit' })],
    cases: [aCase({ wallSeconds: aSummary(2108) })],
    nextSteps: [rerun],
  })
}
