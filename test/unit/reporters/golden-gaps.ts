import type { Report } from '../../../src/domain/verdict/report.ts'
import {
  aCase,
  aComparison,
  aDerived,
  aReport,
  aRequirement,
  aSection,
  aSummary,
  failed,
  figures,
  onOneCpu,
  seconds,
  times,
} from './a-report.ts'

/** Nothing could be measured. */
export function error(): Report {
  const reason = 'no-proof: exit code 0, but results.tsv has 0 data rows'
  return aReport({
    verdict: 'error',
    conclusion: 'failure',
    exitCode: 2,
    reasons: [{ code: 'not-measured', text: `scaling, 1 GPU and 1 more case: ${reason}` }],
    requirements: [
      aRequirement({ actual: null, status: 'not evaluated', reason: 'no value of speedup from suite scaling' }),
    ],
    findings: [1, 2].map((gpus) => ({ kind: 'failed', subject: `scaling/virnucpro gpus=${gpus}`, reason }) as const),
    cases: [1, 2].map((gpus) => aCase({ axes: { gpus }, failedTrials: 2, resultRows: null, wallSeconds: null })),
    nextSteps: [{ text: 'Read what the pipeline said', command: 'less .warpgauge/run/trials/0/stderr.txt' }],
  })
}

/** A runner with fewer GPUs than were asked for. */
export function gpusNotTested(): Report {
  const reason = 'this runner has 2 GPUs'
  return aReport({
    comparisons: [aComparison()],
    requirements: [
      aRequirement({
        axes: { gpus: 4 },
        limit: 3.6,
        actual: null,
        status: 'not evaluated',
        reason: 'not tested: this runner has 2 GPUs',
      }),
      aRequirement({
        axes: { gpus: 8 },
        limit: 6.8,
        actual: null,
        status: 'not evaluated',
        reason: 'not tested: this runner has 2 GPUs',
      }),
      aRequirement(),
    ],
    sections: [
      aSection({
        rows: [...aSection().rows, ['4', null, null, null, 'not tested'], ['8', null, null, null, 'not tested']],
      }),
    ],
    findings: [4, 8].map(
      (gpus) => ({ kind: 'not-tested', subject: `scaling/virnucpro gpus=${gpus}`, reason }) as const,
    ),
    derived: [
      aDerived(),
      aDerived({ axes: { gpus: 4 }, value: null, interval: null, reason: 'not tested: this runner has 2 GPUs' }),
    ],
    cases: [aCase()],
  })
}

/** v1.0 by a figure from a document. */
export function declared(): Report {
  const reason = 'based on a declared value, not a measurement'
  return aReport({
    ...failed,
    requirements: [
      aRequirement({
        id: 'V1-SPEEDUP',
        suite: 'revision',
        axes: { revision: 'v1.0' },
        limit: 4,
        actual: 12600 / 3200.6,
        status: 'fail',
        reason,
        rule: 'config',
      }),
      aRequirement({
        id: 'TWO-GPU-TIME',
        suite: 'scaling',
        value: 'wall_time',
        operator: '<',
        limit: 1800,
        unit: 's',
        actual: 1800.04,
        status: 'fail',
        rule: 'config',
      }),
    ],
    derived: [
      aDerived({
        suite: 'revision',
        axes: { revision: 'v1.0' },
        value: 12600 / 3200.6,
        interval: null,
        reason,
        isDeclared: true,
      }),
      aDerived({
        name: 'efficiency',
        unit: 'share',
        value: 1.213,
        interval: null,
        isSuspicious: true,
        reason: 'an efficiency beyond 100 % points to a wrong reference',
      }),
    ],
    sections: [
      aSection({
        id: 'revision',
        title: 'Against v1.0',
        columns: ['Revision', 'GPUs', 'Time', 'Speed-up of the head', 'Where from'],
        rows: [
          ['v1.0', '2', seconds(12_600), times(12600 / 3200.6), 'declared: README.md'],
          ['head', '1', seconds(3200.6), null, 'measured'],
        ],
        notes: ['The time of v1.0 was declared, not measured: it has no record, commit or spread.'],
      }),
    ],
    cases: [aCase({ axes: { gpus: 1 }, wallSeconds: aSummary(3200.6) })],
    nextSteps: [
      { text: 'Measure v1.0 side by side instead of declaring it', command: 'warpgauge run --suite revision' },
    ],
  })
}

