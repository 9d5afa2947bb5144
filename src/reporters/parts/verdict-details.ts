import { doesFailCheck } from '../../domain/verdict/comparison.ts'
import { enableSandbox, isOutsideSandbox } from '../../domain/trial/isolation.ts'
import type { CaseSummary, Report } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { toCode, joinContents, say, type Content } from '../content.ts'
import { formatCount, formatPair, formatValue } from '../markdown/numbers.ts'
import { createColumns, createPart, type Part } from '../part.ts'
import { formatRuleSource } from './provenance.ts'
import { listStageSeconds } from './stages.ts'
import { formatCaseCode, formatCaseName, joinFirst } from './labels.ts'
import type { IsolationRecord } from '../../record/run.ts'

/** Explains how the verdict follows from comparisons and limits. */
export function buildVerdictDetails(report: Report): Part {
  const rows = [
    [
      say`Verdict ${toCode(report.verdict)}: check conclusion ${toCode(report.conclusion)}, exit code ${report.exitCode}. Check, comment, summary and exit code use the same verdict.`,
    ],
    [formatGates(report)],
    [formatLimits(report)],
    ...(report.requirements.length > 0 ? [[formatLimitSources(report)]] : []),
    ...(report.yardstick.origin === 'head' ? [] : [[formatRuleSource(report.yardstick)]]),
    ...(report.isolation ? [[formatIsolation(report.isolation)]] : []),
    [say`Verdicts are computed from unrounded raw samples; only the displayed numbers are rounded.`],
  ]
  return createPart({
    title: say`How the verdict was reached`,
    importance: 7,
    isFolded: true,
    noun: 'rules of the verdict',
    body: { kind: 'list', rows },
  })
}

function formatIsolation({ mode, reason }: IsolationRecord): Content {
  if (mode === 'bubblewrap') return say`Isolation: each trial and setup ran in a bubblewrap sandbox.`
  if (isOutsideSandbox(reason)) return say`Isolation: none (${reason}).`
  return say`Isolation: none (${reason ?? 'no reason is stated'}). ${enableSandbox}`
}

/** Builds the table of measured cases. */
export function buildCases(report: Report): Part[] {
  if (report.cases.length === 0) return []
  const titles = ['Case', 'Revision', '#Runs', '#Median time', '#Min to max', '#Spread', '#Failed runs', '#Result rows']
  const rows = report.cases.map((item) => buildCaseRow(item, report.testbed))
  const body = { kind: 'table', columns: createColumns(...titles), rows } as const
  const notes = [say`Spread is the standard deviation divided by the mean. Warm-up runs are not counted.`]
  return [createPart({ title: say`Cases`, importance: 10, isFolded: true, noun: 'cases', body, notes })]
}

/** Builds the table of figures computed from the samples that no other table has; declared ones are marked. */
export function buildDerivedFigures(report: Report): Part[] {
  const shown = listShownValues(report)
  const rows = report.derived.filter((item) => !isShown(item, shown)).map(buildDerivedRow)
  if (rows.length === 0) return []
  const body = {
    kind: 'table',
    columns: createColumns('Case', 'Figure', '#Value', '#Interval', 'Status'),
    rows,
  } as const
  return [createPart({ title: say`Derived figures`, importance: 11, isFolded: true, noun: 'figures', body })]
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

function buildDerivedRow(item: DerivedValue): Content[] {
  const interval = item.interval ? formatPair(...item.interval, item.unit).join(' to ') : '–'
  return [
    formatCaseCode(item),
    toCode(item.name),
    say`${formatValue(item.value, item.unit)}`,
    say`${interval}`,
    joinContents(listLabels(item), '; '),
  ]
}

function listLabels({ isDeclared, isSuspicious, value, reason }: DerivedValue): Content[] {
  const labels = [
    isDeclared ? [say`declared, not measured`] : value === null ? [say`not available`] : [],
    isSuspicious ? [say`implausible, not judged`] : [],
    reason === null ? [] : [say`${reason}`],
  ].flat()
  return labels.length > 0 ? labels : [say`measured`]
}

function formatGates({ comparisons }: Report): Content {
  const gates = comparisons.filter((comparison) => comparison.isGate)
  const regressed = gates.filter(doesFailCheck)
  if (gates.length === 0) return say`No comparison is a gate, so none can fail this run.`
  if (regressed.length === 0)
    return say`${formatCount(gates.length)} gate ${gates.length === 1 ? 'comparison' : 'comparisons'}, no regression.`
  const names = joinFirst(
    regressed.map((comparison) => say`${toCode(comparison.metric)} of ${formatCaseCode(comparison)}`),
  )
  return say`${formatCount(gates.length)} gate ${gates.length === 1 ? 'comparison' : 'comparisons'}, ${formatCount(regressed.length)} ${regressed.length === 1 ? 'regression' : 'regressions'}: ${names}.`
}

function formatLimits({ requirements }: Report): Content {
  const failed = requirements.filter((result) => result.status === 'fail' && result.severity === 'fail')
  if (requirements.length === 0) return say`No limits are configured.`
  if (failed.length === 0) return say`No limit with severity “fail” was missed.`
  return say`Missed limits with severity “fail”: ${joinFirst(failed.map((result) => say`${toCode(result.id)} of ${formatCaseCode(result)}`))}.`
}

function formatLimitSources({ requirements }: Report): Content {
  const rules = [...Map.groupBy(requirements, (result) => result.rule)]
  return say`Rules of the limits: ${joinFirst(rules.map(([rule, same]) => say`${toCode(rule)} (${formatCount(same.length)})`))}.`
}
