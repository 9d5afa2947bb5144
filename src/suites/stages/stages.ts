import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { computeCompleteSum, findRange } from '../../domain/core/statistics.ts'
import type { Finding, Section } from '../../domain/verdict/report.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { buildFilledTable, buildTable, toCell, toRangeCell } from '../../domain/verdict/section.ts'
import { buildFigure, buildLimit, findFigure, toFigureCell, type FigureName } from '../figures.ts'
import { createSuite, type GridCase } from '../grid.ts'
import type { JudgeInput } from '../suite.ts'
import {
  buildStageFigures,
  computeStagePacking,
  diagnoseStage,
  listGpuStages,
  type StagedPoint,
  type StageDiagnosis,
  type StageFigures,
  type StageGpu,
} from './stage-figures.ts'
import { buildScalingTable, deriveStageScaling, listUnreachableLimits } from './stage-scaling.ts'
import { buildThroughputTable, deriveThroughputFigures } from './throughput-figures.ts'

type StagesConfig = SuiteConfig<'stages'>

/** Plans runs over GPU counts, diagnoses bottlenecks from the times of stages, and derives the scaling limits. */
export const stages = createSuite<StagesConfig, GridCase>({
  name: 'stages',
  usesBaselines: true,
  isDivisible: true,

  // Several counts include the 1-GPU base.
  listCases: ({ suite }) => {
    const counts = new Set(suite.gpus)
    return [...(counts.size > 1 ? new Set([1, ...counts]) : counts)]
      .toSorted((a, b) => a - b)
      .map((gpus) => ({ gpus, axes: { gpus }, planned: { watchesHost: true } }))
  },

  judge: (cases, input) => {
    const points = cases.map((point) => ({ ...point, stages: buildStageFigures(point.measured, input.devices) }))
    const base = points.find(({ gpus }) => gpus === 1)?.stages ?? []
    const gpuStages = listGpuStages(points, input.suite.gpuStages)
    const rules = { ...input.suite, gpuStages, cpuCores: input.cpuCores ?? null }
    const diagnoses = points.flatMap((point) =>
      point.stages.map((figures) => {
        const one = base.find(({ stage }) => stage === figures.stage)
        return diagnoseStage(point, figures, one, rules)
      }),
    )
    const scaling = deriveStageScaling(points, input)
    const sequences = points.find(({ outcome }) => outcome)?.dataset?.sequences ?? null
    const derived = [
      ...diagnoses.flatMap((one) => deriveStageFigures(one, sequences)),
      ...listUnseenStages(points, gpuStages),
      ...points.flatMap(({ measured, dataset }) =>
        measured ? deriveThroughputFigures(measured, dataset?.sequences ?? null, input.suite.parallelStages) : [],
      ),
      ...scaling.derived,
    ]
    return {
      derived,
      requirements: listRequirements(input.suite, diagnoses, derived, points),
      findings: [
        ...points.flatMap(({ gpus, measured, stages: own }): Finding[] => {
          const reason = 'the pipeline reported no stage times; see pipeline.telemetry'
          return measured && own.length === 0 ? [{ kind: 'missing', subject: `stages gpus=${gpus}`, reason }] : []
        }),
        ...listUnreachableLimits(scaling, input.config),
      ],
      sections: [
        buildStageTable(diagnoses, derived, input.suite),
        buildBottleneckTable(diagnoses, describeUnobserved(diagnoses, input)),
        ...(input.config.ruleSet ? buildLimitsByStage(diagnoses, derived) : []),
        ...buildScalingTable(points, scaling),
        buildThroughputTable(derived),
      ],
    }
  },
})