/** Every run of the case was spoilt by something else on the machine. */
export function contaminated(): Report {
  const reason =
    '4 runs were contaminated: another process used GPU 1: python3 (pid 20412, 8192 MiB); clocks of GPU 0 were lowered: hw-thermal-slowdown for 31 % of the time'
  return aReport({
    verdict: 'inconclusive',
    conclusion: 'neutral',
    reasons: [{ code: 'contaminated', text: `scaling, 2 GPUs: ${reason}` }],
    comparisons: [
      aComparison({ verdict: 'inconclusive', effect: null, interval: null, resolution: null, head: null, reason }),
    ],
    requirements: [aRequirement({ actual: null, status: 'not evaluated', reason })],
    findings: [{ kind: 'contaminated', subject: 'scaling/virnucpro gpus=2', reason }],
    cases: [aCase({ failedTrials: 0, resultRows: null, wallSeconds: null })],
    nextSteps: [
      {
        text: 'Run it again with a comment on this pull request, where comment commands are set up',
        command: '/warpgauge run',
      },
    ],
  })
}

/** The first run on a testbed. */
export function firstRun(): Report {
  return aReport({
    verdict: 'inconclusive',
    conclusion: 'neutral',
    reasons: [
      {
        code: 'nothing-judged',
        text: 'nothing could be judged: no baseline for this testbed and no limit with a measured value',
      },
    ],
    findings: ['scaling', 'end-to-end'].map((subject) => ({
      kind: 'caution' as const,
      code: 'no-baseline' as const,
      subject,
      reason: `no committed baseline for this testbed (baselines/2x-nvidia-geforce-rtx-4090/${subject}.json)`,
    })),
    sections: [aSection()],
    derived: [aDerived()],
    cases: [aCase(), aCase({ axes: { gpus: 1 }, wallSeconds: aSummary(3190.2) })],
    nextSteps: [
      {
        text: 'Commit a first baseline for this testbed, so that the next run can be compared',
        command: '/warpgauge refresh "first baseline"',
      },
    ],
  })
}

/** A pull request from a fork, measured without any token and published by another job, on a runner without GPUs. */
export function strangerWithoutGpu(): Report {
  const key = { suite: 'end-to-end', benchmark: 'predict', axes: {} }
  return aReport({
    head: { ref: 'someone:faster-parser', commit: '77aa2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c' },
    testbed: onOneCpu(aReport().testbed),
    comparisons: [
      aComparison({
        ...key,
        reference: 'merge base 9a8b7c6',
        ...figures(0.0022, [-0.011, 0.016], 4.112, 4.121),
        resolution: 0.021,
        excluded: 0.024,
        reason: '8 against 8 runs: at most 2.4 % slower (one-sided bound), so a slowdown of 3.0 % is ruled out',
      }),
    ],
    sections: [
      aSection({
        id: 'end-to-end',
        title: 'End to end',
        columns: ['Dataset', 'Sequences', 'Time (median)', 'Result rows', 'Throughput'],
        rows: [['tiny', '1000', seconds(4.121), '1109', { value: 269.1, unit: 'rows/s' }]],
        notes: [],
      }),
    ],
    findings: [
      { kind: 'not-tested', subject: 'scaling/predict gpus=2', reason: 'this runner has no GPU' },
      { kind: 'not-tested', subject: 'scaling/predict gpus=4', reason: 'this runner has no GPU' },
    ],
    cases: [aCase({ ...key, wallSeconds: aSummary(4.121), resultRows: 1109 })],
  })
}

/** Better, and nothing worse: shown, never failed. */
export function improvement(): Report {
  return aReport({
    comparisons: [
      aComparison({
        verdict: 'improvement',
        effect: -0.082,
        interval: [-0.094, -0.07],
        resolution: 0.012,
        head: aSummary(1859),
        reason: '5 against 5 runs: significantly faster, by more than half of the minimum effect of 3.0 %',
      }),
    ],
    requirements: [aRequirement({ value: 'efficiency', unit: 'share', limit: 0.9, actual: 0.961 })],
    derived: [aDerived({ name: 'efficiency', unit: 'share', value: 0.961, interval: [0.95, 0.97] })],
    cases: [aCase({ wallSeconds: aSummary(1859) })],
  })
}
