import type { Metric } from '../core/metric.ts'
import { chooseChartScale } from '../core/numbers.ts'
import { createAxis, createChart, type ChartBlock, type CurvePoint } from '../report/block.ts'
import { selectParetoFront, formatSetting, type Setting } from './settings.ts'

const mostCells = 400

/** The value of a setting and what it costs; null: not measured. */
type RatedSetting = {
  readonly setting: Setting
  readonly value: number
  readonly memoryBytes: number | null
  readonly energyJoules: number | null
}

/** Builds a heat map of the settings, and their trade-off against memory and energy. */
export function buildSweepCharts(
  names: readonly string[],
  metric: Metric,
  rated: readonly RatedSetting[],
): ChartBlock[] {
  if (names.length === 0 || rated.length === 0) return []
  return [
    ...buildHeatMap(names, metric, rated),
    ...buildTradeOff(
      metric,
      'peak GPU memory',
      'B',
      list(rated, ({ memoryBytes }) => memoryBytes),
    ),
    ...buildTradeOff(
      metric,
      'energy',
      'J',
      list(rated, ({ energyJoules }) => energyJoules),
    ),
  ]
}

/** The last parameter is the x axis. */
function buildHeatMap(names: readonly string[], metric: Metric, rated: readonly RatedSetting[]): ChartBlock[] {
  const last = names.at(-1) ?? ''
  const formatX = ({ setting }: RatedSetting): string => String(setting[last] ?? '')
  const formatY = ({ setting }: RatedSetting): string =>
    names
      .slice(0, -1)
      .map((name) => setting[name])
      .join(' · ')
  const xs = [...new Set(rated.map(formatX))].toSorted(compareNumbers)
  const ys = [...new Set(rated.map(formatY))].toSorted(compareNumbers)
  if (xs.length * ys.length > mostCells) return []
  const { factor, unit } = chooseChartScale(
    rated.map(({ value }) => value),
    metric.unit,
  )
  const cells = ys.map((y) =>
    xs.map((x) => {
      const found = rated.find((item) => formatX(item) === x && formatY(item) === y)
      return found ? found.value * factor : null
    }),
  )
  return [
    createChart({
      kind: 'heat',
      title: `${metric.name} by setting`,
      unit,
      betterWhen: metric.betterWhen,
      x: { name: last, values: xs },
      y: { name: names.slice(0, -1).join(' · '), values: ys },
      cells,
    }),
  ]
}

type Paid = { readonly item: RatedSetting; readonly price: number }

function list(rated: readonly RatedSetting[], read: (item: RatedSetting) => number | null): Paid[] {
  return rated.flatMap((item) => {
    const price = read(item)
    return price === null ? [] : [{ item, price }]
  })
}

function buildTradeOff(metric: Metric, price: string, priceUnit: string, paid: readonly Paid[]): ChartBlock[] {
  if (paid.length < 2) return []
  const x = createAxis(
    metric.name,
    metric.unit,
    paid.map(({ item }) => item.value),
  )
  const y = createAxis(
    price,
    priceUnit,
    paid.map((one) => one.price),
  )
  const toPoint = (one: Paid): CurvePoint => ({
    x: one.item.value * x.factor,
    y: one.price * y.factor,
    note: formatSetting(one.item.setting),
  })
  const sign = metric.betterWhen === 'lower' ? 1 : -1
  const front = selectParetoFront(paid.map((one) => ({ ...one, cost: sign * one.item.value })))
  return [
    createChart({
      kind: 'curves',
      title: `${metric.name} vs ${price}`,
      x: x.axis,
      y: y.axis,
      curves: [
        { name: 'settings', style: 'dots', points: paid.map(toPoint) },
        { name: 'Pareto front', style: 'line', points: front.map(toPoint).toSorted((a, b) => a.x - b.x) },
      ],
      marks: [],
    }),
  ]
}

function compareNumbers(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
