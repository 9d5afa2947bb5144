import type { BisectState } from '../../config/schema/bisect-schema.ts'
import type { BisectQuestion, BisectStep, BisectTarget } from '../../domain/bisect/bisect-result.ts'
import { chooseTarget } from '../../domain/bisect/choose-target.ts'
import { searchBisect, type BisectMarks } from '../../domain/bisect/search-bisect.ts'
import { RevisionError, UserError } from '../../domain/core/errors.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import {
  combineAnswers,
  judgeCommit,
  judgeCulprit,
  judgeEnds,
  badLabel,
  beforeLabel,
  goodLabel,
  type BisectPlanRules,
  type BisectReference,
  type SavedEvidence,
} from '../../judging/bisect/bisect.ts'
import { measureBisectStep, type BisectStepRequest, type MeasuredStep } from './measure-bisect-step.ts'
import type { MeasureRunPorts } from '../measure/measure-run.ts'
import { readRunRecord } from '../measure/resume.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'

/** The settings shared by all steps of a bisection. */
export type BisectCall = Pick<
  BisectStepRequest,
  'rules' | 'workspace' | 'folder' | 'runId' | 'toolVersion' | 'workplace' | 'readCommitted' | 'signal'
> & {
  readonly question: BisectQuestion
  /** Maximum runs per side; null: from the config. */
  readonly maxRepeats: number | null
  /** Opens earlier runs as evidence, after the ends were measured; null: none. */
  readonly openSaved:
    | ((known: { readonly ends: RunRecord; readonly target: BisectTarget }) => Promise<SavedEvidence>)
    | null
}

/** Measures the good and bad ends and selects the metric to follow. */
export async function measureEnds(state: BisectState, call: BisectCall, ports: MeasureRunPorts): Promise<BisectState> {
  const { question, rules } = call
  const sides: BisectReference[] = [{ label: goodLabel, commit: question.good, place: 'before' }]
  const gate = question.metric === null ? chooseGate(rules.config, question.suite) : [question.metric]
  const { minEffect } = rules.config.comparison
  const plan = { cases: question.cases, gate, minEffect, maxRepeats: call.maxRepeats, sides }
  const measured = await measureStep(state, question.bad, { call, plan, name: 'ends' }, ports)
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
  { files }: Pick<MeasureRunPorts, 'files'>,
): Promise<BisectState | null> {
  if (call.openSaved === null) return null
  const runFolder = state.steps.find(({ kind }) => kind === 'ends')?.runFolder ?? ''
  const ends = await readRunRecord(`${call.folder}/${runFolder}`, files)
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
export async function measureCommit(
  state: BisectState,
  commit: string,
  call: BisectCall,
  ports: MeasureRunPorts,
): Promise<BisectState> {
  const { question } = call
  const target = requireTarget(state)
  const sides: BisectReference[] = [
    { label: goodLabel, commit: question.good, place: 'before' },
    { label: badLabel, commit: question.bad, place: 'after' },
  ]
  const measured = await measureStep(
    state,
    commit,
    { call, plan: buildPlanRules(target, sides, call), name: commit.slice(0, 12) },
    ports,
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
export async function measureCulprit(
  state: BisectState,
  commit: string,
  call: BisectCall,
  ports: MeasureRunPorts,
): Promise<BisectState> {
  const target = requireTarget(state)
  const before = state.range.find((one) => one.commit === commit)?.parents[0] ?? call.question.good
  const plan = buildPlanRules(target, [{ label: beforeLabel, commit: before, place: 'before' }], call)
  const step = await buildCulpritStep(state, { commit, before, plan, call }, ports)
  return { ...state, steps: [...state.steps, step] }
}

async function buildCulpritStep(
  state: BisectState,
  { commit, before, plan, call }: { commit: string; before: string; plan: BisectPlanRules; call: BisectCall },
  ports: MeasureRunPorts,
): Promise<BisectStep> {
  try {
    const measured = await measureStep(state, commit, { call, plan, name: `culprit-${commit.slice(0, 12)}` }, ports)
    if (measured.status === 'skipped') return buildSkippedStep('culprit', commit, measured)
    const answered = judgeCulprit(measured.judged, requireTarget(state), { before, commit })
    return { kind: 'culprit', commit, isSaved: false, runFolder: measured.runFolder, ...answered }
  } catch (error) {
    // The parent was classified through a later commit and may not build.
    if (!(error instanceof RevisionError && error.label === beforeLabel)) throw error
    return buildSkippedStep('culprit', commit, { reason: error.message, runFolder: null })
  }
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

type StepSettings = { readonly call: BisectCall; readonly plan: BisectPlanRules; readonly name: string }

async function measureStep(
  { steps }: BisectState,
  commit: string,
  { call, plan, name }: StepSettings,
  ports: MeasureRunPorts,
): Promise<MeasuredStep> {
  const numbered = `${String(steps.length + 1).padStart(2, '0')}-${name}`
  return await measureBisectStep(
    { ...call, suite: call.question.suite, commit, plan, name: numbered, runId: `${call.runId}-${numbered}` },
    ports,
  )
}
