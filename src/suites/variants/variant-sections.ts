import { formatOptions } from '../../domain/core/case-options.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { normalizeCaseOptions } from '../case-options.ts'
import { isMeasured, summarizeWallTime, explainAbsence } from '../outcomes.ts'
import { findTradeOff, type Interaction } from './variant-costs.ts'
import type { VariantPair, VariantsInput } from './variant-figures.ts'
import { readPeakMemory, computeUtilization } from './variant-memory.ts'

/** Builds the table of all variants. */
export function buildMatrix(pairs: readonly VariantPair[], input: VariantsInput): Section {
  const { base, options } = input.suite
  return {
    id: 'variants',
    title: 'Variants',
    columns: [
      'Variant',
      'Options',
      'Time (median)',
      'Speed-up',
      'Interval',
      'GPU utilization',
      'Peak memory',
      'Verdict',
    ],
    rows: [base, ...pairs.map(({ name }) => name)].map((name): Cell[] => {
      const pair = pairs.find((item) => item.name === name)
      const outcome = input.outcomes.find(({ planned }) => planned.key.axes['variant'] === name)
      const texts = [name, formatOptions(normalizeCaseOptions(options[name]))]
      if (!isMeasured(outcome))
        return [...texts, null, null, null, null, null, `not measured: ${explainAbsence(outcome)}`]
      const utilization = computeUtilization(outcome, input.devices)
      const peaks = readPeakMemory([outcome], input.devices, input.config.pipeline.devices)?.[0]?.peaksBytes
      return [
        ...texts,
        { value: summarizeWallTime(outcome).median, unit: 's' },
        typeof pair?.speedup === 'number' ? { value: pair.speedup, unit: '×' } : null,
        pair?.interval ? { interval: pair.interval, unit: '×' } : null,
        utilization === null ? null : { value: utilization, unit: '%' },
        peaks ? { value: computeMedian(peaks), unit: 'B' } : null,
        pair ? formatVerdict(pair) : 'base',
      ]
    }),
    notes: [],
  }
}

function formatVerdict({ verdict, problem }: VariantPair): string {
  switch (verdict) {
    case 'improvement':
      return 'faster'
    case 'regression':
      return 'slower'
    case 'unchanged':
      return 'no difference'
    case 'inconclusive':
      return 'inconclusive'
    case 'not comparable':
    case 'missing':
      return `${verdict}: ${problem ?? 'unknown'}`
    default:
      return verdict satisfies never
  }
}

/** Builds the advice on variants that trade memory for speed; empty without such variants. */
export function buildTradeOffSections(paying: readonly VariantPair[]): Section[] {
  if (paying.length === 0) return []
  return [
    {
      id: 'trade-off',
      title: 'Memory for speed',
      columns: ['Variant', 'Speed-up', 'More memory', 'Memory source', 'Advice'],
      rows: paying.map((pair): Cell[] => [
        pair.name,
        pair.speedup === null ? null : { value: pair.speedup, unit: '×' },
        pair.memory ? { value: pair.memory.overhead, unit: 'share' } : null,
        pair.memory?.own.source ?? null,
        findTradeOff(pair) ?? `not evaluated: ${pair.problem ?? 'the memory of both was not sampled in every run'}`,
      ]),
      notes: [
        'Recommended: above 1.1× for less than 30 % more memory. Above 50 % more memory: acceptable above 1.2×, otherwise inefficient. No advice in between, or when the interval crosses a limit.',
      ],
    },
  ]
}

/** Builds the table of combined options against the product of their separate gains; empty without combinations. */
export function buildInteractionSections(interactions: readonly Interaction[], base: string): Section[] {
  if (interactions.length === 0) return []
  return [
    {
      id: 'interactions',
      title: 'Combined options',
      columns: ['Variant', 'Parts', 'Relative to the product', 'Interval', 'Verdict'],
      rows: interactions.map(({ name, parts, contrast }): Cell[] => [
        name,
        parts.join(' + '),
        contrast ? { value: contrast.value, unit: '×' } : null,
        contrast?.interval ? { interval: contrast.interval, unit: '×' } : null,
        formatInteraction(contrast),
      ]),
      notes: [`1× is the product of the speed-ups that the parts have over ${base} separately.`],
    },
  ]
}

function formatInteraction(contrast: Interaction['contrast']): string {
  if (!contrast) return 'unknown: not all parts were measured'
  if (!contrast.interval) return 'unknown: single runs'
  const [low, high] = contrast.interval
  if (low > 1) return 'more than the product'
  return high < 1 ? 'less than the product' : 'no detectable interaction'
}
