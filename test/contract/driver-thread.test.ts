import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { UnansweredError } from '../../src/domain/core/errors.ts'
import { openDriver, type DriverLimits } from '../../src/io/gpu/nvml/driver-thread.ts'
import { openNvmlSource } from '../../src/io/gpu/nvml/nvml-source.ts'
import { compileFakeNvml } from '../fakes/fake-nvml.ts'

const fake = compileFakeNvml()

beforeEach(() => fake.reset())
afterAll(() => fake[Symbol.dispose]())

function open(options = '', limits: DriverLimits = {}) {
  fake.take(options)
  return openDriver(fake.path, limits)
}

test('gives what the driver gives in this thread, and gives the driver back', async () => {
  {
    using direct = openNvmlSource({ libraryPath: fake.path })
    const known = direct.identify()
    using source = await open()
    expect(source.identify()).toEqual(known)
    expect(source.read([3], 0)).toMatchObject([{ gpu: 3, temperatureCelsius: 43 }])
    expect(fake.users()).toBe(2)
  }
  expect([fake.users(), fake.leaks()]).toEqual([0, 0])
})

test('a call that blocks is given up and named; no other call waits, until the driver has answered', async () => {
  using source = await open('hang_after=1,hang_s=2', { callMs: 200 })
  source.read([0], 0)
  const silent = 'the NVIDIA driver did not answer nvmlDeviceGetClockInfo within 0.2 s'
  expect(() => source.read([0], 500)).toThrow(silent)
  const startedMs = performance.now()
  for (const call of [() => source.read([1], 500), () => source.readEvents(), () => source.identify()])
    expect(call).toThrow(silent)
  expect(performance.now() - startedMs).toBeLessThan(200)
  fake.take('hang_after=-1')
  await expect.poll(() => read(source.read.bind(source)), { timeout: 10_000 }).toBe(40)
})

test('a driver that blocks while it starts is given up, and the call is named', async () => {
  const opening = open('init_hang_s=1', { openMs: 200 })
  await expect(opening).rejects.toThrow('the NVIDIA driver did not answer nvmlInit_v2 within 0.2 s')
  await expect(opening).rejects.toBeInstanceOf(UnansweredError)
  // A thread in the driver at the end of this process would end it before its results are sent.
  await delay(3500)
})

function read(ask: (gpus: readonly number[], timeMs: number) => readonly { temperatureCelsius: number | null }[]) {
  try {
    return ask([0], Date.now())[0]?.temperatureCelsius
  } catch {
    return null
  }
}
