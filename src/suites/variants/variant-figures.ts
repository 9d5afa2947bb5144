import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import type { JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import { wallTime } from '../../domain/core/metric.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import { computeMedian, type Interval } from '../../domain/core/statistics.ts'
import { isMeasured, summarizeWallTime, explainAbsence, type MeasuredOutcome } from '../outcomes.ts'
import { hasSameAnswers } from '../equivalence/answer-checks.ts'
import type { JudgeInput } from '../suite.ts'
import { readPeakMemory, type MemoryUse } from './variant-memory.ts'

type VariantsConfig = SuiteConfig<'variants'>
/** Judge input of the suite `variants`. */
export type VariantsInput = JudgeInput<VariantsConfig>

/** Comparison of a variant with its base. */
export type VariantPair = {
  readonly name: string
  readonly base: string
  readonly outcome: CaseOutcome | undefined
  readonly baseOutcome: CaseOutcome | undefined
  readonly judged: JudgedComparison | undefined
  readonly verdict: Comparison['verdict']
  /** How many times as fast as the base; null when they cannot be compared. */
  readonly speedup: number | null
  readonly interval: Interval | null
  /** Why there is no speed-up; null when there is one. */
  readonly problem: string | null
  /** Whether both gave the same result; null: unknown. */
  readonly isSameAnswer: boolean | null
  /** Peak memory of both, and the excess of the variant as a share: 0.3 is 30 % more. Null without telemetry. */
  readonly memory: { readonly own: MemoryUse; readonly base: MemoryUse; readonly overhead: number } | null
}

/** Compares the runs of a variant with those of its base. */
export function compareVariants(name: string, base: string, input: VariantsInput): VariantPair {
  const [outcome, baseOutcome] = [findVariant(name, input), findVariant(base, input)]
  const judged = input.comparisons.find(
    (item) => getVariantName(item.head) === name && getVariantName(item.base) === base,
  )
  const decision = judged?.decisions.find(({ metric }) => metric.name === wallTime.name)?.decision
  const common = { name, base, outcome, baseOutcome, judged }
  const absent = { ...common, isSameAnswer: null, speedup: null, interval: null, memory: null }
  if (!isMeasured(outcome)) return { ...absent, verdict: 'missing', problem: `${name}: ${explainAbsence(outcome)}` }
  if (!isMeasured(baseOutcome))
    return { ...absent, verdict: 'missing', problem: `${base}: ${explainAbsence(baseOutcome)}` }
  const other = findMissingOption(outcome) ?? findMissingOption(baseOutcome)
  if (other !== null) return { ...absent, verdict: 'not comparable', problem: other }
  const isSameAnswer = hasSameResult(outcome, baseOutcome, input)
  const problem = describeRowDifference(outcome, baseOutcome)
  if (problem !== null) return { ...absent, isSameAnswer, verdict: 'not comparable', problem }
  if (!decision) return { ...absent, verdict: 'missing', problem: `${name} and ${base} have no interleaved runs` }
  if (decision.verdict === 'not comparable')
    return { ...absent, isSameAnswer, verdict: decision.verdict, problem: decision.reason }
  const speedup =
    decision.effect === null
      ? summarizeWallTime(baseOutcome).median / summarizeWallTime(outcome).median
      : 1 / (1 + decision.effect)
  const interval = decision.interval && invertInterval(decision.interval)
  const memory = compareMemory(outcome, baseOutcome, input)
  return { ...common, isSameAnswer, verdict: decision.verdict, speedup, interval, problem: null, memory }
}

function invertInterval([low, high]: Interval): Interval {
  return [1 / (1 + high), 1 / (1 + low)]
}

function findVariant(name: string, { outcomes }: VariantsInput): CaseOutcome | undefined {
  return outcomes.find(({ planned }) => getVariantName(planned) === name)
}

function getVariantName({ key }: { readonly key: CaseOutcome['planned']['key'] }): unknown {
  return key.axes['variant']
}

/** Compares the row counts, and the tables when the suite `equivalence` is configured; null: unknown. */
function hasSameResult(
  outcome: MeasuredOutcome,
  base: MeasuredOutcome,
  { outcomes, config }: VariantsInput,
): boolean | null {
  if (describeRowDifference(outcome, base) !== null) return false
  if (outcome.planned.tables) return hasSameAnswers(outcome.planned, base.planned, outcomes, config)
  return outcome.resultRows === null ? null : true
}

/** A different row count means different work. */
function describeRowDifference(outcome: MeasuredOutcome, base: MeasuredOutcome): string | null {
  if (outcome.resultRows === base.resultRows) return null
  return `wrote ${outcome.resultRows ?? 'unknown'} result rows, ${String(base.planned.key.axes['variant'])} ${base.resultRows ?? 'unknown'}: different work`
}

/** Finds a run whose command line lacks an option of the variant. */
function findMissingOption({ planned, trials }: MeasuredOutcome): string | null {
  const expected = (planned.options?.args ?? []).filter((argument) => !argument.includes('{'))
  const lacking = trials.flatMap(({ argv, index }) => {
    const absent = expected.filter((argument) => !argv.includes(argument))
    return absent.length > 0 ? [`run ${index} of ${planned.id} was started without ${absent.join(' ')}`] : []
  })
  return lacking[0] ?? null
}

function compareMemory(
  outcome: MeasuredOutcome,
  baseOutcome: MeasuredOutcome,
  { devices, config }: VariantsInput,
): VariantPair['memory'] {
  const sides = readPeakMemory([outcome, baseOutcome], devices, config.pipeline.devices)
  const [own, base] = sides ?? []
  if (!own || !base || !(computeMedian(base.peaksBytes) > 0)) return null
  return { own, base, overhead: computeMedian(own.peaksBytes) / computeMedian(base.peaksBytes) - 1 }
}