/** Derives the figures of one stage for requirements, except time and share, which every case has. */
function deriveStageFigures({ point, figures, isGpuStage }: StageDiagnosis, sequences: number | null): DerivedValue[] {
  const { stage, shards, gpus, workers } = figures
  const own = { ...point.key, axes: { ...point.key.axes, stage } }
  const packing = computeStagePacking(workers ? [workers] : shards)
  const interval = workers?.packing?.bounds ?? null
  return [
    ...deriveRates(own, figures, sequences),
    ...(packing === null ? [] : [buildFigure(own, 'stage_packing', packing, { interval })]),
    ...gpus.flatMap((gpu) => deriveGpuFigures(gpu, own, isGpuStage)),
  ]
}

/** Lists the GPU stages that were seen at some GPU counts only, so that they do not pass by these. */
function listUnseenStages(points: readonly StagedPoint[], gpuStages: readonly string[]): DerivedValue[] {
  const reason = 'not observed: the stage has no time in every run, or no samples of a GPU'
  const measured = points.filter((point) => point.measured !== null)
  return gpuStages.flatMap((stage) => {
    const isSeen = (point: StagedPoint) => point.stages.some((one) => one.stage === stage && one.gpus.length > 0)
    const unseen = measured.filter((point) => !isSeen(point))
    if (unseen.length === measured.length) return []
    return unseen.map(({ key }) =>
      buildFigure({ ...key, axes: { ...key.axes, stage } }, 'gpu_stage_utilization', reason),
    )
  })
}

/** Derives the rate from the sequences in the batches of the stage if reported, otherwise from the input. */
function deriveRates(
  own: CaseKey,
  { shards, seconds }: Pick<StageFigures, 'shards' | 'seconds'>,
  sequences: number | null,
): DerivedValue[] {
  const counted = computeCompleteSum(shards.map((shard) => shard.sequences))
  const count = counted ?? sequences
  if (count === null || count === 0 || seconds <= 0) {
    const zero = count === 0 ? 'no sequences were counted' : 'the stage time is 0 s'
    const reason = count === null ? 'the size of the dataset is unknown' : zero
    return (['stage_rate', 'avg_time_per_sequence_ms'] as const).map((name) => buildFigure(own, name, reason))
  }
  const source =
    counted === null ? 'input sequences / stage time' : 'sequences in the batches of the stage / stage time'
  return [
    buildFigure(own, 'stage_rate', count / seconds, { reason: source }),
    buildFigure(own, 'avg_time_per_sequence_ms', (1000 * seconds) / count),
  ]
}

/** Derives the use of one GPU in a stage. Extremes and means that the record lacks are left out. */
function deriveGpuFigures({ gpu, ...use }: StageGpu, key: CaseKey, isGpuStage: boolean): DerivedValue[] {
  const own = { ...key, axes: { ...key.axes, gpu } }
  const unseen = 'not observed: not offered by the monitor, or the stage was too short for a sample'
  const extremes: readonly (readonly [FigureName, number | null | undefined])[] = [
    ['stage_utilization_min', use.utilizationRange?.[0]],
    ['stage_utilization_max', use.utilizationRange?.[1]],
    ['stage_memory_min', use.memoryMinBytes],
    ['stage_memory_mean', use.memoryMeanBytes],
  ]
  return [
    buildFigure(own, isGpuStage ? 'gpu_stage_utilization' : 'stage_utilization', use.utilizationPercent ?? unseen),
    buildFigure(own, 'stage_sm_activity', use.smActivity ?? unseen),
    buildFigure(own, 'stage_memory_peak', use.memoryPeakBytes ?? unseen),
    ...extremes.flatMap(([name, value]) => (typeof value === 'number' ? [buildFigure(own, name, value)] : [])),
  ]
}

const defaultMinPacking = 0.9
/** Shares of starved batches: usual below the first value, a requirement fails above the second. */
const starvedBands = [0.1, 0.2] as const

