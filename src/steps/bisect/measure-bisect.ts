import { join } from 'node:path'
import type { BisectState } from '../../config/schema/bisect-schema.ts'
import type { Config } from '../../config/schema/schema.ts'
import { listConditionDifferences } from '../../domain/baselines/baseline.ts'
import type { BisectQuestion, BisectStep, BisectTarget } from '../../domain/bisect/bisect-result.ts'
import { chooseTarget } from '../../domain/bisect/choose-target.ts'
import { searchBisect, type BisectMarks } from '../../domain/bisect/search-bisect.ts'
import { EnvironmentError, RevisionError, UserError } from '../../domain/core/errors.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { createUndecided } from '../../domain/verdict/comparison.ts'
import { judgeComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import type { CommittedReference } from '../../judging/baselines/baselines.ts'
import {
  combineAnswers,
  judgeCommit,
  judgeCulprit,
  judgeEnds,
  badLabel,
  beforeLabel,
  goodLabel,
  buildBisectConfig,
  buildBisectPlan,
  type BisectPlanRules,
  type BisectReference,
  type SavedEvidence,
} from '../../judging/bisect/bisect.ts'
import { buildCaseConditions } from '../../judging/verdict/case-conditions.ts'
import { buildPriorKnowledge } from '../../judging/verdict/prior-knowledge.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import type { ReadTrusted } from '../baselines/load-baselines.ts'
import type { Rules } from '../baselines/load-rules.ts'
import { startRun, type MeasureRunPorts } from '../measure/measure-run.ts'
import { readRunRecord, runRecordFile } from '../measure/run-folder.ts'

/** A search, with what all of its steps need. */
export type BisectCall = {
  readonly question: BisectQuestion
  readonly rules: Rules
  /** Directory of the clone. */
  readonly workspace: string
  /** Folder of the search; each step gets a subdirectory. */
  readonly folder: string
  readonly runId: string
  readonly readCommitted: ReadTrusted
  readonly signal: AbortSignal
  /** Maximum runs per side; null: from the config. */
  readonly maxRepeats: number | null
  /** Opens earlier runs as evidence, after the ends were measured; null: none. */
  readonly openSaved:
    | ((known: { readonly ends: RunRecord; readonly target: BisectTarget }) => Promise<SavedEvidence>)
    | null
  readonly ports: MeasureRunPorts
}

/** Measures the good and bad ends and selects the metric to follow. */
export async function measureEnds(state: BisectState, call: BisectCall): Promise<BisectState> {
  const { question, rules } = call
  const sides: BisectReference[] = [{ label: goodLabel, commit: question.good, place: 'before' }]
  const gate = question.metric === null ? chooseGate(rules.config, question.suite) : [question.metric]
  const { minEffect } = rules.config.comparison
  const plan = { cases: question.cases, gate, minEffect, maxRepeats: call.maxRepeats, sides }
  const measured = await measureStep(state, question.bad, { plan, name: 'ends' }, call)
  if (measured.status === 'skipped')
    throw new UserError(
      `the bad commit ${question.bad.slice(0, 12)} cannot be run: ${measured.reason}`,
      'Name a commit for --bad that builds and runs with this config.',
    )
  const target = chooseTarget(measured.judged)
  const answered = judgeEnds(measured.judged, target, question)
  const step = {
    kind: 'ends',
    commit: question.bad,
    isSaved: false,
    runFolder: measured.runFolder,
    ...answered,
  } as const
  return { ...state, target, testbedId: measured.record.testbed.id, steps: [...state.steps, step] }
}

/** Reuses an earlier run for the remaining commit that halves the range best; null when there is none. */
export async function reuseSavedStep(
  state: BisectState,
  call: BisectCall,
  marks: BisectMarks,
): Promise<BisectState | null> {
  if (call.openSaved === null) return null
  const runFolder = state.steps.find(({ kind }) => kind === 'ends')?.runFolder ?? ''
  const ends = await readRunRecord(join(call.folder, runFolder), call.ports.files)
  const evidence = await call.openSaved({ ends, target: requireTarget(state) })
  const answers = new Map<string, BisectStep>()
  for (const { commit } of state.range.filter((one) => !marks.has(one.commit))) {
    const step = buildSavedStep(commit, evidence, call.question)
    if (step && step.mark !== 'undecided') answers.set(commit, step)
  }
  const found = searchBisect(state.range, marks, (commit) => answers.has(commit))
  const step = found.state === 'searching' ? answers.get(found.next) : undefined
  return step ? { ...state, steps: [...state.steps, step] } : null
}

function buildSavedStep(commit: string, evidence: SavedEvidence, question: BisectQuestion): BisectStep | null {
  const found = evidence(commit)
  if (!found) return null
  const answered = combineAnswers(found, { ...question, commit })
  const reason = `${answered.reason}; from the earlier run ${found.runId}`
  return { kind: 'commit', commit, isSaved: true, runFolder: null, ...answered, reason }
}

/** Measures a commit together with both ends. Skips a commit that cannot run, as `git bisect skip` does. */
export async function measureCommit(state: BisectState, commit: string, call: BisectCall): Promise<BisectState> {
  const { question } = call
  const target = requireTarget(state)
  const sides: BisectReference[] = [
    { label: goodLabel, commit: question.good, place: 'before' },
    { label: badLabel, commit: question.bad, place: 'after' },
  ]
  const measured = await measureStep(
    state,
    commit,
    { plan: buildPlanRules(target, sides, call), name: commit.slice(0, 12) },
    call,
  )
  const step: BisectStep =
    measured.status === 'skipped'
      ? buildSkippedStep('commit', commit, measured)
      : {
          kind: 'commit',
          commit,
          isSaved: false,
          runFolder: measured.runFolder,
          ...judgeCommit(measured.judged, target, { ...question, commit }),
        }
  return { ...state, steps: [...state.steps, step] }
}

/**
 * Measures the remaining commit against its parent: a comparison with the ends does not prove that this commit is the
 * cause.
 */
export async function measureCulprit(state: BisectState, commit: string, call: BisectCall): Promise<BisectState> {
  const target = requireTarget(state)
  const before = state.range.find((one) => one.commit === commit)?.parents[0] ?? call.question.good
  const plan = buildPlanRules(target, [{ label: beforeLabel, commit: before, place: 'before' }], call)
  const measure = async (): Promise<BisectStep> => {
    try {
      const measured = await measureStep(state, commit, { plan, name: `culprit-${commit.slice(0, 12)}` }, call)
      if (measured.status === 'skipped') return buildSkippedStep('culprit', commit, measured)
      const answered = judgeCulprit(measured.judged, requireTarget(state), { before, commit })
      return { kind: 'culprit', commit, isSaved: false, runFolder: measured.runFolder, ...answered }
    } catch (error) {
      // The parent was classified through a later commit and may not build.
      if (!(error instanceof RevisionError && error.label === beforeLabel)) throw error
      return buildSkippedStep('culprit', commit, { reason: error.message, runFolder: null })
    }
  }
  return { ...state, steps: [...state.steps, await measure()] }
}

function buildSkippedStep(
  kind: BisectStep['kind'],
  commit: string,
  { reason, runFolder }: Pick<BisectStep, 'reason' | 'runFolder'>,
): BisectStep {
  const common = { isSaved: false, isBetween: false, answers: [] }
  return { kind, commit, mark: 'skipped', reason: reason.slice(0, 2000), runFolder, ...common }
}

function buildPlanRules(
  target: BisectTarget,
  sides: readonly BisectReference[],
  { maxRepeats }: BisectCall,
): BisectPlanRules {
  return { cases: [target.caseId], gate: [target.metric.name], minEffect: target.minEffect, maxRepeats, sides }
}

function requireTarget({ target }: BisectState): BisectTarget {
  if (target) return target
  throw new Error('a search without a figure to follow has ended before')
}

/** The result of measuring one commit. */
type MeasuredStep =
  | {
      readonly status: 'measured'
      readonly record: RunRecord
      readonly judged: readonly JudgedComparison[]
      readonly runFolder: string
    }
  /** The commit cannot run: it does not build, or its trials fail. */
  | { readonly status: 'skipped'; readonly reason: string; readonly runFolder: BisectStep['runFolder'] }

const runs = 'steps'

type StepSettings = { readonly plan: BisectPlanRules; readonly name: string }

/**
 * Measures a commit interleaved with reference commits and judges the result. Resumes an interrupted step.
 *
 * @throws RevisionError when a reference commit cannot run, EnvironmentError when the machine fails or the user cancels
 */
async function measureStep(
  { steps }: BisectState,
  commit: string,
  { plan, name }: StepSettings,
  { question: { suite }, rules, workspace, folder, runId, readCommitted, signal, ports }: BisectCall,
): Promise<MeasuredStep> {
  const numbered = `${String(steps.length + 1).padStart(2, '0')}-${name}`
  const [runFolder, shown] = [join(folder, runs, numbered), join(runs, numbered)]
  const config = buildBisectConfig(rules.config, suite, plan.sides)
  const order = {
    event: 'bisect',
    workspace,
    commit,
    rules: { ...rules, config },
    folder: runFolder,
    runId: `${runId}-${numbered}`,
    isResume: (await ports.files.readForeignText(runFolder, runRecordFile, 64 * 2 ** 20)) !== null,
    plan: (own: Parameters<typeof buildBisectPlan>[0]) => requireCases(buildBisectPlan(own, plan), suite, plan),
    readCommitted,
    signal,
  }
  // A bisection makes many runs.
  const logger = { ...ports.logger, info: (message: string) => ports.logger.debug(message) }
  try {
    const { record, committed } = await startRun(order, { ...ports, logger })
    if (record.status !== 'finished' || signal.aborted) throw createInterruption(record)
    const failure = findFailure(record, plan)
    if (failure !== null) return { status: 'skipped', reason: failure, runFolder: shown }
    return { status: 'measured', record, judged: judgeStep(record, config, committed), runFolder: shown }
  } catch (error) {
    if (!(error instanceof RevisionError)) throw error
    const reason = shortenLines(error.message)
    if (error.label !== 'head') throw createSideError(error.label, plan, reason)
    return { status: 'skipped', reason, runFolder: null }
  } finally {
    ports.logger.debug(`bisect: ${numbered} (${commit}) ended`)
  }
}

function requireCases(plan: ReturnType<typeof buildBisectPlan>, suite: string, { cases }: BisectPlanRules) {
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

/** Why the tested commit has no result; null when it has one. */
function findFailure({ plan, trials }: RunRecord, rules: BisectPlanRules): string | null {
  const outcomes = plan.cases.map((planned) => summarizeOutcome(planned, trials))
  const failed = outcomes.filter((outcome) => outcome.status === 'failed' || outcome.status === 'missing')
  const ofSide = failed.find(({ planned }) => planned.revision !== 'head')
  const own = failed.filter(({ planned }) => planned.revision === 'head')
  const heads = outcomes.filter(({ planned }) => planned.revision === 'head')
  if (own.length > 0 && own.length === heads.length) return own.map(formatReason).join('; ').slice(0, 1000)
  if (ofSide) throw createSideError(ofSide.planned.revision, rules, formatReason(ofSide))
  return null
}

function formatReason(outcome: ReturnType<typeof summarizeOutcome>): string {
  return outcome.status === 'measured' ? '' : shortenLines(outcome.reason)
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

function createSideError(label: string, { sides }: BisectPlanRules, reason: string): RevisionError {
  const commit = sides.find((side) => side.label === label)?.commit.slice(0, 12) ?? label
  return new RevisionError(
    label,
    `the ${label} commit ${commit} cannot be run: ${reason}`,
    'Name commits for --good and --bad that both build and run with this config.',
  )
}

function createInterruption({ statusDetail }: RunRecord): EnvironmentError {
  return new EnvironmentError(
    `the bisection was interrupted: ${statusDetail ?? 'it was cancelled'}`,
    'Repeat the command with --resume; completed trials are kept.',
  )
}
