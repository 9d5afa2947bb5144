const points = 80
/** Limit of the integration, in standard deviations. */
const farthest = 6

/** A number of runs, and the standard normal score above which a pair stays open at that look. */
export type SequentialLook = { readonly runs: number; readonly boundary: number }

type DensityPoint = { readonly sum: number; readonly mass: number }

/**
 * Probability at each look that an unchanged pair is still open: repeated integration over the sum of the differences,
 * where each look keeps the part above its boundary (Armitage, McPherson & Rowe, Journal of the Royal Statistical
 * Society A 132, 1969).
 */
export function computeOpenProbabilities(looks: readonly SequentialLook[]): number[] {
  let before: DensityPoint[] = [{ sum: 0, mass: 1 }]
  return looks.map(({ runs, boundary }, index) => {
    before = integrateLook(before, { runs, boundary }, runs - (looks[index - 1]?.runs ?? 0))
    return before.reduce((open, { mass }) => open + mass, 0)
  })
}

/** Midpoint rule above the boundary; `added` runs lie between the two looks. */
function integrateLook(
  before: readonly DensityPoint[],
  { runs, boundary }: SequentialLook,
  added: number,
): DensityPoint[] {
  const lowest = Math.max(-farthest, Math.min(farthest, boundary)) * Math.sqrt(runs)
  const width = (farthest * Math.sqrt(runs) - lowest) / points
  const scale = width / Math.sqrt(2 * Math.PI * added)
  return Array.from({ length: points }, (_, index) => {
    const sum = lowest + (index + 0.5) * width
    const mass = before.reduce((all, from) => all + from.mass * Math.exp(-((sum - from.sum) ** 2) / (2 * added)), 0)
    return { sum, mass: mass * scale }
  })
}
