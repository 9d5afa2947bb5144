import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import { needsAttention, type StageDiagnosis } from './stage-diagnosis.ts'
import { computeFittedSpeedup, isSlowerThanOneGpu, type StagedPoint, type StageScaling } from './stage-scaling.ts'

/** Content of the stage tables; `maxShare` is the bottleneck limit, 0 to 1. */
export type StageReport = {
  readonly diagnoses: readonly StageDiagnosis[]
  readonly derived: readonly DerivedValue[]
  readonly scaling: StageScaling
  readonly points: readonly StagedPoint[]
  readonly maxShare: number
}

/** Builds the tables of stages, bottlenecks with advice, scaling by stage, and throughput. */
export function buildStageSections(report: StageReport): Section[] {
  return [
    buildStageTable(report),
    buildBottleneckTable(report),
    ...buildScalingTable(report),
    buildThroughputTable(report),
  ]
}

function buildStageTable({ diagnoses, derived, maxShare }: StageReport): Section {
  return {
    id: 'stages',
    title: 'Stages',
    columns: [
      'Stage',
      'GPUs',
      'Time',
      'Share',
      'Rate',
      'Utilization',
      'SM activity',
      'Peak memory',
      'Cores',
      'Assessment',
    ],
    rows: diagnoses.map((one) => [
      one.figures.stage,
      String(one.gpus),
      { value: one.figures.seconds, unit: 's' },
      { value: one.figures.share, unit: 'share' },
      toFigureCell(findFigure(derived, 'stage_rate', one)),
      toCell(one.utilizationPercent, '%'),
      toCell(
        findMinimum(one, (gpu) => gpu.smActivity),
        'share',
      ),
      toCell(
        findMaximum(one, (gpu) => gpu.memoryPeakBytes),
        'B',
      ),
      toCell(one.figures.cpuCores, 'cores'),
      formatVerdict(one, maxShare),
    ]),
    notes: [
      'Medians over the counted runs; utilization and SM activity of the least busy GPU, memory of the fullest GPU.',
      ...listRateNotes(derived),
    ],
  }
}

function formatVerdict(one: StageDiagnosis, maxShare: number): string {
  const remarks = [
    one.isBottleneck ? `more than ${Number((maxShare * 100).toPrecision(3))} % of the time` : null,
    one.isUnderused ? 'low GPU utilization' : null,
    one.causes.some(({ kind }) => kind === 'tiny-kernels') ? 'kernels too small' : null,
  ].filter((remark) => remark !== null)
  return remarks.length > 0 ? remarks.join(', ') : 'ok'
}

/** Describes which sequence count the rates use. */
function listRateNotes(derived: readonly DerivedValue[]): string[] {
  const reasons = derived.flatMap((item) => (item.name === 'stage_rate' && item.reason ? [item.reason] : []))
  return [...new Set(reasons)].map((reason) => `Rates: ${reason}.`)
}

function buildBottleneckTable({ diagnoses }: StageReport): Section {
  const flagged = diagnoses.filter(needsAttention)
  return {
    id: 'bottlenecks',
    title: 'Bottlenecks',
    columns: ['Stage', 'GPUs', 'Share', 'Cause', 'Evidence', 'Advice'],
    rows: flagged.flatMap((one) =>
      one.causes.map(({ kind, evidence, advice }): Cell[] => [
        one.figures.stage,
        String(one.gpus),
        { value: one.figures.share, unit: 'share' },
        kind,
        evidence,
        advice,
      ]),
    ),
    notes: flagged.length === 0 ? ['No bottleneck found.'] : [],
  }
}

function buildScalingTable({ scaling, derived, points }: StageReport): Section[] {
  const counts = points.filter(({ gpus }) => gpus > 1)
  if (counts.length === 0) return []
  const names = [...new Set(points.flatMap(({ stages }) => stages.map(({ stage }) => stage)))]
  const findCell = (name: string, gpus: number, stage?: string): Cell =>
    toFigureCell(
      derived.find((item) => item.name === name && item.axes['gpus'] === gpus && item.axes['stage'] === stage),
    )
  const buildRow = (title: string, read: (gpus: number) => Cell): Cell[] => [
    title,
    ...counts.map(({ gpus }) => read(gpus)),
  ]
  const fitted = counts.some(({ gpus }) => computeFittedSpeedup(derived, gpus) !== null)
  return [
    {
      id: 'stage-scaling',
      title: 'Scaling by stage',
      columns: ['Speed-up of', ...counts.map(({ gpus }) => `${gpus} GPUs`)],
      rows: [
        ...names.map((stage) => buildRow(stage, (gpus) => findCell('stage_speedup', gpus, stage))),
        buildRow('total', (gpus) => findCell('speedup', gpus)),
        buildRow('ceiling', (gpus) => findCell('ceiling', gpus)),
        ...(fitted ? [buildRow('scalability law', (gpus) => toCell(computeFittedSpeedup(derived, gpus), '×'))] : []),
      ],
      notes: listScalingNotes(scaling, derived),
    },
  ]
}

