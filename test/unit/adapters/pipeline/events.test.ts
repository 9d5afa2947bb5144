import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countEventWork, events } from '../../../../src/adapters/pipeline/events.ts'
import { aStage } from '../../a-run.ts'

test('a stage takes the sum of its visits, without the time between them', () => {
  const text = readFileSync(new URL('../../../fixtures/telemetry/events.jsonl', import.meta.url), 'utf8')
  expect(events.parse(text)).toEqual({
    stages: [aStage('load', 1.5), aStage('predict', 3.5)],
    isResumed: false,
    problems: ['metric gpu_memory has no known direction (betterWhen), so it is not compared'],
    benchmarks: [],
  })
})

test('visits of several workers that overlap count once', () => {
  const telemetry = events.parse(lines([0, 'start'], [1, 'start'], [3, 'end'], [4, 'end']))
  expect(telemetry?.stages).toEqual([aStage('predict', 4)])
})

test('events in Unix time tell when a stage ran, from its first start to its last end', () => {
  const t = 1_795_000_000
  const telemetry = events.parse(lines([t, 'start'], [t + 1, 'end'], [t + 3, 'start'], [t + 4.5, 'end']))
  const place = { startedMs: t * 1000, endedMs: (t + 4.5) * 1000 }
  expect(telemetry?.stages).toEqual([aStage('predict', 2.5, place)])
})

test('lines that are not events are counted and do not spoil the rest', () => {
  const text = `${lines([0, 'start'], [2, 'end'])}{"t": 3, "event": "stage-`
  expect(events.parse(text)).toEqual({
    stages: [aStage('predict', 2)],
    isResumed: false,
    problems: ['1 of 3 lines are not events'],
    benchmarks: [],
  })
})

test.each([
  '{"t": NaN, "event": "stage-start", "stage": "b"}\n{"t": NaN, "event": "stage-end", "stage": "b"}\n',
  '{"t": "5", "event": "stage-start", "stage": "b"}\n{"t": "9", "event": "stage-end", "stage": "b"}\n',
  '{"t": 5, "event": "stage-start", "stage": "b"}{"t": 9, "event": "stage-end", "stage": "b"}\n',
])('a stage with an event that cannot be read has no time, and others keep theirs: %s', (damaged) => {
  const edge = (t: number, event: string) => `{"t": ${t}, "event": "stage-${event}", "stage": "b"}\n`
  const telemetry = events.parse(`${lines([0, 'start'], [2, 'end'])}${edge(2, 'start')}${edge(4, 'end')}${damaged}`)
  expect(telemetry?.stages).toEqual([aStage('predict', 2), aStage('b', null)])
  expect(telemetry?.problems).toContain('stage "b" may have an event that cannot be read')
})

test('two events that were cut before their stage may be a visit of any stage', () => {
  const cut = '{"t": 5, "event": "stage-start", "st\n{"t": 9, "event": "stage-end", "st\n'
  const telemetry = events.parse(`${lines([0, 'start'], [2, 'end'])}${cut}${lines([10, 'start'], [12, 'end'])}`)
  expect(telemetry?.stages).toEqual([aStage('predict', null)])
})

test('times that no run can have are damaged', () => {
  const telemetry = events.parse(lines([0, 'start'], [7e12, 'end']))
  expect(telemetry).toMatchObject({ stages: [aStage('predict', null)] })
  expect(telemetry?.problems).toEqual(['stage "predict" took 7000000000000 s, so its times are damaged'])
})

test('a stage of which a visit has no start, or ends before it, has no seconds: the others would tell a shorter one', () => {
  const torn = `${lines([0, 'start'], [10, 'end'])}{"t": 20, "event": "stage-st\n${lines([60, 'end'], [61, 'start'], [62, 'end'])}`
  expect(events.parse(torn)?.stages).toEqual([aStage('predict', null)])
  const backwards = lines([0, 'start'], [10, 'end'], [20, 'start'], [15, 'end'])
  expect(events.parse(backwards)?.stages).toEqual([aStage('predict', null)])
})

test('a stage that did not end has no seconds, whatever its earlier visits took', () => {
  const telemetry = events.parse(lines([0, 'start'], [2, 'end'], [3, 'start']))
  expect(telemetry).toMatchObject({
    stages: [aStage('predict', null)],
    problems: ['stage "predict" started and did not end'],
  })
})

