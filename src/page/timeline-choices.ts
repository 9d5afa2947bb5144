import { telemetryQuantities } from '../domain/page/telemetry-quantities.ts'
import { element } from './dom.ts'
import type { GpuCharts } from './gpu-charts.ts'

/** Which quantities and which GPUs are shown. */
export function choices(
  gpus: readonly number[],
  hidden: ReadonlySet<number>,
  largest: readonly (number | null)[],
  charts: Pick<GpuCharts, 'showGpu' | 'showQuantity'>,
): HTMLElement {
  const quantities = telemetryQuantities.map(({ label }, quantity) => {
    const isOffered = largest[quantity] !== null
    const name = isOffered ? label : `${label} (not offered)`
    return choice(name, { isOn: !hidden.has(quantity), isOffered }, (isOn) => charts.showQuantity(quantity, isOn))
  })
  const devices = gpus.map((gpu, place) =>
    choice(`GPU ${gpu}`, { isOn: true, isOffered: true, series: place }, (isOn) => charts.showGpu(place, isOn)),
  )
  return element(
    'div',
    { class: 'choices' },
    element('fieldset', {}, element('legend', {}, 'Shown'), ...quantities),
    element('fieldset', {}, element('legend', {}, 'GPUs'), ...devices),
  )
}

type State = { readonly isOn: boolean; readonly isOffered: boolean; readonly series?: number }

function choice(name: string, { isOn, isOffered, series }: State, changed: (isOn: boolean) => void): HTMLElement {
  const box = element('input', { type: 'checkbox', checked: isOn, disabled: !isOffered })
  box.addEventListener('change', () => changed(box.checked))
  const swatch =
    series === undefined ? null : element('span', { class: `swatch line series-${series % 8}`, 'aria-hidden': 'true' })
  return element('label', {}, box, swatch, ` ${name}`)
}
