import { formatAxes, type CaseKey } from '../../domain/core/case.ts'
import { parseStageName } from '../../domain/core/metric.ts'
import { chooseChartScale, formatCount, formatPair, formatPercent, formatValue } from '../../domain/core/numbers.ts'
import { createChart, createTable, createText, tabulate, type Block, type Column } from '../../domain/report/block.ts'
import { say, toCode, type Content } from '../../domain/report/content.ts'
import { chooseHeadlined, computeMiss } from '../../domain/verdict/headlined.ts'
import { describeLimit } from '../../domain/verdict/limit-sentence.ts'
import type { Cell, PastRuns, Report, Section } from '../../domain/verdict/report.ts'
import type { DerivedValue, RequirementResult } from '../../domain/verdict/requirement.ts'
import { drawSparkline, drawTextBar } from '../drawing.ts'
import { sentenceLength } from '../terminal/plain.ts'
import {
  compareByWeight,
  createCaseNamer,
  formatCaseName,
  formatMetricName,
  formatRequirementStatus,
  isChange,
} from './labels.ts'

const severities = { fail: 0, warn: 1, info: 2 }
const results = { fail: 0, 'not evaluated': 1, pass: 2 }
/** Maximum open rows per limit, and in all. */
const mostOfOneLimit = 3
const mostOpenLimits = 4

/**
 * Builds the tables of limits: missed ones open, without the one of the headline, failures first; all others folded.
 * Open rows have no reason, and a limit without a value is folded with it.
 */
export function buildRequirements(report: Report): Block[] {
  const { testbed } = report
  const headlined = chooseHeadlined(report)
  const sorted = report.requirements.toSorted(
    (a, b) =>
      results[a.status] - results[b.status] ||
      severities[a.severity] - severities[b.severity] ||
      computeMiss(b) - computeMiss(a),
  )
  const missed = sorted.filter((item) => item.status === 'fail' && item !== headlined?.item)
  const open = selectOpen(missed)
  const hidden = missed.length - open.length
  const notes = hidden > 0 ? [say`${formatCount(hidden)} more missed: see “Limits” in the details.`] : []
  const formatCase = createCaseNamer(report)
  // The case is in another column.
  const formatLimit = (result: RequirementResult): Content =>
    say`${toCode(result.id)} ${describeLimit(result, testbed.deviceKind, { hasCase: false })}`
  return [
    ...tabulate(
      open,
      {
        Limit: (result) => say`${formatRequirementStatus(result)}: ${formatLimit(result)}`,
        Case: (result) => (result.benchmark === '' ? result.suite : formatCase(result)),
      },
      { importance: 3, noun: 'limits', notes },
    ),
    ...tabulate(
      sorted.filter((result) => !open.includes(result)),
      {
        Status: formatRequirementStatus,
        Limit: formatLimit,
        Case: (result) => formatCaseName(result, testbed),
        Reason: ({ reason }) => (reason === '' ? '–' : reason),
      },
      { title: say`Limits`, importance: 9, isFolded: true, noun: 'limits' },
    ),
  ]
}

function selectOpen(missed: readonly RequirementResult[]): RequirementResult[] {
  const groups = Map.groupBy(missed, ({ id, value, severity }) => [id, value, severity].join('\0'))
  const few = new Set([...groups.values()].flatMap((group) => group.slice(0, mostOfOneLimit)))
  return missed.filter((result) => few.has(result)).slice(0, mostOpenLimits)
}

/** Limits table width, which an untrusted run folder could choose. */
const mostColumns = 16
const mostNotes = 8

/** Limits for open tables; longer and wider tables are folded. */
const mostOpenTables = 2
const mostOpenRows = 12
const mostOpenColumns = 9

/**
 * Builds the tables of the suites. The first short ones are open if they are the result: nothing was compared and no
 * limit was missed.
 */
export function buildSections({ sections, comparisons, requirements }: Report): Block[] {
  const isElsewhere = comparisons.some(({ isGate }) => isGate) || requirements.some(({ status }) => status === 'fail')
  let [tables, rows] = isElsewhere ? [0, 0] : [mostOpenTables, mostOpenRows]
  return sections.map((section) => {
    const isShort = section.rows.length <= rows && section.columns.length <= mostOpenColumns
    if (section.isExplanation) return buildSection(section, false)
    const isOpen = section.isDetail !== true && isShort && tables > 0
    if (isOpen) [tables, rows] = [tables - 1, rows - section.rows.length]
    return buildSection(section, !isOpen)
  })
}

