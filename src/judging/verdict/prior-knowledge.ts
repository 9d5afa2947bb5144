import type { NoiseRecord } from '../../record/noise.ts'
import type { Config } from '../../config/schema/schema.ts'
import { judgeByBaseline } from '../../domain/baselines/baseline-comparison.ts'
import { findDatasetSha256 } from '../../domain/core/dataset.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { computeMedianLevels, selectGates } from '../../domain/verdict/gate.ts'
import { isQuiet, estimateNoiseFloor, listSessionSamples } from '../../domain/noise/noise.ts'
import { collectMeasurements } from '../../domain/trial/outcome.ts'
import type { Plan, PlannedCase } from '../../domain/plan/plan.ts'
import type { PriorKnowledge } from '../../domain/plan/interleaved-runs.ts'
import type { RunRecord } from '../../record/run.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { getGpuBytes } from '../../domain/testbed/testbed.ts'
import { buildCaseConditions } from './case-conditions.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import type { LoadedBaseline } from '../baselines/baselines.ts'

type PriorSources = {
  readonly config: Config
  readonly plan: Plan
  /** Facts that decide what the run may be compared with. */
  readonly record: Pick<RunRecord, 'testbed' | 'datasets' | 'commands' | 'identity' | 'yardstick'>
  readonly baselines: readonly LoadedBaseline[]
  readonly noise: NoiseRecord | null
}

/** Knowledge about the planned cases from the committed files of this testbed. */
export function buildPriorKnowledge(sources: PriorSources): PriorKnowledge {
  const { config, plan, record, noise } = sources
  const cases = new Map(plan.cases.map((planned) => [planned.id, planned]))
  const listSessions = (id: string, metric: string) => {
    const planned = cases.get(id)
    const dataset = planned ? findDatasetSha256(planned.dataset, record.datasets) : null
    return planned && dataset !== null ? listSessionSamples(noise, planned.key, metric, dataset) : []
  }
  const isRecorded = config.pipeline.devices === 'gpu' && config.run.kernels !== 'off'
  const kernels = {
    mayPass: record.yardstick.origin === 'local' || config.comparison.kernelRecords === 'decide',
    recordsPairs: config.run.kernels === 'auto',
    gpuBytes: getGpuBytes(record.testbed),
  }
  return {
    ...(isRecorded && { kernels }),
    sessionsOf: listSessions,
    screen: (id, runs) => {
      const planned = cases.get(id)
      return planned ? screenCase(planned, runs, sources, (metric) => listSessions(id, metric)) : null
    },
  }
}

/** Committed samples can clear only quiet metrics, whose sessions are known to agree. */
function screenCase(
  planned: PlannedCase,
  runs: readonly Trial[],
  { config, record, baselines }: PriorSources,
  sessions: (metric: string) => readonly (readonly number[])[],
): boolean | null {
  const { key } = planned
  const baseline = baselines.find(({ suite }) => suite === key.suite)?.baseline
  if (!baseline) return null
  const gate = chooseGate(config, key.suite)
  const stored = baseline.cases.find((item) => formatCaseId({ suite: key.suite, ...item }) === formatCaseId(key))
  const names = [...selectGates(gate, computeMedianLevels(stored?.metrics ?? []))]
  if (names.length === 0 || !names.every((name) => isQuiet(estimateNoiseFloor(sessions(name))))) return null
  if (runs.length === 0) return false
  const conditions = buildCaseConditions(planned, runs[0]?.resultRows ?? null, record)
  const comparisons = judgeByBaseline({
    baseline,
    testbed: record.testbed,
    cases: [{ key, conditions, measurements: collectMeasurements(runs), problem: null }],
    gate,
    policy: config.comparison,
    sessions: (_, metric) => sessions(metric),
  })
  const own = comparisons.filter((item) => item.isGate && formatCaseId(item) === planned.id)
  return own.length > 0 && own.every(({ verdict }) => verdict === 'unchanged')
}
