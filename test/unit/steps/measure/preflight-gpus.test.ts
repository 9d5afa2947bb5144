import { expect, test } from 'vitest'
import {
  preflightGpus,
  type PreflightGpusPorts,
  type PreflightGpusRequest,
} from '../../../../src/steps/measure/preflight.ts'
import type { GpuProcess } from '../../../../src/domain/telemetry/gpu.ts'
import type { GpuLockAnswer } from '../../../../src/io/gpu/lock/gpu-lock.ts'
import { aConfig } from '../../a-config.ts'
import { aGpuUse, aTelemetry, anIdentity, steady } from '../../a-telemetry.ts'

type Machine = {
  /** Of each look in turn; the last one stays. */
  readonly processes?: readonly (readonly (GpuProcess & { gpu: number })[])[]
  readonly locks?: readonly ('free' | 'busy')[]
  readonly freeBytes?: number
  readonly observed?: typeof idle
}

const stranger = { gpu: 0, pid: 42, name: 'vllm', memoryBytes: 2 ** 30 }
const idle = aTelemetry({
  gpus: [aGpuUse({ utilizationPercent: steady(0), temperatureCelsius: steady(40), clocksEventShares: {} })],
})

/** A machine whose state changes from look to look, on a clock that only sleeping moves. */
function aMachine({ processes = [[]], locks = ['free'], freeBytes = 500e9, observed = idle }: Machine = {}) {
  const said: string[] = []
  const state = { nowMs: 0, looks: 0, tries: 0, held: 0 }
  const say = (message: string): void => void said.push(message)
  const at = <Item>(items: readonly Item[], index: number): Item => items[Math.min(index, items.length - 1)]!
  const ports: PreflightGpusPorts = {
    monitor: {
      kind: 'nvml',
      reason: null,
      hasCounters: true,
      identify: async () => [anIdentity()],
      listProcesses: async () => at(processes, state.looks++),
      open: async () => ({
        follow: () => {},
        markEnded: () => {},
        markStage: () => {},
        close: async () => observed,
        readGpuUse: async () => [],
        readHostUse: async () => null,
        [Symbol.asyncDispose]: async () => {},
      }),
      [Symbol.asyncDispose]: async () => {},
    },
    lock: {
      tryHold: async (uuids): Promise<GpuLockAnswer> => {
        if (at(locks, state.tries++) === 'busy')
          return { status: 'busy', holders: [{ uuid: uuids[0]!, pid: 7, runId: 'other-run', since: null }] }
        state.held += 1
        return { status: 'held', lock: { uuids, [Symbol.asyncDispose]: async () => void (state.held -= 1) } }
      },
    },
    disks: { readFreeSpace: async () => ({ freeBytes, totalBytes: 1000e9 }) },
    clock: { now: () => new Date(state.nowMs), readMonotonicMs: () => state.nowMs },
    logger: { debug: say, info: say, notice: say, warning: say, error: say },
    sleep: async (ms, signal) => {
      signal.throwIfAborted()
      state.nowMs += ms
    },
  }
  return { ports, state, said }
}

function aRequest(overrides: Partial<PreflightGpusRequest> = {}): PreflightGpusRequest {
  return {
    gpus: [0],
    uuids: ['GPU-0'],
    identities: [anIdentity()],
    limits: aConfig().run.preflight,
    runId: 'run-1',
    runFolder: '/runs/1',
    workDirectory: '/work/1',
    signal: new AbortController().signal,
    ...overrides,
  }
}

test('a fit machine is taken at once and given back', async () => {
  const { ports, state, said } = aMachine()
  const fit = await preflightGpus(aRequest(), ports)
  expect(state).toMatchObject({ held: 1, nowMs: 2000 })
  expect(said).toEqual([])
  await fit[Symbol.asyncDispose]()
  expect(state.held).toBe(0)
})

test('it waits for a foreign process, says so once, and goes on when it is gone', async () => {
  const { ports, state, said } = aMachine({ processes: [[stranger], [stranger], []] })
  await preflightGpus(aRequest(), ports)
  expect(state.held).toBe(1)
  expect(said).toEqual(['Waiting up to 10 min: GPU 0 is used by vllm (pid 42, 1024 MiB)'])
})

