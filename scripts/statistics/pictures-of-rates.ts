import { colours, dot, legend, percent, picture, plotIn, text } from './chart.ts'
import { wilson, type Rates } from './rates.ts'

export type FamilyRates = { readonly name: string; readonly unknown: Rates; readonly known: Rates }

/** False alarms by machine, with the interval that so many simulated comparisons leave. */
export function falseAlarmsPicture(families: readonly FamilyRates[]): string {
  const height = 24 * families.length
  const { plot, frame } = plotIn(
    { left: 250, top: 60, width: 500, height },
    {
      from: 0,
      to: 0.08,
      ticks: [0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08],
      label: 'false alarms, 95 % interval',
      format: percent,
    },
    { from: families.length, to: 0, ticks: [], label: '' },
  )
  const rows = families.flatMap(({ name, unknown, known }, index) => {
    const middle = plot.y(index + 0.5)
    const bar = ({ regression, count }: Rates, y: number, colour: string): string => {
      const [low, high] = wilson(regression, count)
      return `<path d="M${plot.x(low).toFixed(1)} ${y}H${plot.x(Math.min(0.08, high)).toFixed(1)}" stroke="${colour}" stroke-width="2"/>${dot([plot.x(regression), y], colour)}`
    }
    return [
      text([240, middle + 4], name, 'text-anchor="end"'),
      bar(unknown, middle - 4, colours.head),
      bar(known, middle + 4, colours.base),
    ]
  })
  return picture(800, height + 180, 'False alarms by machine', [
    text([20, 28], 'The same code on both sides, at most ten runs a side, X = 3 %: called slower', 'font-weight="600"'),
    frame,
    ...rows,
    ...legend(
      [250, height + 125],
      [
        [colours.head, 'nothing known of the machine'],
        [colours.base, 'three earlier sessions known'],
      ],
    ),
  ])
}

export type DesignRates = { readonly design: string; readonly alarms: readonly number[] }

/** False alarms by the way in which the sides were taken; one group a machine. */
export function designsPicture(machines: readonly string[], rates: readonly DesignRates[]): string {
  const palette = [colours.good, colours.fourth, colours.head, colours.base, colours.third]
  const rowHeight = 16 * rates.length + 14
  const height = rowHeight * machines.length
  const { plot, frame } = plotIn(
    { left: 300, top: 60, width: 450, height },
    {
      from: 0,
      to: 0.4,
      ticks: [0, 0.1, 0.2, 0.3, 0.4],
      label: 'false alarms (the axis ends at 40 %)',
      format: percent,
    },
    { from: height, to: 0, ticks: [], label: '' },
  )
  const bars = machines.flatMap((machine, row) => [
    text([290, 60 + row * rowHeight + rowHeight / 2 + 4], machine, 'text-anchor="end" font-size="12"'),
    ...rates.map(({ alarms }, index) => {
      const share = Math.min(0.4, alarms[row] ?? 0)
      const y = 60 + row * rowHeight + 7 + index * 16
      const beyond =
        (alarms[row] ?? 0) > 0.4
          ? text([plot.x(0.4) - 6, y + 12], percent(alarms[row] ?? 0), 'text-anchor="end" font-size="11"')
          : ''
      return `<rect x="300" y="${y + 2}" width="${Math.max(1.5, plot.x(share) - 300).toFixed(1)}" height="12" fill="${palette[index]}"/>${beyond}`
    }),
  ])
  const entries = rates.map(({ design }, index): [string, string] => [palette[index] ?? colours.open, design])
  return picture(800, height + 220, 'False alarms by design', [
    text([20, 28], 'The same code, ten runs a side, one look', 'font-weight="600"'),
    frame,
    ...bars,
    ...legend([300, height + 125], entries),
  ])
}
