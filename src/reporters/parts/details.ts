import { failsCheck } from '../../domain/verdict/comparison.ts'
import { enableSandbox, type IsolationRecord } from '../../domain/trial/isolation.ts'
import type { CaseSummary, Report } from '../../domain/verdict/report.ts'
import type { Derived } from '../../domain/verdict/requirement.ts'
import { code, joined, say, type Content } from '../content.ts'
import { formatCount, formatPair, formatValue } from '../markdown/numbers.ts'
import { columns, part, type Part } from '../part.ts'
import { yardstickLine } from './provenance.ts'
import { caseName, firstFew } from './words.ts'

/** How the verdict follows from what was found. */
export function howItWasReached(report: Report): Part {
  const rows = [
    [
      say`Verdict ${code(report.verdict)}: check conclusion ${code(report.conclusion)}, exit code ${report.exitCode}. Check, comment, summary and exit code come from this one value.`,
    ],
    [gateLine(report)],
    [limitLine(report)],
    [rulesLine(report)],
    ...(report.yardstick.origin === 'head' ? [] : [[yardstickLine(report.yardstick)]]),
    ...(report.isolation ? [[isolationLine(report.isolation)]] : []),
    [say`Every verdict was taken on unrounded figures from the raw samples; rounding is for reading only.`],
  ]
  return part({
    title: say`How the verdict was reached`,
    importance: 9,
    isFolded: true,
    noun: 'steps',
    body: { kind: 'list', rows },
  })
}

function isolationLine({ mode, reason }: IsolationRecord): Content {
  if (mode === 'bubblewrap') return say`Isolation: each trial and setup ran in a bubblewrap sandbox.`
  return say`Isolation: none (${reason ?? 'no reason is stated'}). ${enableSandbox}`
}

/** What was measured in each case. */
export function cases(report: Report): Part[] {
  if (report.cases.length === 0) return []
  const titles = [
    'Case',
    'Revision',
    '#Runs',
    '#Median time',
    '#Fastest to slowest',
    '#Spread',
    '#Failed runs',
    '#Rows',
  ]
  const rows = report.cases.map(caseRow)
  const body = { kind: 'table', columns: columns(...titles), rows } as const
  const notes = [say`Spread is the sample standard deviation as a share of the mean; warm-up runs are not counted.`]
  return [part({ title: say`Cases`, importance: 10, isFolded: true, noun: 'cases', body, notes })]
}

/** Figures computed from the samples, declared ones marked as such. */
export function derivedFigures(report: Report): Part[] {
  if (report.derived.length === 0) return []
  const rows = report.derived.map(derivedRow)
  const body = { kind: 'table', columns: columns('Case', 'Figure', '#Value', '#Interval', 'Standing'), rows } as const
  return [part({ title: say`Derived figures`, importance: 11, isFolded: true, noun: 'figures', body })]
}

function caseRow(item: CaseSummary): Content[] {
  const { wallSeconds: wall } = item
  const deviation = wall?.standardDeviation ?? null
  const spread = wall && deviation !== null ? deviation / wall.mean : null
  return [
    caseName(item),
    code(item.revision),
    say`${wall?.count ?? 0}`,
    say`${formatValue(wall?.median ?? null, 's')}`,
    say`${wall ? formatPair(wall.min, wall.max, 's').join(' to ') : '–'}`,
    say`${formatValue(spread, 'share')}`,
    say`${formatCount(item.failedTrials)}`,
    say`${item.resultRows === null ? '–' : formatCount(item.resultRows)}`,
  ]
}

function derivedRow(item: Derived): Content[] {
  const interval = item.interval ? formatPair(...item.interval, item.unit).join(' to ') : '–'
  return [
    caseName(item),
    code(item.name),
    say`${formatValue(item.value, item.unit)}`,
    say`${interval}`,
    joined(standing(item), '; '),
  ]
}

function standing({ isDeclared, isSuspicious, value, reason }: Derived): Content[] {
  const labels = [
    isDeclared ? [say`declared, not measured`] : value === null ? [say`not available`] : [],
    isSuspicious ? [say`implausible, judged neither way`] : [],
    reason === null ? [] : [say`${reason}`],
  ].flat()
  return labels.length > 0 ? labels : [say`measured`]
}

function gateLine({ comparisons }: Report): Content {
  const gates = comparisons.filter((comparison) => comparison.isGate)
  const regressed = gates.filter(failsCheck)
  if (gates.length === 0) return say`No comparison could fail this run: none is set to decide.`
  if (regressed.length === 0)
    return say`${formatCount(gates.length)} ${gates.length === 1 ? 'comparison' : 'comparisons'} could fail this run; none shows a regression.`
  const names = firstFew(regressed.map((comparison) => say`${code(comparison.metric)} of ${caseName(comparison)}`))
  return say`${formatCount(gates.length)} ${gates.length === 1 ? 'comparison' : 'comparisons'} could fail this run; ${formatCount(regressed.length)} regressed: ${names}.`
}

function limitLine({ requirements }: Report): Content {
  const failed = requirements.filter((result) => result.status === 'fail' && result.severity === 'fail')
  if (requirements.length === 0) return say`No limit was set.`
  if (failed.length === 0) return say`No limit that fails a run was missed.`
  return say`Missed limits that fail a run: ${firstFew(failed.map((result) => say`${code(result.id)} of ${caseName(result)}`))}.`
}

function rulesLine({ requirements }: Report): Content {
  const rules = [...Map.groupBy(requirements, (result) => result.rule)]
  if (rules.length === 0) return say`No limits, hence no rules.`
  return say`Limits come from ${firstFew(rules.map(([rule, same]) => say`${code(rule)} (${formatCount(same.length)})`))}.`
}
