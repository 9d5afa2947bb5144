import { join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import type { BisectStep } from '../../domain/bisect/bisect-result.ts'
import { listConditionDifferences } from '../../domain/baselines/baseline.ts'
import { createUndecided } from '../../domain/verdict/comparison.ts'
import { EnvironmentError, RevisionError, UserError } from '../../domain/core/errors.ts'
import { judgeComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { Logger } from '../../ports/logger.ts'
import { buildBisectConfig, buildBisectPlan, type BisectPlanRules } from '../../judging/bisect/bisect.ts'
import { buildCaseConditions } from '../../judging/verdict/case-conditions.ts'
import type { Workplace } from '../measure/environment.ts'
import type { CommittedReference } from '../../judging/baselines/baselines.ts'
import type { ReadTrusted } from '../baselines/load-baselines.ts'
import type { Rules } from '../baselines/load-rules.ts'
import { measureRun, type MeasureRunPorts } from '../measure/measure-run.ts'
import { buildPriorKnowledge } from '../../judging/verdict/prior-knowledge.ts'
import { runRecordFile } from '../measure/run-folder.ts'

export type BisectStepRequest = {
  readonly rules: Rules
  readonly suite: string
  /** Directory of the clone. */
  readonly workspace: string
  /** The commit to test. */
  readonly commit: string
  readonly plan: BisectPlanRules
  /** Folder of the bisection; the step gets a subdirectory. */
  readonly folder: string
  /** `03-0123456789ab`. */
  readonly name: string
  readonly runId: string
  readonly toolVersion: string
  readonly workplace: Workplace
  readonly readCommitted: ReadTrusted
  readonly signal: AbortSignal
}

/** The result of measuring one commit. */
export type MeasuredStep =
  | {
      readonly status: 'measured'
      readonly record: RunRecord
      readonly judged: readonly JudgedComparison[]
      readonly runFolder: string
    }
  /** The commit cannot run: it does not build, or its trials fail. */
  | { readonly status: 'skipped'; readonly reason: string; readonly runFolder: BisectStep['runFolder'] }

const runs = 'steps'

/**
 * Measures a commit interleaved with reference commits and judges the result. Resumes an interrupted step.
 *
 * @throws RevisionError when a reference commit cannot run, EnvironmentError when the machine fails or the user cancels
 */
export async function measureBisectStep(request: BisectStepRequest, ports: MeasureRunPorts): Promise<MeasuredStep> {
  const { rules, plan, commit } = request
  const config = buildBisectConfig(rules.config, request.suite, plan.sides)
  const runFolder = join(request.folder, runs, request.name)
  const isResume = (await ports.files.readForeignText(runFolder, runRecordFile, 64 * 2 ** 20)) !== null
  try {
    const { record, committed } = await measureRun(buildMeasureRequest(request, config, { runFolder, isResume }), {
      ...ports,
      logger: withQuietInfo(ports.logger),
    })
    if (record.status !== 'finished' || request.signal.aborted) throw createInterruption(record)
    const failure = findFailure(record, plan)
    if (failure !== null) return { status: 'skipped', reason: failure, runFolder: join(runs, request.name) }
    const judged = judgeStep(record, config, committed)
    return { status: 'measured', record, judged, runFolder: join(runs, request.name) }
  } catch (error) {
    if (error instanceof RevisionError && error.label === 'head')
      return { status: 'skipped', reason: shortenLines(error.message), runFolder: null }
    if (error instanceof RevisionError) throw createSideError(error.label, plan, shortenLines(error.message))
    throw error
  } finally {
    ports.logger.debug(`bisect: ${request.name} (${commit}) ended`)
  }
}

function buildMeasureRequest(
  request: BisectStepRequest,
  config: Config,
  { runFolder, isResume }: { readonly runFolder: string; readonly isResume: boolean },
) {
  const { rules, workspace, commit, workplace, runId, toolVersion, readCommitted, signal } = request
  return {
    context: {
      event: 'bisect',
      trust: 'trusted' as const,
      repository: null,
      workspace,
      headCommit: commit,
      baseCommit: null,
      pullRequest: null,
      runUrl: null,
      runKey: 'bisect',
      measuredBy: null,
    },
    rules: { ...rules, config },
    commits: { head: { ref: commit, commit }, mergeBase: null },
    workplace,
    runFolder,
    runId,
    isResume,
    toolVersion,
    calibrationRounds: null,
    replan: (plan: Parameters<typeof buildBisectPlan>[0]) => requireCases(buildBisectPlan(plan, request.plan), request),
    readCommitted,
    signal,
  }
}

function requireCases(plan: ReturnType<typeof buildBisectPlan>, { suite, plan: { cases } }: BisectStepRequest) {
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

/** Logs info messages as debug: a bisection makes many runs. */
function withQuietInfo(logger: Logger): Logger {
  return { ...logger, info: (message) => logger.debug(message) }
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
