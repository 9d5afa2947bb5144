import { expect, it } from 'vitest'
import { createReadingPace } from '../../../../../src/io/gpu/sampling/sampling-pace.ts'
import { aReading } from '../../../../fakes/replay-gpu-source.ts'

/** Two GPUs of the trial from 0 to 10 s, read every 100 ms; `isRead` chooses the readings. */
function paceOf(isRead: (gpu: number, timeMs: number) => boolean, own = [0, 1]) {
  const pace = createReadingPace(100, own, 0)
  pace.begin(50)
  for (let timeMs = 100; timeMs <= 11_000; timeMs += 100)
    for (const gpu of [0, 1]) pace.record(aReading({ gpu, timeMs, utilizationPercent: isRead(gpu, timeMs) ? 0 : null }))
  pace.end(10_000)
  pace.close(12_000)
  return pace.pace
}

it.each([
  ['all of it', () => true, { lost: 0, late: 0, longestGapMs: 100 }],
  ['nothing', () => false, { lost: 198, longestGapMs: 10_000 }],
  ['nothing of one GPU', (gpu: number) => gpu === 0, { lost: 99, longestGapMs: 10_000 }],
  ['the first half', (_gpu: number, timeMs: number) => timeMs <= 5000, { lost: 98, longestGapMs: 5000 }],
  ['the second half', (_gpu: number, timeMs: number) => timeMs > 5000, { lost: 100, longestGapMs: 5100 }],
  ['no GPU half-way', (_gpu: number, timeMs: number) => timeMs < 4000 || timeMs > 7000, { longestGapMs: 3200 }],
])('measures how long a GPU was not seen: %s', (_name, isRead, expected) => {
  expect(paceOf(isRead)).toMatchObject(expected)
})

it('expects no reading of GPUs that are not those of the trial', () => {
  expect(paceOf((gpu) => gpu === 0, [0])).toMatchObject({ lost: 0, longestGapMs: 100 })
})

it('counts the part of a trial before the monitor had opened', () => {
  const pace = createReadingPace(100, [0], 5000)
  pace.begin(1000)
  expect(pace.pace.longestGapMs).toBe(4000)
})

it.each([
  [[100, 250, 350], { lost: 0, late: 0 }],
  [[100, 251, 350], { lost: 0, late: 1 }],
  [[100, 299, 400], { lost: 0, late: 1 }],
  [[100, 300, 400], { lost: 1, late: 0 }],
  [[100, 460, 500], { lost: 2, late: 1 }],
])('counts readings at %j ms that are late, and those that are missing', (times, expected) => {
  const pace = createReadingPace(100, [0], 0)
  for (const timeMs of times) pace.record(aReading({ gpu: 0, timeMs, utilizationPercent: 1 }))
  expect(pace.pace).toMatchObject(expected)
})
