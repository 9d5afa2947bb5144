import type { Interval } from '../domain/core/statistics.ts'
import { classifyTradeOffInterval } from '../domain/cost/cost.ts'
import type { Section } from '../domain/verdict/report.ts'
import { buildFilledTable, toCell } from '../domain/verdict/section.ts'

/** A variant that trades memory for speed, against its base. */
export type TradeOffRow = {
  readonly name: string
  /** Null: not comparable. */
  readonly speedup: number | null
  /** Of the speed-up; null: unknown, as for single runs. */
  readonly interval: Interval | null
  /** Excess memory as a share: 0.3 is 30 % more; null: unknown. */
  readonly overhead: number | null
  /** Where the memory was read; null: unknown. */
  readonly source: string | null
  /** Why there is no speed-up; null when there is one, or only the memory is unknown. */
  readonly problem: string | null
  /** Whether noise hides whether it is faster. */
  readonly isHidden: boolean
  /** Whether both have a single run, so that the noise is unknown. */
  readonly isSingle: boolean
}

/** Builds the advice on variants that trade memory for speed; empty without such variants. */
export function buildTradeOffTable(
  rows: readonly TradeOffRow[],
  heading = { id: 'trade-off', title: 'Memory for speed' },
): Section[] {
  const notes = [
    'Recommended: above 1.1× for less than 30 % more memory. Above 50 % more memory: acceptable above 1.2×, otherwise inefficient. No advice in between, or when the interval crosses a limit.',
    ...(rows.some(({ isSingle }) => isSingle)
      ? ['Single runs have no interval: repeat them before you rely on the advice.']
      : []),
  ]
  return buildFilledTable({ ...heading, notes }, rows, [
    ['Variant', ({ name }) => name],
    ['Speed-up', ({ speedup }) => toCell(speedup, '×')],
    ['More memory', ({ overhead }) => toCell(overhead, 'share')],
    ['Memory source', ({ source }) => source],
    ['Advice', formatAdvice],
  ])
}

function formatAdvice({ speedup, interval, overhead, isHidden, isSingle, problem }: TradeOffRow): string {
  if (speedup === null || overhead === null)
    return `not evaluated: ${problem ?? 'the memory of both was not sampled in every run'}`
  if (isHidden && interval === null && !isSingle) return 'no advice'
  // Without an interval the speed-up stands for both ends.
  const advice = classifyTradeOffInterval(interval ?? [speedup, speedup], overhead)
  return isSingle ? `${advice} (single runs)` : advice
}
