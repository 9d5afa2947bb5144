import { describe, expect, it } from 'vitest'
import { LiveAccumulator } from '../../../../src/adapters/pipeline/live.ts'
import { readProgress } from '../../../../src/programs/index.ts'
import { computeLivePacking, computeStarvedShare } from '../../../../src/domain/production/live-figures.ts'

const event = (fields: object) => `${JSON.stringify({ t: 1, ...fields })}\n`
const log = (worker: number, message: string) =>
  `2026-11-20 14:21:54,840 - Worker ${worker} - virnucpro.pipeline.async_inference - INFO - ${message}\n`

describe('what a running pipeline says (F-31, I-231)', () => {
  it('adds up the shares of workers, by their events', () => {
    const book = new LiveAccumulator(readProgress)
    book.addEvents(event({ event: 'stage-start', stage: 'ESM-2' }))
    book.addEvents(event({ event: 'progress', stage: 'ESM-2', rank: 0, done: 10, total: 100 }))
    book.addEvents(event({ event: 'progress', stage: 'ESM-2', rank: 1, done: 5, total: 100 }))
    book.addEvents(event({ event: 'progress', stage: 'ESM-2', rank: 0, done: 30, total: 100 }))
    expect(book.summarize()).toMatchObject({ stage: 'ESM-2', done: 35, total: 200 })
  })

  it('begins anew with the next stage', () => {
    const book = new LiveAccumulator(readProgress)
    book.addEvents(event({ event: 'progress', stage: 'DNABERT-S', done: 90, total: 90 }))
    book.addEvents(event({ event: 'stage-start', stage: 'ESM-2' }))
    expect(book.summarize()).toMatchObject({ stage: 'ESM-2', done: null, total: null })
  })

  it('computes packing from tokens and starvation from waits (F-25, F-26)', () => {
    const book = new LiveAccumulator(readProgress)
    for (const waitMs of [0.1, 60, 0.2, 3])
      book.addEvents(event({ event: 'batch', tokens: 3580, tokenBudget: 4000, waitMs }))
    expect(computeLivePacking(book.summarize())).toBeCloseTo(0.895, 9)
    expect(computeStarvedShare(book.summarize())).toBe(0.25)
  })

  it('refuses packing of 358 % and has none without budgets (F-25, W14)', () => {
    expect(computeLivePacking({ tokens: 358, tokenBudget: 100 })).toBeNull()
    expect(computeLivePacking({ tokens: 0, tokenBudget: 0 })).toBeNull()
    expect(computeStarvedShare({ waits: 0, starved: 0 })).toBeNull()
  })

  it('reads the log lines of workers, whose total stands only when all have told theirs', () => {
    const book = new LiveAccumulator(readProgress)
    book.addLog(
      '2026-11-20 14:06:29 - virnucpro.pipeline.telemetry - INFO - === Stage 6: ESM-2 Feature Extraction ===\n',
    )
    book.addLog(log(0, 'Worker 0/2 starting'))
    book.addLog(log(0, 'Batch 100: 28,000/397,289 (7.0%) | 91.2% pack eff, 16,199 tok/s, 315.7 seq/s | ETA: 1.2h'))
    expect(book.summarize()).toMatchObject({ stage: 'ESM-2 Feature Extraction', done: 28_000, total: null })
    book.addLog(log(1, 'Batch 100: 27,000/397,288 (6.8%) | 91.0% pack eff, 16,085 tok/s, 313.5 seq/s'))
    expect(book.summarize()).toMatchObject({ done: 55_000, total: 794_577 })
  })

  it('tells the two messages that begin with Batch apart, and counts queue states', () => {
    const book = new LiveAccumulator(readProgress)
    book.addLog(log(0, 'Batch 10: wait=0.1ms, seqs=321, tokens=16371, queue_state=full'))
    book.addLog(log(0, 'Batch 20: wait=75.0ms, seqs=321, tokens=16371, queue_state=starved'))
    expect(book.summarize()).toMatchObject({ done: null, waits: 2, starved: 1, isSample: true })
  })

  it('counts nothing twice for a pipeline that writes events and prints lines', () => {
    const book = new LiveAccumulator(readProgress)
    book.addEvents(
      event({ event: 'batch', tokens: 1, tokenBudget: 2, waitMs: 0 }) + event({ event: 'progress', done: 1, total: 9 }),
    )
    book.addLog(log(0, 'Batch 1: 5/9 (55.6%) | 91.0% pack eff, 16,085 tok/s, 313.5 seq/s'))
    book.addLog(log(0, 'Batch 20: wait=75.0ms, seqs=321, tokens=16371, queue_state=starved'))
    expect(book.summarize()).toMatchObject({ done: 1, total: 9, waits: 1, starved: 0, isSample: false })
  })

  it.each([
    '{',
    '[]',
    '{"event":"progress","done":-1}',
    '{"event":"progress","done":1e300,"total":"x"}',
    '{"event":"batch","tokens":null}',
    'null',
  ])('takes no figure from %s', (line) => {
    const book = new LiveAccumulator(readProgress)
    book.addEvents(`${line}\n`)
    expect(book.summarize()).toMatchObject({ done: null, tokens: 0, waits: 0 })
  })
})
