import { describe, expect, it } from 'vitest'
import { type GpuReading, createUnavailableReading } from '../../../src/domain/telemetry/gpu.ts'
import { formatProgress, startProgress, withEndedTrial, withStartedTrial } from '../../../src/domain/plan/progress.ts'
import type { Trial } from '../../../src/domain/trial/trial.ts'
import { measureWidth } from '../../../src/reporters/terminal/layout.ts'
import { renderLiveView, type LiveView } from '../../../src/reporters/terminal/live-view.ts'
import { aCase, aTrial } from '../a-run.ts'

const planned = aCase({ warmups: 1 })

/** After these trials, with the next one two seconds old. */
function aView(trials: readonly Trial[], given: Partial<LiveView> = {}): LiveView {
  const start = startProgress({ total: 10, isMaximum: false, done: 0, cases: 2, nowMs: 0 })
  const ended = trials.reduce(withEndedTrial, start)
  const progress = withStartedTrial(ended, { planned, index: trials.length, isWarmup: trials.length === 0 })
  return { progress, trials, trialStartedMs: 58_000, gpus: [], standing: null, ...given }
}

const view = (trials: readonly Trial[], given: Partial<LiveView> = {}, columns = 100) =>
  renderLiveView(aView(trials, given), 60_000, columns)

function aGpu(gpu: number, given: Partial<GpuReading> = {}): GpuReading {
  const gibibyte = 1024 ** 3
  const usual = { utilizationPercent: 45, memoryUsedBytes: 19.2 * gibibyte, memoryTotalBytes: 141 * gibibyte }
  return { ...createUnavailableReading(gpu, 0), ...usual, powerWatts: 412.9, temperatureCelsius: 61, ...given }
}

describe('the view of a run in progress', () => {
  it('says how far it is, what runs now and what the last case has shown', () => {
    const warmup = aTrial({ caseId: planned.id, isWarmup: true, wallSeconds: 9 })
    const runs = [10, 11, 12].map((wallSeconds, index) => aTrial({ caseId: planned.id, index: index + 1, wallSeconds }))
    expect(view([warmup, ...runs])).toEqual([
      '██████████░░░░░░░░░░░░░░░ 4 of 10 trials (2 cases), 4.0 trials/min, 1m 30s left',
      `now    ${planned.id}, run 4, 2 s`,
      `last   ${planned.id}: 12 s; 3 runs, median 11 s (10 s to 12 s)`,
    ])
    expect(view([])[1]).toBe(`now    ${planned.id}, warm-up, 2 s`)
    expect(view([warmup])[2]).toBe(`last   ${planned.id}: 9 s (warm-up)`)
  })

  it('keeps its total while runs are added, and states that it is a maximum', () => {
    const start = startProgress({ total: 10, isMaximum: true, done: 0, cases: 2, nowMs: 0 })
    const ended = [aTrial(), aTrial({ contamination: ['GPU 0 was lost'] }), aTrial()].reduce(withEndedTrial, start)
    expect(formatProgress(ended, 60_000)).toBe(
      '2 of at most 10 trials (2 cases), 1 excluded, 3.0 trials/min, at most 2m 40s left',
    )
  })

  it('tells runs that do not count from slow ones', () => {
    const good = aTrial({ caseId: planned.id, wallSeconds: 10 })
    const failed = aTrial({ failure: { kind: 'no-proof', detail: 'no rows' } })
    expect(view([good, failed])[2]).toBe(`last   ${failed.caseId}: failed (no-proof)`)
    const spoilt = aTrial({ contamination: ['another process used GPU 1'] })
    expect(view([good, spoilt])[2]).toBe(`last   ${spoilt.caseId}: excluded: another process used GPU 1`)
  })

  it('shows every GPU by itself and what is not offered as –', () => {
    const lines = view([], { gpus: [aGpu(0), aGpu(1, createUnavailableReading(1, 0))] })
    expect(lines.slice(2)).toEqual([
      'GPU 0 █████████░░░░░░░░░░░  45 %  19.2 of 141 GiB  413 W  61 °C',
      'GPU 1 ░░░░░░░░░░░░░░░░░░░░   – %     – GiB',
    ])
    const many = view([], { gpus: Array.from({ length: 11 }, (_, gpu) => aGpu(gpu)) })
    expect(many.at(-1)).toBe('and 3 more GPUs')
  })

  it('says how the comparisons look', () => {
    expect(view([], { standing: '1 of 2 comparisons settled, no change found' })).toContain(
      'so far 1 of 2 comparisons settled, no change found',
    )
  })

  it.each([40, 60, 80, 120])('never writes beyond %i columns, nor what a stranger wants to', (columns) => {
    const hostile = `${'漢字 '.repeat(40)}\u001B[2J::error::x`
    const trials = [aTrial({ caseId: hostile, contamination: [hostile] })]
    const lines = view(trials, { gpus: [aGpu(0), aGpu(1)], standing: hostile }, columns)
    for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(columns)
    expect(lines.join('\n')).not.toContain('\u001B')
    expect(lines.length).toBeLessThan(60)
  })
})