test('an end without a start and an end before its start are reported and measure nothing', () => {
  const telemetry = events.parse(lines([1, 'end'], [5, 'start'], [3, 'end']))
  expect(telemetry).toMatchObject({
    stages: [aStage('predict', null)],
    problems: ['stage "predict" ended without a start'],
  })
  expect(events.parse(lines([5, 'start'], [3, 'end']))).toMatchObject({
    stages: [aStage('predict', null)],
    problems: ['stage "predict" ended 2 s before it started'],
  })
})

test('a start that another process writes after a later end counts from its own time', () => {
  const telemetry = events.parse(lines([0, 'start'], [5, 'end'], [4.5, 'start'], [9, 'end']))
  expect(telemetry).toMatchObject({ stages: [aStage('predict', 9)], problems: [] })
})

test('a stage with times of two clocks has no seconds', () => {
  const telemetry = events.parse(lines([5, 'start'], [6, 'start'], [1_795_000_000, 'end'], [7, 'end']))
  expect(telemetry).toMatchObject({
    stages: [aStage('predict', null)],
    problems: ['stage "predict" has times of two clocks'],
  })
})

test('a stage that failed in one visit has no seconds, and other stages keep theirs', () => {
  const failed =
    '{"t": 8, "event": "stage-start", "stage": "b"}\n{"t": 9, "event": "stage-end", "stage": "b", "failed": true}\n'
  const telemetry = events.parse(`${lines([0, 'start'], [2, 'end'])}${failed}`)
  expect(telemetry).toMatchObject({
    stages: [aStage('predict', 2), aStage('b', null)],
    problems: ['stage "b" failed in 1 of 1 visits'],
  })
})

test('stages may nest and overlap: each has its own time', () => {
  const edge = (t: number, event: string, stage: string) =>
    `{"t": ${t}, "event": "stage-${event}", "stage": "${stage}"}\n`
  const text = edge(0, 'start', 'a') + edge(1, 'start', 'b') + edge(4, 'end', 'a') + edge(6, 'end', 'b')
  expect(events.parse(text)?.stages).toEqual([aStage('a', 4), aStage('b', 5)])
})

test('metrics have their unit, direction and place; those of the memory suite are left to it', () => {
  const metric = (fields: object) => `${JSON.stringify({ t: 1, event: 'metric', ...fields })}\n`
  const telemetry = events.parse(
    metric({ name: 'speed', value: 800, unit: 'tokens/s' }) +
      metric({ name: 'speed', value: 900, unit: 'tokens/s' }) +
      metric({ name: 'latency', value: 12, unit: 'ms', stage: 'serve' }) +
      metric({ name: 'loss', value: 0.5, unit: '1' }) +
      metric({ name: 'accuracy', value: 0.9, unit: 'share', betterWhen: 'higher' }) +
      metric({ name: 'peak-allocated', value: 1e9, unit: 'B', gpu: 0 }),
  )
  expect(telemetry?.benchmarks).toMatchObject([
    { name: 'speed', axes: {}, metric: { unit: 'tokens/s', betterWhen: 'higher' }, samples: [800, 900] },
    { name: 'latency', axes: { stage: 'serve' }, metric: { unit: 's', betterWhen: 'lower' }, samples: [0.012] },
    { name: 'accuracy', metric: { betterWhen: 'higher' }, samples: [0.9] },
  ])
  expect(telemetry?.problems).toEqual(['metric loss has no known direction (betterWhen), so it is not compared'])
})

test('a metric without a unit has a direction, and one with a value that is no number has failed', () => {
  const metric = (fields: object) => `${JSON.stringify({ t: 1, event: 'metric', ...fields })}\n`
  const telemetry = events.parse(
    metric({ name: 'score', value: 0.9, betterWhen: 'higher' }) +
      metric({ name: 'latency', value: 12, unit: 'ms' }) +
      metric({ name: 'latency', value: null, unit: 'ms' }) +
      metric({ name: 'x'.repeat(201), value: 1, unit: 's' }),
  )
  expect(telemetry?.benchmarks).toMatchObject([
    { name: 'score', metric: { unit: '', betterWhen: 'higher' }, samples: [0.9] },
    { name: 'latency', status: 'failed', problem: 'latency is null, not a finite number' },
  ])
  expect(telemetry?.problems).toEqual([
    expect.stringMatching(/^metric x{80} has no name of 1 to 200 printable characters, so it is not compared$/),
  ])
})

