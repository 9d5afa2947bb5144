import { createSequentialRule, createSingleLookRule, findSmallest } from '../../src/domain/detection/pair/pair-rule.ts'
import { computeReachableEffect } from '../../src/domain/detection/pair/reach.ts'
import { colours, dot, evenly, legend, line, area, percent, picture, plotIn, text, type Point } from './chart.ts'
import { steady } from './noise-families.ts'
import { ratesOn } from './rates.ts'

const minEffect = 0.03
/** Noise of one run, as in the first table of the page. */
const cvs = [0.002, 0.01, 0.02, 0.05] as const

const lastLook = 10

/** What an estimate of the slowdown is called, by the number of runs, where the noise is known to be 1.5 %. */
export function zonesPicture(): string {
  const counts = [3, 4, 5, 6, 8, lastLook]
  const { plot, frame } = plotIn(
    { left: 70, top: 60, width: 500, height: 230 },
    { from: 2.5, to: 10.5, ticks: counts, label: 'runs a side' },
    {
      from: -0.03,
      to: 0.06,
      ticks: [-0.03, -0.015, 0, 0.015, 0.03, 0.045, 0.06],
      label: 'slowdown seen',
      format: percent,
    },
  )
  const ends = counts.map((runs) => zoneAt(runs))
  const at = (index: number, value: number): Point => [plot.x(counts[index] ?? 0), plot.y(clamp(value))]
  const upper = ends.map(({ slower }, index) => at(index, slower))
  const lower = ends.map(({ cleared }, index) => at(index, cleared))
  const top = counts.map((_, index) => at(index, 0.06)).toReversed()
  const bottom = counts.map((_, index) => at(index, -0.03)).toReversed()
  return picture(800, 350, 'Zones of the rule by the number of runs', [
    area([...upper, ...top], colours.head, 0.25),
    area([...lower, ...bottom], colours.good, 0.25),
    area([...upper, ...lower.toReversed()], colours.open, 0.18),
    frame,
    line(upper, colours.head),
    line(lower, colours.good),
    line([at(0, minEffect / 2), at(5, minEffect / 2)], colours.ink, 'stroke-dasharray="4 4"'),
    text([plot.x(10.5) + 8, plot.y(minEffect / 2) + 4], 'half of the minimum effect'),
    text([plot.x(10.5) + 8, plot.y(0.045)], 'slower', `fill="${colours.head}" font-weight="600"`),
    text([plot.x(10.5) + 8, plot.y(-0.015)], 'unchanged', `fill="${colours.good}" font-weight="600"`),
    text([plot.x(3.1), plot.y(minEffect / 2) - 8], 'open: run more', 'font-weight="600"'),
    text([70, 28], 'Minimum effect 3 %, noise of one run 1.5 %', 'font-weight="600"'),
  ])
}

function clamp(value: number): number {
  return Math.max(-0.03, Math.min(0.06, value))
}

function zoneAt(runs: number): { readonly slower: number; readonly cleared: number } {
  const rule = runs === lastLook ? createSingleLookRule() : createSequentialRule()
  const precision = { standardError: 0.015 * Math.sqrt(2 / runs), degreesOfFreedom: 2 * runs - 2 + 7.5 }
  const limit = Math.log1p(minEffect)
  const leaningAt = (estimate: number) => rule({ ...precision, estimate }, limit)
  const slower = findSmallest((estimate) => leaningAt(estimate) === 'slower', limit)
  const below = findSmallest((distance) => leaningAt(limit - distance) === 'not slower', limit)
  return { slower: Math.expm1(slower), cleared: Math.expm1(limit - below) }
}

/** What becomes of slowdowns of every size, on four machines. */
export function verdictsPicture(loops: number): string {
  const panels = cvs.map((cv, index) =>
    verdictPanel(cv, loops, [70 + (index % 2) * 370, 60 + Math.floor(index / 2) * 240]),
  )
  const entries: [string, string][] = [
    [colours.head, 'called slower'],
    [colours.good, 'called unchanged'],
    [colours.open, 'inconclusive'],
  ]
  return picture(800, 580, 'Verdicts by the true slowdown', [...panels.flat(), ...legend([70, 535], entries)])
}

function verdictPanel(cv: number, loops: number, [left, top]: Point): string[] {
  const { plot, frame } = plotIn(
    { left, top, width: 310, height: 150 },
    { from: 0, to: 0.06, ticks: [0, 0.015, 0.03, 0.045, 0.06], label: 'true slowdown', format: percent },
    { from: 0, to: 1, ticks: [0, 0.5, 1], label: '', format: percent },
  )
  const effects = evenly(0, 0.06, 13)
  const rates = effects.map((slowdown) => ratesOn(steady(cv), { slowdown, count: loops }))
  const curve = (share: (index: number) => number, colour: string): string =>
    line(
      effects.map((effect, index): Point => [plot.x(effect), plot.y(share(index))]),
      colour,
    )
  return [
    frame,
    text([left, top - 14], `noise of one run ${percent(cv)}`, 'font-weight="600"'),
    curve((index) => rates[index]?.inconclusive ?? 0, colours.open),
    curve((index) => rates[index]?.unchanged ?? 0, colours.good),
    curve((index) => rates[index]?.regression ?? 0, colours.head),
  ]
}

const noiseAxis = {
  from: 0.001,
  to: 0.1,
  ticks: [0.001, 0.003, 0.01, 0.03, 0.1],
  label: 'noise of one run (CV)',
  isLog: true,
  format: percent,
}
const noises = evenly(Math.log(0.001), Math.log(0.1), 41).map(Math.exp)

/** Left: the smallest slowdown within reach. Right: runs that unchanged code takes, simulated. */
export function pricePicture(loops: number): string {
  const parts = [...reachPanel(), ...runsPanel(loops)]
  return picture(800, 400, 'What a number of runs can tell, and what it takes', parts)
}

function reachPanel(): string[] {
  const { plot, frame } = plotIn({ left: 70, top: 60, width: 310, height: 210 }, noiseAxis, {
    from: 0.001,
    to: 0.5,
    ticks: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3],
    label: 'slowdown found nine times in ten',
    isLog: true,
    format: percent,
  })
  const reaches: [number, string][] = [
    [3, colours.fourth],
    [5, colours.third],
    [10, colours.base],
    [20, colours.good],
  ]
  const curves = reaches.map(([maxRuns, colour]) => {
    const points = noises.flatMap((cv): Point[] => {
      const reach = computeReachableEffect({ cv }, { maxRuns })
      return reach === null || reach > 0.5 ? [] : [[plot.x(cv), plot.y(reach)]]
    })
    return line(points, colour)
  })
  const names = reaches.map(([runs, colour]): [string, string] => [colour, `${runs} runs a side`])
  return [frame, ...curves, ...legend([80, 340], names.slice(0, 2)), ...legend([220, 340], names.slice(2))]
}

function runsPanel(loops: number): string[] {
  const { plot, frame } = plotIn({ left: 450, top: 60, width: 310, height: 210 }, noiseAxis, {
    from: 0,
    to: 10.5,
    ticks: [0, 3, 5, 10],
    label: 'mean runs a side, nothing changed, X = 3 %',
  })
  const simulated = [0.002, 0.005, 0.01, 0.015, 0.02, 0.03].map((cv) => {
    const { runs } = ratesOn(steady(cv), { slowdown: 0, count: loops, mayWiden: false, sessions: 3 })
    return dot([plot.x(cv), plot.y(runs)], colours.head)
  })
  return [frame, ...simulated]
}
