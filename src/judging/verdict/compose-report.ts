import type { Config } from '../../config/schema/schema.ts'
import { doesFailCheck, type Comparison, type ComparisonVerdict } from '../../domain/verdict/comparison.ts'
import { conclude } from '../../domain/verdict/conclusion.ts'
import { wallTime } from '../../domain/core/metric.ts'
import { type CaseOutcome, getSamples, isMeasured } from '../../domain/trial/outcome.ts'
import { reportVersion, type Finding, type Report, type Section } from '../../domain/verdict/report.ts'
import type { DerivedValue, RequirementResult } from '../../domain/verdict/requirement.ts'
import type { RunRecord } from '../../record/run.ts'
import { formatVerdict } from '../../domain/verdict/sentence.ts'
import { summarize } from '../../domain/core/statistics.ts'
import { listOwnDatasets } from '../findings/cautions.ts'
import { suggestNextSteps } from './next-steps.ts'
import { listUnverifiedTraces } from './unverified-work.ts'

/** What a report is computed from. */
export type ReportInput = {
  readonly record: RunRecord
  readonly config: Config
  readonly outcomes: readonly CaseOutcome[]
  readonly derived: readonly DerivedValue[]
  readonly comparisons: readonly Comparison[]
  readonly requirements: readonly RequirementResult[]
  readonly sections: readonly Section[]
  readonly findings: readonly Finding[]
  /** Reasons why this run cannot pass, as sentences. */
  readonly obstacles: readonly string[]
  /** Why the measurement does not belong to the base; any of them fails the check. */
  readonly mismatches?: readonly string[]
}

/** Composes the report, the single value that check, comment, summary, JSON and exit code derive from. */
export function composeReport(judged: ReportInput): Report {
  const { record, config, comparisons, requirements } = judged
  const conclusion = conclude(
    {
      ...judged,
      status: record.status,
      statusDetail: record.statusDetail,
      yardstick: record.yardstick,
      ownDatasets: listOwnDatasets(record),
      deviceKind: record.testbed.deviceKind,
    },
    config.comparison.strict,
  )
  const head = record.revisions.find((revision) => revision.label === 'head')
  const countVerdicts = (verdict: ComparisonVerdict) =>
    comparisons.filter((item) => item.isGate && item.verdict === verdict).length
  const countStatuses = (status: RequirementResult['status']) =>
    requirements.filter((item) => item.status === status).length
  return {
    schemaVersion: reportVersion,
    title: config.name,
    runId: record.runId,
    verdict: conclusion.verdict,
    conclusion: conclusion.conclusion,
    exitCode: conclusion.exitCode,
    sentence: formatVerdict({ ...conclusion, comparisons, requirements }, record.testbed.deviceKind),
    reasons: conclusion.reasons,
    counts: {
      regression: comparisons.filter(doesFailCheck).length,
      tolerated: comparisons.filter((item) => item.isGate && item.toleratedBecause !== undefined).length,
      improvement: countVerdicts('improvement'),
      unchanged: countVerdicts('unchanged'),
      inconclusive: countVerdicts('inconclusive'),
      'not comparable': countVerdicts('not comparable'),
      missing: countVerdicts('missing'),
      'requirements passed': countStatuses('pass'),
      'requirements failed': countStatuses('fail'),
      'requirements not evaluated': countStatuses('not evaluated'),
    },
    yardstick: record.yardstick,
    head: { ref: head?.ref ?? 'unknown', commit: head?.commit ?? null },
    measuredCommit: head?.commit ?? null,
    baseCommit: record.baseCommit ?? null,
    ...(record.testMerge && { testMerge: record.testMerge }),
    pullRequest: record.pullRequest,
    testbed: record.testbed,
    ...(record.versions && { versions: record.versions }),
    ...(record.isolation && { isolation: record.isolation }),
    comparisons,
    requirements,
    derived: judged.derived,
    sections: judged.sections,
    findings: judged.findings,
    cases: judged.outcomes.map((outcome) => {
      const { key, revision, dataset } = outcome.planned
      const wall = isMeasured(outcome) ? getSamples(outcome, wallTime.name) : []
      return {
        ...key,
        revision,
        ...(dataset !== '' && { dataset }),
        runs: isMeasured(outcome) ? outcome.trials.length : 0,
        failedTrials: outcome.status === 'missing' ? 0 : outcome.failures.length,
        resultRows: isMeasured(outcome) ? outcome.resultRows : null,
        wallSeconds: wall.length > 0 ? summarize(wall) : null,
      }
    }),
    ...(record.datasets.length > 0 && { datasets: record.datasets }),
    nextSteps: suggestNextSteps({
      ...judged,
      verdict: conclusion.verdict,
      unverified: listUnverifiedTraces(judged.outcomes, config),
    }),
  }
}
