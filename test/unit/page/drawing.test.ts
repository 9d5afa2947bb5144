import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BucketedTelemetry } from '../../../src/domain/page/telemetry-buckets.ts'
import { createChart, type Chart } from '../../../src/domain/report/block.ts'
import { createBlockNode } from '../../../src/page/blocks.ts'
import { drawLanes } from '../../../src/page/lanes.ts'
import { drawAll } from '../../../src/page/dom.ts'
import { createTableNode } from '../../../src/page/text.ts'
import { installDocument, listDrawn, openDetails, round } from './a-document.ts'

beforeAll(() => installDocument((name, value) => vi.stubGlobal(name, value)))
afterAll(() => vi.unstubAllGlobals())

const ours = (text: string) => ({ style: 'ours', text }) as const
const one = (low: (number | null)[], mean = low, high = low) => ({ low, mean, high })
const empty = one([null, null, null])

const telemetry: BucketedTelemetry = {
  startMs: 1_001_000,
  bucketMs: 1000,
  intervalMs: 500,
  readings: 12,
  tracks: [
    {
      gpu: 0,
      at: [0, 1, 3, 9],
      flags: [1 | 2, 1 | 8, 1 | 8, 1 | 16],
      values: [one([10, 20, 30, null], [15, 25, 35, null], [20, 30, 40, null]), empty, empty, empty, empty, empty],
    },
    { gpu: 3, at: [1, 2], flags: [1 | 8, 0], values: [empty, empty, empty, one([300, 310]), empty, empty] },
  ],
}

function drawChart(chart: Chart): Node {
  const drawn = createBlockNode(createChart(chart), 'view')
  drawAll()
  return drawn
}

/** The cells of the table that appears when the values of a chart are opened. */
function openValues(node: unknown): string[] {
  openDetails(node)
  return listDrawn(node, 'td').map((cell) => cell.replace(/class=number ?/, ''))
}

describe('the lanes of a run', () => {
  const run = {
    name: 'head',
    startMs: 1_000_000,
    endMs: 1_010_000,
    stages: [
      { name: 'load', startMs: 1_000_000, endMs: 1_002_000 },
      { name: 'a long name of a stage', startMs: 1_002_000, endMs: 1_005_000 },
      { name: 'write', startMs: 1_005_000, endMs: 1_005_250 },
      { name: 'later', startMs: 1_010_500, endMs: 1_011_000 },
    ],
    events: [{ timeMs: 1_004_000, label: 'xid 79' }],
    part: null,
    notes: [],
    summary: null,
  }
  // 400 pixels for 10 s.
  const draw = (readings: BucketedTelemetry | null) => drawLanes(run, readings, 474)

  it('are stages in two rows, without those after the end, with as much of their name as fits', () => {
    expect(listDrawn(draw(null), 'rect')).toEqual([
      'x=62 y=2 width=80 height=20 rx=2 class=stage stage-0',
      'x=142 y=26 width=120 height=20 rx=2 class=stage stage-1',
      'x=262 y=2 width=10 height=20 rx=2 class=stage stage-2',
    ])
    expect(listDrawn(draw(null), 'title')).toContain('a long name of a stage: 2 s to 5 s')
    expect(listDrawn(draw(null), 'text')).toEqual([
      'x=66 y=16 class=stage-name load',
      'x=146 y=40 class=stage-name a long name of …',
      'x=222 y=64 class=event ▲ xid 79',
    ])
    expect(listDrawn(draw(null), 'svg')[0]).toBe(
      'width=474 height=72 viewBox=0 0 474 72 role=img aria-label=Stages: load 2 s, a long name of a stage 3 s, write 0.25 s, later 0.5 s. Lowered clocks: none. class=lanes',
    )
    expect(listDrawn(drawLanes({ ...run, events: [], stages: [] }, null, 474), 'svg')[0]).toMatch(
      /height=48 .*Stages: not reported/,
    )
  })

  it('are the reasons of lowered clocks of all GPUs, until the next look or a gap, without idle', () => {
    const drawn = draw(telemetry)
    expect(listDrawn(drawn, 'rect').filter((rect) => rect.endsWith('throttle'))).toEqual([
      'x=142 y=62 width=120 height=7 class=throttle',
      'x=462 y=86 width=1 height=7 class=throttle',
    ])
    expect(listDrawn(drawn, 'text').filter((text) => text.includes('class=lane'))).toEqual([
      'x=62 y=59 class=lane sw-power-cap',
      'x=62 y=83 class=lane hw-slowdown',
    ])
    expect(listDrawn(drawn, 'svg')[0]).toMatch(/height=120 .*Lowered clocks: sw-power-cap, hw-slowdown\./)
  })
})

