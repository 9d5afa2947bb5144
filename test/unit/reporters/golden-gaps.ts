import type { Report } from '../../../src/domain/report.ts'
import { aCase, aComparison, aDerived, aReport, aRequirement, aSection, aSummary, seconds, times } from './a-report.ts'

/** Nothing could be measured. */
export function error(): Report {
  const reason = 'no-proof: exit code 0, but results.tsv has 0 data rows'
  return aReport({
    verdict: 'error',
    conclusion: 'failure',
    exitCode: 2,
    sentence: 'no case could be measured, every run ended without proof of its work',
    requirements: [
      aRequirement({
        actual: null,
        status: 'not evaluated',
        reason: 'nothing in this run gives speedup for suite scaling',
      }),
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
    sentence: 'no benchmark changed by 3 % or more; 4 and 8 GPUs were not tested',
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
  const reason = 'rests on a declared figure, not a measured one'
  return aReport({
    verdict: 'fail',
    conclusion: 'failure',
    exitCode: 1,
    sentence: 'the speed-up over v1.0 is 3.937×, at least 4× is required',
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
