import type { Interval } from '../core/statistics.ts'

/** What a variant that pays for speed with memory is worth. */
export type TradeOff = 'recommended' | 'acceptable' | 'inefficient' | 'no advice'

export const tradeOffRule = 'persistent-models@1'
/** Above this memory overhead … */
export const heavyOverhead = 0.5
/** … a variant has to be faster than this. */
export const speedupForHeavyOverhead = 1.2

/**
 * The bands of the founding documents (I-170, I-171, X-25): recommended above 1.1× for less than 30 % more memory; with
 * more than 50 % more memory acceptable above 1.2× and inefficient otherwise; between them no advice.
 */
export function classifyTradeOff(speedup: number, memoryOverhead: number): TradeOff {
  if (memoryOverhead > heavyOverhead) return speedup > speedupForHeavyOverhead ? 'acceptable' : 'inefficient'
  return speedup > 1.1 && memoryOverhead < 0.3 ? 'recommended' : 'no advice'
}

/** The band of a speed-up that is known within an interval; `no advice` where its ends lie in different ones. */
export function classifyTradeOffInterval(interval: Interval, memoryOverhead: number): TradeOff {
  const [low, high] = interval.map((speedup) => classifyTradeOff(speedup, memoryOverhead))
  return low === undefined || low !== high ? 'no advice' : low
}
