import { computeMean } from '../../src/domain/core/statistics.ts'
import { createSeededRandom } from '../../src/domain/core/bootstrap.ts'
import { estimateDifference, estimateNoisePrior } from '../../src/domain/detection/pair/pair-difference.ts'
import { area, colours, dot, evenly, legend, line, picture, plotIn, text, type Plot, type Point } from './chart.ts'
import { drawsFrom } from './noise-families.ts'

type Run = { readonly place: number; readonly seconds: number; readonly isHead: boolean }

const orders = { 'Base, then head': 'BBBBBHHHHH', 'In turn: A B B A': 'BHHBBHHBBH' } as const

/** The same program on both sides of a machine that heats up: only the order of the runs differs. */
export function interleavingPicture(): string {
  const { normal } = drawsFrom(5)
  const noise = Array.from({ length: 10 }, (_, place) => 10 * (1 + 0.004 * place + 0.0015 * normal()))
  const panels = Object.entries(orders).map(([title, order], index) => {
    const runs = [...order].map((side, place) => ({ place, seconds: noise[place] ?? 0, isHead: side === 'H' }))
    return orderPanel(title, runs, 70 + 370 * index)
  })
  const names = legend(
    [70, 318],
    [
      [colours.base, 'base'],
      [colours.head, 'head: the same program'],
    ],
  )
  return picture(800, 350, 'Order of the runs on a machine that heats up', [...panels.flat(), ...names])
}

function orderPanel(title: string, runs: readonly Run[], left: number): string[] {
  const { plot, frame } = plotIn(
    { left, top: 60, width: 310, height: 180 },
    { from: -0.5, to: 9.5, ticks: [0, 3, 6, 9], label: 'run', format: (run) => String(run + 1) },
    {
      from: 9.95,
      to: 10.45,
      ticks: [10, 10.1, 10.2, 10.3, 10.4],
      label: 'seconds',
      format: (value) => value.toFixed(1),
    },
  )
  const sides = [false, true].map((isHead) => runs.filter((run) => run.isHead === isHead).map(({ seconds }) => seconds))
  const [base = [], head = []] = sides
  const { estimate } = estimateDifference(base.map(Math.log), head.map(Math.log), 'interleaved', estimateNoisePrior([]))
  return [
    frame,
    text([left, 24], title, 'font-weight="600"'),
    text([left + 310, 24], `head looks ${(Math.expm1(estimate) * 100).toFixed(1)} % slower`, 'text-anchor="end"'),
    ...sides.map((values, index) => meanLine(plot, values, index === 0 ? colours.base : colours.head)),
    ...runs.map(({ place, seconds, isHead }) =>
      dot([plot.x(place), plot.y(seconds)], isHead ? colours.head : colours.base, 5),
    ),
  ]
}

function meanLine(plot: Plot, values: readonly number[], colour: string): string {
  const y = plot.y(computeMean(values))
  return line(
    [
      [plot.box.left, y],
      [plot.box.left + plot.box.width, y],
    ],
    colour,
    'stroke-dasharray="5 4" opacity="0.8"',
  )
}

/** One outlier among six runs: what a mean makes of it, and what is left once it is brought in. */
export function winsorisingPicture(): string {
  const base = [10.02, 9.98, 10.01, 9.99, 10.0, 10.03]
  const head = [10.01, 9.99, 11.2, 10.0, 10.02, 9.98]
  const { plot, frame } = plotIn(
    { left: 70, top: 50, width: 460, height: 150 },
    { from: 9.8, to: 11.3, ticks: [10, 10.5, 11], label: 'seconds', format: (value) => value.toFixed(1) },
    { from: 0, to: 3, ticks: [], label: '' },
  )
  const logs = [base, head].map((values) => values.map(Math.log)) as [number[], number[]]
  const { estimate } = estimateDifference(...logs, 'interleaved', estimateNoisePrior([]))
  const rows: [number[], number, string, string][] = [
    [base, 2, colours.base, 'base'],
    [head, 1, colours.head, 'head'],
  ]
  return picture(800, 250, 'One outlier among six runs', [
    frame,
    ...rows.flatMap(([values, row, colour, name]) => [
      text([20, plot.y(row) + 4], name),
      ...values.map((value) => dot([plot.x(value), plot.y(row)], colour, 5)),
      `<path d="M${plot.x(computeMean(values))} ${plot.y(row) - 12}v24" stroke="${colour}" stroke-width="3"/>`,
    ]),
    text([70, 28], 'Bars are plain means: one slow run of six drags the head along.', 'font-weight="600"'),
    text([550, 90], `means: ${((computeMean(head) / computeMean(base) - 1) * 100).toFixed(1)} % slower`),
    text([550, 115], `winsorised: ${(Math.expm1(estimate) * 100).toFixed(1)} % slower`, 'font-weight="600"'),
  ])
}

const pairs = 3000
const trueCv = 0.01

/** How wide the standard error of 3 + 3 runs comes out, over many pairs of the same noise. */
export function priorPicture(): string {
  const { plot, frame } = plotIn(
    { left: 70, top: 60, width: 480, height: 190 },
    {
      from: 0,
      to: 2.2,
      ticks: [0, 0.5, 1, 1.5, 2],
      label: 'estimated noise of one run, as a multiple of the true one',
    },
    { from: 0, to: 0.3, ticks: [0, 0.1, 0.2, 0.3], label: 'share of pairs', format: (share) => `${share * 100} %` },
  )
  const cases: [string, number, string][] = [
    [colours.head, 0, 'nothing known beforehand'],
    [colours.base, 3, 'three earlier sessions of six runs'],
  ]
  const curves = cases.map(([colour, sessions]) => {
    const bins = evenly(0.05, 2.15, 22)
    const estimates = Array.from({ length: pairs }, (_, seed) => estimatedNoise(seed, sessions) / trueCv)
    const points = bins.map((centre): Point => {
      const inBin = estimates.filter((value) => Math.abs(value - centre) <= 0.05).length
      return [plot.x(centre), plot.y(inBin / pairs)]
    })
    const closed: Point[] = [[plot.x(0.05), plot.y(0)], ...points, [plot.x(2.15), plot.y(0)]]
    return [area(closed, colour), line(points, colour)].join('\n')
  })
  const names = cases.map(([colour, , words]): [string, string] => [colour, words])
  return picture(800, 310, 'What earlier sessions add to three runs a side', [
    frame,
    text([70, 28], 'How noisy does the machine look after 3 + 3 runs?', 'font-weight="600"'),
    ...curves,
    ...legend([330, 78], names),
  ])
}

function estimatedNoise(seed: number, sessions: number): number {
  const random = createSeededRandom(seed * 7919 + sessions)
  const { normal } = drawsFrom(Math.floor(random() * 2 ** 31))
  const runs = (count: number): number[] => Array.from({ length: count }, () => trueCv * normal())
  const prior = estimateNoisePrior(Array.from({ length: sessions }, () => runs(6).map(Math.exp)))
  return Math.sqrt(estimateDifference(runs(3), runs(3), 'interleaved', prior).runVariance)
}