test.each([
  ['"value": 5', 'has no known direction (betterWhen)'],
  ['"value": 5, "unit": "ms", "betterWhen": "Higher"', 'has no known direction (betterWhen)'],
  ['"value": 5, "unit": "ms", "betterWhen": "higher"', 'has different units or directions'],
  ['"value": 5, "unit": "tokens/s"', 'has different units or directions'],
  [`"value": 5, "unit": "${'u'.repeat(41)}"`, 'has a unit of more than 40 characters'],
])('a metric with the fields %s in one event is not compared', (fields, reason) => {
  const start = '{"t": 1, "event": "metric", "name": "lat",'
  const telemetry = events.parse(`${start} "value": 5, "unit": "ms"}\n${start} ${fields}}\n`)
  expect(telemetry).toMatchObject({ benchmarks: [], problems: [`metric lat ${reason}, so it is not compared`] })
})

test('metrics beyond those that are kept are counted', () => {
  const all = Array.from({ length: 1025 }, (_, at) => ({ event: 'metric', name: `m${at}`, value: 1, unit: 's' }))
  const { benchmarks, problems } = events.parse(`${toLines(...all)}\n`) ?? {}
  expect(benchmarks).toHaveLength(1000)
  expect(problems).toHaveLength(21)
  expect(problems?.[0]).toBe('metric m1000 comes after 1000 others, so it is not compared')
  expect(problems?.at(-1)).toBe('5 more metrics are not compared')
})

test('kinds of a later version are ignored without a problem', () => {
  const telemetry = events.parse(`${lines([0, 'start'], [2, 'end'])}{"t": 3, "event": "checkpoint", "bytes": 7}\n`)
  expect(telemetry).toMatchObject({ stages: [aStage('predict', 2)], problems: [] })
  expect(events.parse('{"t": 3, "event": "checkpoint"}\n')).toBeNull()
})

test.each(['', 'hello\n', '[]\n', '{"t": "1", "event": "batch"}\n', '{"t": 1, "event": "stage-start"}\n'])(
  'text number %# holds no events',
  (text) => {
    expect(events.parse(text)).toBeNull()
  },
)

function lines(...visits: [t: number, edge: 'start' | 'end'][]): string {
  return visits.map(([t, edge]) => `{"t": ${t}, "event": "stage-${edge}", "stage": "predict"}\n`).join('')
}

const toLines = (...given: readonly object[]): string =>
  given.map((event) => JSON.stringify({ t: 1, ...event })).join('\n')

test('work counted by events: adds up the values of the named metric', () => {
  const text = toLines(
    { event: 'metric', name: 'samples', value: 64, unit: 'samples' },
    { event: 'metric', name: 'loss', value: 3 },
    { event: 'metric', name: 'samples', value: 36, rank: 1 },
  )
  expect(countEventWork(`${text}\n{"t": 2, "event": "metr`, 'samples')).toBe(100)
  // The others are a part of the work.
  expect(countEventWork(`${text}\n${toLines({ event: 'metric', name: 'samples', value: null })}`, 'samples')).toBeNull()
})

test('a stage without a place is named', () => {
  const visit = (stage: string) =>
    ['start', 'end'].map((edge, t) => ({ event: `stage-${edge}`, stage, t })).map((event) => JSON.stringify(event))
  const names = ['x'.repeat(201), ...Array.from({ length: 502 }, (_, index) => `s${index}`)]
  const telemetry = events.parse(names.flatMap(visit).join('\n'))
  expect(telemetry?.stages).toHaveLength(500)
  expect(telemetry?.problems).toEqual([
    `stage "${'x'.repeat(80)}" has no usable name, so it is not read`,
    'stage "s500" is above the limit of 500',
    'stage "s501" is above the limit of 500',
  ])
})

test('work counted by events: adds up the last progress of each worker in the largest stage', () => {
  const text = toLines(
    { event: 'progress', stage: 'load', done: 5 },
    { event: 'progress', stage: 'train', rank: 0, done: 10 },
    { event: 'progress', stage: 'train', rank: 1, done: 30 },
    { event: 'progress', stage: 'train', rank: 0, done: 40, total: 100 },
  )
  expect(countEventWork(text, 'progress')).toBe(70)
})

test('work counted by events: is unknown without such events', () => {
  expect(countEventWork(toLines({ event: 'metric', name: 'loss', value: 3 }), 'samples')).toBeNull()
  expect(countEventWork('', 'progress')).toBeNull()
})
