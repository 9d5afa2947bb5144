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
    ...buildTradeOff(metric, ['peak GPU memory', 'B'], rated, ({ memoryBytes }) => memoryBytes),
    ...buildTradeOff(metric, ['energy', 'J'], rated, ({ energyJoules }) => energyJoules),
  ]
}

/** The last parameter is the x axis. */
function buildHeatMap(names: readonly string[], metric: Metric, rated: readonly RatedSetting[]): ChartBlock[] {
  const [last = '', others] = [names.at(-1), names.slice(0, -1)]
  const cells = rated.map(({ setting, value }) => {
    return { x: String(setting[last] ?? ''), y: others.map((name) => setting[name]).join(' · '), value }
  })
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)].map((all) =>
    [...new Set(all)].toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })),
  ) as [string[], string[]]
  if (xs.length * ys.length > mostCells) return []
  const { factor, unit } = chooseChartScale(
    rated.map(({ value }) => value),
    metric.unit,
  )
  return [
    createChart({
      kind: 'heat',
      title: `${metric.name} by setting`,
      unit,
      betterWhen: metric.betterWhen,
      x: { name: last, values: xs },
      y: { name: others.join(' · '), values: ys },
      cells: ys.map((y) =>
        xs.map((x) => {
          const found = cells.find((cell) => cell.x === x && cell.y === y)
          return found ? found.value * factor : null
        }),
      ),
    }),
  ]
}

function buildTradeOff(
  metric: Metric,
  [name, unit]: readonly [name: string, unit: string],
  rated: readonly RatedSetting[],
  readPrice: (item: RatedSetting) => number | null,
): ChartBlock[] {
  const sign = metric.betterWhen === 'lower' ? 1 : -1
  const paid = rated.flatMap((item) => {
    const price = readPrice(item)
    return price === null ? [] : [{ ...item, price, cost: sign * item.value }]
  })
  if (paid.length < 2) return []
  const [x, y] = [
    createAxis(
      metric.name,
      metric.unit,
      paid.map(({ value }) => value),
    ),
    createAxis(
      name,
      unit,
      paid.map(({ price }) => price),
    ),
  ]
  const toPoint = ({ value, price, setting }: (typeof paid)[number]): CurvePoint => {
    return { x: value * x.factor, y: price * y.factor, note: formatSetting(setting) }
  }
  const front = selectParetoFront(paid).map(toPoint)
  return [
    createChart({
      kind: 'curves',
      title: `${metric.name} vs ${name}`,
      x: x.axis,
      y: y.axis,
      curves: [
        { name: 'settings', style: 'dots', points: paid.map(toPoint) },
        { name: 'Pareto front', style: 'line', points: front.toSorted((one, other) => one.x - other.x) },
      ],
      marks: [],
    }),
  ]
}
