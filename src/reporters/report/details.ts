import { doesFailCheck } from '../../domain/verdict/comparison.ts'
import { enableSandbox, isOutsideSandbox } from '../../domain/trial/isolation.ts'
import { formatCounted, formatPair, formatCount, formatValue } from '../../domain/core/numbers.ts'
import { createList, createTable, type Block } from '../../domain/report/block.ts'
import { joinContents, toCode, type Content, say } from '../../domain/report/content.ts'
import type { IsolationRecord } from '../../record/run.ts'
import type { CaseSummary, Report } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { formatRuleSource } from './overview.ts'
import { listStageSeconds } from './tables.ts'
import { formatCaseName, joinFirst, formatPlace } from './labels.ts'

/** Explains how the verdict follows from comparisons and limits. */
export function buildVerdictDetails(report: Report): Block {
  const rows = [
    say`Verdict ${toCode(report.verdict)}: check conclusion ${toCode(report.conclusion)}, exit code ${report.exitCode}. Check, comment, summary and exit code use the same verdict.`,
    formatGates(report),
    formatLimits(report),
    ...(report.requirements.length > 0 ? [formatLimitSources(report)] : []),
    ...(report.yardstick.origin === 'head' ? [] : [formatRuleSource(report.yardstick)]),
    ...(report.isolation ? [formatIsolation(report.isolation)] : []),
    say`Verdicts are computed from unrounded raw samples; only the displayed numbers are rounded.`,
  ]
  const title = say`How the verdict was reached`
  return createList(rows, { title, importance: 7, isFolded: true, noun: 'rules of the verdict' })
}

function formatIsolation({ mode, reason }: IsolationRecord): Content {
  if (mode === 'bubblewrap') return say`Isolation: each trial and setup ran in a bubblewrap sandbox.`
  if (isOutsideSandbox(reason)) return say`Isolation: none (${reason}).`
  return say`Isolation: none (${reason ?? 'no reason is stated'}). ${enableSandbox}`
}

function formatGates({ comparisons }: Report): Content {
  const gates = comparisons.filter((comparison) => comparison.isGate)
  const regressed = gates.filter(doesFailCheck)
  if (gates.length === 0) return say`No gates: comparisons cannot fail this run.`
  const count = formatCounted(gates.length, 'gate comparison')
  if (regressed.length === 0) return say`${count}, no regression.`
  const names = regressed.map((item) => say`${toCode(item.metric)} of ${toCode(formatPlace(item))}`)
  return say`${count}, ${formatCounted(regressed.length, 'regression')}: ${joinFirst(names)}.`
}

function formatLimits({ requirements }: Report): Content {
  const failed = requirements.filter((result) => result.status === 'fail' && result.severity === 'fail')
  if (requirements.length === 0) return say`No limits are configured.`
  if (failed.length === 0) return say`No limit with severity “fail” was missed.`
  const names = failed.map((result) => say`${toCode(result.id)} of ${toCode(formatPlace(result))}`)
  return say`Missed limits with severity “fail”: ${joinFirst(names)}.`
}

function formatLimitSources({ requirements }: Report): Content {
  const rules = [...Map.groupBy(requirements, (result) => result.rule)]
  return say`Rules of the limits: ${joinFirst(rules.map(([rule, same]) => say`${toCode(rule)} (${formatCount(same.length)})`))}.`
}

/** Builds the table of measured cases. */
export function buildCases({ cases, testbed }: Report): Block[] {
  if (cases.length === 0) return []
  const titles = ['Case', 'Revision', '#Runs', '#Median time', '#Min to max', '#Spread', '#Failed runs', '#Result rows']
  const rows = cases.map((item) => buildCaseRow(item, testbed))
  const notes = [say`Spread is the standard deviation divided by the mean. Warm-up runs are not counted.`]
  return [createTable(titles, rows, { title: say`Cases`, importance: 10, isFolded: true, noun: 'cases', notes })]
}

function buildCaseRow(item: CaseSummary, testbed: Report['testbed']): Content[] {
  const { wallSeconds: wall } = item
  const deviation = wall?.standardDeviation ?? null
  const spread = wall && deviation !== null ? deviation / wall.mean : null
  return [
    formatCaseName(item, testbed),
    toCode(item.revision),
    say`${wall?.count ?? 0}`,
    say`${formatValue(wall?.median ?? null, 's')}`,
    say`${wall ? formatPair(wall.min, wall.max, 's').join(' to ') : '–'}`,
    say`${formatValue(spread, 'share')}`,
    say`${formatCount(item.failedTrials)}`,
    say`${item.resultRows === null ? '–' : formatCount(item.resultRows)}`,
  ]
}

/** Builds the table of figures computed from the samples that no other table has; declared ones are marked. */
export function buildDerivedFigures(report: Report): Block[] {
  const shown = listShownValues(report)
  const rows = report.derived.filter((item) => !isShown(item, shown)).map(buildDerivedRow)
  if (rows.length === 0) return []
  const frame = { title: say`Derived figures`, importance: 11, isFolded: true, noun: 'figures' }
  return [createTable(['Case', 'Figure', '#Value', '#Interval', 'Status'], rows, frame)]
}

/** Lists the unrounded values of limits, suite tables, cases and stage times. */
function listShownValues(report: Report): ReadonlySet<number> {
  const { requirements, sections, cases, comparisons } = report
  const cells = sections.flatMap(({ rows }) => rows.flat())
  return new Set([
    ...requirements.flatMap(({ actual }) => actual ?? []),
    ...cells.flatMap((cell) => (typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : [])),
    ...cases.flatMap(({ wallSeconds }) => wallSeconds?.median ?? []),
    ...comparisons.flatMap(({ head }) => head?.median ?? []),
    ...listStageSeconds(report),
  ])
}

/** A figure that needs a remark is always in the table. */
function isShown({ value, reason, isDeclared, isSuspicious }: DerivedValue, shown: ReadonlySet<number>): boolean {
  return value !== null && reason === null && !isDeclared && !isSuspicious && shown.has(value)
}

function buildDerivedRow(item: DerivedValue): Content[] {
  const interval = item.interval ? formatPair(...item.interval, item.unit).join(' to ') : '–'
  return [
    toCode(formatPlace(item)),
    toCode(item.name),
    say`${formatValue(item.value, item.unit)}`,
    say`${interval}`,
    joinContents(listLabels(item), '; '),
  ]
}

function listLabels({ isDeclared, isSuspicious, value, reason }: DerivedValue): Content[] {
  const labels = [
    isDeclared ? [say`declared, not measured`] : value === null ? [say`not available`] : [],
    isSuspicious ? [say`not judged`] : [],
    reason === null ? [] : [say`${reason}`],
  ].flat()
  return labels.length > 0 ? labels : [say`measured`]
}
