import type { Config, SuiteName } from '../config/schema/schema.ts'
import { formatCaseId, type Axes, type CaseKey } from '../domain/core/case.ts'
import { formatCounted } from '../domain/core/numbers.ts'
import type { DatasetIdentity, ResolvedRevision } from '../record/run.ts'
import { createPlan, type Plan, type PlannedCase, type PlannedComparison } from '../domain/plan/plan.ts'
import type { Device } from '../domain/testbed/testbed.ts'
import { type CaseOutcome, isMeasured, type MeasuredOutcome } from '../domain/trial/outcome.ts'
import { chooseGate } from './choose-gate.ts'
import type { JudgeInput, PlanInput, Suite, SuiteFindings } from './suite.ts'

/** Settings that every suite shares; those that it leaves out come from `run` and `pipeline` of the config. */
type SuiteRunPolicy = {
  readonly dataset?: string | undefined
  readonly warmups?: number | undefined
  readonly repeats?: number | undefined
  readonly maxRepeats?: number | undefined
  readonly timeoutMinutes?: number | undefined
  readonly sampleIntervalMs?: number | undefined
}

/** A case of a suite. */
export type GridCase = {
  readonly axes: Axes
  /** Devices that it needs on each node. */
  readonly gpus: number
  /** Absent: the name of the pipeline. */
  readonly benchmark?: string
  /** Absent: the settings of the suite. */
  readonly policy?: SuiteRunPolicy
  /** Fields of the planned case that differ from those of other cases. */
  readonly planned?: Partial<PlannedCase>
  /** Why it cannot be measured, such as a revision that was not resolved; absent or null: it can. */
  readonly problem?: string | null
}

/** A case with its outcome; undefined: not part of the run. */
export type Point<Case extends GridCase> = Case & {
  readonly key: CaseKey
  readonly id: string
  readonly outcome: CaseOutcome | undefined
  /** The outcome if the case was measured; null: it failed, is missing or has only contaminated runs. */
  readonly measured: MeasuredOutcome | null
  /** Undefined: unknown, or none. */
  readonly dataset: DatasetIdentity | undefined
}

type Grid<Own, Case extends GridCase> = {
  readonly name: SuiteName
  /** Absent: it measures its own reference. */
  readonly usesBaselines?: true
  /** Whether cases that fit are measured if others need more devices; otherwise none is. */
  readonly isDivisible?: true
  readonly listCases: (input: PlanInput<Own>) => readonly Case[]
  /** Pairs of cases to compare, the head first; absent: none. */
  readonly listPairs?: (cases: readonly Case[], input: PlanInput<Own>) => readonly (readonly [Case, Case])[]
  /** Axes to report if the runner has too few devices; absent: those of every such case. */
  readonly lackingAxes?: (input: PlanInput<Own>) => Axes
  readonly extendPlan?: (plan: Plan, input: PlanInput<Own>) => Plan
  readonly judge: (points: readonly Point<Case>[], input: JudgeInput<Own>) => Partial<SuiteFindings>
}

