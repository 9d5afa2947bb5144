import { formatCanonicalJson } from '../../domain/core/canonical-json.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import type { BisectTarget } from '../../domain/bisect/bisect-result.ts'
import { compareSamples, refuseOtherMetric, unknownSessionDeviation } from '../../domain/verdict/comparison.ts'
import type { StepAnswers } from '../../domain/bisect/step-mark.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { HistoryCase, HistoryRecord } from '../../domain/tracking/history-record.ts'
import { buildHistoryRecord } from '../history/build-history-record.ts'

/** Decisions about a commit from earlier runs of it and of both ends; null: no comparable runs. */
export type SavedEvidence = (commit: string) => (StepAnswers & { readonly runId: string }) | null

/** Inputs for evidence from the history. */
export type SavedEvidenceRequest = {
  readonly records: readonly HistoryRecord[]
  /** Run of the bad end in this bisection; stored records must match its testbed and conditions. */
  readonly ends: RunRecord
  readonly target: BisectTarget
  readonly good: string
  readonly bad: string
}

type Samples = { readonly values: readonly number[]; readonly runId: string }

/**
 * Uses history records with the same testbed, data, command and model files as evidence for each commit against both
 * ends. The records come from different sessions, so only a step well above the drift between sessions is decided.
 */
export function collectSavedEvidence(request: SavedEvidenceRequest): SavedEvidence {
  const { target, good, bad } = request
  const byCommit = groupSamplesByCommit(request)
  const [atGood, atBad] = [byCommit.get(good), byCommit.get(bad)]
  const rules = {
    minEffect: target.minEffect,
    design: 'stored' as const,
    sessions: [],
    sessionDeviation: unknownSessionDeviation,
    maxRuns: null,
    gates: 1,
  }
  const compare = (base: Samples, head: Samples) =>
    compareSamples(target.metric, { base: base.values, head: head.values }, rules)
  return (commit) => {
    const own = byCommit.get(commit)
    if (!own || !atGood || !atBad) return null
    return { againstGood: compare(atGood, own), badAgainst: compare(own, atBad), runId: own.runId }
  }
}

/** Takes the newest run of each commit, because samples of different sessions must not be mixed. */
function groupSamplesByCommit({ records, ends, target }: SavedEvidenceRequest): Map<string, Samples> {
  const place = { order: 0, committedAt: ends.startedAt }
  const now = buildHistoryRecord({ record: ends, place, runUrl: null })
  const expected = now.cases.find((one) => formatCaseId(one) === target.caseId)
  const fitting = records
    .filter(({ testbed }) => testbed.id === now.testbed.id && testbed.sha256 === now.testbed.sha256)
    .toSorted((one, other) => Date.parse(one.measuredAt) - Date.parse(other.measuredAt))
  const found = new Map<string, Samples>()
  for (const { commit, cases, runId } of fitting) {
    const own = cases.find((one) => formatCaseId(one) === target.caseId && isAlike(one, expected))
    const measured = own?.metrics.find(({ name }) => name === target.metric.name)
    const values = refuseOtherMetric(target.metric, measured) ? [] : (measured?.samples ?? [])
    if (values.length > 1) found.set(commit, { values, runId })
  }
  return found
}

function isAlike({ conditions }: HistoryCase, expected: HistoryCase | undefined): boolean {
  return expected !== undefined && formatCanonicalJson(conditions) === formatCanonicalJson(expected.conditions)
}
