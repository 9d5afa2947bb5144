import {
  gpuAllocatedPeak,
  gpuCopiedBytes,
  gpuKernelTime,
  gpuLaunches,
  inferMetricKind,
  isBusyTime,
  type Metric,
} from '../core/metric.ts'
import { formatPercent } from '../core/numbers.ts'
import { fewestNeighbors, judgeNeighbors, mostNeighbors } from '../detection/pair/neighbor-pairs.ts'
import { isReserved, listKernelGaps } from '../kernels/kernel-table.ts'
import { measureMoreLaunches } from '../kernels/launch-change.ts'
import type { InterleavedRuns, KernelPolicy } from '../plan/interleaved-runs.ts'
import type { PlannedCase, PlannedComparison } from '../plan/plan.ts'
import type { Measurement } from '../trial/outcome.ts'
import { isContaminated, type Trial } from '../trial/trial.ts'
import type { KernelRecord } from '../../record/kernels.ts'
import { buildDecision, compareSamples, type Decision, type SideSamples } from './comparison.ts'
import { isNamedGate } from './gate.ts'

/** The recorded pairs of a comparison: runs of one index ran one after the other. */
type RecordedPairs = InterleavedRuns & {
  /** Why no further pair is recorded: a record that shows only a part of the work; null: none. */
  readonly problem: string | null
  /** More launches of the head in its warm-up, as a share; 0: too few to matter, or not known. */
  readonly extra: number
}

/** Figures of recorded runs; null: not known, such as the time of processes that wait for each other. */
const figures: readonly {
  readonly metric: Metric
  readonly read: (record: KernelRecord, of: Pick<KernelPolicy, 'gpuBytes'>) => number | null
}[] = [
  { metric: gpuKernelTime, read: ({ seconds, overlapping = 0 }) => (overlapping > 0 ? null : seconds) },
  { metric: gpuLaunches, read: ({ launches }) => launches },
  {
    metric: gpuCopiedBytes,
    read: ({ toDevice, toHost, onDevice }) => (onDevice === undefined ? null : toDevice + toHost + onDevice),
  },
  {
    metric: gpuAllocatedPeak,
    read: (record, { gpuBytes }) => (isReserved(record, gpuBytes) ? null : record.peakBytes || null),
  },
]

/** Selects complete records: of the judged runs if all of them were recorded, otherwise of the runs next to them. */
export function selectRecordedPairs(
  { head, base, minEffect, minGpuEffect = minEffect }: PlannedComparison,
  judged: InterleavedRuns,
  trials: readonly Trial[],
): RecordedPairs {
  const all = [...judged.base, ...judged.head]
  if (all.length > 0 && all.every(hasCompleteRecord)) return { ...judged, problem: null, extra: 0 }
  const own = trials.filter((trial) => trial.caseId === base || trial.caseId === head)
  const problem = findProblem(base, own) ?? findProblem(head, own)
  const [before, after] = [base, head].map(
    (id) => own.find((one) => one.caseId === id && one.isWarmup)?.kernels?.launches,
  )
  const extra = problem === null && before && after ? after / before - 1 : 0
  return { ...joinNeighbors(base, head, trials), problem, extra: extra >= minGpuEffect ? extra : 0 }
}

/**
 * Measures one commit by its records, for the history: those of the judged runs if all were recorded, otherwise of the
 * warm-up. Empty where one of them is missing or shows a part of the work only. `gpuBytes`: memory of the smallest GPU;
 * null: unknown.
 */
export function measureRecords(trials: readonly Trial[], gpuBytes: number | null): Measurement[] {
  const judged = trials.filter((trial) => !trial.isWarmup && trial.isRecorded !== true && !isContaminated(trial))
  const isEachRecorded = judged.length > 0 && judged.every(({ kernels }) => kernels)
  const shown = isEachRecorded ? judged : trials.filter(({ isWarmup }) => isWarmup).slice(-1)
  if (shown.length === 0 || !shown.every(hasCompleteRecord)) return []
  return figures.flatMap(({ metric, read }) => {
    const samples = collectRecords(shown).flatMap((record) => read(record, { gpuBytes }) ?? [])
    return samples.length === shown.length ? [{ metric, samples }] : []
  })
}

function collectRecords(trials: readonly Trial[]): KernelRecord[] {
  return trials.flatMap(({ kernels }) => kernels ?? [])
}

