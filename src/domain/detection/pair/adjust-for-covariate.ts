import { computeStudentProbability } from '../noise/student-probability.ts'
import { adjustToCommonCovariate, fitWithinArms, type Arm, type WithinArmFit } from '../noise/within-arm-fit.ts'

/** Result of a covariate adjustment: adjusted samples, or the reason for leaving them unchanged. */
export type Adjustment =
  | {
      readonly isAdjusted: true
      /** Adjusted samples in the metric's unit, in run order. Judge them without the history, which is not adjusted. */
      readonly base: readonly number[]
      readonly head: readonly number[]
      /**
       * Change of the metric's log per unit of the covariate, or per unit of the covariate's log when that is positive.
       */
      readonly slope: number
      /** Correlation inside the sides. */
      readonly correlation: number
    }
  | {
      readonly isAdjusted: false
      /**
       * The covariate correlates with the values and differs between the sides, so it may explain a change of the plain
       * samples.
       */
      readonly isConfounded: boolean
      readonly reason: string
    }

const fewestRuns = 5
const leastCorrelation = 0.7
/** Significance level of a covariate gap; smaller gaps are chance, which the adjustment corrects. */
const gapLevel = 0.001
/** One for the slope, one for selecting the covariate by its fit. */
const spentDegrees = 2

/**
 * Removes the influence of a covariate from samples, in logs. Use it only for a covariate that the code under test
 * cannot change: a probe run before the trial, CPU time of other processes. The covariate is used when it correlates
 * with the values inside the sides; this choice ignores the difference between the sides. A covariate that differs
 * significantly between the sides may be an effect of the change, so it is not used.
 *
 * Measured on normal noise of 5 % (10,000 pairs, one look): with r = 0.9 and 5, 6, 8 runs a slowdown of 5 % is found in
 * 59, 70, 86 % of pairs instead of 17, 19, 23 %, at 1.2, 0.8, 0.6 % false alarms instead of 1.4, 1.2, 0.7 %. With a
 * true correlation of 0.5 to 0.7 the choice by fit adds 0.2 to 0.35 points of false alarms.
 */
export function adjustForCovariate(
  base: readonly number[],
  head: readonly number[],
  covariateBase: readonly number[],
  covariateHead: readonly number[],
): Adjustment {
  const sides = { base, head, covariateBase, covariateHead }
  const refusal = explainRefusal(sides)
  if (refusal) return keepUnadjusted(refusal)
  if (Math.min(base.length, head.length) < fewestRuns)
    return keepUnadjusted(
      `a slope needs at least ${fewestRuns} runs per side; there are ${base.length} and ${head.length}`,
    )
  return adjustLogs(...buildArms(sides))
}

/**
 * Whether a covariate may become usable with up to `maxRuns` runs per side: there are too few runs now, and its
 * correlation so far is high enough.
 */
export function mayAdjustLater(sides: CovariateSamples, maxRuns: number): boolean {
  const isTooEarly = Math.min(sides.base.length, sides.head.length) < fewestRuns && maxRuns >= fewestRuns
  if (!isTooEarly || sides.base.length === 0 || sides.head.length === 0 || explainRefusal(sides)) return false
  return Math.abs(fitWithinArms(...buildArms(sides)).correlation) >= leastCorrelation
}

function explainRefusal({ base, head, covariateBase, covariateHead }: CovariateSamples): string | null {
  if (covariateBase.length !== base.length || covariateHead.length !== head.length)
    return 'the covariate is missing in some runs'
  if (![...base, ...head].every((value) => value > 0 && Number.isFinite(value)))
    return 'only positive numbers have a logarithm to adjust'
  return [...covariateBase, ...covariateHead].every(Number.isFinite)
    ? null
    : 'the covariate is not a number in every run'
}

type CovariateSamples = Readonly<Record<'base' | 'head' | 'covariateBase' | 'covariateHead', readonly number[]>>

function buildArms({ base, head, covariateBase, covariateHead }: CovariateSamples): [base: Arm, head: Arm] {
  const isPositive = [...covariateBase, ...covariateHead].every((value) => value > 0)
  const toScale = (value: number): number => (isPositive ? Math.log(value) : value)
  return [
    { values: base.map(Math.log), covariate: covariateBase.map(toScale) },
    { values: head.map(Math.log), covariate: covariateHead.map(toScale) },
  ]
}

function adjustLogs(base: Arm, head: Arm): Adjustment {
  const fit = fitWithinArms(base, head)
  const { correlation, slope } = fit
  if (Math.abs(correlation) < leastCorrelation)
    return keepUnadjusted(`the covariate explains too little inside the sides (r = ${correlation.toFixed(2)})`)
  if (computeGapProbability(base, head, fit) < gapLevel)
    return keepUnadjusted('the covariate itself differs between the sides, so it may be an effect of the change', true)
  const [adjustedBase, adjustedHead] = adjustToCommonCovariate(base, head, fit, spentDegrees)
  return { isAdjusted: true, base: adjustedBase.map(Math.exp), head: adjustedHead.map(Math.exp), slope, correlation }
}

/** P value of a two-sided t test on the covariate. */
function computeGapProbability(base: Arm, head: Arm, { covariateGap, covariateSquares }: WithinArmFit): number {
  const degrees = base.values.length + head.values.length - 2
  const variance = (covariateSquares / degrees) * (1 / base.values.length + 1 / head.values.length)
  return 2 * computeStudentProbability(-Math.abs(covariateGap) / Math.sqrt(variance), degrees)
}

function keepUnadjusted(reason: string, isConfounded = false): Adjustment {
  return { isAdjusted: false, isConfounded, reason }
}
