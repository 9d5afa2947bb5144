import type { Config } from '../../config/schema/schema.ts'
import { failsCheck, type Comparison, type ComparisonVerdict } from '../../domain/verdict/comparison.ts'
import { conclude } from '../../domain/verdict/conclusion.ts'
import { wallTime } from '../../domain/core/metric.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import {
  reportVersion,
  type CaseSummary,
  type Finding,
  type Report,
  type Section,
} from '../../domain/verdict/report.ts'
import type { Derived, RequirementResult } from '../../domain/verdict/requirement.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { verdictSentence } from '../../domain/verdict/sentence.ts'
import { summarize } from '../../domain/core/statistics.ts'
import { nextSteps } from './next-steps.ts'

export type Judged = {
  readonly record: RunRecord
  readonly config: Config
  readonly outcomes: readonly CaseOutcome[]
  readonly derived: readonly Derived[]
  readonly comparisons: readonly Comparison[]
  readonly requirements: readonly RequirementResult[]
  readonly sections: readonly Section[]
  readonly findings: readonly Finding[]
  readonly obstacles: readonly string[]
  readonly mismatches?: readonly string[]
}

/** Puts everything that was judged into the one value that check, comment, summary, JSON and exit code derive from. */
export function composeReport(judged: Judged): Report {
  const { record, config, comparisons, requirements } = judged
  const conclusion = conclude({ ...judged, ...statusOf(record), yardstick: record.yardstick }, config.comparison.strict)
  const head = record.revisions.find((revision) => revision.label === 'head')
  return {
    schemaVersion: reportVersion,
    title: config.name,
    runId: record.runId,
    verdict: conclusion.verdict,
    conclusion: conclusion.conclusion,
    exitCode: conclusion.exitCode,
    sentence: verdictSentence(conclusion, comparisons, requirements),
    counts: countsOf(comparisons, requirements),
    yardstick: record.yardstick,
    head: { ref: head?.ref ?? 'unknown', commit: head?.commit ?? null },
    measuredCommit: head?.commit ?? null,
    baseCommit: record.baseCommit ?? null,
    ...(record.testMerge && { testMerge: record.testMerge }),
    pullRequest: record.pullRequest,
    testbed: record.testbed,
    ...(record.isolation && { isolation: record.isolation }),
    comparisons,
    requirements,
    derived: judged.derived,
    sections: judged.sections,
    findings: judged.findings,
    cases: judged.outcomes.map(summaryOf),
    nextSteps: nextSteps({ ...judged, verdict: conclusion.verdict }),
  }
}

function statusOf(record: RunRecord) {
  return { status: record.status, statusDetail: record.statusDetail }
}

function countsOf(comparisons: readonly Comparison[], requirements: readonly RequirementResult[]): Report['counts'] {
  const verdicts = (verdict: ComparisonVerdict) =>
    comparisons.filter((item) => item.isGate && item.verdict === verdict).length
  const statuses = (status: RequirementResult['status']) => requirements.filter((item) => item.status === status).length
  return {
    regression: comparisons.filter(failsCheck).length,
    tolerated: comparisons.filter((item) => item.isGate && item.toleratedBecause !== undefined).length,
    improvement: verdicts('improvement'),
    unchanged: verdicts('unchanged'),
    inconclusive: verdicts('inconclusive'),
    'not comparable': verdicts('not comparable'),
    missing: verdicts('missing'),
    'requirements passed': statuses('pass'),
    'requirements failed': statuses('fail'),
    'requirements not evaluated': statuses('not evaluated'),
  }
}

function summaryOf(outcome: CaseOutcome): CaseSummary {
  const { key, revision } = outcome.planned
  const failedTrials = outcome.status === 'missing' ? 0 : outcome.failures.length
  if (outcome.status !== 'measured') return { ...key, revision, failedTrials, resultRows: null, wallSeconds: null }
  const wall = outcome.measurements.find((item) => item.metric.name === wallTime.name)
  return {
    ...key,
    revision,
    failedTrials,
    resultRows: outcome.resultRows,
    wallSeconds: wall ? summarize(wall.samples) : null,
  }
}
