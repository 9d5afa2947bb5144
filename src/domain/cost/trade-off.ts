import type { Interval } from '../core/statistics.ts'

/** Advice on a variant that trades memory for speed. */
export type TradeOff = 'recommended' | 'acceptable' | 'inefficient' | 'no advice'

/** Name and version of the rule, for the report. */
export const tradeOffRule = 'persistent-models@1'
/** Above this memory overhead a variant must be faster than `speedupForHeavyOverhead`. */
export const heavyOverhead = 0.5
/** Minimum speed-up of a variant above `heavyOverhead`. */
export const speedupForHeavyOverhead = 1.2

/**
 * Recommended: above 1.1× with less than 30 % more memory. With more than 50 % more memory: acceptable above 1.2×,
 * inefficient otherwise. No advice in between.
 */
export function classifyTradeOff(speedup: number, memoryOverhead: number): TradeOff {
  if (memoryOverhead > heavyOverhead) return speedup > speedupForHeavyOverhead ? 'acceptable' : 'inefficient'
  return speedup > 1.1 && memoryOverhead < 0.3 ? 'recommended' : 'no advice'
}

/** The advice for a speed-up that is known as an interval; `no advice` when the ends fall into different bands. */
export function classifyTradeOffInterval(interval: Interval, memoryOverhead: number): TradeOff {
  const [low, high] = interval.map((speedup) => classifyTradeOff(speedup, memoryOverhead))
  return low === undefined || low !== high ? 'no advice' : low
}
