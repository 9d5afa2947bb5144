import { expect, test } from 'vitest'
import { warnOfLoad, watchHostLoad } from '../../../../src/steps/measure/preflight.ts'
import { aTrialHost } from '../../a-telemetry.ts'
import type { TrialHost } from '../../../../src/record/telemetry.ts'

/** A host of two processors of which others use `others`, on a clock that only sleeping moves. */
function aHost(others: number, overrides: Partial<TrialHost> = {}) {
  const state = { nowMs: 0 }
  const said: string[] = []
  const say = (message: string): void => void said.push(message)
  const ports = {
    hostMeter: {
      begin: () => {
        const startedMs = state.nowMs
        const seconds = () => (state.nowMs - startedMs) / 1000
        const none = { userCpuSeconds: 0, systemCpuSeconds: 0, processors: 2 }
        return { end: () => aTrialHost({ ...none, otherCpuSeconds: others * seconds(), ...overrides }) }
      },
    },
    clock: { now: () => new Date(state.nowMs), readMonotonicMs: () => state.nowMs },
    sleep: async (ms: number) => void (state.nowMs += ms),
    logger: { debug: say, info: say, notice: say, warning: say, error: say },
  }
  return { ports, said }
}

const { signal } = new AbortController()

test('the load is that of the time that passed', async () => {
  const load = await watchHostLoad(aHost(1.7).ports, 500, signal)
  expect(load).toMatchObject({ processors: 2, own: 0 })
  expect(load?.others).toBeCloseTo(1.7)
  expect(await watchHostLoad(aHost(1.7, { otherCpuSeconds: null }).ports, 500, signal)).toBeNull()
})

test('a warning before the first run names the load and what to do', async () => {
  const { ports, said } = aHost(1.7)
  await warnOfLoad(ports, signal)
  expect(said).toEqual([
    'other programs use 1.7 of 2 processors: wall-clock times will vary. Stop them, or use cpu_time as the gate, which depends on them far less.',
  ])
})

test('a free host, and one of which nothing is known, get no warning', async () => {
  for (const { ports, said } of [aHost(0.4), aHost(2, { otherCpuSeconds: null })]) {
    await warnOfLoad(ports, signal)
    expect(said).toEqual([])
  }
})
