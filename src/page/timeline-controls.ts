import { telemetryQuantities } from '../domain/page/telemetry-quantities.ts'
import { createElement } from './dom.ts'
import type { GpuCharts } from './gpu-charts.ts'

/** Creates the check boxes for quantities and GPUs. */
export function createChoices(
  gpus: readonly number[],
  hidden: ReadonlySet<number>,
  largest: readonly (number | null)[],
  charts: Pick<GpuCharts, 'showGpu' | 'showQuantity'>,
): HTMLElement {
  const quantities = telemetryQuantities.map(({ label }, quantity) => {
    const isOffered = largest[quantity] !== null
    const name = isOffered ? label : `${label} (not available)`
    return createChoice(name, { isOn: !hidden.has(quantity), isOffered }, (isOn) => charts.showQuantity(quantity, isOn))
  })
  const devices = gpus.map((gpu, place) =>
    createChoice(`GPU ${gpu}`, { isOn: true, isOffered: true, series: place }, (isOn) => charts.showGpu(place, isOn)),
  )
  return createElement(
    'div',
    { class: 'choices' },
    createElement('fieldset', {}, createElement('legend', {}, 'Shown'), ...quantities),
    createElement('fieldset', {}, createElement('legend', {}, 'GPUs'), ...devices),
  )
}

type ChoiceState = { readonly isOn: boolean; readonly isOffered: boolean; readonly series?: number }

function createChoice(
  name: string,
  { isOn, isOffered, series }: ChoiceState,
  changed: (isOn: boolean) => void,
): HTMLElement {
  const box = createElement('input', { type: 'checkbox', checked: isOn, disabled: !isOffered })
  box.addEventListener('change', () => changed(box.checked))
  const swatch =
    series === undefined
      ? null
      : createElement('span', { class: `swatch line series-${series % 8}`, 'aria-hidden': 'true' })
  return createElement('label', {}, box, swatch, ` ${name}`)
}