/** Pairs recorded runs that ran one after the other; the last one may wait for its partner. */
function joinNeighbors(base: string, head: string, trials: readonly Trial[]): InterleavedRuns {
  const isOwn = (trial: Trial): boolean =>
    trial.isRecorded === true && (trial.caseId === base || trial.caseId === head) && hasCompleteRecord(trial)
  const joined: Trial[] = []
  let waiting: Trial | null = null
  for (const trial of trials.filter((one) => !isContaminated(one))) {
    const isPair: boolean = isOwn(trial) && waiting !== null && waiting.caseId !== trial.caseId
    if (waiting && isPair) joined.push(waiting, trial)
    waiting = isOwn(trial) && !isPair ? trial : null
  }
  const found = waiting ? [...joined, waiting] : joined
  return { base: found.filter(({ caseId }) => caseId === base), head: found.filter(({ caseId }) => caseId === head) }
}

/** Whether a record shows all that a run executed. */
function hasCompleteRecord(trial: Trial): boolean {
  return !isContaminated(trial) && trial.failure === null && findGap(trial) === null
}

function findGap({ kernels }: Trial): string | null {
  return kernels ? (listKernelGaps(kernels)[0] ?? null) : 'no process initialized CUDA'
}

/** Looks at the recorded warm-up and the recorded runs of a side. */
function findProblem(caseId: string, trials: readonly Trial[]): string | null {
  const recorded = trials.filter((trial) => trial.caseId === caseId && (trial.isRecorded || trial.kernels))
  if (recorded.length === 0) return 'the warm-up was not recorded'
  const failed = recorded.find(({ failure }) => failure !== null)
  if (failed) return `a recorded run failed (${failed.failure?.kind ?? ''})`
  if (recorded.some(({ cachedFromRun }) => cachedFromRun !== null)) return 'its samples are of an earlier run'
  // Contaminated runs are repeated.
  const contaminated = recorded.filter((trial) => trial.isRecorded && isContaminated(trial))
  if (contaminated.length > mostNeighbors) return 'too many recorded runs were contaminated'
  return recorded.map(findGap).find((gap) => gap !== null) ?? null
}

/** What the records show about one metric. */
export type RecordedEvidence = {
  readonly metric: Metric
  readonly base: readonly number[]
  readonly head: readonly number[]
  readonly decision: Decision
  /** Whether its verdict counts as a gate, as far as the records alone tell. */
  readonly mayGate: boolean
}

/** Judges the figures of all recorded pairs; empty without a pair, or where nothing is recorded. */
export function weighRecords(
  comparison: PlannedComparison,
  head: Pick<PlannedCase, 'gpus'>,
  pairs: RecordedPairs,
  policy: KernelPolicy | undefined,
): RecordedEvidence[] {
  const count = Math.min(pairs.base.length, pairs.head.length)
  if (!policy || count === 0) return []
  const readAll = (read: (typeof figures)[number]['read']): Measurement['samples'][] =>
    [pairs.base, pairs.head].map((side) =>
      side.slice(0, count).flatMap(({ kernels }) => (kernels ? (read(kernels, policy) ?? []) : [])),
    )
  const isOtherWork = isLaunchedOtherwise(...(readAll(({ launches }) => launches) as [number[], number[]]))
  return figures.flatMap(({ metric, read }) => {
    const [ofBase = [], ofHead = []] = readAll(read)
    if (ofBase.length !== count || ofHead.length !== count) return []
    const samples = { base: ofBase, head: ofHead }
    const { minEffect, minGpuEffect = minEffect } = comparison
    const found =
      metric === gpuKernelTime
        ? judgeKernelTime(samples, pairs, { minGpuEffect, isOtherWork })
        : compareCounts(metric, samples, minEffect)
    const isNamed = isNamedGate(metric.name, comparison.gate)
    const decision = isNamed ? keepFromPassing(found, policy) : found
    const isByTime = metric === gpuKernelTime && isJudgedByTime(comparison, head)
    const mayGate = isNamed || (isByTime && mayDecide(found, policy, minGpuEffect))
    return [{ metric, ...samples, decision, mayGate }]
  })
}

/**
 * Judges the times of neighbouring pairs. Where their noise leaves them open, as under a power limit, more launches of the
 * same kernels show more work, unless the times say that each launch does less.
 */
