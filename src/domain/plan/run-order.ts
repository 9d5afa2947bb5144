import { createSeededRandom } from '../core/bootstrap.ts'

/** 32-bit seed of the run order. Null: plan order first, then alternating (A B B A). */
export type OrderSeed = number | null

const pairsPerBlock = 10
/** Two of the first four pairs run in plan order. */
const firstPairs = 4
/** Numbers of pairs at which a comparison is judged and a change may be reported. */
const judgedPairs = [6, 8, 10] as const
/** Runs after which noise may repeat. */
const periods = [3, 4, 5] as const
/** At most so much of the difference between a slow and a fast phase may reach the difference of the sides. */
const largestAlignment = 0.5

/**
 * Whether a pair of runs (counted from 0) runs in plan order: of every ten pairs in one of the orders in which drift
 * affects both sides alike and noise with a period of 2 to 5 runs cannot align with one side (constrained
 * randomization). With `isExact` each pair is drawn independently, as an exact test requires. Pure, so a resumed run keeps
 * its order. False alarms on noise with such a period: docs/evidence/noise-families.
 */
export function isForwards(pair: number, seed: OrderSeed, group: string, isExact = false): boolean {
  if (seed === null) return pair % 2 === 0
  if (isExact) return createSeededRandom(deriveSeed(seed, `${group}/pair ${pair}`))() < 0.5
  const random = createSeededRandom(deriveSeed(seed, `${group}/${Math.floor(pair / pairsPerBlock)}`))
  const orders = listBalancedOrders()
  return orders[Math.floor(random() * orders.length)]?.[pair % pairsPerBlock] ?? false
}

function deriveSeed(seed: number, name: string): number {
  return [...name].reduce((hash, letter) => Math.imul(hash, 31) + letter.charCodeAt(0), seed)
}

type PairOrder = readonly boolean[]

let balancedOrders: readonly PairOrder[] | null = null

function listBalancedOrders(): readonly PairOrder[] {
  balancedOrders ??= Array.from({ length: 2 ** pairsPerBlock }, (_, bits) =>
    Array.from({ length: pairsPerBlock }, (__, pair) => ((bits >> pair) & 1) === 1),
  ).filter(isBalanced)
  return balancedOrders
}

function isBalanced(order: PairOrder): boolean {
  const countForwards = (pairs: number): number => order.slice(0, pairs).filter(Boolean).length
  if (countForwards(firstPairs) !== firstPairs / 2) return false
  return judgedPairs.every((pairs) => {
    const isEven = Math.abs(2 * countForwards(pairs) - pairs) <= 2
    return isEven && periods.every((period) => computeAlignment(order.slice(0, pairs), period) <= largestAlignment)
  })
}

/**
 * Computes which share of the difference between slow and fast runs of a period becomes a difference of the sides, at
 * most: one run of each period is slow, or half of it, at any phase.
 */
function computeAlignment(order: PairOrder, period: number): number {
  const sides = order.flatMap((isForward) => (isForward ? [-1, 1] : [1, -1]))
  const byPhase = Array.from({ length: period }, (_, phase) =>
    sides.reduce((sum, side, slot) => (slot % period === phase ? sum + side : sum), 0),
  )
  const sums = byPhase.flatMap((_, start) =>
    [1, Math.floor(period / 2), Math.ceil(period / 2)].map((slow) =>
      Array.from({ length: slow }, (__, step) => byPhase[(start + step) % period] ?? 0).reduce(
        (sum, one) => sum + one,
        0,
      ),
    ),
  )
  return Math.max(...sums.map(Math.abs)) / order.length
}
