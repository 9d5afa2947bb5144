import { join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import { listConditionDifferences } from '../../domain/baselines/baseline.ts'
import {
  chooseTarget,
  collectMarks,
  findConfirmation,
  isSavedTrusted,
  summarizeBisect,
  type BisectQuestion,
  type BisectResult,
  type BisectState,
  type BisectStep,
  type LoggedCommit,
} from '../../domain/bisect/bisect-result.ts'
import { countQuestionsLeft, searchBisect } from '../../domain/bisect/search-bisect.ts'
import { formatCanonicalJson } from '../../domain/core/json.ts'
import { EnvironmentError, RevisionError, UserError } from '../../domain/core/errors.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { summarizeOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../record/run.ts'
import { createUndecided } from '../../domain/verdict/comparison.ts'
import { judgeComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import type { GitRepository } from '../../io/git/simple-git-repository.ts'
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
import { startRun, type MeasureRunPorts, type MeasuredRun } from '../measure/measure-run.ts'
import { readEarlierRecord, readRunRecord } from '../measure/run-folder.ts'

export type BisectCall = {
  readonly question: BisectQuestion
  readonly rules: Rules
  readonly workspace: string
  /** Folder of the search; each step gets a subdirectory, and its record is all that a resumed search needs. */
  readonly folder: string
  readonly isResume: boolean
  readonly runId: string
  readonly readCommitted: ReadTrusted
  readonly signal: AbortSignal
  /** Maximum runs per side; null: from the config. */
  readonly maxRepeats: number | null
  /** Earlier runs, which are used before anything is measured. */
  readonly records: readonly HistoryRecord[]
  readonly ports: MeasureRunPorts
}

const stepsDirectory = 'steps'

/**
 * Finds the commit that caused a regression: measures both ends, uses results of earlier runs, measures single commits
 * interleaved with both ends, and confirms the culprit against its parent. A resumed search takes the same steps again
 * and reads the records of those that were measured.
 *
 * @throws UserError when the ends are not a range, EnvironmentError when it is interrupted; both keep the measurements
 */
export async function bisect(call: BisectCall): Promise<BisectResult> {
  const { question, folder, isResume, ports } = call
  const range = await listRange(question, ports.git)
  if (!isResume && (await ports.files.list(join(folder, stepsDirectory))).length > 0)
    throw new UserError(`${folder} already contains a bisection`, 'Add --resume, or choose another directory.')
  let state: BisectState = { question, range, testbedId: null, target: null, steps: [] }
  for (;;) {
    const next = await takeNextStep(state, call)
    if (next === null) return summarizeBisect(state)
    state = next
  }
}

const mostCommits = 20_000

async function listRange({ good, bad, isFirstParent }: BisectQuestion, git: GitRepository): Promise<LoggedCommit[]> {
  const base = await git.findMergeBase(good, bad)
  if (base !== good)
    throw new UserError(
      `the good commit ${good.slice(0, 12)} is not an ancestor of the bad commit ${bad.slice(0, 12)}`,
      base === null ? 'They share no history; use commits of one branch.' : `Use their merge base as --good: ${base}.`,
    )
  const range = await git.listCommitsBetween(good, bad, isFirstParent)
  if (good === bad || range.length === 0)
    throw new UserError(
      `there is no commit after ${good.slice(0, 12)} up to ${bad.slice(0, 12)}`,
      'Use an older commit as --good and a newer one as --bad.',
    )
  if (range.length > mostCommits)
    throw new UserError(`there are ${range.length} commits between the ends`, 'Use ends that are closer together.')
  return range
}

/** Adds one answer to the state; null when the search is finished. */
async function takeNextStep(state: BisectState, call: BisectCall): Promise<BisectState | null> {
  const [ends] = state.steps
  if (!ends) return await measureStep(state, 'ends', state.question.bad, call)
  if (ends.mark !== 'bad' || !state.target) return null
  const saved = await findSavedStep(state, ends, call)
  if (saved) return { ...state, steps: [...state.steps, saved] }
  const { suspects, next } = searchBisect(state.range, collectMarks(state.steps))
  if (next !== null) {
    call.ports.logger.info(
      `${suspects.length} commits remain, at most ${countQuestionsLeft(suspects.length)} more measurements; next: ${next.slice(0, 12)}`,
    )
    return await measureStep(state, 'commit', next, call)
  }
  const [culprit] = suspects
  if (suspects.length !== 1 || !culprit || findConfirmation(culprit, state)) return null
  return await measureStep(state, 'culprit', culprit, call)
}

/** Answers by an earlier run of the remaining commit that halves the range best; null when there is none. */
async function findSavedStep(
  { range, steps, target, question }: BisectState,
  { runFolder }: BisectStep,
  { folder, records, ports }: BisectCall,
): Promise<BisectStep | null> {
  if (records.length === 0 || target === null || !isSavedTrusted(steps)) return null
  const marks = collectMarks(steps)
  const ends = await readRunRecord(join(folder, runFolder ?? ''), ports.files)
  const open = range.map(({ commit }) => commit).filter((commit) => !marks.has(commit))
  const answers = judgeSavedRuns(open, records, { ends, target }, question)
  const { next } = searchBisect(range, marks, (commit) => answers.has(commit))
  return (next !== null && answers.get(next)) || null
}

/**
 * Measures the bad end against the good one and selects the metric to follow; or a commit together with both ends; or
 * the remaining commit against its parent, because a comparison with the ends does not prove that it is the cause. Skips
 * a commit that cannot run, as `git bisect skip` does.
 */
async function measureStep(
  state: BisectState,
  kind: BisectStep['kind'],
  commit: string,
  call: BisectCall,
): Promise<BisectState> {
  const { question, range, steps } = state
  const before = range.find((one) => one.commit === commit)?.parents[0] ?? question.good
  const short = commit.slice(0, 12)
  const name = { ends: 'ends', commit: short, culprit: `culprit-${short}` }[kind]
  const runFolder = join(stepsDirectory, `${String(steps.length + 1).padStart(2, '0')}-${name}`)
  const plan = planStep(state, kind, before, call)
  const config = buildBisectConfig(call.rules.config, question.suite, plan.sides)
  const measured = await measureOrSkip({ commit, plan, runFolder, config }, call)
  if ('reason' in measured) {
    if (kind === 'ends')
      throw new UserError(
        `the bad commit ${short} cannot be run: ${measured.reason}`,
        'Name a commit for --bad that builds and runs with this config.',
      )
    const reason = measured.reason.slice(0, 2000)
    const skipped = { kind, commit, mark: 'skipped', reason, isSaved: false, isBetween: false, answers: [] } as const
    return { ...state, steps: [...steps, { ...skipped, runFolder: measured.hasRun ? runFolder : null }] }
  }
  const { judged, record } = measured
  const target = kind === 'ends' ? chooseTarget(judged) : state.target
  const outcome =
    kind === 'ends' || target === null
      ? judgeEnds(judged, target, question)
      : kind === 'commit'
        ? judgeCommit(judged, target, commit, question)
        : judgeCulprit(judged, target, commit, before)
  const step: BisectStep = { kind, commit, isSaved: false, runFolder, ...outcome }
  return { ...state, target, testbedId: state.testbedId ?? record.testbed.id, steps: [...steps, step] }
}

function planStep(
  { question, target }: BisectState,
  kind: BisectStep['kind'],
  before: string,
  { rules: { config }, maxRepeats }: BisectCall,
): BisectPlanRules {
  const good: BisectReference = { label: goodLabel, commit: question.good, place: 'before' }
  const bad: BisectReference = { label: badLabel, commit: question.bad, place: 'after' }
  const parent: BisectReference = { label: beforeLabel, commit: before, place: 'before' }
  const sides = { ends: [good], commit: [good, bad], culprit: [parent] }[kind]
  if (target)
    return { cases: [target.caseId], gate: [target.metric.name], minEffect: target.minEffect, maxRepeats, sides }
  const gate = question.metric === null ? chooseGate(config, question.suite) : [question.metric]
  return { cases: question.cases, gate, minEffect: config.comparison.minEffect, maxRepeats, sides }
}

type StepRun = {
  readonly commit: string
  readonly plan: BisectPlanRules
  readonly config: Config
  readonly runFolder: string
}

/**
 * Measures a commit interleaved with reference commits and judges the result. `reason`: why the commit cannot run: it
 * does not build, or its trials fail.
 *
 * @throws RevisionError when an end cannot run, EnvironmentError when the machine fails or the user cancels
 */
async function measureOrSkip(
  step: StepRun,
  call: BisectCall,
): Promise<Omit<Failure, 'label'> | { readonly record: RunRecord; readonly judged: readonly JudgedComparison[] }> {
  const found = await measureOrRead(step, call).catch((error: unknown) => {
    if (error instanceof RevisionError) return error
    throw error
  })
  if (found instanceof RevisionError)
    return skipOrThrow({ label: found.label, reason: shortenLines(found.message), hasRun: false }, step.plan)
  const { record } = found
  if (record.status !== 'finished' || call.signal.aborted)
    throw new EnvironmentError(
      `the bisection was interrupted: ${record.statusDetail ?? 'it was cancelled'}`,
      'Repeat the command with --resume; completed trials are kept.',
    )
  const failure = findFailure(record)
  return failure ? skipOrThrow(failure, step.plan) : { record, judged: judgeStep(found, step.config) }
}

type Failure = { readonly label: string; readonly reason: string; readonly hasRun: boolean }

function skipOrThrow({ label, reason, hasRun }: Failure, { sides }: BisectPlanRules): Omit<Failure, 'label'> {
  if (label === 'head') return { reason, hasRun }
  const commit = sides.find((side) => side.label === label)?.commit.slice(0, 12) ?? label
  const problem = `the ${label} commit ${commit} cannot be run: ${reason}`
  // The parent was classified through a later commit and may not build.
  if (label === beforeLabel) return { reason: problem, hasRun }
  throw new RevisionError(label, problem, 'Name commits for --good and --bad that both build and run with this config.')
}

/** Returns the finished run of an interrupted search, continues an unfinished one, else measures anew. */
async function measureOrRead(step: StepRun, call: BisectCall): Promise<MeasuredRun> {
  const { commit, plan, config, runFolder } = step
  const { question, rules, workspace, runId, readCommitted, signal, ports } = call
  const folder = join(call.folder, runFolder)
  const record = await readEarlierRecord(folder, ports)
  const build = (own: Plan): Plan => requireCases(buildBisectPlan(own, plan), question.suite, plan)
  if (record) refuseOtherStep(record, step, build(planRun(config, record.testbed.devices, record.revisions)), call)
  if (record?.status === 'finished')
    return { record, committed: await loadCommitted(config, record.testbed, readCommitted) }
  // A bisection makes many runs.
  const logger = { ...ports.logger, info: (message: string) => ports.logger.debug(message) }
  return await startRun(
    {
      event: 'bisect',
      workspace,
      commit,
      folder,
      runId: `${runId}-${runFolder.slice(stepsDirectory.length + 1)}`,
      rules: { ...rules, config },
      isResume: record !== null,
      plan: build,
      readCommitted,
      signal,
    },
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
  if (changed.length === 0 && formatCanonicalJson(plan) === formatCanonicalJson(planned)) return
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

/** Judges the runs of a step. Those that differ in result rows or model are not comparable. */
function judgeStep({ record, committed: { baselines, noise } }: MeasuredRun, config: Config): JudgedComparison[] {
  const { plan, trials } = record
  const known = buildPriorKnowledge({ config, plan, record, baselines, noise: noise.noise })
  const outcomes = new Map(plan.cases.map((planned) => [planned.id, summarizeOutcome(planned, trials)]))
  return judgeComparisons(plan, trials, known).map((judged) => {
    const [base, head] = [judged.base, judged.head].map((side) => {
      const outcome = outcomes.get(side.id)
      return buildCaseConditions(side, outcome?.status === 'measured' ? outcome.resultRows : null, record)
    })
    const doubts = base && head ? listConditionDifferences(base, head) : []
    if (doubts.length === 0) return judged
    const decision = createUndecided('not comparable', doubts.join('; '))
    return { ...judged, decisions: judged.decisions.map((one) => ({ ...one, decision })) }
  })
}

/** Which side has no result, and why: the tested commit if it has none at all; null when there are results. */
function findFailure({ plan, trials }: RunRecord): Failure | null {
  const outcomes = plan.cases.map((planned) => summarizeOutcome(planned, trials))
  const failed = outcomes.filter((outcome) => outcome.status === 'failed' || outcome.status === 'missing')
  const [own = [], others = []] = [true, false].map((isHead) =>
    failed.filter(({ planned }) => (planned.revision === 'head') === isHead),
  )
  if (own.length > 0 && own.length === plan.cases.filter(({ revision }) => revision === 'head').length) {
    const reason = own.map((one) => shortenLines(one.reason)).join('; ')
    return { label: 'head', reason: reason.slice(0, 1000), hasRun: true }
  }
  const [side] = others
  return side ? { label: side.planned.revision, reason: shortenLines(side.reason), hasRun: false } : null
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