function judgeKernelTime(
  samples: SideSamples,
  { base, head }: InterleavedRuns,
  { minGpuEffect, isOtherWork }: { readonly minGpuEffect: number; readonly isOtherWork: boolean },
): Decision {
  const measured = buildDecision(judgeNeighbors({ ...samples, clearEffect: minGpuEffect, isOtherWork }), samples)
  if (measured.verdict !== 'inconclusive' || measured.interval === null) return measured
  const more = measureMoreLaunches(collectRecords(base), collectRecords(head))
  const isOpposed = more === null || (measured.effect ?? 0) <= 0 || measured.interval[1] < more.interval[0]
  if (more === null || isOpposed || more.effect < minGpuEffect) return measured
  const reason = `more launches of the same kernels: ${formatPercent(more.effect)} more work at equal time per launch; ${measured.reason}`
  return { ...measured, ...more, verdict: 'regression', excluded: null, reason }
}

/** Compares exact counts; a program that tunes itself has none. */
function compareCounts(metric: Metric, samples: SideSamples, minEffect: number): Decision {
  const isConstant = [samples.base, samples.head].every((side) => new Set(side).size === 1)
  const decision = compareSamples(metric, samples, { minEffect })
  if (isConstant || inferMetricKind(metric) !== 'count' || decision.base === null) return decision
  return { ...decision, verdict: 'inconclusive', excluded: null, reason: 'varies between runs of the same commit' }
}

/**
 * Whether kernel time may decide a comparison: it says nothing about the slowest of several GPUs, and is no test of
 * pairs in random order.
 */
export function isJudgedByTime({ confirm }: PlannedComparison, { gpus }: Pick<PlannedCase, 'gpus'>): boolean {
  return gpus.length === 1 && confirm !== 'exact'
}

/** Whether each side launched equal numbers of kernels in all runs, and another number than the other side. */
function isLaunchedOtherwise(base: readonly number[], head: readonly number[]): boolean {
  return [base, head].every((side) => new Set(side).size === 1) && base[0] !== head[0]
}

/** Records that the measured code could falsify only fail: a pass would have to be given without them. */
function mayDecide({ verdict, effect }: Decision, { mayPass }: KernelPolicy, minGpuEffect: number): boolean {
  if (verdict === 'inconclusive') return false
  return mayPass || (verdict === 'regression' && (effect ?? 0) >= minGpuEffect)
}

/** A gate of the config must not pass by records that do not count. */
function keepFromPassing(decision: Decision, { mayPass }: KernelPolicy): Decision {
  if (mayPass || decision.verdict === 'regression') return decision
  const reason = `${decision.reason}; records may fail a check and not pass it (comparison.kernelRecords)`
  return { ...decision, verdict: 'inconclusive', reason }
}

/** A gate with its verdict. */
type GateItem = {
  readonly metric: Metric
  readonly isGate: boolean
  readonly decision: Decision
  readonly toleratedBecause?: string
}

/** Busy time also counts gaps between close kernels: its interval missed the change of kernel time by up to 1.2 points. */
const maxBusyGap = 0.02

/**
 * Settles which gates decide about the GPU work, once all are judged. Records that decide take the place of busy time,
 * unless it is slower by more than gaps explain. A busy time that contradicts them decides alone, and so does one that has
 * not risen where records may only fail the check. Gates of the config stay as they are.
 */
export function settleGpuGates<Item extends GateItem>(
  items: readonly Item[],
  {
    comparison: { gate },
    policy,
    recordProblem,
  }: {
    readonly comparison: Pick<PlannedComparison, 'gate'>
    readonly policy: KernelPolicy | undefined
    readonly recordProblem: string | null
  },
): Item[] {
  const isKernel = ({ metric }: Item): boolean => metric.name === gpuKernelTime.name
  const isBusy = (item: Item): boolean => isBusyTime(item.metric.name) && !isKernel(item)
  const [kernel, busy] = [items.find(isKernel), items.find(isBusy)]
  if (!kernel && policy?.recordsPairs && recordProblem !== null)
    return items.map((item) =>
      isBusy(item) && item.isGate && item.decision.verdict === 'inconclusive'
        ? addReason(item, `no kernel records decide: ${recordProblem}`)
        : item,
    )
  if (!policy || !kernel?.isGate || isNamedGate(gpuKernelTime.name, gate)) return [...items]
  const problem = findDisagreement(kernel, busy?.decision, policy)
  if (problem !== null) return items.map((item) => (isKernel(item) ? toGuide(item, problem) : item))
  const isReplaced = (item: Item): boolean =>
    isBusy(item) && item.isGate && (isNoChange(item.decision) || isOnlyGaps(item.decision, kernel.decision))
  return items.map((item) => (isReplaced(item) ? toGuide(item, 'the kernel records decide about the GPU work') : item))
}

