import type { CaseKey } from '../../domain/core/case.ts'
import { findCombinedVariants } from '../../domain/core/combined-options.ts'
import { computeLogContrast, type Contrast } from '../../domain/core/log-contrast.ts'
import { wallTime } from '../../domain/core/metric.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import type { Interval } from '../../domain/core/statistics.ts'
import {
  heavyOverhead,
  speedupForHeavyOverhead,
  tradeOffRule,
  classifyTradeOffInterval,
  type TradeOff,
} from '../../domain/cost/run-cost.ts'
import { normalizeCaseOptions } from '../case-options.ts'
import { isMeasured, getSamples } from '../outcomes.ts'
import { compareVariants, type VariantPair, type VariantsInput } from './variant-figures.ts'

type CaseKeyBuilder = (name: string) => CaseKey

const plain = { isSuspicious: false, isDeclared: false } as const

/** Derives the gain of a variant: the speed-up, and the proven gain that requirements use. */
export function deriveGainFigures(pair: VariantPair, key: CaseKey): DerivedValue[] {
  const { verdict, speedup, interval, problem, memory, base } = pair
  const common = { ...key, ...plain, interval: null }
  const doubt = verdict === 'inconclusive' ? 'inconclusive: the noise hides whether it is faster' : null
  const none = verdict === 'unchanged' ? `no difference from ${base} beyond the noise` : null
  return [
    { ...common, name: 'speedup', unit: '×', value: speedup, interval, reason: problem ?? doubt },
    {
      ...common,
      name: 'proven_gain',
      unit: 'share',
      value: computeProvenGain(pair),
      reason: problem ?? doubt ?? none,
      isSuspicious: doubt !== null,
    },
    { ...common, name: 'same_answer', unit: '1', ...deriveAnswerFigure(pair) },
    {
      ...common,
      name: 'memory_overhead',
      unit: 'share',
      value: memory?.overhead ?? null,
      reason: memory ? null : (problem ?? 'the memory of both variants was not sampled in every run'),
    },
  ]
}

function deriveAnswerFigure({ isSameAnswer, problem }: VariantPair): Pick<DerivedValue, 'value' | 'reason'> {
  const unknown = problem ?? 'no row counts or tables to compare the results'
  return isSameAnswer === null
    ? { value: null, reason: unknown }
    : { value: Number(isSameAnswer), reason: isSameAnswer ? null : problem }
}

/** Speed-up − 1 at the end of the interval that is closer to no difference; 0 for an unchanged time. */
function computeProvenGain({ verdict, speedup, interval }: VariantPair): number | null {
  if (speedup === null) return null
  if (verdict === 'unchanged') return 0
  const [low, high] = interval ?? [speedup, speedup]
  return (verdict === 'regression' ? high : low) - 1
}

/** Requires a proven gain above 0 for a variant. */
export function buildGainRequirement(key: CaseKey, { suite }: VariantsInput): Requirement {
  return {
    id: 'VARIANT-gain',
    suite: key.suite,
    value: 'proven_gain',
    axes: key.axes,
    operator: '>',
    limit: 0,
    unit: 'share',
    severity: suite.severity,
    rule: 'config',
  }
}

/** Requires equal results with severity `fail`, whatever the severity of the gain. */
export function listAnswerRequirements(key: CaseKey, pair: VariantPair, input: VariantsInput): Requirement[] {
  const isTold = input.config.pipeline.proof?.results !== undefined || pair.outcome?.planned.tables !== undefined
  if (!isTold) return []
  const rule = { value: 'same_answer', operator: '==', limit: 1, unit: '1', severity: 'fail' } as const
  return [{ ...buildGainRequirement(key, input), ...rule, id: 'VARIANT-answer' }]
}

/** Classifies the trade-off of speed against memory; null when either is unknown. */
export function findTradeOff({ speedup, interval, memory, verdict }: VariantPair): TradeOff | null {
  if (speedup === null || memory === null) return null
  if (verdict === 'inconclusive' && interval === null) return 'no advice'
  // Without an interval the speed-up stands for both ends.
  return classifyTradeOffInterval(interval ?? [speedup, speedup], memory.overhead)
}

