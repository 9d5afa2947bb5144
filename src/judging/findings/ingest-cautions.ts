import { formatCaseId } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { describeUnknownFacts } from '../ingest/ingest-machine.ts'

/** True for a case of which no run was made here. */
export function isIngested(outcome: CaseOutcome): boolean {
  return outcome.status === 'measured' && outcome.trials.every(({ origin }) => origin?.kind === 'ingested')
}

/** What a reader must know about runs that nobody here has seen; nothing for a run that was measured. */
export function listIngestCautions(outcomes: readonly CaseOutcome[], { testbed }: RunRecord): Finding[] {
  const ingested = outcomes.filter(isIngested)
  if (ingested.length === 0) return []
  const machine = describeUnknownFacts(testbed)
  return [
    ...(machine === null ? [] : [{ kind: 'caution' as const, subject: 'testbed', reason: machine }]),
    ...ingested.map(buildIngestCaution),
    ...listUnlikeRuns(ingested),
  ]
}

/** Facts that decide how long a pipeline runs. */
const decisive = ['model', 'model_path', 'expectedLength', 'expected_length', 'config_hash', 'architecture']

/** Runs of one series whose logs name different models are no like for like, whatever their figures say (W36). */
function listUnlikeRuns(outcomes: readonly CaseOutcome[]): Finding[] {
  const series = Map.groupBy(outcomes, ({ planned }) => `${planned.key.suite}/${planned.key.benchmark}`)
  return [...series].flatMap(([subject, group]) =>
    decisive.flatMap((name): Finding[] => {
      const told = group.flatMap((outcome) =>
        outcome.status === 'measured' ? outcome.trials.flatMap(({ readings }) => readings?.context[name] ?? []) : [],
      )
      const values = [...new Set(told)]
      if (values.length < 2) return []
      return [{ kind: 'caution', subject, reason: `its runs differ in ${name}: ${values.join(', ')}` }]
    }),
  )
}

function buildIngestCaution(outcome: CaseOutcome): Finding {
  const trials = outcome.status === 'measured' ? outcome.trials : []
  const notes = [...new Set(trials.flatMap(({ origin }) => origin?.notes ?? []))]
  const single = trials.length === 1 ? ['a single run: no spread is known'] : []
  const reason = ['read from files that exist already, not measured here', ...notes, ...single].join('; ')
  return { kind: 'caution', subject: formatCaseId(outcome.planned.key), reason }
}
