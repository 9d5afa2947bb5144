import { formatCaseId } from '../domain/core/case.ts'
import { formatEffect, formatInterval } from '../domain/core/numbers.ts'
import type { Comparison } from '../domain/verdict/comparison.ts'
import { describeLimit } from '../domain/verdict/limit-sentence.ts'
import type { Report } from '../domain/verdict/report.ts'
import type { RequirementResult } from '../domain/verdict/requirement.ts'
import { sentenceLength, toVisibleText } from './terminal/plain.ts'

type OutcomeKind = 'passed' | 'failure' | 'error' | 'skipped'
type Outcome = readonly [kind: OutcomeKind, message: string]
type TestCase = { readonly suite: string; readonly name: string; readonly outcome: Outcome }

/** Renders JUnit XML: one test case per requirement and per comparison that can fail the run. */
export function renderJunit(report: Report): string {
  const limits = report.requirements.map((result): TestCase => {
    const key = result.benchmark === '' ? result.suite : formatCaseId(result)
    const name = `${result.id}: ${result.value} of ${key}`
    return { suite: result.suite, name, outcome: judgeRequirement(result, report.testbed) }
  })
  const gates = report.comparisons.filter(({ isGate }) => isGate)
  const compared = gates.map((item): TestCase => {
    const name = `${item.metric} of ${formatCaseId(item)} against ${item.reference}`
    return { suite: item.suite, name, outcome: judgeComparison(item) }
  })
  const judged = [...limits, ...compared]
  const cases = [...buildVerdictCase(report, judged), ...judged]
  const suites = [...Map.groupBy(cases, (item) => item.suite)].map(([suite, own]) => formatSuiteXml(suite, own))
  const open = `<testsuites name="${escapeXml(report.title)}" ${formatCountsXml(cases)}>`
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...suites, '</testsuites>', ''].join('\n')
}

/** A missed limit with severity `warn` or `info` does not fail the run, so it is reported as skipped. */
function judgeRequirement(result: RequirementResult, { deviceKind }: Report['testbed']): Outcome {
  const { status, severity, reason } = result
  if (status === 'pass') return ['passed', '']
  if (status === 'not evaluated') return ['skipped', `not evaluated: ${reason}`]
  const missed = `${describeLimit(result, deviceKind, { hasCase: false })}${reason === '' ? '' : `; ${reason}`}`
  if (severity === 'fail') return ['failure', missed]
  return ['skipped', `missed (${severity === 'warn' ? 'warning' : 'information'}): ${missed}`]
}

function judgeComparison({ verdict, effect, interval, unit, reason, toleratedBecause }: Comparison): Outcome {
  if (toleratedBecause !== undefined || verdict === 'unchanged' || verdict === 'improvement') return ['passed', '']
  const figures = effect === null ? '' : `${formatEffect(effect, unit)} (${formatInterval(interval, unit)}): `
  return verdict === 'regression' ? ['failure', figures + reason] : ['skipped', `${verdict}: ${figures}${reason}`]
}

/** Builds a test case for the verdict when no other one shows it: a failed run never gives a file without failures. */
function buildVerdictCase({ verdict, sentence }: Report, judged: readonly TestCase[]): TestCase[] {
  const kind = ({ error: 'error', fail: 'failure', inconclusive: 'skipped', pass: 'passed' } as const)[verdict]
  const isShown = verdict === 'pass' ? judged.length > 0 : judged.some(({ outcome: [own] }) => own === kind)
  return isShown ? [] : [{ suite: 'verdict', name: 'verdict of the run', outcome: [kind, sentence] }]
}

function formatSuiteXml(suite: string, cases: readonly TestCase[]): string {
  const suiteName = escapeXml(suite)
  const lines = cases.map(({ name, outcome: [kind, message] }) => {
    const open = `    <testcase classname="${suiteName}" name="${escapeXml(name)}"`
    return kind === 'passed' ? `${open}/>` : `${open}><${kind} message="${escapeXml(message)}"/></testcase>`
  })
  return [`  <testsuite name="${suiteName}" ${formatCountsXml(cases)}>`, ...lines, '  </testsuite>'].join('\n')
}

function formatCountsXml(cases: readonly TestCase[]): string {
  const count = (kind: OutcomeKind) => cases.filter(({ outcome: [own] }) => own === kind).length
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
}

const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '@': '&#64;',
  '::': ':&#58;',
  '##[': '#&#35;[',
}

/** Drops control characters, which XML 1.0 cannot represent. */
function escapeXml(text: string): string {
  const visible = toVisibleText(text, sentenceLength).replaceAll(/[\uFFFE\uFFFF]/g, '')
  return visible.replaceAll(/[&<>"'@]|::|##\[/g, (match) => xmlEntities[match] ?? match)
}