/** Lists the limits of the suite. Limits on optional pipeline figures apply when they are reported or configured. */
function listRequirements(
  { gpuStages, minUtilization, minPacking, maxImbalance, severity }: StagesConfig,
  diagnoses: readonly StageDiagnosis[],
  derived: readonly DerivedValue[],
  points: readonly StagedPoint[],
): Requirement[] {
  const isKnown = (name: FigureName): boolean => derived.some((item) => item.name === name && item.value !== null)
  // The limit on a packing that was reported and could not be used must not be left out.
  const trials = points.flatMap(({ measured }) => measured?.trials ?? [])
  const isRefused = trials.some(({ pipeline }) => (pipeline?.packing?.reason ?? null) !== null)
  const hasPacking = minPacking !== undefined || isRefused || isKnown('packing_efficiency')
  const hasWaits = trials.some(({ pipeline }) => typeof pipeline?.dataLoader?.starvedShare === 'number')
  const common = { suite: 'stages', severity }
  // For every GPU of a GPU stage. Stages that the config names are required even without samples.
  const used = diagnoses.some(({ isGpuStage }) => isGpuStage) ? [{}] : []
  const [usual, most] = starvedBands
  return [
    ...(gpuStages.length > 0 ? gpuStages.map((stage) => ({ stage })) : used).map((axes) =>
      buildLimit('gpu_stage_utilization', '>=', minUtilization, { ...common, id: 'PERF-02', axes }),
    ),
    ...(hasPacking
      ? [buildLimit('packing_efficiency', '>=', minPacking ?? defaultMinPacking, { ...common, id: 'PERF-05' })]
      : []),
    ...(hasWaits
      ? [
          buildLimit('starved_share', '<', usual, { ...common, id: 'PERF-05-starved', severity: 'warn' }),
          buildLimit('starved_share', '<=', most, { ...common, id: 'PERF-05-starved' }),
        ]
      : []),
    ...(derived.some(({ name }) => name === 'load_imbalance')
      ? [buildLimit('load_imbalance', '<=', maxImbalance, { ...common, id: 'BALANCE' })]
      : []),
    buildLimit('telemetry_captured', '>=', 1, { ...common, id: 'PERF-05-captured', severity: 'info' }),
  ]
}

function buildStageTable(
  diagnoses: readonly StageDiagnosis[],
  derived: readonly DerivedValue[],
  { maxShare }: StagesConfig,
): Section {
  // Which sequence count the rates use.
  const rates = derived.flatMap((item) => (item.name === 'stage_rate' && item.reason ? [item.reason] : []))
  const notes = [
    'Medians over the counted runs; utilization and SM activity of the least busy GPU, memory of the fullest GPU.',
    ...[...new Set(rates)].map((reason) => `Rates: ${reason}.`),
  ]
  return buildTable({ id: 'stages', title: 'Stages', notes }, diagnoses, [
    ['Stage', ({ figures }) => figures.stage],
    ['GPUs', ({ point }) => String(point.gpus)],
    ['Time', ({ figures }) => toCell(figures.seconds, 's')],
    ['Share', ({ figures }) => toCell(figures.share, 'share')],
    [
      'Rate',
      ({ point: { axes }, figures: { stage } }) => toFigureCell(findFigure(derived, 'stage_rate', { ...axes, stage })),
    ],
    ['Utilization', ({ utilizationPercent }) => toCell(utilizationPercent, '%')],
    ['SM activity', ({ smActivity }) => toCell(smActivity, 'share')],
    [
      'Peak memory',
      ({ figures }) => {
        const peaks = figures.gpus.map(({ memoryPeakBytes }) => memoryPeakBytes)
        return toCell(findRange(peaks)?.[1], 'B')
      },
    ],
    ['Cores', ({ figures }) => toCell(figures.cpuCores, 'cores')],
    [
      'Assessment',
      (one) => {
        const remarks = [
          one.isBottleneck ? `more than ${Number((maxShare * 100).toPrecision(3))} % of the time` : null,
          one.isUnderused ? 'low GPU utilization' : null,
          hasTinyKernels(one) ? 'kernels too small' : null,
          one.isGpuStage && one.utilizationPercent === null ? 'GPU utilization not observed' : null,
        ]
        return remarks.filter((remark) => remark !== null).join(', ') || 'ok'
      },
    ],
  ])
}

