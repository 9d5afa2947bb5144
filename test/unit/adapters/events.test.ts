import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { events } from '../../../src/adapters/events.ts'

test('a stage takes the sum of its visits, without the time between them', () => {
  const text = readFileSync(new URL('../../fixtures/telemetry/events.jsonl', import.meta.url), 'utf8')
  expect(events.parse(text)).toEqual({
    stages: [
      { stage: 'load', seconds: 1.5 },
      { stage: 'predict', seconds: 3.5 },
    ],
    isResumed: false,
    problems: [],
  })
})

test('visits of several workers that overlap count once', () => {
  const telemetry = events.parse(lines([0, 'start'], [1, 'start'], [3, 'end'], [4, 'end']))
  expect(telemetry?.stages).toEqual([{ stage: 'predict', seconds: 4 }])
})

test('lines that are not events are counted and do not spoil the rest', () => {
  const text = `${lines([0, 'start'], [2, 'end'])}{"t": 3, "event": "stage-`
  expect(events.parse(text)).toEqual({
    stages: [{ stage: 'predict', seconds: 2 }],
    isResumed: false,
    problems: ['1 of 3 lines are not events'],
  })
})

test('a stage that did not end has no seconds, whatever its earlier visits took', () => {
  const telemetry = events.parse(lines([0, 'start'], [2, 'end'], [3, 'start']))
  expect(telemetry).toMatchObject({
    stages: [{ stage: 'predict', seconds: null }],
    problems: ['stage "predict" started and did not end'],
  })
})

test('an end without a start and an end before its start are reported and measure nothing', () => {
  const telemetry = events.parse(lines([1, 'end'], [5, 'start'], [3, 'end']))
  expect(telemetry).toMatchObject({
    stages: [{ stage: 'predict', seconds: null }],
    problems: ['stage "predict" ended without a start', 'stage "predict" ended 2 s before it started'],
  })
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
