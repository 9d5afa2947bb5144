import type { Config } from '../../config/schema/schema.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Plan, PlannedCase } from '../../domain/plan/plan.ts'
import { isPatternMatch } from '../../domain/plan/selection.ts'
import type { BisectAnswer, BisectEnds, BisectStep, BisectTarget } from '../../domain/bisect/bisect-result.ts'
import { decideMark, type StepAnswers } from '../../domain/bisect/search-bisect.ts'
import {
  createUndecided,
  type Decision,
  compareSamples,
  refuseOtherMetric,
  unknownSessionDeviation,
} from '../../domain/verdict/comparison.ts'
import type { JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import { formatCanonicalJson } from '../../domain/core/json.ts'
import type { RunRecord } from '../../record/run.ts'
import type { HistoryRecord } from '../../record/history.ts'
import { buildHistoryRecord } from '../history/build-history-record.ts'

/** A commit to run interleaved with the candidate commit, with its label in the record. */
export type BisectReference = {
  readonly label: string
  readonly commit: string
  /** `before`: tests whether the candidate is worse than this commit; `after`: whether this commit is worse than it. */
  readonly place: 'before' | 'after'
}

/** Rules for the plan of one bisection step. */
export type BisectPlanRules = {
  /** Patterns of case ids; empty: every case. */
  readonly cases: readonly string[]
  /** Metric names to decide on; a trailing `*` matches any suffix. */
  readonly gate: readonly string[]
  readonly minEffect: number
  /** Maximum runs per side; null: the limit of the config. */
  readonly maxRepeats: number | null
  readonly sides: readonly BisectReference[]
}

/**
 * The config of a bisection: one suite, the same command for every commit, no requirements and no merge base.
 *
 * @throws UserError for a suite that the config does not have
 */
export function buildBisectConfig(config: Config, suite: string, sides: readonly BisectReference[]): Config {
  const settings = Object.entries(config.suites).find(([name]) => name === suite)?.[1]
  const known = Object.keys(config.suites).join(', ')
  if (!settings) throw new UserError(`the config has no suite ${suite}`, `Configured suites: ${known}.`)
  return {
    ...config,
    suites: { [suite]: settings },
    revisions: Object.fromEntries(sides.map(({ label, commit }) => [label, { ref: commit }])),
    requirements: [],
    comparison: { ...config.comparison, reference: 'baseline' },
  }
}

/** Plans each selected head case interleaved with the same case at each reference, until the comparison is decided. */
export function buildBisectPlan(plan: Plan, { cases, gate, minEffect, maxRepeats, sides }: BisectPlanRules): Plan {
  const selected = plan.cases
    .filter(({ id, revision }) => revision === 'head' && isSelected(id, cases))
    // A bisection does not check result tables.
    .map(({ tables: _tables, ...planned }) => {
      const head: PlannedCase = {
        ...planned,
        maxRepeats: Math.max(planned.repeats, maxRepeats ?? planned.maxRepeats),
        samplesFrom: 'fresh',
        interleaveGroup: `bisect ${planned.id}`,
      }
      const references = sides.map(({ label, place }) => {
        const key = { ...head.key, axes: { ...head.key.axes, revision: label } }
        return { place, planned: { ...head, id: formatCaseId(key), key, revision: label } }
      })
      return { head, references }
    })
  return {
    cases: selected.flatMap(({ head, references }) => [head, ...references.map((one) => one.planned)]),
    notTested: plan.notTested.filter(({ key }) => isSelected(formatCaseId(key), cases)),
    comparisons: selected.flatMap(({ head, references }) =>
      references.map(({ place, planned: { id } }) => ({
        ...(place === 'before' ? { head: head.id, base: id } : { head: id, base: head.id }),
        minEffect,
        mayWiden: false,
        gate,
        maxRepeats: head.maxRepeats,
        isScreened: false,
      })),
    ),
  }
}

function isSelected(id: string, patterns: readonly string[]): boolean {
  return patterns.length === 0 || patterns.some((pattern) => isPatternMatch(id, pattern))
}

/** Revision labels of the good end, the bad end and the commit before the culprit in a bisection record. */
export const goodLabel = 'good'
export const badLabel = 'bad'
export const beforeLabel = 'before'

type StepOutcome = Pick<BisectStep, 'mark' | 'reason' | 'isBetween' | 'answers'>

/** Judges whether the bad end is worse than the good end. `target`: a metric that is; null: no gate metric is. */
export function judgeEnds(
  judged: readonly JudgedComparison[],
  target: BisectTarget | null,
  { good, bad }: BisectEnds,
): StepOutcome {
  if (target) {
    const decision = findDecision(judged, goodLabel, 'head', target)
    return { mark: 'bad', reason: decision.reason, isBetween: false, answers: [toAnswer(decision, good, bad)] }
  }
  const all = judged
    .flatMap(({ decisions }) => decisions.filter(({ isGate }) => isGate))
    .map(({ decision }) => decision)
  const [first] = all
  const open = all.find(({ verdict }) => verdict !== 'unchanged' && verdict !== 'improvement')
  const better = all.find(({ verdict }) => verdict === 'improvement')
  const reason = !first
    ? 'no run of both ends has a gate metric'
    : open
      ? `inconclusive whether the bad end is worse: ${open.reason}`
      : better
        ? `the bad end is better than the good one: ${better.reason}`
        : `the bad end is not worse: ${first.reason}`
  const answers = all.slice(0, 4).map((decision) => toAnswer(decision, good, bad))
  return { mark: !first || open ? 'undecided' : 'good', reason, isBetween: false, answers }
}

/** Judges a commit that ran interleaved with both ends. */
export function judgeCommit(
  judged: readonly JudgedComparison[],
  target: BisectTarget,
  commit: string,
  ends: BisectEnds,
): StepOutcome {
  const againstGood = findDecision(judged, goodLabel, 'head', target)
  const badAgainst = findDecision(judged, 'head', badLabel, target)
  return combineAnswers({ againstGood, badAgainst }, commit, ends)
}

function combineAnswers(answers: StepAnswers, commit: string, { good, bad }: BisectEnds): StepOutcome {
  const { againstGood, badAgainst } = answers
  return { ...decideMark(answers), answers: [toAnswer(againstGood, good, commit), toAnswer(badAgainst, commit, bad)] }
}

/** Confirms the commit that was found by a comparison with its predecessor. Mark `good` means: not confirmed. */
export function judgeCulprit(
  judged: readonly JudgedComparison[],
  target: BisectTarget,
  commit: string,
  before: string,
): StepOutcome {
  const decision = findDecision(judged, beforeLabel, 'head', target)
  const isDenied = decision.verdict === 'unchanged' || decision.verdict === 'improvement'
  const mark = decision.verdict === 'regression' ? 'bad' : isDenied ? 'good' : 'undecided'
  return { mark, reason: decision.reason, isBetween: false, answers: [toAnswer(decision, before, commit)] }
}

function findDecision(judged: readonly JudgedComparison[], base: string, head: string, target: BisectTarget): Decision {
  const found = judged.find((one) => one.base.revision === base && one.head.revision === head)
  const metric = found?.decisions.find((one) => one.metric.name === target.metric.name)
  return metric?.decision ?? createUndecided('missing', `the two sides have no runs with ${target.metric.name}`)
}

function toAnswer(decision: Decision, base: string, head: string): BisectAnswer {
  const { verdict, effect, interval, reason } = decision
  return { head, base, verdict, effect, interval, runs: [decision.base?.count ?? 0, decision.head?.count ?? 0], reason }
}

/**
 * Judges commits by history records with the same testbed, data, command and model files as the run of the bad end. The
 * records come from different sessions, so only a step well above the drift between sessions is decided.
 *
 * @returns the steps of the commits that are decided, by commit
 */
export function judgeSavedRuns(
  commits: readonly string[],
  records: readonly HistoryRecord[],
  run: { readonly ends: RunRecord; readonly target: BisectTarget },
  ends: BisectEnds,
): Map<string, BisectStep> {
  const { target } = run
  const byCommit = groupSamplesByCommit(records, run)
  const [atGood, atBad] = [byCommit.get(ends.good), byCommit.get(ends.bad)]
  const rules = { minEffect: target.minEffect, design: 'stored', sessionDeviation: unknownSessionDeviation } as const
  const compare = (base: Samples, head: Samples) =>
    compareSamples(target.metric, { base: base.values, head: head.values }, rules)
  const steps = commits.flatMap((commit): [string, BisectStep][] => {
    const own = byCommit.get(commit)
    if (!own || !atGood || !atBad) return []
    const found = combineAnswers({ againstGood: compare(atGood, own), badAgainst: compare(own, atBad) }, commit, ends)
    const reason = `${found.reason}; from the earlier run ${own.runId}`
    return [[commit, { kind: 'commit', commit, isSaved: true, runFolder: null, ...found, reason }]]
  })
  return new Map(steps.filter(([, { mark }]) => mark !== 'undecided'))
}

type Samples = { readonly values: readonly number[]; readonly runId: string }

/** Takes the newest run of each commit, because samples of different sessions must not be mixed. */
function groupSamplesByCommit(
  records: readonly HistoryRecord[],
  { ends, target }: { readonly ends: RunRecord; readonly target: BisectTarget },
): Map<string, Samples> {
  const place = { order: 0, committedAt: ends.startedAt }
  const now = buildHistoryRecord({ record: ends, place, runUrl: null })
  const expected = formatCanonicalJson(now.cases.find((one) => formatCaseId(one) === target.caseId)?.conditions ?? null)
  const fitting = records
    .filter(({ testbed }) => testbed.id === now.testbed.id && testbed.sha256 === now.testbed.sha256)
    .toSorted((one, other) => Date.parse(one.measuredAt) - Date.parse(other.measuredAt))
  const found = new Map<string, Samples>()
  for (const { commit, cases, runId } of fitting) {
    const own = cases.find(
      (one) => formatCaseId(one) === target.caseId && formatCanonicalJson(one.conditions) === expected,
    )
    const measured = own?.metrics.find(({ name }) => name === target.metric.name)
    const values = refuseOtherMetric(target.metric, measured) ? [] : (measured?.samples ?? [])
    if (values.length > 1) found.set(commit, { values, runId })
  }
  return found
}
