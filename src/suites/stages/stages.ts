import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { sumValues } from '../../domain/core/statistics.ts'
import type { Finding, Section } from '../../domain/verdict/report.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { buildTable, toCell } from '../../domain/verdict/section.ts'
import { buildFigure, buildLimit, findFigure, toFigureCell, type FigureName } from '../figures.ts'
import { createSuite, type GridCase } from '../grid.ts'
import { findExtreme, takeComplete } from '../runs.ts'
import type { JudgeInput } from '../suite.ts'
import { buildLimitsByStage } from './limits-by-stage.ts'
import {
  buildStageFigures,
  computeStagePacking,
  diagnoseStage,
  type StagedPoint,
  type StageDiagnosis,
  type StageFigures,
  type StageGpu,
} from './stage-figures.ts'
import { buildScalingTable, deriveStageScaling, listUnreachableLimits } from './stage-scaling.ts'
import { buildThroughputTable, deriveThroughputFigures } from './throughput-figures.ts'

type StagesConfig = SuiteConfig<'stages'>
type StagesInput = JudgeInput<StagesConfig>

/** Measures the time of each stage, diagnoses bottlenecks, and derives the scaling limits of the pipeline. */
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
    const rules = { ...input.suite, cpuCores: input.cpuCores ?? null }
    const diagnoses = points.flatMap((point) =>
      point.stages.map((figures) => {
        const one = base.find(({ stage }) => stage === figures.stage)
        return diagnoseStage(point, figures, one, rules)
      }),
    )
    const scaling = deriveStageScaling(points, input)
    const dataset = points.find(({ outcome }) => outcome)?.outcome?.planned.dataset
    const derived = [
      ...diagnoses.flatMap((one) => deriveStageFigures(one, findSequences(dataset, input))),
      ...points.flatMap(({ measured }) =>
        measured ? deriveThroughputFigures(measured, findSequences(measured.planned.dataset, input)) : [],
      ),
      ...scaling.derived,
    ]
    return {
      derived,
      requirements: listRequirements(input.suite, diagnoses, derived, points),
      findings: [...listUnreportedPoints(points), ...listUnreachableLimits(scaling, input.config)],
      sections: [
        buildStageTable(diagnoses, derived, input.suite),
        buildBottleneckTable(diagnoses),
        ...(input.config.ruleSet ? buildLimitsByStage(diagnoses, derived) : []),
        ...buildScalingTable(points, scaling),
        buildThroughputTable(derived),
      ],
    }
  },
})

function findSequences(dataset: string | undefined, { datasets }: StagesInput): number | null {
  return datasets.find(({ name }) => name === dataset)?.sequences ?? null
}

/** Derives the figures of one stage for requirements, except time and share, which every case has. */
function deriveStageFigures(
  { point: { key }, figures: { stage, shards, seconds, gpus, workers }, isGpuStage }: StageDiagnosis,
  sequences: number | null,
): DerivedValue[] {
  const own = { ...key, axes: { ...key.axes, stage } }
  const packing = computeStagePacking(workers ? [workers] : shards)
  return [
    ...deriveRates(own, { shards, seconds }, sequences),
    ...(packing === null
      ? []
      : [buildFigure(own, 'stage_packing', packing, { interval: workers?.packing?.bounds ?? null })]),
    ...gpus.flatMap((gpu) => deriveGpuFigures(gpu, own, isGpuStage)),
  ]
}

/** Derives the rate from the sequences in the batches of the stage if reported, otherwise from the input. */
function deriveRates(
  own: CaseKey,
  { shards, seconds }: Pick<StageFigures, 'shards' | 'seconds'>,
  sequences: number | null,
): DerivedValue[] {
  const counted = takeComplete(shards.map((shard) => shard.sequences))
  const count = counted ? sumValues(counted) : sequences
  if (count === null || count === 0 || seconds <= 0) {
    const reason = count === null ? 'the size of the dataset is unknown' : 'the stage time is 0 s'
    return (['stage_rate', 'avg_time_per_sequence_ms'] as const).map((name) => buildFigure(own, name, null, { reason }))
  }
  const source = counted ? 'sequences in the batches of the stage / stage time' : 'input sequences / stage time'
  return [
    buildFigure(own, 'stage_rate', count / seconds, { reason: source }),
    buildFigure(own, 'avg_time_per_sequence_ms', (1000 * seconds) / count),
  ]
}

