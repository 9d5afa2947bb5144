import { formatCount, formatCounted, formatPair, formatValue } from '../../domain/core/numbers.ts'
import { createList, tabulate, type Block } from '../../domain/report/block.ts'
import { joinContents, say, toCode, type Content } from '../../domain/report/content.ts'
import { enableSandbox, isOutsideSandbox } from '../../domain/trial/isolation.ts'
import { doesFailCheck } from '../../domain/verdict/comparison.ts'
import { isOpen } from '../../domain/verdict/headlined.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { IsolationRecord } from '../../record/run.ts'
import { formatCaseName, formatPlace, joinFirst } from './labels.ts'
import { formatRuleSource } from './overview.ts'
import { listStageSeconds } from './tables.ts'

/** Explains how the verdict follows from comparisons and limits. */
export function buildVerdictDetails(report: Report): Block {
  const rows = [
    say`Verdict ${toCode(report.verdict)}: check conclusion ${toCode(report.conclusion)}, exit code ${report.exitCode}. Check, comment, summary and exit code use the same verdict.`,
    formatGates(report),
    ...formatLimits(report),
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
  const open = gates.filter(isOpen).length
  const count = formatCounted(gates.length, 'gate comparison')
  if (open === gates.length) return say`${count}, none decided.`
  const undecided = open > 0 ? say`, ${formatCount(open)} undecided` : say``
  if (regressed.length === 0) return say`${count}${undecided}, no regression.`
  const names = regressed.map((item) => say`${toCode(item.metric)} of ${toCode(formatPlace(item))}`)
  return say`${count}${undecided}, ${formatCounted(regressed.length, 'regression')}: ${joinFirst(names)}.`
}

function formatLimits({ requirements }: Report): Content[] {
  if (requirements.length === 0) return [say`No limits are configured.`]
  const gates = requirements.filter(({ severity }) => severity === 'fail')
  const failed = gates.filter(({ status }) => status === 'fail')
  const unknown = gates.filter(({ status }) => status === 'not evaluated').length
  const rest = unknown > 0 ? say`; not evaluated: ${formatCount(unknown)} of ${formatCount(gates.length)}` : say``
  const names = failed.map((result) => say`${toCode(result.id)} of ${toCode(formatPlace(result))}`)
  const rules = [...Map.groupBy(requirements, (result) => result.rule)]
  const sources = rules.map(([rule, same]) => say`${toCode(rule)} (${formatCount(same.length)})`)
  return [
    failed.length === 0
      ? say`No limit with severity “fail” was missed${rest}.`
      : say`Missed limits with severity “fail”: ${joinFirst(names)}${rest}.`,
    say`Rules of the limits: ${joinFirst(sources)}.`,
  ]
}

/** Builds the table of measured cases. */
export function buildCases({ cases, testbed }: Report): Block[] {
  const notes = [say`Spread is the standard deviation divided by the mean. Warm-up runs are not counted.`]
  return tabulate(
    cases,
    {
      Case: (item) => formatCaseName(item, testbed),
      Revision: ({ revision }) => toCode(revision),
      '#Runs': ({ runs }) => formatCount(runs),
      '#Median time': ({ wallSeconds }) => formatValue(wallSeconds?.median ?? null, 's'),
      '#Min to max': ({ wallSeconds: wall }) => (wall ? formatPair(wall.min, wall.max, 's').join(' to ') : '–'),
      '#Spread': ({ wallSeconds: wall }) =>
        formatValue(wall && wall.standardDeviation !== null ? wall.standardDeviation / wall.mean : null, 'share'),
      '#Failed runs': ({ failedTrials }) => formatCount(failedTrials),
      '#Result rows': ({ resultRows }) => (resultRows === null ? '–' : formatCount(resultRows)),
    },
    { title: say`Cases`, importance: 10, isFolded: true, noun: 'cases', notes },
  )
}

/** Builds the table of figures computed from the samples that no other table has; declared ones are marked. */
export function buildDerivedFigures(report: Report): Block[] {
  const shown = listShownValues(report)
  // A figure that needs a remark is always in the table, and so is 0, which several figures can have.
  const isShown = ({ name, value, unit, reason, isDeclared, isSuspicious }: DerivedValue): boolean =>
    Boolean(value) &&
    reason === null &&
    !isDeclared &&
    !isSuspicious &&
    [name, unit].some((one) => shown.has(`${value} ${one}`))
  return tabulate(
    report.derived.filter((item) => !isShown(item)),
    {
      Case: (item) => toCode(formatPlace(item)),
      Figure: ({ name }) => toCode(name),
      '#Value': ({ value, unit }) => formatValue(value, unit),
      '#Interval': ({ interval, unit }) => (interval ? formatPair(...interval, unit).join(' to ') : '–'),
      Status: (item) => joinContents(listLabels(item), '; '),
    },
    { title: say`Derived figures`, importance: 11, isFolded: true, noun: 'figures' },
  )
}

/** Lists the unrounded values of limits with their names, of suite tables, cases and stage times with their units. */
function listShownValues(report: Report): ReadonlySet<string> {
  const { requirements, sections, cases, comparisons } = report
  const cells = sections.flatMap(({ rows }) => rows.flat())
  return new Set([
    ...requirements.map(({ actual, value }) => `${actual} ${value}`),
    ...cells.map((cell) => (typeof cell === 'object' && cell && 'value' in cell ? `${cell.value} ${cell.unit}` : '')),
    ...cases.map(({ wallSeconds }) => `${wallSeconds?.median} s`),
    ...comparisons.map(({ head, unit }) => `${head?.median} ${unit}`),
    ...listStageSeconds(report).map((seconds) => `${seconds} s`),
  ])
}

function listLabels({ isDeclared, isSuspicious, value, reason }: DerivedValue): Content[] {
  const labels = [
    isDeclared ? [say`declared, not measured`] : value === null ? [say`not available`] : [],
    isSuspicious ? [say`not judged`] : [],
    reason === null ? [] : [say`${reason}`],
  ].flat()
  return labels.length > 0 ? labels : [say`measured`]
}
