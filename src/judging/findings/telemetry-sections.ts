import { formatAxes } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import { buildGpuByStageSection } from '../../domain/stages/stage-attribution.ts'
import type { Spread } from '../../domain/telemetry/telemetry.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import { buildMachineSections } from './machine-section.ts'
import { listUsedGpus, type UsedGpu } from './telemetry-figures.ts'

const columns = [
  'Case',
  'GPU',
  'Utilization',
  'SM activity',
  'SM occupancy',
  'Tensor cores',
  'Peak memory',
  'Power',
  'Energy per run',
  'SM clock',
  'Peak temperature',
]

/** Builds the tables of GPU use by case and by stage and of host load. Cases without telemetry are left out. */
export function buildTelemetrySections(outcomes: readonly CaseOutcome[], devices: readonly Device[]): Section[] {
  return [...buildGpuSections(outcomes, devices), ...buildMachineSections(outcomes)]
}

function buildGpuSections(outcomes: readonly CaseOutcome[], devices: readonly Device[]): Section[] {
  const heads = outcomes.filter((outcome) => outcome.status === 'measured' && outcome.planned.revision === 'head')
  const rows = heads.flatMap((outcome) => listUsedGpus(outcome, devices).map((use) => buildRow(outcome, use)))
  if (rows.length === 0) return []
  const notes = [
    'Means over the counted runs. Utilization is the share of time in which any kernel ran; SM activity is the share of SMs in use. Memory is the total of the GPU.',
    ...describeOverhead(heads),
    ...new Set(heads.flatMap(listProblems)),
  ]
  return [
    { id: 'gpus', title: 'GPUs', columns, rows, notes, isDetail: true },
    ...heads.flatMap((outcome) => buildStageSection(outcome, devices) ?? []),
  ]
}

function buildRow({ planned }: CaseOutcome, { gpu, use, energyJoules, memoryPeakBytes }: UsedGpu): Cell[] {
  return [
    `${planned.key.suite} ${formatAxes(planned.key.axes)}`,
    String(gpu),
    toMeanCell(use.utilizationPercent, '%'),
    toMeanCell(use.smUtilization, 'share'),
    toMeanCell(use.smOccupancy, 'share'),
    toMeanCell(use.tensorActivity, 'share'),
    memoryPeakBytes === null ? null : { value: memoryPeakBytes, unit: 'B' },
    toMeanCell(use.powerWatts, 'W'),
    energyJoules === null ? null : { value: energyJoules, unit: 'J' },
    use.smClockMhz ? { value: use.smClockMhz.p50, unit: 'MHz' } : null,
    use.temperatureCelsius ? { value: use.temperatureCelsius.max, unit: '°C' } : null,
  ]
}

function toMeanCell(spread: Spread | null, unit: string): Cell {
  return spread ? { value: spread.mean, unit } : null
}

/** Uses the last counted run, because stages of different runs do not align. Lists assigned GPUs only. */
function buildStageSection(outcome: CaseOutcome, devices: readonly Device[]): Section | null {
  if (outcome.status !== 'measured') return null
  const { key } = outcome.planned
  const attribution = outcome.trials.at(-1)?.gpuByStage
  if (!attribution) return null
  const given = listUsedGpus(outcome, devices).map(({ gpu }) => gpu)
  const rows = attribution.rows.filter(({ gpu }) => given.includes(gpu))
  const title = `GPU by stage: ${key.suite} ${formatAxes(key.axes)}`
  const section = buildGpuByStageSection(`gpu-stages-${outcome.planned.id}`, title, { ...attribution, rows })
  return section && { ...section, isDetail: true }
}

/** Maximum CPU share of one core for the GPU sampling. */
const maxOverheadShare = 0.01

function describeOverhead(outcomes: readonly CaseOutcome[]): string[] {
  const trials = outcomes.flatMap((outcome) => (outcome.status === 'measured' ? outcome.trials : []))
  const shares = trials.map(({ telemetry }) => telemetry?.overheadCpuShare ?? null).filter((share) => share !== null)
  if (shares.length === 0) return []
  const most = Math.max(...shares)
  const judged =
    most > maxOverheadShare
      ? `above the allowed ${maxOverheadShare * 100} %`
      : `at most ${maxOverheadShare * 100} % is allowed`
  return [`The sampling used up to ${(most * 100).toFixed(2)} % of one core; ${judged}.`]
}

function listProblems(outcome: CaseOutcome): string[] {
  if (outcome.status !== 'measured') return []
  return outcome.trials.flatMap((trial) => trial.telemetry?.problems ?? []).slice(0, 5)
}