/** Derives the use of one GPU in a stage. Extremes and means that the record lacks are left out. */
function deriveGpuFigures({ gpu, ...use }: StageGpu, key: CaseKey, isGpuStage: boolean): DerivedValue[] {
  const own = { ...key, axes: { ...key.axes, gpu } }
  const figures: readonly [FigureName, number | null][] = [
    [isGpuStage ? 'gpu_stage_utilization' : 'stage_utilization', use.utilizationPercent],
    ['stage_sm_activity', use.smActivity],
    ['stage_memory_peak', use.memoryPeakBytes],
  ]
  const further: readonly [FigureName, number | null | undefined][] = [
    ['stage_utilization_min', use.utilizationRange?.[0]],
    ['stage_utilization_max', use.utilizationRange?.[1]],
    ['stage_memory_min', use.memoryMinBytes],
    ['stage_memory_mean', use.memoryMeanBytes],
  ]
  return [
    ...figures.map(([name, value]) => {
      const reason =
        value === null ? 'not observed: not offered by the monitor, or the stage was too short for a sample' : null
      return buildFigure(own, name, value, { reason })
    }),
    ...further.flatMap(([name, value]) => (typeof value === 'number' ? [buildFigure(own, name, value)] : [])),
  ]
}

/** Reports measured points without stage times as missing, so that they cannot pass. */
function listUnreportedPoints(points: readonly StagedPoint[]): Finding[] {
  const reason = 'the pipeline reported no stage times; see pipeline.telemetry'
  return points.flatMap((point): Finding[] =>
    point.measured && point.stages.length === 0
      ? [{ kind: 'missing', subject: `stages gpus=${point.gpus}`, reason }]
      : [],
  )
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
  const isTold = (name: FigureName): boolean => derived.some((item) => item.name === name && item.value !== null)
  // The limit on a packing that was reported and could not be used must not be left out.
  const trials = points.flatMap(({ measured }) => measured?.trials ?? [])
  const isRefused = trials.some(({ pipeline }) => (pipeline?.packing?.reason ?? null) !== null)
  const buildMore = (id: string, own: Requirement['severity'] = severity) => ({ id, suite: 'stages', severity: own })
  // For every GPU of a GPU stage. Stages that the config names are required even without samples.
  const utilization = buildLimit('gpu_stage_utilization', '>=', minUtilization, buildMore('PERF-02'))
  const isUsed = diagnoses.some(({ isGpuStage }) => isGpuStage)
  return [
    ...(gpuStages.length > 0 ? gpuStages.map((stage) => ({ ...utilization, axes: { stage } })) : []),
    ...(gpuStages.length === 0 && isUsed ? [utilization] : []),
    ...(minPacking !== undefined || isRefused || isTold('packing_efficiency')
      ? [buildLimit('packing_efficiency', '>=', minPacking ?? defaultMinPacking, buildMore('PERF-05'))]
      : []),
    ...(isTold('starved_share')
      ? [
          buildLimit('starved_share', '<', starvedBands[0], buildMore('PERF-05-starved', 'warn')),
          buildLimit('starved_share', '<=', starvedBands[1], buildMore('PERF-05-starved')),
        ]
      : []),
    ...(derived.some(({ name }) => name === 'load_imbalance')
      ? [buildLimit('load_imbalance', '<=', maxImbalance, buildMore('BALANCE'))]
      : []),
    buildLimit('telemetry_captured', '>=', 1, buildMore('PERF-05-captured', 'info')),
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
        return toCell(findExtreme(Math.max, peaks), 'B')
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
        ]
        return remarks.filter((remark) => remark !== null).join(', ') || 'ok'
      },
    ],
  ])
}

function hasTinyKernels({ causes }: StageDiagnosis): boolean {
  return causes.some(({ kind }) => kind === 'tiny-kernels')
}

function buildBottleneckTable(diagnoses: readonly StageDiagnosis[]): Section {
  const flagged = diagnoses.filter((one) => one.isBottleneck || one.isUnderused || hasTinyKernels(one))
  const rows = flagged.flatMap(({ causes, ...one }) => causes.map((cause) => ({ ...one, ...cause })))
  const notes = flagged.length === 0 ? ['No bottleneck found.'] : []
  return buildTable({ id: 'bottlenecks', title: 'Bottlenecks', notes }, rows, [
    ['Stage', ({ figures }) => figures.stage],
    ['GPUs', ({ point }) => String(point.gpus)],
    ['Share', ({ figures }) => toCell(figures.share, 'share')],
    ['Cause', ({ kind }) => kind],
    ['Evidence', ({ evidence }) => evidence],
    ['Advice', ({ advice }) => advice],
  ])
}
