import { findChangePoints } from '../../src/domain/detection/series/change-points.ts'
import { describeChanges } from '../../src/domain/detection/series/describe-changes.ts'
import { forecastCrossing } from '../../src/domain/history/forecast.ts'
import { measureCreep } from '../../src/domain/history/creep.ts'
import { colours, dot, line, percent, picture, plotIn, text, type Point } from './chart.ts'
import { historyAround } from './histories.ts'

const commits = 120

/** Steps with their intervals, an outlier, and the level of each stretch. */
export function changePointsPicture(): string {
  const values = historyAround(twoSteps, 12, commits).map((value, index) => (index === 62 ? value * 1.35 : value))
  const changes = describeChanges(values, findChangePoints(values, 0.02))
  const { plot, frame } = plotIn(
    { left: 70, top: 60, width: 690, height: 220 },
    { from: 0, to: commits, ticks: [0, 20, 40, 60, 80, 100, 120], label: 'commit' },
    { from: 96, to: 114, ticks: [96, 100, 104, 108, 112], label: 'seconds' },
  )
  const stretches = [...changes.map(({ before }) => before.level), changes.at(-1)?.after.level ?? 100]
  const starts = [0, ...changes.map(({ at }) => at), commits]
  return picture(800, 350, 'Change points of a history', [
    text([70, 28], 'Two steps, found with an interval for place and size; the outlier is none', 'font-weight="600"'),
    ...changes.map(({ where: [first, last] }) => {
      const width = Math.max(3, plot.x(last + 0.5) - plot.x(first - 0.5))
      return `<rect x="${plot.x(first - 0.5).toFixed(1)}" y="60" width="${width.toFixed(1)}" height="220" fill="${colours.head}" fill-opacity="0.18"/>`
    }),
    frame,
    ...values.map((value, index) => dot([plot.x(index), plot.y(Math.min(113.5, value))], colours.base, 2.5)),
    ...stretches.map((level, index): string =>
      line(
        [
          [plot.x(starts[index] ?? 0), plot.y(level)],
          [plot.x(starts[index + 1] ?? commits), plot.y(level)],
        ],
        colours.head,
      ),
    ),
    ...changes.map(({ at, effect, interval }) =>
      text(
        [plot.x(at) + 6, 272],
        `${signed(effect ?? 0)} (${signed(interval?.[0] ?? 0)} to ${signed(interval?.[1] ?? 0)})`,
        `fill="${colours.head}"`,
      ),
    ),
    text([plot.x(62) + 7, plot.y(113.5) + 14], 'outlier, 35 % high', 'font-size="11"'),
  ])
}

function twoSteps(index: number): number {
  if (index < 40) return 100
  return index < 85 ? 106 : 103
}

/** The same creeping history against its neighbours, against a fixed anchor, and against a limit. */
export function creepPicture(): string {
  const count = 60
  const anchor = historyAround(() => 100, 3, 5)
  const values = historyAround((index) => 100 * (1 + 0.001 * index), 21, count)
  const creep = measureCreep(values, { label: 'tag v1.0', samples: anchor }, { minEffect: 0.03, betterWhen: 'lower' })
  const limit = 108
  const forecast = forecastCrossing(values, limit, { operator: '<' })
  const { plot, frame } = plotIn(
    { left: 70, top: 60, width: 690, height: 220 },
    { from: -6, to: 110, ticks: [0, 20, 40, 60, 80, 100], label: 'commit' },
    { from: 96, to: 112, ticks: [96, 100, 104, 108, 112], label: 'seconds' },
  )
  const [low, high] = creep.interval ?? [0, 0]
  const isAhead = forecast.kind === 'approaching'
  const [soonest, latest] = isAhead ? forecast.interval : [0, 0]
  const crossing = (runs: number): number => plot.x(Math.min(110, count - 1 + runs))
  const dashed = 'stroke-dasharray="6 4"'
  return picture(800, 385, 'A slow creep, its anchor and its limit', [
    text([70, 28], 'No single commit is guilty: 0.1 % each', 'font-weight="600"'),
    ...(isAhead
      ? [
          `<rect x="${crossing(soonest).toFixed(1)}" y="60" width="${(crossing(latest ?? 110) - crossing(soonest)).toFixed(1)}" height="220" fill="${colours.third}" fill-opacity="0.2"/>`,
        ]
      : []),
    frame,
    ...anchor.map((value, index) => dot([plot.x(index - 5), plot.y(value)], colours.good, 3)),
    ...values.map((value, index) => dot([plot.x(index), plot.y(value)], colours.base, 2.5)),
    line(
      [
        [plot.x(-6), plot.y(100)],
        [plot.x(110), plot.y(100)],
      ] satisfies Point[],
      colours.good,
      dashed,
    ),
    line(
      [
        [plot.x(-6), plot.y(limit)],
        [plot.x(110), plot.y(limit)],
      ],
      colours.ink,
      dashed,
    ),
    text([plot.x(-5), plot.y(limit) - 6], `limit ${limit} s`),
    text(
      [70, 345],
      `Against the anchor: ${signed(creep.effect ?? 0)} (${signed(low)} to ${signed(high)}), ${creep.verdict}; gradual: ${creep.isGradual ? 'yes' : 'no'}.`,
    ),
    text(
      [70, 365],
      isAhead
        ? `The limit is crossed in about ${Math.round(forecast.runs)} runs (${Math.round(soonest)} to ${latest === null ? 'unknown' : Math.round(latest)}).`
        : forecast.kind,
    ),
  ])
}

function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${percent(share)}`
}
