import type { Config } from '../../config/schema/schema.ts'
import type { Baseline } from '../../domain/baselines/baseline.ts'
import { judgeByBaseline, type HeadCase } from '../../domain/baselines/baseline-comparison.ts'
import { caseId } from '../../domain/core/case.ts'
import { medianLevels, selectGates } from '../../domain/verdict/gate.ts'
import { isQuiet, noiseFloor } from '../../domain/noise/noise-floor.ts'
import { sessionsOf, type NoiseRecord } from '../../domain/noise/noise.ts'
import { measurementsOf } from '../../domain/trial/outcome.ts'
import type { Plan, PlannedCase } from '../../domain/plan/plan.ts'
import type { PriorKnowledge } from '../../domain/plan/prior-knowledge.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { caseConditions } from './case-conditions.ts'
import { gateOf } from '../../suites/gate-of.ts'
import type { LoadedBaseline } from '../baselines/committed-reference.ts'

export type PriorSources = {
  readonly config: Config
  readonly plan: Plan
  /** Facts of the run that decide what it may be compared with. */
  readonly record: Pick<RunRecord, 'testbed' | 'datasets' | 'commands' | 'identity'>
  readonly baselines: readonly LoadedBaseline[]
  readonly noise: NoiseRecord | null
}

/** What the committed files of this testbed say about the cases of a plan. */
export function priorKnowledge(sources: PriorSources): PriorKnowledge {
  const { plan, record, noise } = sources
  const cases = new Map(plan.cases.map((planned) => [planned.id, planned]))
  const sessions = (planned: PlannedCase, metric: string): (readonly number[])[] => {
    const dataset = record.datasets.find(({ name }) => name === planned.dataset)
    return dataset ? sessionsOf(noise, planned.key, metric, dataset.sha256) : []
  }
  return {
    sessionsOf: (id, metric) => {
      const planned = cases.get(id)
      return planned ? sessions(planned, metric) : []
    },
    screen: (id, runs) => {
      const planned = cases.get(id)
      return planned ? screenCase(planned, runs, sources, (metric) => sessions(planned, metric)) : null
    },
  }
}

/** Only quiet metrics, whose sessions are known to agree, can be cleared by the samples of another session. */
function screenCase(
  planned: PlannedCase,
  runs: readonly Trial[],
  { config, record, baselines }: PriorSources,
  sessions: (metric: string) => readonly (readonly number[])[],
): boolean | null {
  const baseline = baselines.find(({ suite }) => suite === planned.key.suite)?.baseline
  const names = baseline ? gateMetrics(baseline, planned, config) : []
  if (!baseline || names.length === 0 || !names.every((name) => isQuiet(noiseFloor(sessions(name))))) return null
  if (runs.length === 0) return false
  const cases = [headCaseOf(planned, runs, record)]
  const gate = gateOf(config, planned.key.suite)
  const comparisons = judgeByBaseline({
    baseline,
    testbed: record.testbed,
    cases,
    gate,
    policy: config.comparison,
    sessions: (_, metric) => sessions(metric),
  })
  const own = comparisons.filter((item) => item.isGate && caseId(item) === planned.id)
  return own.length > 0 && own.every(({ verdict }) => verdict === 'unchanged')
}

function gateMetrics(baseline: Baseline, { key }: PlannedCase, config: Config): string[] {
  const stored = baseline.cases.find((item) => caseId({ suite: key.suite, ...item }) === caseId(key))
  return [...selectGates(gateOf(config, key.suite), medianLevels(stored?.metrics ?? []))]
}

function headCaseOf(
  planned: PlannedCase,
  runs: readonly Trial[],
  record: Parameters<typeof caseConditions>[2],
): HeadCase {
  const conditions = caseConditions(planned, runs[0]?.resultRows ?? null, record)
  return { key: planned.key, conditions, measurements: measurementsOf(runs), problem: null }
}
