import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pollProcesses } from '../../../../../src/io/gpu/smi/tool-monitor.ts'
import { aReading } from '../../../../fakes/replay-gpu-source.ts'

/** The pid is the number of the question. */
function countingPoll() {
  let asked = 0
  const poll = pollProcesses(async () => [{ gpu: 0, pid: (asked += 1), name: null, memoryBytes: null }])
  const pids = () => poll.attach([aReading()])[0]?.processes?.map(({ pid }) => pid) ?? null
  return { poll, pids, asked: () => asked }
}

test('a trial is looked at a fifth of a second after it began, and each answer is given once', async () => {
  const { poll, pids } = countingPoll()
  using _ = poll
  await delay(20)
  expect([pids(), pids()]).toEqual([[1], null])
  poll.lookSoon()
  await delay(100)
  expect(pids()).toBeNull()
  await delay(300)
  expect(pids()).toEqual([2])
})

test('a reading of several GPUs has the processes of each', async () => {
  const on = (gpu: number, pid: number) => ({ gpu, pid, name: null, memoryBytes: null })
  using poll = pollProcesses(async () => [on(0, 7), on(1, 8), on(1, 9)])
  await delay(20)
  const readings = poll.attach([0, 1, 2].map((gpu) => aReading({ gpu })))
  expect(readings.map(({ processes }) => processes?.map(({ pid }) => pid))).toEqual([[7], [8, 9], []])
})

test('the first pause is no longer than the interval', async () => {
  let asked = 0
  using _ = pollProcesses(async () => {
    asked += 1
    return null
  }, 20)
  await expect.poll(() => asked, { timeout: 900, interval: 20 }).toBeGreaterThan(2)
})

test('nobody is asked once the window is closed', async () => {
  const { poll, asked } = countingPoll()
  await delay(20)
  poll.lookSoon()
  poll[Symbol.dispose]()
  await delay(300)
  expect(asked()).toBe(1)
})
