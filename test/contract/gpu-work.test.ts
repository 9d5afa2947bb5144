import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { SamplingRequest } from '../../src/io/gpu/sampling-messages.ts'
import { openSamplingWindow } from '../../src/io/gpu/open-sampling-window.ts'
import type { SamplingWindow } from '../../src/io/gpu/sampling-window.ts'
import { compileFakeNvml } from '../fakes/fake-nvml.ts'

const fake = compileFakeNvml()
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-work-'))
})
afterEach(() => {
  fake.reset()
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => fake[Symbol.dispose]())

function open(options: string, request: Partial<SamplingRequest> = {}): Promise<SamplingWindow> {
  fake.take(`devices=2,mig_gpu=-1,${options}`)
  const source = { kind: 'nvml', libraryPath: fake.path } as const
  const base = { gpus: [0, 1], ownGpus: [0], intervalMs: 100, hdf5Path: null, monitor: 'nvml', runId: 'run-1', source }
  return openSamplingWindow({ ...base, logPath: join(folder, 'gpu.log'), ...request })
}

/** Runs a process for so long under the window; gives how long it ran. */
async function runUnder(window: SamplingWindow, seconds: number): Promise<number> {
  const child = spawn('sleep', [String(seconds)], { stdio: 'ignore' })
  const startedMs = Date.now()
  window.follow(child.pid!)
  await once(child, 'exit')
  window.ended()
  return (Date.now() - startedMs) / 1000
}

async function workOf(options: string, seconds: number, request: Partial<SamplingRequest> = {}) {
  await using window = await open(options, request)
  const ran = await runUnder(window, seconds)
  const { gpus, problems } = await window.close()
  return { work: gpus[0]!.work!, ran, problems, window }
}

test.each([
  ['since boot', 0],
  ['since the epoch', 1],
  ['of a clock that this machine does not have', 2],
])('busy time is the integral of the driver’s samples, whose times are microseconds %s', async (_what, clock) => {
  const { work, ran, problems } = await workOf(`util=60,samples_clock=${clock}`, 1.5)
  expect(work.busySource).toBe('driver-samples')
  expect(work.busySeconds! / ran).toBeCloseTo(0.6, 2)
  expect(problems).toEqual(['GPU 0: energy above idle is not available: the idle power is not known'])
})

test('activity is the share between two GPM samples times the time between them', async () => {
  const { work, ran } = await workOf('util=60', 1)
  // The stand-in gives GPU 0 60 % and 70 %.
  expect(work.dramActiveSeconds! / ran).toBeCloseTo(0.6, 1)
  expect(work.graphicsActiveSeconds! / ran).toBeCloseTo(0.7, 1)
})