test('it waits for another run of this host, and names it (W22)', async () => {
  const { ports, said } = aMachine({ locks: ['busy', 'free'] })
  await preflightGpus(aRequest(), ports)
  expect(said).toEqual(['Waiting up to 10 min: another run other-run (pid 7) has GPU-0'])
})

test('after the limit it refuses with the reason, and keeps nothing locked', async () => {
  const { ports, state } = aMachine({ processes: [[stranger]] })
  await expect(preflightGpus(aRequest(), ports)).rejects.toMatchObject({
    name: 'EnvironmentError',
    message: 'this machine is not fit to measure after waiting 10 min: GPU 0 is used by vllm (pid 42, 1024 MiB)',
    hint: expect.stringContaining('stop it'),
  })
  expect(state.held).toBe(0)
  expect(state.nowMs).toBeGreaterThanOrEqual(600_000)
})

test('free space that cannot be read is a warning', async () => {
  const { ports, said } = aMachine()
  await preflightGpus(aRequest(), { ...ports, disks: { readFreeSpace: async () => null } })
  const sentence = (path: string) => `the free space of ${path} cannot be read, so it is not checked`
  expect(said).toEqual([`${sentence('/runs/1')}; ${sentence('/work/1')}. Run df -h: 5 GB must be free.`])
})

test('a full disk is not waited for', async () => {
  const { ports, state } = aMachine({ freeBytes: 1e9 })
  await expect(preflightGpus(aRequest(), ports)).rejects.toThrow(/only 1.0 GB are free for \/runs\/1/)
  expect(state).toMatchObject({ held: 0, nowMs: 2000 })
})

test('with severity warn an unfit machine is measured after the wait, and said; a lock is never passed by', async () => {
  const limits = { ...aConfig().run.preflight, severity: 'warn', waitMinutes: 0 } as const
  const { ports, said } = aMachine({ processes: [[stranger]] })
  const fit = await preflightGpus(aRequest({ limits }), ports)
  expect(fit.findings).toContainEqual(expect.objectContaining({ level: 'refuse' }))
  expect(said[0]).toContain('GPU 0 is used by vllm')
  await expect(preflightGpus(aRequest({ limits }), aMachine({ locks: ['busy'] }).ports)).rejects.toThrow(/another run/)
})

test('what cannot be read of several GPUs is one warning', async () => {
  const gpus = [0, 1].map((gpu) => aGpuUse({ ...idle.gpus[0], gpu, utilizationPercent: null }))
  const { ports, said } = aMachine({ observed: aTelemetry({ gpus }) })
  await preflightGpus(aRequest({ gpus: [0, 1] }), ports)
  const sentence = (gpu: number) => `the utilization of GPU ${gpu} cannot be read, so it is not checked`
  expect(said).toEqual([`${sentence(0)}; ${sentence(1)}. See to it yourself that it is idle before a run.`])
})

test('a cancelled run does not go on waiting', async () => {
  const { ports } = aMachine({ locks: ['busy'] })
  const signal = AbortSignal.abort()
  await expect(preflightGpus(aRequest({ signal }), ports)).rejects.toThrow(/cancelled while waiting: another run/)
  const busy = aMachine({ processes: [[stranger]] })
  const limits = { ...aConfig().run.preflight, severity: 'warn' } as const
  const looking = preflightGpus(aRequest({ limits, signal }), { ...busy.ports, sleep: async () => {} })
  await expect(looking).rejects.toThrow(/cancelled while waiting: GPU 0 is used/)
  expect(busy.state.held).toBe(0)
})

test('a pipeline of cores is asked for disk space alone', async () => {
  const { ports, state } = aMachine({ processes: [[stranger]] })
  const fit = await preflightGpus(aRequest({ gpus: [], uuids: [], identities: [] }), ports)
  expect(fit.findings.map(({ subject }) => subject)).toEqual(['disk of /runs/1', 'disk of /work/1'])
  expect(state).toMatchObject({ looks: 0, nowMs: 0 })
})

test('the idle window gives the power of the GPUs on which nothing ran', async () => {
  const machine = aMachine()
  await using fit = await preflightGpus(aRequest(), machine.ports)
  expect(fit.idleWatts).toEqual({ 0: 500 })
})
