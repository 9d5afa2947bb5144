import { join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import { listConditionDifferences } from '../../domain/baselines/baseline.ts'
import {
  chooseTarget,
  type BisectQuestion,
  type BisectState,
  type BisectStep,
  type BisectTarget,
} from '../../domain/bisect/bisect-result.ts'
import { searchBisect, type BisectMarks } from '../../domain/bisect/search-bisect.ts'
import { formatCanonicalJson } from '../../domain/core/canonical-json.ts'
import { EnvironmentError, RevisionError, UserError } from '../../domain/core/errors.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { createUndecided } from '../../domain/verdict/comparison.ts'
import { judgeComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import type { CommittedReference } from '../../judging/baselines/baselines.ts'
import {
  judgeCommit,
  judgeCulprit,
  judgeEnds,
  judgeSavedRuns,
  badLabel,
  beforeLabel,
  goodLabel,
  buildBisectConfig,
  buildBisectPlan,
  type BisectPlanRules,
  type BisectReference,
} from '../../judging/bisect/bisect.ts'
import { planRun } from '../../judging/plan/plan-run.ts'
import { buildCaseConditions } from '../../judging/verdict/case-conditions.ts'
import { buildPriorKnowledge } from '../../judging/verdict/prior-knowledge.ts'
import type { HistoryRecord } from '../../record/history.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import { loadCommitted, type ReadTrusted, type Rules } from '../baselines/load-committed.ts'
import { startRun, type MeasureRunPorts } from '../measure/measure-run.ts'
import { readRunRecord, runRecordFile } from '../measure/run-folder.ts'

/** A search, with what all of its steps need. */
export type BisectCall = {
  readonly question: BisectQuestion
  readonly rules: Rules
  /** Directory of the clone. */
  readonly workspace: string
  /** Folder of the search; each step gets a subdirectory, and its record is all that a resumed search needs. */
  readonly folder: string
  readonly runId: string
  readonly readCommitted: ReadTrusted
  readonly signal: AbortSignal
  /** Maximum runs per side; null: from the config. */
  readonly maxRepeats: number | null
  /** Earlier runs, which are used before anything is measured. */
  readonly records: readonly HistoryRecord[]
  readonly ports: MeasureRunPorts
}

/** Directory of the run folders in the folder of a search. */
export const stepsDirectory = 'steps'

/** Reuses an earlier run for the remaining commit that halves the range best; null when there is none. */
export async function reuseSavedStep(
  state: BisectState,
  { folder, records, ports }: BisectCall,
  marks: BisectMarks,
): Promise<BisectState | null> {
  if (records.length === 0) return null
  const ends = await readRunRecord(join(folder, state.steps[0]?.runFolder ?? ''), ports.files)
  const open = state.range.map(({ commit }) => commit).filter((commit) => !marks.has(commit))
  const answers = judgeSavedRuns(open, records, { ends, target: requireTarget(state) }, state.question)
  const found = searchBisect(state.range, marks, (commit) => answers.has(commit))
  const step = found.state === 'searching' ? answers.get(found.next) : undefined
  return step ? { ...state, steps: [...state.steps, step] } : null
}

/**
 * Measures the bad end against the good one and selects the metric to follow; or a commit together with both ends; or
 * the remaining commit against its parent, because a comparison with the ends does not prove that it is the cause. Skips
 * a commit that cannot run, as `git bisect skip` does.
 */
export async function measureStep(
  state: BisectState,
  kind: BisectStep['kind'],
  commit: string,
  call: BisectCall,
): Promise<BisectState> {
  const before = state.range.find((one) => one.commit === commit)?.parents[0] ?? state.question.good
  const plan = { ...chooseGates(state, kind, call), maxRepeats: call.maxRepeats, sides: listSides(state, kind, before) }
  const short = commit.slice(0, 12)
  const name = { ends: 'ends', commit: short, culprit: `culprit-${short}` }[kind]
  const runFolder = join(stepsDirectory, `${String(state.steps.length + 1).padStart(2, '0')}-${name}`)
  const measured = await measureOrSkip(commit, plan, runFolder, call)
  if ('reason' in measured) {
    if (kind === 'ends')
      throw new UserError(
        `the bad commit ${short} cannot be run: ${measured.reason}`,
        'Name a commit for --bad that builds and runs with this config.',
      )
    const reason = measured.reason.slice(0, 2000)
    const skipped = { kind, commit, mark: 'skipped', reason, isSaved: false, isBetween: false, answers: [] } as const
    return { ...state, steps: [...state.steps, { ...skipped, runFolder: measured.hasRun ? runFolder : null }] }
  }
  const { judged, record } = measured
  const target = kind === 'ends' ? chooseTarget(judged) : requireTarget(state)
  const outcome =
    kind === 'ends' || target === null
      ? judgeEnds(judged, target, state.question)
      : kind === 'commit'
        ? judgeCommit(judged, target, commit, state.question)
        : judgeCulprit(judged, target, commit, before)
  const step: BisectStep = { kind, commit, isSaved: false, runFolder, ...outcome }
  return { ...state, target, testbedId: state.testbedId ?? record.testbed.id, steps: [...state.steps, step] }
}

function chooseGates({ target, question }: BisectState, kind: BisectStep['kind'], { rules: { config } }: BisectCall) {
  if (kind !== 'ends' && target)
    return { cases: [target.caseId], gate: [target.metric.name], minEffect: target.minEffect }
  const gate = question.metric === null ? chooseGate(config, question.suite) : [question.metric]
  return { cases: question.cases, gate, minEffect: config.comparison.minEffect }
}

function listSides({ question }: BisectState, kind: BisectStep['kind'], before: string): BisectReference[] {
  if (kind === 'culprit') return [{ label: beforeLabel, commit: before, place: 'before' }]
  const good: BisectReference = { label: goodLabel, commit: question.good, place: 'before' }
  return kind === 'ends' ? [good] : [good, { label: badLabel, commit: question.bad, place: 'after' }]
}

function requireTarget({ target }: BisectState): BisectTarget {
  if (target) return target
  throw new Error('a search without a figure to follow has ended before')
}

type MeasuredStep =
  | { readonly record: RunRecord; readonly judged: readonly JudgedComparison[] }
  /** The commit cannot run: it does not build, or its trials fail. */
  | { readonly reason: string; readonly hasRun: boolean }

/**
 * Measures a commit interleaved with reference commits and judges the result.
 *
 * @throws RevisionError when an end cannot run, EnvironmentError when the machine fails or the user cancels
 */
async function measureOrSkip(
  commit: string,
  plan: BisectPlanRules,
  runFolder: string,
  call: BisectCall,
): Promise<MeasuredStep> {
  const config = buildBisectConfig(call.rules.config, call.question.suite, plan.sides)
  const found = await measureOrRead({ commit, plan, config, runFolder }, call).catch((error: unknown) => {
    if (error instanceof RevisionError) return error
    throw error
  })
  if (found instanceof RevisionError) return skipOrThrow(found.label, shortenLines(found.message), plan, false)
  const { record, committed } = found
  if (record.status !== 'finished' || call.signal.aborted)
    throw new EnvironmentError(
      `the bisection was interrupted: ${record.statusDetail ?? 'it was cancelled'}`,
      'Repeat the command with --resume; completed trials are kept.',
    )
  const failure = findFailure(record)
  return failure === null
    ? { record, judged: judgeStep(record, config, committed) }
    : skipOrThrow(failure.label, failure.reason, plan, failure.label === 'head')
}

function skipOrThrow(label: string, reason: string, { sides }: BisectPlanRules, hasRun: boolean): MeasuredStep {
  if (label === 'head') return { reason, hasRun }
  const commit = sides.find((side) => side.label === label)?.commit.slice(0, 12) ?? label
  const problem = `the ${label} commit ${commit} cannot be run: ${reason}`
  // The parent was classified through a later commit and may not build.
  if (label === beforeLabel) return { reason: problem, hasRun }
  throw new RevisionError(label, problem, 'Name commits for --good and --bad that both build and run with this config.')
}

type StepRun = {
  readonly commit: string
  readonly plan: BisectPlanRules
  readonly config: Config
  readonly runFolder: string
}

/** Returns the finished run of an interrupted search, continues an unfinished one, else measures anew. */
async function measureOrRead(
  step: StepRun,
  call: BisectCall,
): Promise<{ readonly record: RunRecord; readonly committed: CommittedReference }> {
  const { commit, plan, config, runFolder } = step
  const { question, rules, workspace, folder, runId, readCommitted, signal, ports } = call
  const place = join(folder, runFolder)
  const isResume = (await ports.files.readForeignText(place, runRecordFile, 64 * 2 ** 20)) !== null
  const record = isResume ? await readRunRecord(place, ports.files).catch(() => null) : null
  const build = (own: Plan): Plan => requireCases(buildBisectPlan(own, plan), question.suite, plan)
  if (record) refuseOtherStep(record, step, build(planRun(config, record.testbed.devices, record.revisions)), call)
  if (record?.status === 'finished')
    return { record, committed: await loadCommitted(config, record.testbed, readCommitted) }
  const order = {
    event: 'bisect',
    workspace,
    commit,
    folder: place,
    runId: `${runId}-${runFolder.slice(stepsDirectory.length + 1)}`,
  }
  // A bisection makes many runs.
  const logger = { ...ports.logger, info: (message: string) => ports.logger.debug(message) }
  return await startRun(
    { ...order, rules: { ...rules, config }, isResume, plan: build, readCommitted, signal },
    { ...ports, logger },
  )
}

/** Refuses the record of a search with another question: its answer would be mixed with those of this one. */
function refuseOtherStep(
  { revisions, yardstick, plan }: RunRecord,
  { commit, plan: { sides } }: StepRun,
  planned: Plan,
  { folder, rules }: BisectCall,
): void {
  const commits = [{ label: 'head', commit }, ...sides].map(({ label, commit: now }) => {
    const before = revisions.find((revision) => revision.label === label)?.commit ?? 'unknown'
    return { name: label === 'head' ? 'bad' : label, before, now }
  })
  const facts = [...commits, { name: 'config', before: yardstick.sha256, now: rules.yardstick.sha256 }]
  const changed = facts.flatMap(({ name, before, now }) =>
    before === now ? [] : [`${name} was ${before} and is ${now}`],
  )
  const isSamePlan = formatCanonicalJson(plan) === formatCanonicalJson(planned)
  if (changed.length === 0 && isSamePlan) return
  throw new UserError(
    `the bisection in ${folder} cannot be resumed: ${changed.join(', ') || `it has other cases, gates or runs`}`,
    'Use the same options and config, or start a new bisection in another directory.',
  )
}

function requireCases(plan: Plan, suite: string, { cases }: BisectPlanRules): Plan {
  if (plan.cases.length > 0) return plan
  const [first] = plan.notTested
  throw new UserError(
    `suite ${suite} has no case ${cases.length > 0 ? cases.join(', ') : ''} that can run on this machine${first ? `: ${first.reason}` : ''}`,
    '`warpgauge run --suite …` lists the cases; patterns may contain *.',
  )
}

function judgeStep(record: RunRecord, config: Config, { baselines, noise }: CommittedReference): JudgedComparison[] {
  const known = buildPriorKnowledge({ config, plan: record.plan, record, baselines, noise: noise.noise })
  const outcomes = record.plan.cases.map((planned) => summarizeOutcome(planned, record.trials))
  return judgeComparisons(record.plan, record.trials, known).map((judged) =>
    withComparability(judged, outcomes, record),
  )
}

/** Marks comparisons as not comparable when the runs differ in result rows or model. */
function withComparability(
  judged: JudgedComparison,
  outcomes: readonly CaseOutcome[],
  record: RunRecord,
): JudgedComparison {
  const [base, head] = [judged.base, judged.head].map((side) => {
    const outcome = outcomes.find(({ planned }) => planned.id === side.id)
    return buildCaseConditions(side, outcome?.status === 'measured' ? outcome.resultRows : null, record)
  })
  const doubts = base && head ? listConditionDifferences(base, head) : []
  if (doubts.length === 0) return judged
  const decision = createUndecided('not comparable', doubts.join('; '))
  return { ...judged, decisions: judged.decisions.map((one) => ({ ...one, decision })) }
}

/** Which side has no result, and why: the tested commit if it has none at all; null when there are results. */
function findFailure({ plan, trials }: RunRecord): { readonly label: string; readonly reason: string } | null {
  const outcomes = plan.cases.map((planned) => summarizeOutcome(planned, trials))
  const failed = outcomes.filter((outcome) => outcome.status === 'failed' || outcome.status === 'missing')
  const own = failed.filter(({ planned }) => planned.revision === 'head')
  if (own.length > 0 && own.length === outcomes.filter(({ planned }) => planned.revision === 'head').length)
    return {
      label: 'head',
      reason: own
        .map(({ reason }) => shortenLines(reason))
        .join('; ')
        .slice(0, 1000),
    }
  const ofSide = failed.find(({ planned }) => planned.revision !== 'head')
  return ofSide ? { label: ofSide.planned.revision, reason: shortenLines(ofSide.reason) } : null
}

/** The first lines of a failure, joined to one line. */
function shortenLines(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^[│\s]+/u, '').trim())
  return lines
    .filter((line) => line !== '')
    .slice(0, 4)
    .join(' · ')
    .slice(0, 500)
}
