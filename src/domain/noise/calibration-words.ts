import { calibratedName, type CalibratedMetric } from './calibration.ts'
import { caseId } from '../core/case.ts'
import { runsText } from '../cost/price-words.ts'
import type { Cell, Section } from '../verdict/report.ts'
import type { Rate } from './self-test.ts'
import { roughly, shareText } from '../core/share-text.ts'

const columns = [
  'Case',
  'Metric',
  'Runs',
  'Noise (CV)',
  'Without outliers',
  'Drift',
  'Told with 3 runs',
  'Told with 10 runs',
  'False alarms',
]

const explanation =
  'False alarms and finds are counted over relabelled splits of the same runs, not over as many sessions: none means none in these runs.'

/** Effects that people ask for. */
const usualEffects = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1] as const

/** The floor of this machine for what decides, with a sentence for each, and folded for everything else. */
export function calibrationSections(calibrated: readonly CalibratedMetric[]): Section[] {
  const gates = calibrated.filter(({ isGate }) => isGate)
  const others = calibrated.filter(({ isGate }) => !isGate)
  const notes = [...gates.flatMap(sentencesOf), explanation]
  return [
    { id: 'calibration', title: 'The noise of this machine', ...tableOf(gates), notes },
    { id: 'calibration-others', title: 'The noise of other metrics', ...tableOf(others), notes: [], isDetail: true },
  ].filter(({ rows }) => rows.length > 0)
}

/** The noisiest gate metric decides what can be promised for the machine. */
export function calibrationSentence(calibrated: readonly CalibratedMetric[]): string {
  const gates = calibrated.filter(({ isGate }) => isGate)
  const worst = gates.toSorted((a, b) => b.floor.cv - a.floor.cv)[0]
  if (!worst) return 'this run measured the noise of the machine and judged nothing; it has no figures of a gate metric'
  return `this run measured the noise of the machine and judged nothing: ${reachText(worst)} (${calibratedName(worst)}${gates.length > 1 ? ', the noisiest gate' : ''})`
}

function sentencesOf(item: CalibratedMetric): string[] {
  const { floor, falseAlarms, found, minEffect, drift } = item
  const noise = `runs of the same code differ by ${shareText(floor.cv)}`
  const test = `our rule called it slower in ${rateText(falseAlarms)} and found ${shareText(minEffect)} in ${rateText(found)}`
  const moved =
    item.isDrifting && drift !== null
      ? [`${calibratedName(item)} drifted by ${shareText(drift)} within the session: is the machine warm, and idle?`]
      : []
  return [`${calibratedName(item)}: ${noise}. On this machine ${reachText(item)}; ${test}.`, ...moved]
}

/** `3 % is told in 3 to 4 runs per side; 0.5 % is out of reach`. */
function reachText({ minEffect, maxRepeats, reachOfMost: reach, expectedRuns }: CalibratedMetric): string {
  if (reach === null) return `${maxRepeats} runs per side can tell nothing at all: set run.maxRepeats to 3 or more`
  if (minEffect < reach) {
    const possible = usualEffects.find((effect) => effect >= reach)
    const advice = possible === undefined ? '' : `; ${shareText(possible)} is the smallest usual limit that can be told`
    return `${shareText(minEffect)} is out of reach with ${maxRepeats} runs per side${advice}`
  }
  const beyond = usualEffects.findLast((effect) => effect < reach)
  const limit = beyond === undefined ? '' : `; ${shareText(beyond)} is out of reach`
  return `${shareText(minEffect)} is told in ${runsText(expectedRuns)} runs per side${limit}`
}

function tableOf(calibrated: readonly CalibratedMetric[]): Pick<Section, 'columns' | 'rows'> {
  const asked = calibrated[0]?.minEffect ?? 0
  return { columns: [...columns, `Found ${shareText(asked)}`], rows: calibrated.map(rowOf) }
}

function rowOf(item: CalibratedMetric): Cell[] {
  const { floor, drift } = item
  return [
    caseId(item.key),
    item.metric.name,
    String(floor.runs),
    shareCell(floor.cv),
    shareCell(floor.robustCv),
    shareCell(drift),
    shareCell(item.reachOfThree),
    shareCell(item.reachOfTen),
    rateText(item.falseAlarms),
    rateText(item.found),
  ]
}

function rateText({ count, draws }: Rate): string {
  return `${count} of ${draws}`
}

function shareCell(share: number | null): Cell {
  return share === null ? null : { value: roughly(share), unit: 'share' }
}