it('a table is wider where a text is long, and numbers are to the right', () => {
  const columns = ['Name', 'Words', 'Value'].map((title, at) => ({ title: [ours(title)], isNumeric: at === 2 }))
  const rows = [['x'.repeat(20), 'x'.repeat(21), '1'.repeat(30)].map((text) => [ours(text)])]
  const drawn = createTableNode({ columns, rows }, 'Figures', [ours('All')])
  expect(listDrawn(drawn, 'th')).toEqual([
    'scope=col Name',
    'scope=col class=wide Words',
    'scope=col class=number Value',
  ])
  expect(listDrawn(drawn, 'td')[2]).toBe(`class=number ${'1'.repeat(30)}`)
  expect([listDrawn(drawn, 'caption'), listDrawn(createTableNode({ columns, rows }, ''), 'caption')]).toEqual([
    ['All'],
    [],
  ])
})

it('a strip has a dot per sample, beside equal ones, and the effect below', () => {
  const strip = drawChart({
    kind: 'samples',
    title: 'Wall time',
    unit: 's',
    groups: [
      { name: 'base', values: [4, 1, 2, 3] },
      { name: 'head', values: [2, 2, 2] },
    ],
    effect: { name: 'wall time', value: 50, low: null, high: null, tone: 'bad', note: 'slower' },
  })
  const drawn = listDrawn(strip, 'circle')
  // 440 pixels from 0.82 to 4.18.
  expect(drawn.slice(0, 4)).toEqual(
    [4, 1, 2, 3].map((value, at) => {
      const x = round(10 + ((value - 0.82) / 3.36) * 440)
      return `cx=${x} cy=${[23, 29, 35, 26][at]} r=4 class=dot series-0`
    }),
  )
  expect(drawn.slice(4).map((dot) => dot.replace(/cx=\S+ /, ''))).toEqual([
    'cy=65 r=4 class=dot series-1',
    'cy=71 r=4 class=dot series-1',
    'cy=77 r=4 class=dot series-1',
    'cy=29 r=5 class=point bad',
  ])
  expect(listDrawn(strip, 'text').filter((text) => text.includes('class=label'))).toEqual([
    'x=10 y=14 class=label base: 2.5 s (4 runs)',
    'x=10 y=56 class=label head: 2 s (3 runs)',
    'x=10 y=14 class=label Effect: slower',
  ])
  expect(listDrawn(strip, 'title').slice(0, 3)).toEqual([
    'base: 2.5 s (4 runs)',
    'base, run 1: 4 s',
    'base, run 2: 1 s',
  ])
  expect(listDrawn(strip, 'line').filter((line) => /median/.test(line))).toEqual([
    'x1=230 x2=230 y1=17 y2=41 class=median series-0',
    expect.stringMatching(/ y1=59 y2=83 class=median series-1$/),
  ])
  expect(listDrawn(strip, 'svg')[0]).toBe(
    'width=460 height=110 viewBox=0 0 460 110 role=img aria-label=Wall time. base: median 2.5 s, 4 runs; head: median 2 s, 3 runs',
  )
  expect(openValues(strip).join(' ')).toBe('base 1 4 base 2 1 base 3 2 base 4 3 head 1 2 head 2 2 head 3 2')
})

