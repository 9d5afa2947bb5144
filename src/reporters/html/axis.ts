import type { PageAxis } from '../../domain/page/page.ts'
import { toVisibleText } from '../visible-text.ts'
import { chooseChartScale } from '../markdown/numbers.ts'

/** An axis of one unit, and the factor that converts values to it. */
export type ScaledAxis = { readonly axis: PageAxis; readonly factor: number }

/** Creates an axis in the unit that suits the largest value. */
export function createScaledAxis(
  label: string,
  unit: string,
  values: readonly number[],
  isFromZero = false,
): ScaledAxis {
  const { factor, label: shown } = chooseScale(values, unit)
  return { axis: { label: toVisibleText(label), unit: shown, isFromZero }, factor }
}

/** Chooses the scale and unit that suit the largest value. */
export function chooseScale(
  values: readonly number[],
  unit: string,
): { readonly factor: number; readonly label: string } {
  const finite = values.filter(Number.isFinite).map(Math.abs)
  const largest = finite.reduce((most, value) => Math.max(most, value), 0)
  const { factor, unit: shown } = chooseChartScale(largest, unit)
  return { factor, label: toVisibleText(shown, 40) }
}
