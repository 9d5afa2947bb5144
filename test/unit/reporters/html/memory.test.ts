import { describe, expect, it } from 'vitest'
import type { CaseKey } from '../../../../src/domain/core/case.ts'
import type { CurvesChart } from '../../../../src/domain/report/block.ts'
import type { MemoryPoint, MemorySeries, TrialMemory } from '../../../../src/record/pipeline.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import type { DerivedValue } from '../../../../src/domain/verdict/requirement.ts'
import { buildMemoryBlocks } from '../../../../src/reporters/html/memory.ts'
import { aRecord, aTrial } from '../../a-run.ts'
import { aDerived, aReport } from '../a-report.ts'

const key: CaseKey = { suite: 'memory', benchmark: 'predict', axes: { gpus: 1 } }

/** Bytes at 1, 2, … seconds. */
function pointsOf(...bytes: readonly number[]): MemoryPoint[] {
  return bytes.map((value, index) => ({ seconds: index + 1, bytes: value }))
}

const series = (overrides: Partial<MemorySeries> = {}): MemorySeries => {
  return { quantity: 'allocated', gpu: 0, points: pointsOf(100, 110, 120, 130), ...overrides }
}

const memory = (overrides: Partial<TrialMemory> = {}): TrialMemory => {
  return { series: [series()], remainders: [], visits: [{ stage: 'embed', endsSeconds: [2, 4] }], ...overrides }
}

function aSlope(value: number | null, axes: DerivedValue['axes'] = {}, more: Partial<DerivedValue> = {}): DerivedValue {
  const place = { ...key, axes: { gpus: 1, memory: 'allocated', gpu: 0, ...axes } }
  return aDerived({ ...place, name: 'memory_slope', unit: 'B', value, interval: null, ...more })
}

function build(trials: readonly Trial[], derived: readonly DerivedValue[] = [], suite = 'memory'): CurvesChart[] {
  const report = aReport({ derived, cases: [{ suite: 'memory' }] as never })
  const blocks = buildMemoryBlocks(aRecord({ trials }), report, (id) => (id === 'lost' ? undefined : { ...key, suite }))
  return blocks.flatMap((block) => (block.kind === 'chart' && block.chart.kind === 'curves' ? [block.chart] : []))
}

const trendsOf = (blocks: readonly CurvesChart[]) =>
  blocks.flatMap(({ curves }) => curves.filter(({ style }) => style === 'dashes').map(({ points }) => points))

describe('the charts of memory over time', () => {
  it('counts the cases beyond the first 24', () => {
    const trials = Array.from({ length: 26 }, (_, index) => aTrial({ caseId: `case ${index}`, memory: memory() }))
    const report = aReport({ cases: [{ suite: 'memory' }] as never })
    const blocks = buildMemoryBlocks(aRecord({ trials }), report, () => key)
    expect(blocks).toHaveLength(25)
    expect(blocks.at(-1)?.lead.map((content) => content.map(({ text }) => text).join(''))).toEqual([
      'The memory of 2 more cases is not shown.',
    ])
  })

  it('shows the last valid run of each case', () => {
    const failure = { kind: 'timeout' } as never
    const blocks = build([
      aTrial({ memory: memory({ series: [series({ points: pointsOf(1, 2) })] }) }),
      aTrial({ index: 1, memory: memory() }),
      aTrial({ index: 2, memory: memory(), failure }),
      aTrial({ index: 3 }),
      aTrial({ caseId: 'other', index: 4, memory: memory() }),
    ])
    expect(blocks.map(({ title }) => title)).toEqual([
      'Memory of scaling/predict gpus=1, run 2',
      'Memory of other, run 5',
    ])
    expect(blocks[0]).toMatchObject({
      x: { unit: 's', isFromZero: true },
      y: { unit: 'B', isFromZero: true },
      curves: [
        { name: 'GPU 0, allocated', style: 'line', points: [100, 110, 120, 130].map((y, x) => ({ x: x + 1, y })) },
      ],
    })
  })

  it.each([
    ['a case that is not planned', aTrial({ caseId: 'lost', memory: memory() }), 'memory'],
    ['a suite that is not reported', aTrial({ memory: memory() }), 'scaling'],
    ['a single point', aTrial({ memory: memory({ series: [series({ points: pointsOf(1) })] }) }), 'memory'],
  ])('leaves out %s', (_name, trial, suite) => {
    expect(build([trial], [], suite)).toEqual([])
  })

  it('shows two points, and at most 24 cases', () => {
    const two = memory({ series: [series({ points: pointsOf(1, 2) })] })
    const trials = Array.from({ length: 30 }, (_, index) => aTrial({ caseId: `case ${index}`, memory: two }))
    expect(build(trials)).toHaveLength(24)
  })

  it('names main memory without a GPU, and scales the curve and its slope alike', () => {
    const resident = series({
      quantity: 'resident',
      gpu: null,
      points: pointsOf(...[2, 2, 3, 3].map((gibi) => gibi * 2 ** 30)),
    })
    const [block] = build(
      [aTrial({ memory: memory({ series: [resident] }) })],
      [aSlope(2 ** 30, { memory: 'resident' })],
    )
    expect(block?.y.unit).toBe('GiB')
    expect(block?.curves).toMatchObject([
      { name: 'main memory', points: [2, 2, 3, 3].map((y) => ({ y })) },
      {
        name: 'main memory: slope',
        points: [
          { x: 2, y: 2 },
          { x: 4, y: 3 },
        ],
      },
    ])
  })

  it('draws the slope through the median level of the repeats', () => {
    // Medians 105 and 125; the second is 10 higher than the slope explains.
    expect(trendsOf(build([aTrial({ memory: memory() })], [aSlope(10)]))).toEqual([
      [
        { x: 2, y: 110 },
        { x: 4, y: 120 },
      ],
    ])
  })

  it('follows the stage that was repeated most often, and skips repeats without a point', () => {
    const visits = [
      { stage: 'load', endsSeconds: [4] },
      { stage: 'embed', endsSeconds: [0.5, 1, 4] },
    ]
    // (0.5, 1] holds the point at 1 s; (1, 4] those at 2, 3 and 4 s: 100 − 10 and 120 − 20.
    expect(trendsOf(build([aTrial({ memory: memory({ visits }) })], [aSlope(10)]))).toEqual([
      [
        { x: 0.5, y: 95 },
        { x: 1, y: 105 },
        { x: 4, y: 115 },
      ],
    ])
  })

  it.each([
    ['of another GPU', memory(), aSlope(10, { gpu: 1 })],
    ['of another quantity', memory(), aSlope(10, { memory: 'own' })],
    ['of another suite', memory(), aSlope(10, {}, { suite: 'sweep' })],
    ['of another case', memory(), aSlope(10, { gpus: 2 })],
    ['that is another figure', memory(), aSlope(10, {}, { name: 'peak' })],
    ['that is not known', memory(), aSlope(null)],
    ['of one repeat', memory({ visits: [{ stage: 'embed', endsSeconds: [4] }] }), aSlope(10)],
    ['of no repeat', memory({ visits: [] }), aSlope(10)],
    ['of repeats without a point', memory({ visits: [{ stage: 'embed', endsSeconds: [0.2, 0.4] }] }), aSlope(10)],
  ])('draws no slope %s', (_name, shown, slope) => {
    const blocks = build([aTrial({ memory: shown })], [slope])
    expect(blocks).toHaveLength(1)
    expect(trendsOf(blocks)).toEqual([])
  })
})
