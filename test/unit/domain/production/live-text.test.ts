import { describe, expect, it } from 'vitest'
import { formatLiveProgress, type LiveProgress } from '../../../../src/domain/production/live-text.ts'

const points = Array.from({ length: 25 }, (_, index) => ({ seconds: 60 + 30 * index, done: 5000 * index }))
const look: LiveProgress = {
  seconds: 780,
  reading: {
    stage: 'ESM-2',
    done: 120_000,
    total: 6_000_000,
    tokens: 3580,
    tokenBudget: 4000,
    waits: 200,
    starved: 5,
    isSample: true,
  },
  curve: { stage: 'ESM-2', total: 6_000_000, points },
  tokensPerSecond: 16_199.4,
  gpus: [
    { gpu: 0, utilizationPercent: 97 },
    { gpu: 1, utilizationPercent: 12.4 },
    { gpu: 2, utilizationPercent: null },
  ],
}

describe('the line of live figures (F-31, I-231, I-232)', () => {
  it('tells stage, share, rates, every GPU for itself, packing, starvation and the time left (I-233)', () => {
    const text = formatLiveProgress(look)
    for (const part of [
      'running for 13 min | ESM-2 | 120,000 of 6,000,000 (2.0 %) | 167/s | 16,199 tok/s',
      'GPU 0 97 % | GPU 1 12 % | GPU 2 – | 89.5 % packed | 2.5 % of 200 logged batches starved',
      '9 h 48 min left in this stage (95 %: 9 h 48 min to 9 h 48 min)',
    ])
      expect(text).toContain(part)
  })

  it('states another time in every update', () => {
    const times = [60, 90, 119, 3600, 3630, 3690].map((seconds) =>
      formatLiveProgress({ ...look, seconds })
        .split(' | ')[0]
        ?.slice(2),
    )
    expect(times).toEqual([
      'running for 1 min',
      'running for 1 min 30 s',
      'running for 1 min 59 s',
      'running for 1 h 0 min',
      'running for 1 h 0 min 30 s',
      'running for 1 h 1 min 30 s',
    ])
  })

  it('leaves out what nobody told, never shown as 0 (W13)', () => {
    const silent = {
      stage: null,
      done: null,
      total: null,
      tokens: 0,
      tokenBudget: 0,
      waits: 0,
      starved: 0,
      isSample: true,
    }
    expect(
      formatLiveProgress({ ...look, seconds: 45, reading: silent, curve: null, tokensPerSecond: null, gpus: [] }),
    ).toMatch(/running for 45 s$/)
  })

  it('keeps what a pipeline calls its stages on one line without workflow commands', () => {
    const text = formatLiveProgress({ ...look, reading: { ...look.reading, stage: 'x\n::error::gotcha ##[error]' } })
    expect(text).not.toContain('\n')
    expect(text).not.toContain('##[')
    expect(text.startsWith('::')).toBe(false)
  })

  it('gives an unknown end where the work may have stopped', () => {
    const stalling = points.map((point, index) => ({ ...point, done: Math.min(point.done, 5000 * 8) + index }))
    const curve = { stage: 'ESM-2', total: 6_000_000, points: stalling }
    expect(formatLiveProgress({ ...look, curve })).toContain('to unknown')
  })
})
