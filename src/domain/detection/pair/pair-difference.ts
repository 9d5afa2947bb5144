import { computeMean } from '../../core/statistics.ts'
import { computeMedian, computeResiduals, sumSquaresAboutMean } from '../noise/center.ts'
import { normalPerMad, withoutHistory, type NoisePrior } from '../noise/noise-prior.ts'
import type { PairDesign } from './pair.ts'
import { computeVarianceRatioProbability } from '../noise/variance-ratio.ts'

/** How far head lies above base on the scale of judging, with how well that is known. */
export type PairDifference = {
  readonly estimate: number
  readonly standardError: number
  readonly degreesOfFreedom: number
}

/** What the precision is made of, for asking what other numbers of runs would give. */
export type Precision = {
  /** Variance of one run. */
  readonly runVariance: number
  /** Variance that more runs do not lessen: of two sessions, where the base is from another one. */
  readonly sessionVariance: number
  /** Degrees of freedom that come from these runs and from the prior. */
  readonly ownDegrees: number
  readonly priorDegrees: number
  /** Whether the spread is that of neighbours' differences. */
  readonly isPaired: boolean
}

type Spread = { readonly isPaired: boolean; readonly squares: number; readonly degreesOfFreedom: number }

const winsorDeviations = 3
const fewestPairs = 5
// Differences of neighbours cost half the degrees of freedom, so they must be clearly tighter to pay.
const pairingGain = 0.6
/** A history is left aside where so few cases would spread so much more, or so much less, than it leads to expect. */
const noisierLevel = 0.05
const quieterLevel = 0.002
/** Fewer runs a side look quiet by chance too often. */
const fewestQuieter = 5
// Below this there is only the rounding of logarithms, which depends on the unit.
const roundingVariance = 1e-24

/**
 * Difference of winsorised means of places on the scale of judging (logs, or points), at least two on each side. Its
 * variance blends the spread seen here with the
 * prior as a scaled inverse chi-square prior does: (d₀ v₀ + Σ squares) / (d₀ + ν)
 * (Smyth, Statistical Applications in Genetics and Molecular Biology 3, 2004). A history that these runs contradict,
 * because they spread far more than it says or, from five runs a side on, far less, is left aside.
 */
export function estimateDifference(
  base: readonly number[],
  head: readonly number[],
  design: PairDesign,
  history: NoisePrior,
): PairDifference & Precision {
  const mayBeQuieter = Math.min(base.length, head.length) >= fewestQuieter
  const isAside = isContradicted(history, chooseSpread(base, head, design), mayBeQuieter)
  const prior = isAside ? withoutHistory(history) : history
  const [trimmedBase, trimmedHead] = winsorizeSides(base, head, prior)
  const spread = chooseSpread(trimmedBase, trimmedHead, design)
  const degreesOfFreedom = spread.degreesOfFreedom + prior.weight
  const runVariance = (prior.weight * prior.variance + spread.squares) / degreesOfFreedom
  const sessionVariance = design === 'stored' ? 2 * prior.sessionVariance : 0
  return {
    estimate: computeMean(trimmedHead) - computeMean(trimmedBase),
    standardError: Math.sqrt(runVariance * (1 / base.length + 1 / head.length) + sessionVariance),
    degreesOfFreedom,
    runVariance,
    sessionVariance,
    ownDegrees: spread.degreesOfFreedom,
    priorDegrees: prior.weight,
    isPaired: spread.isPaired,
  }
}

/** Under the prior the ratio of the two variances follows F(ν, d₀) (Smyth 2004). */
function isContradicted({ variance, weight }: NoisePrior, spread: Spread, mayBeQuieter: boolean): boolean {
  const ratio = Math.max(0, computeVariance(spread) - roundingVariance) / variance
  const probability = computeVarianceRatioProbability(ratio, spread.degreesOfFreedom, weight)
  return probability < noisierLevel || (mayBeQuieter && 1 - probability < quieterLevel)
}

/**
 * Every side within three deviations of its median. The deviation is that of both sides, or the side's own where that is
 * larger: what is an outlier beside a quiet side may be the everyday spread of a noisy one. Where each side has an outlier
 * at the level of the other, processes take one of two speeds, and nothing is clipped.
 */
function winsorizeSides(base: readonly number[], head: readonly number[], prior: NoisePrior): [number[], number[]] {
  const residuals = [base, head].map((values) => computeResiduals(values, computeMedian(values)))
  const pooled = computeRobustVariance(residuals.flat(), 2)
  const free = base.length + head.length - 2
  const [ofBase, ofHead] = residuals.map((own) => {
    const variance = Math.max(pooled, computeRobustVariance(own, 1))
    return winsorDeviations * Math.sqrt((prior.weight * prior.variance + free * variance) / (prior.weight + free))
  }) as [number, number]
  const isMixed = hasOutlierNear(base, ofBase, computeMedian(head)) && hasOutlierNear(head, ofHead, computeMedian(base))
  return isMixed ? [[...base], [...head]] : [winsorize(base, ofBase), winsorize(head, ofHead)]
}

/** Whether a value that would be clipped lies nearer to the other side's median than to its own. */
function hasOutlierNear(values: readonly number[], limit: number, other: number): boolean {
  const own = computeMedian(values)
  return values.some((value) => Math.abs(value - own) > limit && Math.abs(value - other) < Math.abs(value - own))
}

/** From residuals about as many medians as there were sides. */
function computeRobustVariance(residuals: readonly number[], sides: number): number {
  const deviation = normalPerMad * computeMedian(residuals.map(Math.abs))
  return deviation ** 2 * (residuals.length / (residuals.length - sides))
}

function winsorize(values: readonly number[], limit: number): number[] {
  const centre = computeMedian(values)
  return values.map((value) => centre + Math.max(-limit, Math.min(limit, value - centre)))
}

/** Neighbouring runs share drift: where that makes their differences tighter, the differences are the noise. */
function chooseSpread(base: readonly number[], head: readonly number[], design: PairDesign): Spread {
  const pooled = {
    isPaired: false,
    squares: sumSquaresAboutMean(base) + sumSquaresAboutMean(head),
    degreesOfFreedom: base.length + head.length - 2,
  }
  if (design !== 'interleaved' || base.length !== head.length || base.length < fewestPairs) return pooled
  const paired = {
    isPaired: true,
    squares: sumSquaresAboutMean(head.map((value, index) => value - (base[index] as number))) / 2,
    degreesOfFreedom: base.length - 1,
  }
  return computeVariance(paired) < pairingGain * computeVariance(pooled) - roundingVariance ? paired : pooled
}

function computeVariance(spread: Spread): number {
  return spread.squares / spread.degreesOfFreedom
}
