import { describe, expect, it } from 'vitest'
import { countEventWork, findLineCount } from '../../../../src/adapters/pipeline/work-count.ts'

const lines = (...events: readonly object[]): string =>
  events.map((event) => JSON.stringify({ t: 1, ...event })).join('\n')

describe('work counted by events', () => {
  it('adds up the values of the named metric', () => {
    const text = lines(
      { event: 'metric', name: 'samples', value: 64, unit: 'samples' },
      { event: 'metric', name: 'loss', value: 3 },
      { event: 'metric', name: 'samples', value: 36, rank: 1 },
      { event: 'metric', name: 'samples', value: 'many' },
    )
    expect(countEventWork(`${text}\n{"t": 2, "event": "metr`, 'samples')).toBe(100)
  })

  it('adds up the last progress of each worker in the largest stage', () => {
    const text = lines(
      { event: 'progress', stage: 'load', done: 5 },
      { event: 'progress', stage: 'train', rank: 0, done: 10 },
      { event: 'progress', stage: 'train', rank: 1, done: 30 },
      { event: 'progress', stage: 'train', rank: 0, done: 40, total: 100 },
    )
    expect(countEventWork(text, 'progress')).toBe(70)
  })

  it('is unknown without such events', () => {
    expect(countEventWork(lines({ event: 'metric', name: 'loss', value: 3 }), 'samples')).toBeNull()
    expect(countEventWork('', 'progress')).toBeNull()
  })
})

describe('work counted in a log line', () => {
  it.each<[string, string, number | null]>([
    ['processed 10 samples\nprocessed 1,250 samples\nbye', 'processed {count} samples', 1250],
    ['[12:00] tokens: 3.5', 'tokens: {count}', 3.5],
    ['1000 steps (100 %)', '{count} steps (100 %)', 1000],
    ['processed many samples', 'processed {count} samples', null],
    ['processed 10 items', 'processed {count} samples', null],
    [`processed ${'9'.repeat(30)} samples`, 'processed {count} samples', null],
  ])('%j with %j is %j', (text, line, count) => {
    expect(findLineCount(text, line)).toBe(count)
  })
})
