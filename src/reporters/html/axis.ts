import type { PageAxis } from '../../domain/page/page.ts'
import { toVisibleText } from '../visible-text.ts'
import { chooseChartScale } from '../markdown/numbers.ts'

/** An axis for figures of one unit, and the factor by which each is multiplied to lie on it. */
export type ScaledAxis = { readonly axis: PageAxis; readonly factor: number }

/** The axis for these values: in the unit that suits the largest. */
export function createScaledAxis(
  label: string,
  unit: string,
  values: readonly number[],
  isFromZero = false,
): ScaledAxis {
  const { factor, label: shown } = chooseScale(values, unit)
  return { axis: { label: toVisibleText(label), unit: shown, isFromZero }, factor }
}

/** The scale that suits the largest of some figures, with its unit. */
export function chooseScale(
  values: readonly number[],
  unit: string,
): { readonly factor: number; readonly label: string } {
  const finite = values.filter(Number.isFinite).map(Math.abs)
  const largest = finite.reduce((most, value) => Math.max(most, value), 0)
  const { factor, unit: shown } = chooseChartScale(largest, unit)
  return { factor, label: toVisibleText(shown, 40) }
}