function hasTinyKernels({ causes }: StageDiagnosis): boolean {
  return causes.some(({ kind }) => kind === 'tiny-kernels')
}

/** Describes what could not be assessed; null: everything was observed. */
function describeUnobserved(
  diagnoses: readonly StageDiagnosis[],
  { suite: { gpuStages }, config: { pipeline } }: Pick<JudgeInput<StagesConfig>, 'suite' | 'config'>,
): string | null {
  if (diagnoses.length === 0) return 'Not evaluated: no stage was observed.'
  const unseen = diagnoses.filter(({ utilizationPercent }) => utilizationPercent === null)
  // Without samples, only the config tells which stages use a GPU.
  const isSeen = gpuStages.length > 0 ? !unseen.some((one) => one.isGpuStage) : unseen.length < diagnoses.length
  if (isSeen || pipeline.devices === 'cpu') return null
  return 'GPU utilization not observed: only the shares of the time are assessed.'
}

function buildBottleneckTable(diagnoses: readonly StageDiagnosis[], unobserved: string | null): Section {
  const flagged = diagnoses.filter((one) => one.isBottleneck || one.isUnderused || hasTinyKernels(one))
  const rows = flagged.flatMap(({ causes, ...one }) => causes.map((cause) => ({ ...one, ...cause })))
  const notes = unobserved === null && flagged.length > 0 ? [] : [unobserved ?? 'No bottleneck found.']
  return buildTable({ id: 'bottlenecks', title: 'Bottlenecks', notes }, rows, [
    ['Stage', ({ figures }) => figures.stage],
    ['GPUs', ({ point }) => String(point.gpus)],
    ['Share', ({ figures }) => toCell(figures.share, 'share')],
    ['Cause', ({ kind }) => kind],
    ['Evidence', ({ evidence }) => evidence],
    ['Advice', ({ advice }) => advice],
  ])
}

/** Builds the table of what each stage contributes to the limits of a rule set; empty without stages. */
function buildLimitsByStage(diagnoses: readonly StageDiagnosis[], derived: readonly DerivedValue[]): Section[] {
  const notes = [
    'What each stage contributes. PERF-02 is judged in GPU stages and over the complete run, the other limits over the complete run.',
  ]
  const findStage = (name: FigureName, { point, figures }: StageDiagnosis) =>
    toFigureCell(findFigure(derived, name, { ...point.axes, stage: figures.stage }))
  const heading = { id: 'limits-by-stage', title: 'Limits by stage', notes }
  return buildFilledTable(heading, diagnoses, [
    ['Stage', ({ figures }) => figures.stage],
    ['GPUs', ({ point }) => String(point.gpus)],
    ['PERF-01: time', ({ figures }) => toCell(figures.seconds, 's')],
    ['PERF-02: utilization', ({ utilizationPercent }) => toCell(utilizationPercent, '%')],
    ['PERF-03: speed-up', (one) => findStage('stage_speedup', one)],
    ['PERF-04: rate', (one) => findStage('stage_rate', one)],
    ['PERF-05: packing', (one) => findStage('stage_packing', one)],
    [
      'MON-01: utilization',
      ({ figures: { gpus } }) => {
        const ranges = gpus.flatMap(({ utilizationRange }) => (utilizationRange ? [utilizationRange] : []))
        return ranges.length < gpus.length ? null : toRangeCell(findRange(ranges.flat()), '%')
      },
    ],
    [
      'MON-01: memory',
      ({ figures: { gpus } }) => {
        const lows = gpus.map(({ memoryMinBytes }) => memoryMinBytes)
        const highs = gpus.map(({ memoryPeakBytes }) => memoryPeakBytes)
        const [low, high] = [findRange(lows)?.[0], findRange(highs)?.[1]]
        return low === undefined || high === undefined ? null : toRangeCell([low, high], 'B')
      },
    ],
  ])
}
