import { formatCalibratedName, type CalibratedMetric } from './calibration.ts'
import { formatCaseId } from '../core/case.ts'
import type { Cell, Section } from '../verdict/report.ts'
import type { Rate } from './self-test.ts'
import { roundToTwoDigits, formatShare } from '../core/share-text.ts'

const columns = [
  'Case',
  'Metric',
  'Runs',
  'Noise (CV)',
  'Without outliers',
  'Drift',
  'Detectable with 3 runs',
  'Detectable with 10 runs',
  'False alarms',
]

const explanation =
  'False alarms and detections are counted over relabeled splits of the same runs, not over as many sessions: 0 means none in these runs.'

/** Common values of the minimum effect, as shares. */
const usualEffects = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1] as const

/**
 * Sections on the noise floor of this machine: gate metrics with one sentence each, and a folded table of all other
 * metrics.
 */
export function buildCalibrationSections(calibrated: readonly CalibratedMetric[]): Section[] {
  const gates = calibrated.filter(({ isGate }) => isGate)
  const others = calibrated.filter(({ isGate }) => !isGate)
  const notes = [...gates.flatMap(describeMetric), explanation]
  return [
    { id: 'calibration', title: 'Noise of this machine', ...buildTable(gates), notes },
    { id: 'calibration-others', title: 'Noise of other metrics', ...buildTable(others), notes: [], isDetail: true },
  ].filter(({ rows }) => rows.length > 0)
}

/** One sentence about the noisiest gate metric, which limits the sensitivity of the machine. */
export function describeCalibration(calibrated: readonly CalibratedMetric[]): string {
  const gates = calibrated.filter(({ isGate }) => isGate)
  const worst = gates.toSorted((a, b) => b.floor.cv - a.floor.cv)[0]
  if (!worst) return 'this run measured the noise of the machine and judged nothing; it has no values of a gate metric'
  return `this run measured the noise of the machine and judged nothing: ${describeReach(worst)} (${formatCalibratedName(worst)}${gates.length > 1 ? ', the noisiest gate' : ''})`
}

function describeMetric(item: CalibratedMetric): string[] {
  const { floor, falseAlarms, found, minEffect, drift } = item
  const noise = `runs of the same code vary by ${formatShare(floor.cv)}`
  const test = `the rule called it slower in ${formatRate(falseAlarms)} and found ${formatShare(minEffect)} in ${formatRate(found)}`
  const moved =
    item.isDrifting && drift !== null
      ? [
          `${formatCalibratedName(item)} drifted by ${formatShare(drift)} within the session: check that the machine is warmed up and idle`,
        ]
      : []
  return [`${formatCalibratedName(item)}: ${noise}. On this machine ${describeReach(item)}; ${test}.`, ...moved]
}

/** Describes the sensitivity for the configured minimum effect, and the next usual effect that is out of reach. */
function describeReach({ minEffect, maxRepeats, reachOfMost: reach }: CalibratedMetric): string {
  if (reach === null) return `${maxRepeats} runs per side cannot detect any change: set run.maxRepeats to 3 or more`
  if (minEffect < reach) {
    const possible = usualEffects.find((effect) => effect >= reach)
    const advice = possible === undefined ? '' : `; ${formatShare(possible)} is the smallest usual limit within reach`
    return `${formatShare(minEffect)} is out of reach with ${maxRepeats} runs per side${advice}`
  }
  const beyond = usualEffects.findLast((effect) => effect < reach)
  const limit = beyond === undefined ? '' : `; ${formatShare(beyond)} is out of reach`
  return `${maxRepeats} runs per side can detect ${formatShare(minEffect)}${limit}`
}

function buildTable(calibrated: readonly CalibratedMetric[]): Pick<Section, 'columns' | 'rows'> {
  const minEffect = calibrated[0]?.minEffect ?? 0
  return { columns: [...columns, `Found ${formatShare(minEffect)}`], rows: calibrated.map(buildRow) }
}

function buildRow(item: CalibratedMetric): Cell[] {
  const { floor, drift } = item
  return [
    formatCaseId(item.key),
    item.metric.name,
    String(floor.runs),
    toShareCell(floor.cv),
    toShareCell(floor.robustCv),
    toShareCell(drift),
    toShareCell(item.reachOfThree),
    toShareCell(item.reachOfTen),
    formatRate(item.falseAlarms),
    formatRate(item.found),
  ]
}

function formatRate({ count, draws }: Rate): string {
  return `${count} of ${draws}`
}

function toShareCell(share: number | null): Cell {
  return share === null ? null : { value: roundToTwoDigits(share), unit: 'share' }
}
