import { buildSpeedupCharts } from '../../../src/domain/scaling/speedup-charts.ts'
import type { Report } from '../../../src/domain/verdict/report.ts'
import type { DerivedValue } from '../../../src/domain/verdict/requirement.ts'
import {
  aCase,
  aComparison,
  aDerived,
  aReport,
  aRequirement,
  aSection,
  aSummary,
  bytes,
  failed,
  reproduce,
  seconds,
  share,
  someStages,
  times,
} from './a-report.ts'

const points = [
  { gpus: 2, time: 1656.5, speedup: 1.932, ceiling: 1.951 },
  { gpus: 4, time: 877.1, speedup: 3.649, ceiling: 3.731 },
  { gpus: 8, time: 497.3, speedup: 6.436, ceiling: 6.842 },
]

function listScalingFigures(): DerivedValue[] {
  return [
    aDerived({ axes: { gpus: 1 }, name: 'wall_time', unit: 's', value: 3200.6, interval: null }),
    ...points.flatMap(({ gpus, time, speedup, ceiling }) => [
      aDerived({ axes: { gpus }, name: 'wall_time', unit: 's', value: time, interval: null }),
      aDerived({ axes: { gpus }, value: speedup, interval: [speedup - 0.04, speedup + 0.04] }),
      aDerived({ axes: { gpus }, name: 'ceiling', value: ceiling, interval: null }),
    ]),
  ]
}

/** A curve over 1 to 8 GPUs, with what the stages that do not spread would allow. */
export function scaling(): Report {
  const derived = listScalingFigures()
  return aReport({
    ...failed,
    telemetry: {
      gpus: 8,
      utilizationPercent: [71.2, 93.4],
      powerWatts: [301.2, 398.7],
      memoryPeakBytes: 19_864_223_744,
      hottestCelsius: 74,
    },
    requirements: [1.9, 3.6, 6.8].map((limit, index) => {
      const { gpus = 0, speedup = 0 } = points[index] ?? {}
      const status = speedup >= limit ? ('pass' as const) : ('fail' as const)
      return aRequirement({ axes: { gpus }, limit, actual: speedup, status })
    }),
    sections: [
      aSection({
        columns: ['GPUs', 'Time', 'Speed-up', 'Efficiency', 'Ceiling', 'Status'],
        rows: [
          ['1', seconds(3200.6), null, null, null, 'reference'],
          ...points.map(({ gpus, time, speedup, ceiling }) => [
            String(gpus),
            seconds(time),
            times(speedup),
            share(speedup / gpus),
            times(ceiling),
            gpus === 8 ? 'below 6.8×' : 'pass',
          ]),
        ],
        charts: buildSpeedupCharts({ derived, outcomes: [], deviceKind: 'gpu' }),
      }),
    ],
    derived: [...derived, ...someStages({ gpus: 1 })],
    cases: [aCase({ axes: { gpus: 1 }, wallSeconds: aSummary(3200.6) })],
    nextSteps: [reproduce],
  })
}

/** One full run of hours. */
export function production(): Report {
  const key = { suite: 'production', benchmark: 'predict', axes: { dataset: 'production', gpus: 2 } }
  const goal = { ...key, rule: 'goal@1', unit: 'h' }
  return aReport({
    telemetry: {
      gpus: 2,
      utilizationPercent: [88.1, 90.4],
      powerWatts: [318.5, 325.9],
      memoryPeakBytes: 21_474_836_480,
      hottestCelsius: 78,
    },
    requirements: [
      aRequirement({ ...goal, id: 'PERF-01', value: 'total_hours', operator: '<', limit: 10, actual: 3.71 }),
      aRequirement({
        ...goal,
        id: 'PERF-04',
        value: 'sequences_per_hour',
        unit: 'sequences/h',
        limit: 600_000,
        actual: 1_617_250,
      }),
      aRequirement({ ...goal, id: 'PERF-05', value: 'packing_efficiency', unit: 'share', limit: 0.9, actual: 0.994 }),
    ],
    sections: [
      aSection({
        id: 'production',
        title: 'Full size',
        columns: ['Figure', 'Value', 'Interval', 'Note'],
        rows: [
          ['Sequences', '6000000', null, ''],
          ['Total time', { value: 3.71, unit: 'h' }, null, ''],
          ['Sequences per hour', { value: 1_617_250, unit: '1/h' }, null, ''],
          ['Packing', share(0.994), null, ''],
          ['Starved batches', share(0.002), null, ''],
          ['Pace at the end / at the start', share(0.991), { interval: [0.983, 0.999], unit: 'share' }, ''],
        ],
        notes: [],
      }),
    ],
    derived: [...someStages(key.axes, key)],
    cases: [aCase({ ...key, wallSeconds: { ...aSummary(13_356), count: 1, standardDeviation: null } })],
  })
}