function listScalingNotes({ parallelStages, parallelShare }: StageScaling, derived: readonly DerivedValue[]): string[] {
  const rest = parallelShare === null ? null : 1 / (1 - parallelShare)
  const limit = rest === null ? '' : Number.isFinite(rest) ? ` and at most ${rest.toPrecision(3)}×` : ''
  const ceiling =
    parallelStages === null || parallelShare === null
      ? 'No ceiling: the 1-GPU run reported no stage times.'
      : `Ceiling from the 1-GPU shares: ${(parallelShare * 100).toFixed(1)} % of the time is in stages that use more GPUs (${parallelStages.join(', ') || 'none'})${limit}.`
  const peak = derived.find((item) => item.name === 'usl_peak')
  const peakNote = peak ? [`Peak of the Universal Scalability Law: ${formatPeak(peak)}.`] : []
  const slower = derived.filter((item) => item.name === 'stage_speedup' && isSlowerThanOneGpu(item))
  return [
    ceiling,
    ...peakNote,
    ...slower.map(({ axes }) => `${axes['stage']} is slower on ${axes['gpus']} GPUs than on 1.`),
  ]
}

function formatPeak({ value, interval, reason }: DerivedValue): string {
  if (value === null) return reason ?? 'not identifiable'
  const range = interval ? ` (${interval[0].toFixed(1)} to ${interval[1].toFixed(1)})` : ''
  return `${value.toFixed(1)} GPUs${range}${reason ? `, ${reason}` : ''}`
}

const throughputNames = [
  ['sequences_per_second', 'Sequences per second'],
  ['tokens_per_second', 'Tokens per second'],
  ['packing_efficiency', 'Packing: tokens / token budget'],
  ['packing_lowest', 'Packing of the worst batch'],
  ['badly_packed_batches', 'Batches below 80 %'],
  ['padding_efficiency', 'Tokens / (rows × longest row)'],
  ['loader_wait_mean', 'Wait for data, mean'],
  ['loader_wait_p95', 'Wait for data, 95th percentile'],
  ['starved_share', 'Starved batches'],
  ['utilization_warnings', 'Utilization warnings per check'],
  ['load_imbalance', 'Imbalance of workers'],
  ['telemetry_captured', 'Available figures of PERF-05'],
] as const

function buildThroughputTable({ derived }: StageReport): Section {
  const rows = throughputNames.flatMap(([name, title]) =>
    derived
      .filter((item) => item.name === name)
      .map((item): Cell[] => [
        item.axes['stage'] === undefined ? title : `${title}: ${item.axes['stage']}`,
        String(item.axes['gpus'] ?? ''),
        toFigureCell(item) ?? 'unavailable',
        item.reason ?? '',
      ]),
  )
  return { id: 'throughput', title: 'Throughput', columns: ['Figure', 'GPUs', 'Value', 'Note'], rows, notes: [] }
}

function findFigure(
  derived: readonly DerivedValue[],
  name: string,
  { gpus, figures }: StageDiagnosis,
): DerivedValue | undefined {
  return derived.find(
    (item) => item.name === name && item.axes['gpus'] === gpus && item.axes['stage'] === figures.stage,
  )
}

type GpuValue = (gpu: StageDiagnosis['figures']['gpus'][number]) => number | null

function findMinimum({ figures }: StageDiagnosis, read: GpuValue): number | null {
  const known = figures.gpus.map(read).filter((value) => value !== null)
  return known.length > 0 ? Math.min(...known) : null
}

function findMaximum({ figures }: StageDiagnosis, read: GpuValue): number | null {
  const known = figures.gpus.map(read).filter((value) => value !== null)
  return known.length > 0 ? Math.max(...known) : null
}

function toFigureCell(item: DerivedValue | undefined): Cell {
  return item ? toCell(item.value, item.unit) : null
}

function toCell(value: number | null, unit: string): Cell {
  return value === null ? null : { value, unit }
}