/** Creates a suite from its cases, the pairs to compare, and what its outcomes mean. */
export function createSuite<Own extends SuiteRunPolicy, Case extends GridCase>(grid: Grid<Own, Case>): Suite<Own> {
  const { name, listCases, listPairs = () => [], extendPlan = (plan) => plan } = grid
  const buildKey = ({ axes, benchmark }: Pick<GridCase, 'axes' | 'benchmark'>, { pipeline }: Config): CaseKey => {
    return { suite: name, benchmark: benchmark ?? pipeline.name, axes }
  }

  return {
    usesBaselines: grid.usesBaselines ?? false,

    plan(input) {
      const { config, devices } = input
      const all = listCases(input)
      const lacking = all.filter(({ gpus }) => gpus > devices.length)
      const shown = lacking.slice(0, grid.lackingAxes ? 1 : lacking.length)
      const absent = shown.map((item) => {
        const reason = describeLack(item.gpus, devices)
        return {
          key: buildKey({ ...item, ...(grid.lackingAxes && { axes: grid.lackingAxes(input) }) }, config),
          reason,
        }
      })
      if (lacking.length > 0 && !grid.isDivisible) return createPlan([], absent)
      const unfit = all.flatMap((item) => (item.problem ? [{ key: buildKey(item, config), reason: item.problem }] : []))
      const cases = all.filter((item) => !lacking.includes(item) && !item.problem)
      const planned = new Map(cases.map((item) => [item, planCase(item, buildKey(item, config), input)]))
      const comparisons = listPairs(cases, input).flatMap((pair) => {
        const [head, base] = pair.map((item) => planned.get(item))
        return head && base ? [planComparison(head, base, config)] : []
      })
      return extendPlan({ cases: [...planned.values()], notTested: [...absent, ...unfit], comparisons }, input)
    },

    judge(input) {
      const points = listCases(input).map((item): Point<Case> => {
        const key = buildKey(item, input.config)
        const id = formatCaseId(key)
        const outcome = input.outcomes.find(({ planned }) => formatCaseId(planned.key) === id)
        const source = outcome?.planned.dataset ?? item.planned?.dataset ?? (item.policy ?? input.suite).dataset
        const dataset = input.datasets.find((one) => one.name === source)
        return { ...item, key, id, outcome, measured: isMeasured(outcome) ? outcome : null, dataset }
      })
      return {
        derived: [],
        requirements: [],
        comparisons: [],
        sections: [],
        findings: [],
        ...grid.judge(points, input),
      }
    },
  }
}

/** Explains that a runner has too few devices. */
export function describeLack(gpus: number, devices: readonly Device[]): string {
  return `needs ${formatCounted(gpus, 'device')}, this runner has ${devices.length}`
}

function planCase(
  { gpus, policy, planned }: GridCase,
  key: CaseKey,
  { config: { run, pipeline }, suite, devices }: PlanInput<SuiteRunPolicy>,
): PlannedCase {
  const own = policy ?? suite
  return {
    id: formatCaseId(key),
    key,
    revision: 'head',
    dataset: own.dataset ?? '',
    gpus: devices.slice(0, gpus).map((device) => device.id),
    warmups: own.warmups ?? run.warmups,
    repeats: own.repeats ?? run.repeats,
    maxRepeats: own.maxRepeats ?? run.maxRepeats,
    maxReruns: run.maxReruns,
    timeoutSeconds: (own.timeoutMinutes ?? pipeline.timeoutMinutes) * 60,
    sampleIntervalMs: own.sampleIntervalMs ?? run.sampleIntervalMs ?? null,
    interleaveGroup: key.suite,
    samplesFrom: 'fresh',
    ...planned,
  }
}

/**
 * Plans the comparison of two cases. Cached samples cannot be extended: fresh runs would mix two sessions.
 * `isScreened`: the base runs only if committed samples cannot show that the head is unchanged.
 */
export function planComparison(
  head: PlannedCase,
  base: PlannedCase,
  config: Config,
  isScreened = false,
): PlannedComparison {
  const { minEffect, minCost, minGpuEffect, whenBelowFloor, confirm } = config.comparison
  return {
    head: head.id,
    base: base.id,
    minEffect,
    minCost,
    minGpuEffect,
    mayWiden: whenBelowFloor === 'widen',
    ...(confirm === 'exact' && { confirm }),
    gate: chooseGate(config, head.key.suite),
    maxRepeats: base.samplesFrom === 'cached' ? head.repeats : head.maxRepeats,
    isScreened,
  }
}

/** Explains why a revision was not resolved; null if it was. */
export function explainUnresolved(label: string, revisions: readonly ResolvedRevision[]): string | null {
  const found = revisions.find((item) => item.label === label)
  if (found && found.commit !== null) return null
  return found?.problem ?? `revision ${label} was not resolved`
}