/** A search for the best settings. */
export function sweep(): Report {
  const key = { suite: 'sweep', benchmark: 'predict' }
  return aReport({
    requirements: [
      aRequirement({
        ...key,
        axes: { gpus: 1, 'num-workers': 2, 'token-budget': 8192 },
        id: 'SETTINGS',
        value: 'against_best',
        operator: '<=',
        limit: 0.05,
        unit: 'share',
        actual: 0.012,
        rule: 'config',
      }),
    ],
    sections: [
      aSection({
        id: 'sweep',
        title: 'Settings',
        columns: ['num-workers', 'token-budget', 'Runs', 'wall_time', 'Worse than best', 'Peak GPU memory', 'Place'],
        rows: [
          ['4', '16384', '4', seconds(70.2), null, bytes(3_450_667_008), 'best'],
          ['2', '16384', '4', seconds(71.1), { interval: [-0.004, 0.029], unit: 'share' }, bytes(3_462_201_344), 'tie'],
          ['4', '8192', '2', seconds(78.9), { interval: [0.081, 0.166], unit: 'share' }, bytes(2_823_618_560), 'worse'],
          ['2', '8192', '1', seconds(84.1), null, bytes(2_811_035_648), 'out after 1 run'],
        ],
        notes: ['Ties with the best setting, num-workers=4 token-budget=16384: num-workers=2 token-budget=16384.'],
      }),
    ],
    cases: [
      aCase({ ...key, axes: { gpus: 1, 'num-workers': 4, 'token-budget': 16_384 }, wallSeconds: aSummary(70.2) }),
    ],
  })
}

/** Memory that grows with every repeat. */
export function memoryLeak(): Report {
  const key = { suite: 'memory', benchmark: 'predict', axes: { gpu: 0, gpus: 1, memory: 'allocated' } }
  const why = 'it grew over 9 repeats (the first 3 left out as warm-up)'
  const no = 'no relevant growth over 9 repeats (the first 3 left out as warm-up)'
  return aReport({
    ...failed,
    requirements: [
      aRequirement({
        ...key,
        id: 'LEAK',
        value: 'memory_growth',
        operator: '<=',
        limit: 100_000_000,
        unit: 'B',
        actual: 201_326_592,
        status: 'fail',
        reason: why,
        rule: 'config',
      }),
      aRequirement({
        ...key,
        axes: { ...key.axes, memory: 'resident' },
        id: 'LEAK',
        value: 'memory_growth',
        operator: '<=',
        limit: 100_000_000,
        unit: 'B',
        actual: 99_669,
        reason: no,
        rule: 'config',
      }),
    ],
    sections: [
      aSection({
        id: 'memory-growth',
        title: 'Memory growth',
        columns: ['Memory', 'GPU', 'Slope (per repeat)', 'Growth', 'Interval', 'Verdict', 'Reason'],
        rows: [
          [
            'GPU, allocated',
            '0',
            bytes(25_165_824),
            bytes(201_326_592),
            { interval: [192_937_984, 209_715_200], unit: 'B' },
            'leak',
            why,
          ],
          [
            'main memory, own processes',
            '',
            bytes(12_458.7),
            bytes(99_669.3),
            { interval: [-11_747_328, 11_321_344], unit: 'B' },
            'no leak',
            no,
          ],
        ],
        notes: ['12 repeats in one process, each by its median.'],
      }),
    ],
    cases: [aCase({ ...key, axes: { gpus: 1 }, wallSeconds: aSummary(24.3) })],
    nextSteps: [reproduce],
  })
}

/** Faster, and another answer. */
export function otherAnswers(): Report {
  const key = { suite: 'equivalence', benchmark: 'predict', axes: { against: 'v1.0', gpus: 1, table: 'frames' } }
  const why = 'the answers of this head differ: see PERF-06'
  return aReport({
    ...failed,
    comparisons: [
      aComparison({
        suite: 'revision',
        axes: { gpus: 1 },
        verdict: 'not comparable',
        reference: 'v1.0 (5ca1d3e)',
        effect: -0.214,
        interval: [-0.231, -0.197],
        head: aSummary(1591.6),
        reason: why,
      }),
    ],
    requirements: [
      aRequirement({
        ...key,
        id: 'PERF-06',
        value: 'label_agreement',
        limit: 0.999,
        unit: 'share',
        actual: 0.9814,
        status: 'fail',
        rule: 'config',
        reason: '26 of 1401 labels differ; the first ones are in “Rows that differ”',
      }),
    ],
    sections: [
      aSection({
        id: 'equivalence',
        title: 'Answers',
        columns: ['Against', 'Table', 'Rows', 'Without partner', 'Same labels', 'Same scores', 'Elsewhere', 'Verdict'],
        rows: [
          [
            'v1.0',
            'frames',
            '1401',
            '0',
            share(0.9814),
            share(0.9707),
            { interval: [0.9729, 0.9873], unit: 'share' },
            'different',
          ],
        ],
        notes: [
          'Elsewhere: interval for the label agreement on other data of the same kind.',
          'frames: scores agree within 0.02 + 0.001 · |reference|.',
        ],
      }),
    ],
    cases: [aCase({ suite: 'equivalence', axes: { gpus: 1, revision: 'head' }, wallSeconds: aSummary(1591.6) })],
    nextSteps: [reproduce],
  })
}