/** Builds the block of one section. */
export function buildSection(section: Section, isFolded: boolean): Block {
  // Columns in which every cell is empty are dropped.
  const used = section.columns.flatMap((_, index) =>
    section.rows.length === 0 || section.rows.some((row) => (row[index] ?? '') !== '') ? [index] : [],
  )
  const shown = used.slice(0, mostColumns)
  const notes = formatNotes(section.notes, used.length - shown.length)
  const frame = { title: say`${section.title}`, importance: isFolded ? 11 : 7, isFolded, notes }
  if (section.rows.length === 0) return createText(frame)
  const columns = shown.map((index): Column => {
    const cells = section.rows.map((row) => row[index] ?? null).filter((cell) => cell !== null)
    const isNumeric = cells.length > 0 && cells.every((cell) => typeof cell === 'object')
    return { title: say`${section.columns[index] ?? ''}`, isNumeric }
  })
  const rows = section.rows.map((row) => shown.map((index) => formatCell(row[index] ?? null)))
  return createTable({ columns, rows }, frame)
}

function formatCell(cell: Cell): Content {
  if (cell === null) return say`–`
  if (typeof cell === 'string') return say`${cell}`
  if ('value' in cell) return say`${formatValue(cell.value, cell.unit)}`
  return say`${formatPair(...cell.interval, cell.unit).join(' to ')}`
}

function formatNotes(notes: readonly string[], hiddenColumns: number): Content[] {
  const rest = notes.length - mostNotes
  return [
    ...notes.slice(0, mostNotes).map((note) => say`${note.slice(0, sentenceLength * 2)}`),
    ...(rest > 0 ? [say`${rest} more notes are in the JSON report.`] : []),
    ...(hiddenColumns > 0 ? [say`${hiddenColumns} more columns are in the JSON report.`] : []),
  ]
}

/** With fewer points, a curve shows no more than its table. */
const fewestPoints = 3
const mostCurves = 2

/** Selects the curves over counts that text can draw: one value per count. */
export function selectSectionCurves({ sections }: Report): Block[] {
  return sections
    .flatMap(({ charts = [] }) => charts)
    .filter(
      ({ chart }) =>
        chart.kind === 'curves' && chart.x.isWhole && (chart.curves[0]?.points.length ?? 0) >= fewestPoints,
    )
    .slice(0, mostCurves)
}

const barWidth = 20
const mostStages = 12
const fewestStages = 2

/** Builds the table of stage times for the case that changed most, otherwise for the first case with stages. */
export function buildStageTimes(report: Report): Block[] {
  const { key, stages } = chooseCase(report) ?? { key: null, stages: [] }
  const total = stages.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)
  if (!key || !(total > 0)) return []
  const longest = stages.toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0)).slice(0, mostStages)
  const hidden = stages.length - longest.length
  const untimed = stages.filter(({ seconds }) => seconds === null).length
  return tabulate(
    stages.filter((stage) => longest.includes(stage)),
    {
      Stage: ({ name }) => toCode(name),
      '#Time': ({ seconds }) => formatValue(seconds, 's'),
      '#Share': ({ seconds }) => (seconds === null ? '–' : formatPercent(seconds / total)),
      'Of all stages': ({ seconds }) => drawTextBar((seconds ?? 0) / total, barWidth),
    },
    {
      title: say`Time per stage: ${formatCaseName(key, report.testbed)}`,
      importance: 9,
      isFolded: true,
      noun: 'stages',
      notes: [
        ...(hidden > 0 ? [say`${hidden} shorter ${hidden === 1 ? 'stage is' : 'stages are'} not shown.`] : []),
        ...(untimed > 0 ? [say`Shares are of the stages with a time: ${untimed} of ${stages.length} have none.`] : []),
      ],
    },
  )
}

/** Lists the median seconds in the table of stage times. */
export function listStageSeconds(report: Report): number[] {
  return chooseCase(report)?.stages.flatMap(({ seconds }) => seconds ?? []) ?? []
}

