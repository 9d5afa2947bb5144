import { formatCaseId } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { describeUnknownFacts } from '../ingest/ingest-machine.ts'

/** Whether all runs of the case were ingested from files. */
export function isIngested(outcome: CaseOutcome): boolean {
  return outcome.status === 'measured' && outcome.trials.every(({ origin }) => origin?.kind === 'ingested')
}

/** Lists cautions about ingested runs: unknown machine facts, source notes and unlike runs. Empty for measured runs. */
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

/** Names of logged facts that decide how long a pipeline runs. */
const decisiveFacts = ['model', 'model_path', 'expectedLength', 'expected_length', 'config_hash', 'architecture']

/** Lists facts that differ between the runs of one benchmark, such as the model: their figures are not comparable. */
function listUnlikeRuns(outcomes: readonly CaseOutcome[]): Finding[] {
  const series = Map.groupBy(outcomes, ({ planned }) => `${planned.key.suite}/${planned.key.benchmark}`)
  return [...series].flatMap(([subject, group]) =>
    decisiveFacts.flatMap((name): Finding[] => {
      const logged = group.flatMap((outcome) =>
        outcome.status === 'measured' ? outcome.trials.flatMap(({ readings }) => readings?.context[name] ?? []) : [],
      )
      const values = [...new Set(logged)]
      if (values.length < 2) return []
      return [{ kind: 'caution', subject, reason: `its runs differ in ${name}: ${values.join(', ')}` }]
    }),
  )
}

function buildIngestCaution(outcome: CaseOutcome): Finding {
  const trials = outcome.status === 'measured' ? outcome.trials : []
  const notes = [...new Set(trials.flatMap(({ origin }) => origin?.notes ?? []))]
  const single = trials.length === 1 ? ['a single run, so the spread is unknown'] : []
  const reason = ['read from existing files, not measured by warpgauge', ...notes, ...single].join('; ')
  return { kind: 'caution', subject: formatCaseId(outcome.planned.key), reason }
}
