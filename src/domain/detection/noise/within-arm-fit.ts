import { computeMean } from '../../core/statistics.ts'
import { sumSquaresAboutMean } from './center.ts'

/** Values of one arm with what was seen beside each of them. */
export type Arm = { readonly values: readonly number[]; readonly covariate: readonly number[] }

/** How values follow a covariate inside the arms, one slope for both. */
export type WithinArmFit = {
  readonly slope: number
  /** Of values and covariate about the means of their arms; 0 where either never varies. */
  readonly correlation: number
  /** Covariate of head less that of base. */
  readonly covariateGap: number
  /** Squares of the covariate about the means of its arms. */
  readonly covariateSquares: number
}

/** Least squares inside the arms: it never looks at the difference between them. */
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
 * The arms as they would be at a common covariate: the analysis of covariance (Fisher, Statistical Methods for Research
 * Workers, 4th ed. 1932; Cochran, Biometrics 13, 1957). What is left of the spread is widened by the degrees of freedom
 * that were spent and by the uncertainty of the slope times the gap, so that whoever judges the values as plain runs
 * counts both.
 */
export function adjustToCommonCovariate(
  base: Arm,
  head: Arm,
  fit: WithinArmFit,
  spentDegrees: number,
): [base: number[], head: number[]] {
  const centre = (computeMean(base.covariate) + computeMean(head.covariate)) / 2
  const degrees = base.values.length + head.values.length - 2
  const leverage = fit.covariateGap ** 2 / fit.covariateSquares / (1 / base.values.length + 1 / head.values.length)
  const widening = Math.sqrt((degrees / (degrees - spentDegrees)) * (1 + leverage))
  return [adjustArm(base, fit.slope, centre, widening), adjustArm(head, fit.slope, centre, widening)]
}

function adjustArm({ values, covariate }: Arm, slope: number, centre: number, widening: number): number[] {
  const level = computeMean(values) - slope * (computeMean(covariate) - centre)
  const moved = values.map((value, index) => value - slope * ((covariate[index] ?? centre) - centre))
  return moved.map((value) => level + widening * (value - level))
}

function sumProductsAboutMeans({ values, covariate }: Arm): number {
  const [valueMean, covariateMean] = [computeMean(values), computeMean(covariate)]
  return values.reduce((sum, value, index) => sum + (value - valueMean) * ((covariate[index] ?? 0) - covariateMean), 0)
}
