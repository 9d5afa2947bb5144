import { formatAxes, type CaseKey } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { parseStageName } from '../../domain/core/metric.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { drawTextBar } from '../chart.ts'
import { toCode, say, type Content } from '../content.ts'
import { formatValue } from '../markdown/numbers.ts'
import { createColumns, createPart, type Part } from '../part.ts'
import { compareByWeight, isChange } from './comparison-cells.ts'
import { formatCaseName } from './labels.ts'

const barWidth = 20
const mostStages = 12
const fewestStages = 2

type Stage = {
  readonly name: string
  /** Seconds of the head; null: not measured. */
  readonly seconds: number | null
}

/** Builds the table of stage times for the case that changed most, otherwise for the first case with stages. */
export function buildStageTimes(report: Report): Part[] {
  const { key, stages } = chooseCase(report) ?? { key: null, stages: [] }
  const total = stages.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)
  if (!key || !(total > 0)) return []
  const shown = selectLongest(stages)
  const hidden = stages.length - shown.length
  return [
    createPart({
      title: say`Time per stage: ${formatCaseName(key, report.testbed)}`,
      importance: 9,
      isFolded: true,
      noun: 'stages',
      body: {
        kind: 'table',
        columns: createColumns('Stage', '#Time', '#Share', 'Of all stages'),
        rows: shown.map((stage) => buildRow(stage, (stage.seconds ?? 0) / total)),
      },
      notes: hidden > 0 ? [say`${hidden} shorter ${hidden === 1 ? 'stage is' : 'stages are'} not shown.`] : [],
    }),
  ]
}

/** Lists the median seconds in the table of stage times. */
export function listStageSeconds(report: Report): number[] {
  return chooseCase(report)?.stages.flatMap(({ seconds }) => seconds ?? []) ?? []
}

function buildRow({ name, seconds }: Stage, share: number): Content[] {
  return [
    toCode(name),
    say`${formatValue(seconds, 's')}`,
    say`${(share * 100).toFixed(1)} %`,
    say`${drawTextBar(share, barWidth)}`,
  ]
}

/**
 * Chooses the case with the most important change, otherwise the first; null without a case with two or more stages.
 */
function chooseCase(report: Report): { readonly key: CaseKey; readonly stages: readonly Stage[] } | null {
  const cases = groupStages(report)
  const changed = report.comparisons.filter((item) => item.isGate && isChange(item)).toSorted(compareByWeight)
  const mostChanged = changed.map((item) => cases.get(formatCaseKey(item))).find((found) => found !== undefined)
  return mostChanged ?? [...cases.values()][0] ?? null
}

function groupStages({ derived, comparisons }: Report) {
  const compared = comparisons.filter(({ metric, unit }) => unit === 's' && parseStageName(metric) !== null)
  const measured = derived.filter(({ name, unit }) => unit === 's' && parseStageName(name) !== null)
  const cases = Map.groupBy<string, CaseKey>([...compared, ...measured], formatCaseKey)
  const comparedBy = Map.groupBy(compared, formatCaseKey)
  const measuredBy = Map.groupBy(measured, formatCaseKey)
  const found = [...cases].flatMap(([text, [key]]) => {
    const stages = listStages(measuredBy.get(text) ?? [], comparedBy.get(text) ?? [])
    return key && stages.length >= fewestStages ? [[text, { key, stages }] as const] : []
  })
  return new Map(found)
}

function listStages(measured: readonly DerivedValue[], compared: readonly Comparison[]): Stage[] {
  const names = new Set([...measured.map(({ name }) => name), ...compared.map(({ metric }) => metric)])
  return [...names].map((metric) => {
    const comparison = compared.find((item) => item.metric === metric && item.head !== null) ?? null
    const seconds = measured.find(({ name }) => name === metric)?.value ?? comparison?.head?.median ?? null
    return { name: parseStageName(metric) ?? metric, seconds }
  })
}

/** Selects the longest stages, in pipeline order. */
function selectLongest(stages: readonly Stage[]): Stage[] {
  const kept = new Set(stages.toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0)).slice(0, mostStages))
  return stages.filter((stage) => kept.has(stage))
}

function formatCaseKey({ suite, benchmark, axes }: CaseKey): string {
  return JSON.stringify([suite, benchmark, formatAxes(axes)])
}
