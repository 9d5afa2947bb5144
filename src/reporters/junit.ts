import type { Comparison } from '../domain/verdict/comparison.ts'
import { formatCaseId } from '../domain/core/case.ts'
import { describeLimit } from '../domain/verdict/limit-sentence.ts'
import type { Report } from '../domain/verdict/report.ts'
import type { RequirementResult } from '../domain/verdict/requirement.ts'
import { formatEffect, formatInterval } from '../domain/core/numbers.ts'
import { sentenceLength, toVisibleText } from './terminal/plain.ts'

type Outcome = { readonly kind: 'passed' | 'failure' | 'error' | 'skipped'; readonly message: string }
type TestCase = { readonly suite: string; readonly name: string; readonly outcome: Outcome }

/** Renders JUnit XML: one test case per requirement and per comparison that can fail the run. */
export function renderJunit(report: Report): string {
  const judged = [
    ...report.requirements.map((result) => buildRequirementCase(result, report.testbed)),
    ...report.comparisons.filter((comparison) => comparison.isGate).map(buildComparisonCase),
  ]
  const cases = [...buildVerdictCase(report, judged), ...judged]
  const suites = [...Map.groupBy(cases, (item) => item.suite)].map(([suite, own]) => formatSuiteXml(suite, own))
  const open = `<testsuites name="${escapeXml(report.title)}" ${formatCountsXml(cases)}>`
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...suites, '</testsuites>', ''].join('\n')
}

function buildRequirementCase(result: RequirementResult, testbed: Report['testbed']): TestCase {
  const key = result.benchmark === '' ? result.suite : formatCaseId(result)
  return {
    suite: result.suite,
    name: `${result.id}: ${result.value} of ${key}`,
    outcome: buildRequirementOutcome(result, testbed),
  }
}

/** A missed limit with severity `warn` or `info` does not fail the run, so it is reported as skipped. */
function buildRequirementOutcome(result: RequirementResult, testbed: Report['testbed']): Outcome {
  if (result.status === 'pass') return { kind: 'passed', message: '' }
  if (result.status === 'not evaluated') return { kind: 'skipped', message: `not evaluated: ${result.reason}` }
  const missed = describeMiss(result, testbed)
  return result.severity === 'fail'
    ? { kind: 'failure', message: missed }
    : {
        kind: 'skipped',
        message: `missed (${result.severity === 'warn' ? 'warning' : 'information'}): ${missed}`,
      }
}

function describeMiss(result: RequirementResult, { deviceKind }: Report['testbed']): string {
  const { reason } = result
  return `${describeLimit(result, deviceKind, { hasCase: false })}${reason === '' ? '' : `; ${reason}`}`
}

function buildComparisonCase(comparison: Comparison): TestCase {
  const name = `${comparison.metric} of ${formatCaseId(comparison)} against ${comparison.reference}`
  return { suite: comparison.suite, name, outcome: buildComparisonOutcome(comparison) }
}

function buildComparisonOutcome(comparison: Comparison): Outcome {
  const { verdict, effect, interval, unit, reason, toleratedBecause } = comparison
  if (toleratedBecause !== undefined) return { kind: 'passed', message: '' }
  if (verdict === 'unchanged' || verdict === 'improvement') return { kind: 'passed', message: '' }
  const message =
    effect === null ? reason : `${formatEffect(effect, unit)} (${formatInterval(interval, unit)}): ${reason}`
  return verdict === 'regression'
    ? { kind: 'failure', message }
    : { kind: 'skipped', message: `${verdict}: ${message}` }
}

/**
 * Builds a test case for the verdict when no other one shows it, so that a failed run never gives a file without
 * failures.
 */
function buildVerdictCase({ verdict, sentence }: Report, judged: readonly TestCase[]): TestCase[] {
  const kind = verdict === 'error' ? 'error' : verdict === 'fail' ? 'failure' : 'skipped'
  if (verdict === 'pass' && judged.length > 0) return []
  if (verdict !== 'pass' && judged.some(({ outcome }) => outcome.kind === kind)) return []
  const outcome: Outcome = { kind: verdict === 'pass' ? 'passed' : kind, message: sentence }
  return [{ suite: 'verdict', name: 'verdict of the run', outcome }]
}

function formatSuiteXml(suite: string, cases: readonly TestCase[]): string {
  const name = escapeXml(suite)
  const lines = cases.map((item) => formatCaseXml(name, item))
  return [`  <testsuite name="${name}" ${formatCountsXml(cases)}>`, ...lines, '  </testsuite>'].join('\n')
}

function formatCaseXml(className: string, { name, outcome }: TestCase): string {
  const open = `    <testcase classname="${className}" name="${escapeXml(name)}"`
  if (outcome.kind === 'passed') return `${open}/>`
  return `${open}><${outcome.kind} message="${escapeXml(outcome.message)}"/></testcase>`
}

function formatCountsXml(cases: readonly TestCase[]): string {
  const count = (kind: Outcome['kind']) => cases.filter(({ outcome }) => outcome.kind === kind).length
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
