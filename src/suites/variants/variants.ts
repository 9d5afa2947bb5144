import type { SuiteConfig } from '../../config/schema/schema.ts'
import { formatOptions, toCaseOptions } from '../../domain/core/case-options.ts'
import { parseStageName, wallTime } from '../../domain/core/metric.ts'
import { formatCounted, formatPercent, formatValue } from '../../domain/core/numbers.ts'
import { computeMedian, type Interval } from '../../domain/core/statistics.ts'
import { heavyOverhead, speedupForHeavyOverhead, tradeOffRule } from '../../domain/cost/cost.ts'
import { createUndecided, type Comparison } from '../../domain/verdict/comparison.ts'
import { toComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import type { Finding, Section } from '../../domain/verdict/report.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { buildTable, toCell, toRangeCell } from '../../domain/verdict/section.ts'
import { hasSameAnswers, planAnswerChecks, refuseDifferentAnswers } from '../equivalence/answer-checks.ts'
import { buildFigure, buildLimit } from '../figures.ts'
import { createSuite, type GridCase, type Point } from '../grid.ts'
import { explainAbsence, summarizeWallTime } from '../outcomes.ts'
import { computeUtilization, readPeakMemory, type MemoryUse } from '../runs.ts'
import type { JudgeInput } from '../suite.ts'
import { buildTradeOffTable, type TradeOffRow } from '../trade-off.ts'
import { getSamples, type MeasuredOutcome } from '../../domain/trial/outcome.ts'

type VariantsInput = JudgeInput<SuiteConfig<'variants'>>
type Variant = GridCase & { readonly name: string }

/** Plans runs of pipeline options, each interleaved with the same base, and judges their gain and cost. */
export const variants = createSuite<SuiteConfig<'variants'>, Variant>({
  name: 'variants',

  isDivisible: true,

  // The base comes first, so that each round starts with it. Every GPU count has rounds of its own.
  listCases: ({ suite: { base, options, ...suite } }) => {
    const names = [base, ...Object.keys(options).filter((name) => name !== base)]
    return listCounts(suite).flatMap((gpus) =>
      names.map((name) => {
        const group = hasCounts(suite) ? { interleaveGroup: `variants gpus=${gpus}` } : {}
        const planned = { ...group, options: toCaseOptions(options[name] ?? []) }
        return { name, axes: { gpus, variant: name }, gpus, planned }
      }),
    )
  },

  // Pairs every variant with the base, and the two checkpointing variants with each other.
  listPairs: (cases, { suite: { checkpointing } }) =>
    groupByCount(cases).flatMap(([base, ...others]) => {
      if (!base) return []
      const pairs = others.map((one) => [one, base] as const)
      const [one, other] = [checkpointing?.with, checkpointing?.without].map((name) =>
        others.find((item) => item.name === name),
      )
      return one && other ? [...pairs, [one, other] as const] : pairs
    }),

  extendPlan: (plan, { config }) => planAnswerChecks(plan, config),

  judge: (points, found) => {
    const comparisons = refuseDifferentAnswers(found.comparisons, found.outcomes, found.config)
    const input = { ...found, comparisons }
    const groups = groupByCount(points)
    const pairs = groups.flatMap(([base, ...others]) =>
      base ? others.map((point) => compareVariants(point, base, input)) : [],
    )
    const checkpoints = groups.flatMap((group) => deriveCheckpointFigures(group, input))
    const paying = pairs.filter(({ point }) => input.suite.tradeOff.includes(point.name))
    return {
      derived: [...pairs.flatMap(deriveGainFigures), ...checkpoints],
      requirements: listRequirements(pairs, paying, checkpoints, input),
      comparisons: pairs.flatMap(buildVariantComparisons),
      sections: [
        buildMatrix(points, pairs, input),
        ...buildTradeOffTable(paying.map((pair) => toTradeOffRow(pair, input))),
      ],
      findings: [
        ...pairs.flatMap((pair) => listPairFindings(pair, input)),
        ...checkpoints.flatMap((item) => listCheckpointCautions(item, input)),
      ],
    }
  },
})

/** GPU counts in ascending order. */
function listCounts({ gpus }: Pick<SuiteConfig<'variants'>, 'gpus'>): number[] {
  return [gpus].flat().toSorted((one, other) => one - other)
}

function hasCounts(suite: Pick<SuiteConfig<'variants'>, 'gpus'>): boolean {
  return listCounts(suite).length > 1
}

function groupByCount<Case extends Variant>(cases: readonly Case[]): Case[][] {
  return [...Map.groupBy(cases, ({ gpus }) => gpus).values()]
}

/** Names a variant, with its GPU count if the suite has several. */
function formatVariant({ name, gpus }: Pick<Variant, 'name' | 'gpus'>, { suite }: VariantsInput): string {
  return hasCounts(suite) ? `${name}, ${formatCounted(gpus, 'GPU')}` : name
}

/** Comparison of a variant with its base. */
type VariantPair = {
  readonly point: Point<Variant>
  readonly base: Point<Variant>
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
  readonly memory: { readonly own: MemoryUse; readonly overhead: number } | null
}

/** Compares the runs of a variant with those of its base. */
function compareVariants(point: Point<Variant>, base: Point<Variant>, input: VariantsInput): VariantPair {
  const judged = input.comparisons.find((item) => item.head.id === point.id && item.base.id === base.id)
  const common = { point, base, judged, isSameAnswer: null, speedup: null, interval: null, memory: null }
  const [own, other] = [point.measured, base.measured]
  if (!own || !other) {
    const { name, outcome } = own ? base : point
    return { ...common, verdict: 'missing', problem: `${name}: ${explainAbsence(outcome)}` }
  }
  const lacking = findMissingOption(own) ?? findMissingOption(other)
  if (lacking !== null) return { ...common, verdict: 'not comparable', problem: lacking }
  const rows = describeRowDifference(own, other, base.name)
  if (rows !== null) return { ...common, isSameAnswer: false, verdict: 'not comparable', problem: rows }
  const decision = judged?.decisions.find(({ metric }) => metric.name === wallTime.name)?.decision
  if (!decision)
    return { ...common, verdict: 'missing', problem: `${point.name} and ${base.name} have no interleaved runs` }
  const { verdict, effect, interval } = decision
  const isSameAnswer = hasSameResult(own, other, input)
  if (verdict === 'not comparable') return { ...common, isSameAnswer, verdict, problem: decision.reason }
  const ratio = summarizeWallTime(other).median / summarizeWallTime(own).median
  return {
    ...common,
    isSameAnswer,
    verdict,
    speedup: effect === null ? ratio : 1 / (1 + effect),
    interval: invertEffects(interval),
    problem: null,
    memory: compareMemory(own, other, input),
  }
}

function invertEffects(interval: Interval | null): Interval | null {
  return interval && [1 / (1 + interval[1]), 1 / (1 + interval[0])]
}

/** A different row count means different work. */
function describeRowDifference(own: MeasuredOutcome, base: MeasuredOutcome, name: string): string | null {
  if (own.resultRows === base.resultRows) return null
  return `wrote ${own.resultRows ?? 'unknown'} result rows, ${name} ${base.resultRows ?? 'unknown'}: different work`
}

/** Compares the tables when the suite `equivalence` is configured, else the row counts, which agree; null: unknown. */
function hasSameResult(own: MeasuredOutcome, base: MeasuredOutcome, input: VariantsInput): boolean | null {
  if (own.planned.tables) return hasSameAnswers(own.planned, base.planned, input.outcomes, input.config)
  return own.resultRows === null ? null : true
}

function compareMemory(
  outcome: MeasuredOutcome,
  baseOutcome: MeasuredOutcome,
  { devices, config }: VariantsInput,
): VariantPair['memory'] {
  const [own, base] = readPeakMemory([outcome, baseOutcome], devices, config.pipeline.devices) ?? []
  const usual = base ? computeMedian(base.peaksBytes) : 0
  return own && usual > 0 ? { own, overhead: computeMedian(own.peaksBytes) / usual - 1 } : null
}

/** Finds a run whose command line lacks an option of the variant; that of an ingested run is not known. */
function findMissingOption({ planned, trials }: MeasuredOutcome): string | null {
  const expected = (planned.options?.args ?? []).filter((argument) => !argument.includes('{'))
  for (const { argv, index } of trials.filter(({ origin }) => origin === undefined)) {
    const absent = expected.filter((argument) => !argv.includes(argument))
    if (absent.length > 0) return `run ${index} of ${planned.id} was started without ${absent.join(' ')}`
  }
  return null
}

/** Derives the gain of a variant: the speed-up, and the proven gain that requirements use. */
function deriveGainFigures(pair: VariantPair): DerivedValue[] {
  const { point, base, verdict, speedup, interval, problem, memory, isSameAnswer } = pair
  const doubt = verdict === 'inconclusive' ? 'inconclusive: the noise hides whether it is faster' : null
  const reason = problem ?? doubt
  const none = isNoDifference(pair) ? `no difference from ${base.name} beyond the noise` : null
  const unknown = isSameAnswer === null ? 'no row counts or tables to compare the results' : null
  const unsampled = problem ?? 'the memory of both variants was not sampled in every run'
  return [
    buildFigure(point.key, 'speedup', speedup, { interval, reason }),
    buildFigure(point.key, 'proven_gain', computeProvenGain(pair), {
      reason: reason ?? none,
      isSuspicious: doubt !== null,
    }),
    buildFigure(point.key, 'same_answer', isSameAnswer === null ? null : Number(isSameAnswer), {
      reason: isSameAnswer ? null : (problem ?? unknown),
    }),
    buildFigure(point.key, 'memory_overhead', memory?.overhead ?? unsampled),
  ]
}

/** Whether the times are equal as far as the runs can tell; an unchanged time may have a small difference. */
function isNoDifference({ verdict, interval }: VariantPair): boolean {
  return verdict === 'unchanged' && (interval === null || (interval[0] <= 1 && interval[1] >= 1))
}

/** Speed-up − 1 at the end of the interval that is closer to no difference; 0 without a difference. */
function computeProvenGain(pair: VariantPair): number | null {
  const { verdict, speedup, interval } = pair
  if (speedup === null) return null
  if (isNoDifference(pair)) return 0
  const [low, high] = interval ?? [speedup, speedup]
  return (verdict === 'regression' || high < 1 ? high : low) - 1
}

/** Share of the throughput that checkpoints cost: 1 − t(without) / t(with). */
function deriveCheckpointFigures(points: readonly Point<Variant>[], input: VariantsInput): DerivedValue[] {
  const { checkpointing, base } = input.suite
  const saving = points.find(({ name }) => name === checkpointing?.with)
  const other = points.find(({ name }) => name === checkpointing?.without)
  if (!saving || !other) return []
  // The speed-up is that of `with` over `without`, or the inverse when `with` is the base.
  const isReversed = saving.name === base
  const [one, another] = isReversed ? [other, saving] : [saving, other]
  const { speedup, interval, problem } = compareVariants(one, another, input)
  const computeLoss = (value: number): number => 1 - (isReversed ? 1 / value : value)
  const [low = Number.NaN, high = Number.NaN] = (interval ?? []).map(computeLoss).toSorted((a, b) => a - b)
  return [
    buildFigure(saving.key, 'checkpoint_overhead', speedup === null ? null : computeLoss(speedup), {
      interval: interval && [low, high],
      reason: problem ?? (interval ? null : 'single runs: no interval'),
    }),
  ]
}

/** Requires a proven gain, equal results whatever the severity of the gain, more speed for much more memory, and cheap checkpoints. */
function listRequirements(
  pairs: readonly VariantPair[],
  paying: readonly VariantPair[],
  checkpoints: readonly DerivedValue[],
  { config, suite: { severity, checkpointing } }: VariantsInput,
): Requirement[] {
  const hasResults = config.pipeline.proof?.results !== undefined
  const common = { suite: 'variants', severity }
  return [
    ...pairs.map(({ point: { axes } }) => buildLimit('proven_gain', '>', 0, { ...common, id: 'VARIANT-gain', axes })),
    ...pairs
      .filter(({ point: { outcome } }) => hasResults || outcome?.planned.tables)
      .map(({ point: { axes } }) =>
        buildLimit('same_answer', '==', 1, { ...common, id: 'VARIANT-answer', axes, severity: 'fail' }),
      ),
    ...paying
      .filter(({ memory }) => !memory || memory.overhead > heavyOverhead)
      .map(({ memory, point: { axes } }) => {
        const more = { ...common, id: 'VARIANT-memory', axes, rule: tradeOffRule }
        return memory
          ? buildLimit('speedup', '>', speedupForHeavyOverhead, more)
          : buildLimit('memory_overhead', '<=', heavyOverhead, more)
      }),
    ...checkpoints.map(({ axes }) => {
      const most = checkpointing?.maxOverhead ?? 1
      return buildLimit('checkpoint_overhead', '<=', most, { ...common, id: 'CHECKPOINT-overhead', axes })
    }),
  ]
}

/** A variant that is slower than the base is no regression of the change under test, so it is no gate. */
function buildVariantComparisons({ judged, base, point, verdict, problem }: VariantPair): Comparison[] {
  const gates = judged ? toComparisons(judged, `variant ${base.name}`, point.axes).filter((item) => item.isGate) : []
  const isRefused = problem !== null && (verdict === 'not comparable' || verdict === 'missing')
  return gates.map((item) => ({ ...item, ...(isRefused && createUndecided(verdict, problem)), isGate: false }))
}

/** Memory differences below this share count as equal. */
const memoryToleranceShare = 0.02

/** Cautions against a variant whose time, stages and, when known, memory are those of the base. */
function listPairFindings(
  { point, base, verdict, problem, judged, memory }: VariantPair,
  input: VariantsInput,
): Finding[] {
  const subject = `variant ${formatVariant(point, input)}`
  if (verdict === 'not comparable') return [{ kind: 'failed', subject, reason: problem ?? verdict }]
  const { decisions = [] } = judged ?? {}
  const isSame = decisions.every(({ decision }) => ['unchanged', 'inconclusive'].includes(decision.verdict))
  if (verdict !== 'unchanged' || !isSame || Math.abs(memory?.overhead ?? 0) >= memoryToleranceShare) return []
  const hasStages = decisions.some(({ metric }) => parseStageName(metric.name) !== null)
  const same = `the same ${hasStages ? 'time and stages' : 'time'} as ${base.name}, ${memory ? 'the same' : 'unknown'} memory`
  const reason = `no detectable effect: ${same}; check that the pipeline reads this option`
  return [{ kind: 'caution', subject, reason }]
}

/** Advises fewer checkpoints when their cost exceeds the limit beyond the noise. */
function listCheckpointCautions({ value, interval, axes }: DerivedValue, input: VariantsInput): Finding[] {
  const { with: name = '', maxOverhead: limit = 1 } = input.suite.checkpointing ?? {}
  if (value === null || value <= limit || (interval && interval[0] <= limit)) return []
  const reason = `checkpoints cost ${formatPercent(value)} of the throughput, above ${formatValue(limit, 'share')}; write them less often`
  const subject = `variant ${formatVariant({ name, gpus: Number(axes['gpus']) }, input)}`
  return [{ kind: 'caution', subject, reason }]
}

const verdictWords: Readonly<Partial<Record<Comparison['verdict'], string>>> = {
  improvement: 'faster',
  regression: 'slower',
  unchanged: 'no difference',
  inconclusive: 'inconclusive',
}

/** Builds the table of all variants. */
function buildMatrix(
  points: readonly Point<Variant>[],
  pairs: readonly VariantPair[],
  { suite, devices, config }: VariantsInput,
): Section {
  const rows = points.map((point) => ({ ...point, pair: pairs.find((item) => item.point === point) }))
  return buildTable({ id: 'variants', title: 'Variants' }, rows, [
    ['Variant', ({ name }) => name],
    ...(hasCounts(suite) ? [['GPUs', ({ gpus }: Variant) => String(gpus)] as const] : []),
    ['Options', ({ name }) => formatOptions(toCaseOptions(suite.options[name] ?? []))],
    ['Time (median)', ({ measured }) => toCell(measured && summarizeWallTime(measured).median, 's')],
    ['Speed-up', ({ measured, pair }) => toCell(measured && pair?.speedup, '×')],
    ['Interval', ({ measured, pair }) => toRangeCell(measured && pair?.interval, '×')],
    ['GPU utilization', ({ measured }) => toCell(measured && computeUtilization(measured, devices), '%')],
    [
      'Peak memory',
      ({ measured }) => {
        const [use] = (measured && readPeakMemory([measured], devices, config.pipeline.devices)) ?? []
        return toCell(use && computeMedian(use.peaksBytes), 'B')
      },
    ],
    [
      'Verdict',
      ({ measured, outcome, pair }) => {
        if (!measured) return `not measured: ${explainAbsence(outcome)}`
        if (!pair) return 'base'
        if (pair.verdict === 'unchanged' && !isNoDifference(pair)) return 'small difference'
        return verdictWords[pair.verdict] ?? `${pair.verdict}: ${pair.problem ?? 'unknown'}`
      },
    ],
  ])
}

function toTradeOffRow(
  { point, base, interval, memory, verdict, speedup, problem }: VariantPair,
  input: VariantsInput,
): TradeOffRow {
  const counts = [point, base].map(({ measured }) => (measured ? getSamples(measured, wallTime.name).length : 0))
  return {
    name: formatVariant(point, input),
    speedup,
    interval,
    overhead: memory?.overhead ?? null,
    source: memory?.own.source ?? null,
    problem,
    isHidden: verdict === 'inconclusive',
    isSingle: interval === null && Math.min(...counts) === 1,
  }
}