/** A case and its stages with their seconds in the head; null: not measured. */
type StagedCase = {
  readonly key: CaseKey
  readonly stages: readonly { readonly name: string; readonly seconds: number | null }[]
}

/**
 * Chooses the case with the most important change, otherwise the first; null without a case with two or more stages.
 */
function chooseCase(report: Report): StagedCase | null {
  const cases = groupStages(report)
  const changed = report.comparisons.filter((item) => item.isGate && isChange(item)).toSorted(compareByWeight)
  const mostChanged = changed.map((item) => cases.get(formatCaseKey(item))).find((found) => found !== undefined)
  return mostChanged ?? [...cases.values()][0] ?? null
}

type StageFigure = CaseKey & Pick<DerivedValue, 'name' | 'unit' | 'value'>

function groupStages({ derived, comparisons }: Report): Map<string, StagedCase> {
  const compared = comparisons.map(({ metric, head, ...key }): StageFigure => {
    return { ...key, name: metric, value: head?.median ?? null }
  })
  const isStage = ({ name, unit }: StageFigure): boolean => unit === 's' && parseStageName(name) !== null
  const measured = Map.groupBy(derived.filter(isStage), formatCaseKey)
  const cases = Map.groupBy<string, StageFigure>([...compared, ...derived].filter(isStage), formatCaseKey)
  const found = [...cases].flatMap(([text, own]): [string, StagedCase][] => {
    const [key] = own
    const byName = Map.groupBy([...(measured.get(text) ?? []), ...own], ({ name }) => name)
    const stages = [...byName].map(([name, same]) => {
      return { name: parseStageName(name) ?? name, seconds: same.find(({ value }) => value !== null)?.value ?? null }
    })
    return key && stages.length >= fewestStages ? [[text, { key, stages }]] : []
  })
  return new Map(found)
}

function formatCaseKey({ suite, benchmark, axes }: CaseKey): string {
  return JSON.stringify([suite, benchmark, formatAxes(axes)])
}

const mostPoints = 60

/** Builds a chart for the gate that differs most from its earlier runs, and sparklines for all. */
export function buildPastRuns({ pastRuns = [], testbed }: Report): Block[] {
  const known = pastRuns.toSorted((a, b) => computeDistance(b) - computeDistance(a))
  const [first] = known
  if (!first) return []
  const frame = { importance: 10, isFolded: true, noun: 'earlier runs' }
  const lead = [
    say`Median ${formatMetricName(first.metric)} of ${formatCaseName(first, testbed)}. The last point is this run; the others are runs of unchanged code on this testbed.`,
  ]
  return [
    createChart(toPastChart(first), { ...frame, title: say`Earlier runs`, lead }),
    ...tabulate(
      known,
      {
        Case: (past) => formatCaseName(past, testbed),
        Metric: ({ metric }) => formatMetricName(metric),
        'Earlier runs and this run': (past) => drawSparkline(listPoints(past)),
        '#Earlier range': ({ medians, unit }) =>
          formatPair(Math.min(...medians), Math.max(...medians), unit).join(' to '),
        '#This run': ({ now, unit }) => formatValue(now, unit),
      },
      { ...frame, title: say`Earlier runs as text` },
    ),
  ]
}

function toPastChart(past: PastRuns) {
  const values = listPoints(past)
  const { factor, unit } = chooseChartScale(values, past.unit)
  const points = values.map((value, x) => ({ x, y: value * factor }))
  return {
    kind: 'curves' as const,
    title: past.metric,
    x: { label: 'sessions, newest last', unit: '', isFromZero: false, isWhole: true as const },
    y: { label: unit === '' ? 'value' : unit, unit: '', isFromZero: false },
    curves: [{ name: 'median of a session', style: 'line' as const, points }],
    marks: [],
  }
}

function listPoints({ medians, now }: PastRuns): number[] {
  return [...medians.slice(1 - mostPoints), now]
}

/** The distance of this run from the median of earlier runs. */
function computeDistance({ medians, now }: PastRuns): number {
  const middle = medians.toSorted((a, b) => a - b)[Math.floor(medians.length / 2)] ?? now
  return middle === 0 ? 0 : Math.abs(now / middle - 1)
}