/** Requires more speed for much more memory, with the limits of `trade-off.ts`; empty for a small overhead. */
export function listTradeOffRequirements(key: CaseKey, { memory }: VariantPair, input: VariantsInput): Requirement[] {
  if (memory && memory.overhead <= heavyOverhead) return []
  return [
    {
      ...buildGainRequirement(key, input),
      id: 'VARIANT-memory',
      value: memory ? 'speedup' : 'memory_overhead',
      operator: memory ? '>' : '<=',
      limit: memory ? speedupForHeavyOverhead : heavyOverhead,
      unit: memory ? '×' : 'share',
      rule: tradeOffRule,
    },
  ]
}

/** Share of the throughput that checkpoints cost: 1 − t(without) / t(with). */
export function deriveCheckpointFigures(input: VariantsInput, buildCaseKey: CaseKeyBuilder): DerivedValue[] {
  const { checkpointing, base } = input.suite
  if (!checkpointing) return []
  const isReversed = checkpointing.with === base
  const pair = isReversed
    ? compareVariants(checkpointing.without, base, input)
    : compareVariants(checkpointing.with, checkpointing.without, input)
  // The speed-up is that of `with` over `without`, or the inverse when `with` is the base.
  const computeLoss = (speedup: number): number => 1 - (isReversed ? 1 / speedup : speedup)
  const value = pair.speedup === null ? null : computeLoss(pair.speedup)
  const ends = pair.interval?.map(computeLoss).toSorted((a, b) => a - b)
  const interval: Interval | null = ends ? [ends[0] ?? Number.NaN, ends[1] ?? Number.NaN] : null
  const reason = pair.problem ?? (interval === null ? 'single runs: no interval' : null)
  return [
    {
      ...buildCaseKey(checkpointing.with),
      ...plain,
      name: 'checkpoint_overhead',
      unit: 'share',
      value,
      interval,
      reason,
    },
  ]
}

/** Limits the checkpoint overhead; empty without `checkpointing` in the config. */
export function listCheckpointRequirements(input: VariantsInput, buildCaseKey: CaseKeyBuilder): Requirement[] {
  const { checkpointing, severity } = input.suite
  if (!checkpointing) return []
  const { suite, axes } = buildCaseKey(checkpointing.with)
  return [
    {
      suite,
      axes,
      severity,
      id: 'CHECKPOINT-overhead',
      value: 'checkpoint_overhead',
      operator: '<=',
      limit: checkpointing.maxOverhead,
      unit: 'share',
      rule: 'config',
    },
  ]
}

/** Speed-up of a combination divided by the product of the speed-ups of its parts; 1: no interaction. */
export type Interaction = {
  readonly name: string
  readonly parts: readonly string[]
  readonly contrast: Contrast | null
}

/** Lists the variants whose options are the combination of other variants' options. */
export function listInteractions(pairs: readonly VariantPair[], input: VariantsInput): Interaction[] {
  const { base, options } = input.suite
  const all = Object.fromEntries(
    Object.entries(options).map(([name, written]) => [name, normalizeCaseOptions(written)]),
  )
  return Object.keys(options).flatMap((name): Interaction[] => {
    const parts = findCombinedVariants(name, base, all)
    return parts.length > 0 ? [{ name, parts, contrast: computeInteraction(name, parts, pairs, input) }] : []
  })
}

/** speed-up(all) / Π speed-up(part) = t(part)… · t(base)^(1 − parts) / t(all). */
function computeInteraction(
  name: string,
  parts: readonly string[],
  pairs: readonly VariantPair[],
  { policy, suite }: VariantsInput,
): Contrast | null {
  const involved = pairs.filter((pair) => pair.base === suite.base && [name, ...parts].includes(pair.name))
  if (involved.length !== parts.length + 1 || involved.some(({ speedup }) => speedup === null)) return null
  const base = involved[0]?.baseOutcome
  const groups = [
    { outcome: base, weight: 1 - parts.length },
    ...involved.map(({ name: own, outcome }) => ({ outcome, weight: own === name ? -1 : 1 })),
  ]
  const samples = groups.map(({ outcome, weight }) => {
    return { weight, samples: isMeasured(outcome) ? getSamples(outcome, wallTime.name) : [] }
  })
  return computeLogContrast(samples, policy.confidence)
}