function isNoChange({ verdict }: Decision): boolean {
  return verdict === 'inconclusive' || verdict === 'unchanged'
}

/** Whether a slowdown of busy time is that of the kernels, or small enough to be in the gaps between them. */
function isOnlyGaps(busy: Decision, kernel: Decision): boolean {
  return busy.verdict === 'regression' && (busy.effect ?? 0) - (kernel.effect ?? 0) < maxBusyGap
}

function findDisagreement(
  { decision }: GateItem,
  busy: Decision | undefined,
  { mayPass }: KernelPolicy,
): string | null {
  const [effect, interval] = [decision.effect ?? 0, busy?.interval]
  if (!mayPass && !mayRise(busy, effect)) return 'records may fail a check only together with GPU busy time'
  if (!interval || (effect >= interval[0] - maxBusyGap && effect <= interval[1] + maxBusyGap)) return null
  return 'GPU busy time contradicts the records'
}

/** Whether busy time is slower, may be, or has risen and leaves room for this effect. */
function mayRise(busy: Decision | undefined, effect: number): boolean {
  if (!busy || (busy.effect ?? 0) <= 0) return false
  const hasRoom = busy.verdict === 'unchanged' && (busy.interval?.[1] ?? 0) >= effect
  return hasRoom || busy.verdict === 'regression' || busy.verdict === 'inconclusive'
}

function toGuide<Item extends GateItem>(item: Item, reason: string): Item {
  return { ...addReason(item, reason), isGate: false }
}

function addReason<Item extends GateItem>(item: Item, reason: string): Item {
  return { ...item, decision: { ...item.decision, reason: `${item.decision.reason}; ${reason}` } }
}

/**
 * Why the gates of GPU work ask for records; null: records could decide nothing. `extra`: more launches in the warm-up,
 * which the noise of a gate that passes may hide.
 */
function findQuestion(ofGpu: readonly GateItem[], { mayPass }: KernelPolicy, extra: number): 'failed' | 'open' | null {
  const isFailure = (item: GateItem) => item.decision.verdict === 'regression' && item.toleratedBecause === undefined
  if (mayPass && ofGpu.some(isFailure)) return 'failed'
  const isOpen = ofGpu.some(({ decision }) => {
    const isHidden = extra > 0 && decision.verdict === 'unchanged'
    return (isHidden || decision.verdict === 'inconclusive') && (mayPass || mayRise(decision, extra))
  })
  return isOpen ? 'open' : null
}

/**
 * Counts the recorded pairs that a comparison needs: three after a GPU gate that failed or is open, or that noise lets pass
 * although the warm-up of the head launched more; up to five while they leave it open. Null: none, or no more, as where
 * they can decide nothing, such as where a check has failed without them.
 */
export function countWantedPairs(
  gates: readonly GateItem[],
  { comparison, head }: { readonly comparison: PlannedComparison; readonly head: PlannedCase },
  pairs: RecordedPairs,
  policy: KernelPolicy | undefined,
): number | null {
  if (!policy?.recordsPairs || pairs.problem !== null) return null
  const taken = Math.min(pairs.base.length, pairs.head.length)
  const isNamed = figures.some(({ metric }) => isNamedGate(metric.name, comparison.gate))
  const ofGpu = gates.filter(({ metric }) => isBusyTime(metric.name))
  const question = findQuestion(ofGpu, policy, pairs.extra)
  if (!isNamed && (question === null || !isJudgedByTime(comparison, head))) return null
  if (taken < fewestNeighbors) return fewestNeighbors
  const records = weighRecords(comparison, head, pairs, { ...policy, mayPass: true })
  const isUndecided = records.some(
    ({ metric, decision }) => metric === gpuKernelTime && decision.verdict === 'inconclusive',
  )
  return isUndecided && question !== 'failed' && taken < mostNeighbors ? taken + 1 : null
}
