import type { Config } from '../../config/schema/schema.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import type { Metric } from '../../domain/core/metric.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Comparison, Decision } from '../../domain/verdict/comparison.ts'
import type { JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import { explainUnverifiedGain, maxPlausibleGain, type SideWork } from '../../domain/verdict/unverified-gain.ts'
import type { WorkTrace } from '../../record/run.ts'

/** Whether a case proves its work: by the config, by the files of a tool, or by tables that are compared. */
export function isWorkVerified({ tool, tables }: Pick<PlannedCase, 'tool' | 'tables'>, { pipeline }: Config): boolean {
  return pipeline.proof !== undefined || tool !== undefined || tables !== undefined
}

type UnverifiedInput = { readonly outcomes: readonly CaseOutcome[]; readonly config: Config }

/** Turns implausible gains of interleaved runs without a proof of work into inconclusive results. */
export function refuseUnverifiedGains(
  judged: readonly JudgedComparison[],
  outcomes: readonly CaseOutcome[],
  config: Config,
): JudgedComparison[] {
  return judged.map((item) => {
    if (isWorkVerified(item.head, config) || isOtherCommand(item.base, config)) return item
    const work = { base: findWork(item.base.id, outcomes), head: findWork(item.head.id, outcomes) }
    const results = item.decisions.map(({ metric, decision }) => ({ ...decision, metric: metric.name }))
    const doubt = explainUnverifiedGain(results, work)
    const decisions = item.decisions.map((one) => ({
      ...one,
      decision: rejectGain(one.decision, one.metric.betterWhen, doubt),
    }))
    return { ...item, decisions }
  })
}

/** Whether a reference is another command at the measured commit, whose difference is the question. */
function isOtherCommand({ revision }: PlannedCase, { revisions }: Config): boolean {
  const settings = revisions[revision]
  return settings?.ref === 'HEAD' && settings.command !== undefined
}

/** The same for comparisons with committed samples, of which no output is known. */
export function refuseUnverifiedStoredGains(
  stored: readonly Comparison[],
  outcomes: readonly CaseOutcome[],
  config: Config,
): Comparison[] {
  return stored.map((item) => {
    const id = formatCaseId(item)
    const planned = outcomes.find((outcome) => outcome.planned.id === id)?.planned
    if (!planned || isWorkVerified(planned, config)) return item
    const results = stored.filter((other) => formatCaseId(other) === id && other.reference === item.reference)
    return rejectGain(item, item.betterWhen, explainUnverifiedGain(results, { base: unknownWork, head: unknownWork }))
  })
}

function rejectGain<T extends Decision>(result: T, betterWhen: Metric['betterWhen'], doubt: string | null): T {
  if (doubt === null || !isGain(result, betterWhen)) return result
  return { ...result, verdict: 'inconclusive', reason: `${result.reason}; not verified: ${doubt}` }
}

/** Whether a result reports a gain, or rules out a slowdown because of a large gain. */
function isGain({ verdict, effect, interval }: Decision, betterWhen: Metric['betterWhen']): boolean {
  if (verdict !== 'unchanged' || effect === null || interval === null) return verdict === 'improvement'
  // A rate of 125 % takes 80 % of the time.
  return betterWhen === 'lower'
    ? effect < -maxPlausibleGain && interval[1] < 0
    : effect > 1 / (1 - maxPlausibleGain) - 1 && interval[0] > 0
}

const unknownWork: SideWork = { traces: [], counts: [] }

function findWork(id: string, outcomes: readonly CaseOutcome[]): SideWork {
  const outcome = outcomes.find(({ planned }) => planned.id === id)
  if (outcome?.status !== 'measured') return unknownWork
  const counts = outcome.trials.flatMap(({ work }) => work?.count ?? [])
  return { traces: listTraces(id, outcomes), counts }
}

function listTraces(id: string, outcomes: readonly CaseOutcome[]): WorkTrace[] {
  const outcome = outcomes.find(({ planned }) => planned.id === id)
  return outcome?.status === 'measured' ? outcome.trials.flatMap(({ workTrace }) => workTrace ?? []) : []
}

/** Lists what the counted trials of each unverified case left; cases of the head come first. */
export function listUnverifiedTraces({ outcomes, config }: UnverifiedInput): WorkTrace[][] {
  return outcomes
    .filter(({ planned }) => !isWorkVerified(planned, config))
    .toSorted((a, b) => Number(b.planned.revision === 'head') - Number(a.planned.revision === 'head'))
    .map(({ planned }) => listTraces(planned.id, outcomes))
    .filter((traces) => traces.length > 0)
}

/** Lists one caution for all measured cases without a proof of work. */
export function listUnverifiedCautions(outcomes: readonly CaseOutcome[], config: Config): Finding[] {
  const unverified = outcomes.filter(({ status, planned }) => status === 'measured' && !isWorkVerified(planned, config))
  if (unverified.length === 0) return []
  const reason = 'not verified: runs count by their exit code, because the config has no pipeline.proof'
  return [{ kind: 'caution', subject: 'work', reason, isProminent: true }]
}
