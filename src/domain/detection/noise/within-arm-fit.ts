import { computeMean } from '../../core/statistics.ts'
import { sumSquaresAboutMean } from './center.ts'

/** Values of one arm with the covariate of each run. */
export type Arm = { readonly values: readonly number[]; readonly covariate: readonly number[] }

/** Regression of values on a covariate inside the arms, with one common slope. */
export type WithinArmFit = {
  readonly slope: number
  /** Correlation of values and covariate around the means of their arms; 0 when either is constant. */
  readonly correlation: number
  /** Mean covariate of head minus that of base. */
  readonly covariateGap: number
  /** Sum of squares of the covariate around the means of its arms. */
  readonly covariateSquares: number
}

/** Least squares inside the arms; the difference between the arms has no influence. */
export function fitWithinArms(base: Arm, head: Arm): WithinArmFit {
  const covariateSquares = sumSquaresAboutMean(base.covariate) + sumSquaresAboutMean(head.covariate)
  const valueSquares = sumSquaresAboutMean(base.values) + sumSquaresAboutMean(head.values)
  const products = sumProductsAboutMeans(base) + sumProductsAboutMeans(head)
  const covariateGap = computeMean(head.covariate) - computeMean(base.covariate)
  if (!(covariateSquares > 0) || !(valueSquares > 0))
    return { slope: 0, correlation: 0, covariateGap, covariateSquares }
  return {
    slope: products / covariateSquares,
    correlation: products / Math.sqrt(covariateSquares * valueSquares),
    covariateGap,
    covariateSquares,
  }
}

/**
 * Adjusts both arms to a common covariate by analysis of covariance (Fisher, Statistical Methods for Research Workers,
 * 4th ed. 1932; Cochran, Biometrics 13, 1957). The residual spread is widened for the spent degrees of freedom and for
 * the uncertainty of the slope times the gap, so that a test on the adjusted values as plain runs accounts for both.
 */
export function adjustToCommonCovariate(
  base: Arm,
  head: Arm,
  fit: WithinArmFit,
  spentDegrees: number,
): [base: number[], head: number[]] {
  const center = (computeMean(base.covariate) + computeMean(head.covariate)) / 2
  const degrees = base.values.length + head.values.length - 2
  const leverage = fit.covariateGap ** 2 / fit.covariateSquares / (1 / base.values.length + 1 / head.values.length)
  const widening = Math.sqrt((degrees / (degrees - spentDegrees)) * (1 + leverage))
  return [adjustArm(base, fit.slope, center, widening), adjustArm(head, fit.slope, center, widening)]
}

function adjustArm({ values, covariate }: Arm, slope: number, center: number, widening: number): number[] {
  const level = computeMean(values) - slope * (computeMean(covariate) - center)
  const moved = values.map((value, index) => value - slope * ((covariate[index] ?? center) - center))
  return moved.map((value) => level + widening * (value - level))
}

function sumProductsAboutMeans({ values, covariate }: Arm): number {
  const [valueMean, covariateMean] = [computeMean(values), computeMean(covariate)]
  return values.reduce((sum, value, index) => sum + (value - valueMean) * ((covariate[index] ?? 0) - covariateMean), 0)
}