it('intervals are bars with ends around their value, on one scale with the reference', () => {
  const row = { name: 'base', value: 5, low: 4, high: 8, tone: 'good', note: 'faster' } as const
  const drawn = drawChart({
    kind: 'intervals',
    title: 'Effects',
    unit: '%',
    reference: { value: 0, label: 'no change' },
    rows: [row, { ...row, name: 'base: faster', value: null, high: null }],
  })
  // 440 pixels from -0.48 to 8.48.
  const at = (value: number): number => round(10 + ((value + 0.48) / 8.96) * 440)
  expect(listDrawn(drawn, 'line').filter((line) => !line.endsWith('grid'))).toEqual([
    `x1=${at(0)} x2=${at(0)} y1=0 y2=84 class=reference`,
    `x1=${at(4)} x2=${at(8)} y1=29 y2=29 class=bar good`,
    `x1=${at(4)} x2=${at(4)} y1=24 y2=34 class=bar good`,
    `x1=${at(8)} x2=${at(8)} y1=24 y2=34 class=bar good`,
  ])
  expect(listDrawn(drawn, 'circle')).toEqual([`cx=${at(5)} cy=29 r=5 class=point good`])
  expect(listDrawn(drawn, 'text').map((text) => text.replace(/x=\S+ /, ''))).toEqual([
    ...[0, 5].map((tick) => `y=101 class=tick ${tick} %`),
    'y=14 class=label base',
    'y=56 class=label base: faster',
  ])
  expect(listDrawn(drawn, 'svg')[0]).toContain(
    'height=110 viewBox=0 0 460 110 role=img aria-label=Effects. base: faster; base: faster',
  )
  expect(openValues(drawn)).toEqual(['base', '5', '4', '8', 'faster', 'base: faster', '–', '4', '–', 'faster'])
})

it.each([
  [1, 3, '1 2 3'],
  [5, 5, '4.5 5 5.5'],
  [-5, -5, '-5.5 -5 -4.5'],
  [0, 0, '-1 -0.5 0 0.5 1'],
  [0, 0.35, '0 0.1 0.2 0.3'],
  [-70, 70, '-50 0 50'],
  [1234.11, 1234.39, '1234.1 1234.2 1234.3 1234.4'],
])('an axis from %d to %d has about four round ticks', (low, high, ticks) => {
  const row = { name: 'base', value: null, low, high, tone: 'good', note: '' } as const
  const drawn = drawChart({ kind: 'intervals', title: 'Effects', unit: '', reference: null, rows: [row] })
  const texts = listDrawn(drawn, 'text').filter((text) => text.includes('class=tick'))
  expect(texts.map((text) => Number(text.split('class=tick ')[1])).join(' ')).toBe(ticks)
})

it('the drawing cuts no tick at its edges', () => {
  const row = { name: 'base', value: null, low: 4.81, high: 4.99, tone: 'good', note: '' } as const
  const drawn = drawChart({ kind: 'intervals', title: 'Samples', unit: 'sequences/h', reference: null, rows: [row] })
  const ticks = listDrawn(drawn, 'text').flatMap((text) => /x=(\S+) .*class=tick (.*)$/.exec(text)?.slice(1) ?? [])
  const half = 4 * '4.8 sequences/h'.length
  expect(ticks.slice(0, 2)).toEqual([String(round(half)), '4.8 sequences/h'])
  expect(ticks.slice(-2)).toEqual([String(round(460 - 4 * '5 sequences/h'.length)), '5 sequences/h'])
})

it('curves have a label, a legend and their values as a table', () => {
  const x = { label: 'GPUs', unit: '', words: ['one', 'two'], isWhole: true, isFromZero: true } as const
  const points = [
    { x: 0, y: 1, low: 0.9, high: 1.1, note: 'few' },
    { x: 7, y: 2 },
  ]
  const chart = createChart({
    kind: 'curves',
    title: 'Speedup',
    x,
    y: { label: 'speed', unit: '1/s', isFromZero: true },
    curves: [{ name: 'head', style: 'line', points }],
    marks: [{ x: 1, label: 'knee', tone: 'quiet' }],
  })
  const drawn = createBlockNode(chart, 'view')
  expect(listDrawn(drawn, 'div')[0]).toBe(
    'class=chart role=img aria-label=Speedup: speed (1/s) over GPUs; head, 2 points; knee',
  )
  expect(listDrawn(drawn, 'span')).toEqual(['class=swatch line series-0 aria-hidden=true'])
  expect(openValues(drawn)).toEqual(['head', 'one', '1', '0.9', '1.1', 'few', 'head', '7', '2', '–', '–', ''])
})
