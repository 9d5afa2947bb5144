import { colours, legend, line, picture, plotIn, text, type Plot, type Point } from '../statistics/chart.ts'
import { monitored, scalingRun, type Look } from './evidence.ts'
import type { GpuUse, Spread } from '../../src/record/telemetry.ts'

const columns: readonly (readonly [words: string, of: (use: GpuUse) => number])[] = [
  ['Utilisation', (use) => high(use.utilizationPercent)],
  ['SM activity', (use) => 100 * high(use.smUtilization)],
  ['SM occupancy', (use) => 100 * high(use.smOccupancy)],
  ['Tensor cores', (use) => 100 * high(use.tensorActivity)],
  ['Memory bandwidth', (use) => 100 * high(use.dramBandwidthUtilization)],
]

/** What the columns say of two loops, both of which hand kernels to the GPU without a pause. */
export function utilisationPicture(): string {
  const loads = [
    [colours.head, 'Multiplications of 64 elements', useOf('tiny')],
    [colours.base, 'Products of 8192 × 8192 matrices, bf16', useOf('large')],
  ] as const
  const bars = columns.flatMap(([words, of], index) => {
    const top = 76 + index * 48
    const own = loads.map(([colour, , use], place) => bar([190, top + place * 18], of(use), colour))
    return [text([180, top + 20], words, 'text-anchor="end"'), ...own]
  })
  const power = loads.map(([, , use]) => `${high(use.powerWatts).toFixed(0)} W`)
  return picture(800, 380, 'Two loops on an H200, by column', [
    text([24, 28], 'One NVIDIA H200 while the loop runs (95th percentile of the samples)', 'font-weight="600"'),
    ...bars,
    ...legend(
      [190, 340],
      loads.map(([colour, words], index) => [colour, `${words}: ${power[index]}`]),
    ),
  ])
}

function useOf(load: 'tiny' | 'large'): GpuUse {
  const [use] = monitored(load).gpus
  if (!use) throw new Error(`the evidence of ${load} has no GPU`)
  return use
}

function high(spread: Spread | null): number {
  if (!spread) throw new Error('the evidence lacks a column')
  return spread.p95
}

function bar([left, top]: Point, percent: number, colour: string): string {
  const width = Math.max(1, percent * 5)
  const words = percent < 0.1 ? `${percent.toPrecision(2)} %` : `${percent.toFixed(percent < 10 ? 1 : 0)} %`
  return [
    `<rect x="${left}" y="${top}" width="${width.toFixed(1)}" height="14" fill="${colour}"/>`,
    text([left + width + 6, top + 12], words),
  ].join('\n')
}

const named = ['DNABERT-S Feature Extraction', 'ESM-2 Feature Extraction']

/** One run of the torch pipeline on one H200, second by second. */
export function timelinePicture(): string {
  const { looks, stages, start } = scalingRun()
  const seconds = { from: 0, to: 37, ticks: [0, 5, 10, 15, 20, 25, 30, 35] }
  const share = plotIn(
    { left: 70, top: 70, width: 700, height: 150 },
    { ...seconds, label: '' },
    { from: 0, to: 100, ticks: [0, 50, 100], label: '%' },
  )
  const power = plotIn(
    { left: 70, top: 270, width: 700, height: 110 },
    { ...seconds, label: 'seconds since the process started' },
    { from: 0, to: 800, ticks: [0, 350, 700], label: 'power, W (limit 700)' },
  )
  const bands = stages
    .filter(({ stage }) => named.includes(stage))
    .map(({ stage, startedMs, endedMs }) => band(share.plot, stage, (startedMs ?? 0) - start, (endedMs ?? 0) - start))
  return picture(800, 470, 'One run on one GPU over time', [
    text([70, 28], 'ESM-2 650M on one H200: what the GPU does in a run of 36 s', 'font-weight="600"'),
    ...bands,
    share.frame,
    power.frame,
    line(points(share.plot, looks, 'utilizationPercent'), colours.head, 'stroke-opacity="0.8"'),
    line(points(share.plot, looks, 'smPercent'), colours.base),
    line(points(power.plot, looks, 'powerWatts'), colours.good),
    ...legend(
      [70, 440],
      [
        [colours.head, 'utilisation: any kernel ran'],
        [colours.base, 'SM activity: share of the multiprocessors that had work'],
      ],
    ),
  ])
}

function points(
  { x, y }: Plot,
  looks: readonly Look[],
  key: 'utilizationPercent' | 'smPercent' | 'powerWatts',
): Point[] {
  return looks.flatMap((look) => {
    const value = look[key]
    return value === null ? [] : [[x(look.seconds), y(value)] as const]
  })
}

function band({ x, box }: Plot, stage: string, fromMs: number, toMs: number): string {
  const left = x(fromMs / 1000)
  const width = x(toMs / 1000) - left
  return [
    `<rect x="${left.toFixed(1)}" y="${box.top}" width="${width.toFixed(1)}" height="${box.height}" fill="${colours.faint}" fill-opacity="0.45"/>`,
    text([left + 6, box.top + box.height - 8], stage.replace(' Feature Extraction', ''), 'font-size="12"'),
  ].join('\n')
}
