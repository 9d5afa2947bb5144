import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { GpuReading } from '../../../../../src/domain/telemetry/gpu.ts'
import type { GpuUse } from '../../../../../src/record/telemetry.ts'
import type { GpuSource } from '../../../../../src/io/gpu/gpu-source.ts'
import { SamplingLog } from '../../../../../src/io/gpu/sampling/sampling-files.ts'
import { SamplingSession, type SamplingRequest } from '../../../../../src/io/gpu/sampling/sampling-session.ts'
import { aReading } from '../../../../fakes/replay-gpu-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'sampling-session-'))
afterAll(() => rmSync(folder, { recursive: true }))
let count = 0
const gibibyte = 1024 ** 3

function aLogPath(): string {
  count += 1
  return join(folder, `${count}.log`)
}

/** No tick comes by itself: only what the session reads at its edges. */
function open(source: Partial<GpuSource> | null, request: Partial<SamplingRequest> = {}) {
  const logPath = aLogPath()
  const plain: GpuSource = {
    identify: () => [],
    read: (gpus, timeMs) => gpus.map((gpu) => aReading({ gpu, timeMs, utilizationPercent: 50 })),
    listProcesses: () => null,
    readEnergyJoules: () => new Map(),
    readEvents: () => [],
    [Symbol.dispose]: () => undefined,
  }
  const base = { gpus: [0, 1], intervalMs: 60_000, hdf5Path: null, monitor: 'replay', runId: null, logPath }
  const own = { source: { kind: 'pushed' }, ownPid: process.pid } as const
  const session = new SamplingSession({ ...base, ...own, ...request }, source && { ...plain, ...source })
  const readRows = () =>
    readFileSync(logPath, 'utf8')
      .split('\n')
      .filter((line) => /^\d/.test(line))
  return { session, readRows }
}

describe('a session', () => {
  test('reads its own GPUs at the start and the others at both ends, without what is expensive', async () => {
    const calls: string[] = []
    const tell = (name: string) => (gpus: readonly number[], timeMs: number) => {
      calls.push(`${name} ${gpus.join()}`)
      return gpus.map((gpu) => aReading({ gpu, timeMs, utilizationPercent: 50 }))
    }
    const names = ['read', 'readVitals', 'readCounters'] as const
    const source = Object.fromEntries(names.map((name) => [name, tell(name)]))
    const { session } = open(source, { gpus: [0, 1, 2], ownGpus: [1] })
    const { summary } = await session.close()
    expect(calls).toEqual(['read 1', 'readVitals 0,2', 'readCounters 1', 'readVitals 0,2'])
    expect(summary).toMatchObject({ samples: 6, lostSamples: 0, problems: [], logFile: `${count}.log` })
    expect(summary.gpus.map(({ gpu, samples }) => [gpu, samples])).toEqual([0, 1, 2].map((gpu) => [gpu, 2]))
  })

  test('goes on without what fails, and counts the readings that it lacks', async () => {
    const fail = (): never => {
      throw new Error('lost')
    }
    const broken = { read: fail, listProcesses: fail, readEvents: fail, [Symbol.dispose]: fail }
    const { summary } = await open(broken, { ownGpus: [0, 1], intervalMs: 50_000 }).session.close()
    expect(summary).toMatchObject({ samples: 0, lostSamples: 2 })
    expect(summary.problems.toSorted()).toEqual([
      'GPU events could not be read: lost',
      'GPUs could not be read: lost',
      'processes on the GPUs could not be listed: lost',
      'the GPU monitor did not close cleanly: lost',
    ])
    const others = await open({ readVitals: fail }, { ownGpus: [0] }).session.close()
    expect(others.summary.problems).toEqual(['other GPUs could not be read: lost'])
    const unseen = { read: (gpus: readonly number[]) => gpus.map((gpu) => aReading({ gpu })) }
    expect((await open(unseen).session.close()).summary.lostSamples).toBe(2)
    const unwritten = await open({}, { logPath: join(folder, 'none', 'x.log') }).session.close()
    expect(unwritten.summary).toMatchObject({ logFile: null, problems: [expect.stringMatching(/^no log: ENOENT/)] })
  })

  test.each([
    [1000, []],
    [1001, ['more than 1000 GPU events; the later ones were dropped']],
  ])('keeps the first thousand of %i events, and says so', async (length, problems) => {
    const event = { gpu: 0, timeMs: 1, kind: 'xid', detail: '79' } as const
    const batches = [Array.from({ length }, () => event)].values()
    const { session } = open({ readEvents: () => batches.next().value ?? [] })
    const { summary } = await session.close()
    expect([summary.events.length, summary.problems]).toEqual([1000, problems])
  })

  test('reads expensive counters where a stage of the followed process begins, and before that not', async () => {
    const readCounters = vi.fn<() => readonly GpuReading[]>(() => [])
    const { session } = open({ readCounters }, { ownGpus: [0, 1] })
    session.stage('early')
    expect(readCounters).toHaveBeenCalledTimes(0)
    session.follow(process.pid, Date.now() - 1)
    session.stage('esm2')
    expect(readCounters).toHaveBeenCalledTimes(1)
    session.markEnded(Date.now())
    await session.close()
    expect(readCounters).toHaveBeenCalledTimes(2)
  })

  test.each([
    [true, 5, 6],
    [false, 1, 1],
  ])(
    'lists the processes with every sample where memory counts (%s), otherwise every second',
    async (keepsMemory, fewest, most) => {
      let reads = 0
      const listProcesses = vi.fn<(gpus: readonly number[]) => null>(() => null)
      const read = (gpus: readonly number[]) => {
        reads += 1
        return gpus.map((gpu) => aReading({ gpu }))
      }
      const { session } = open({ read, listProcesses }, { ownGpus: [0], intervalMs: 40, keepsMemory })
      await vi.waitUntil(() => reads >= 6, { interval: 5 })
      // Ticks before the sixth reading; the sampler may pause once after its first, costly call.
      const polled = listProcesses.mock.calls.filter(([gpus]) => gpus[0] === 0).length
      await session.close()
      expect(polled).toBeGreaterThanOrEqual(fewest)
      expect(polled).toBeLessThanOrEqual(most + reads - 6)
    },
  )

  test('a tool that pushes tells stage and memory of the trial; memory that it did not see is unknown', async () => {
    const { session, readRows } = open(null, { intervalMs: 100 })
    session.follow(process.pid, Date.now())
    session.stage('a,"b"')
    const startMs = Date.now()
    const at = (ms: number, gpu: number, own: number | null) => {
      const processes = own === null ? [] : [{ pid: process.pid, name: 'python', memoryBytes: own }]
      return aReading({
        gpu,
        timeMs: startMs + ms,
        memoryUsedBytes: 3 * gibibyte,
        memoryTotalBytes: 4 * gibibyte,
        processes,
      })
    }
    // The fifth is of a GPU that nobody watches.
    session.push([at(0, 0, 1000), at(0, 1, null), at(5, 0, 2000), at(5, 1, 3000), at(5, 7, 5)])
    await delay(10)
    const { summary } = await session.close()
    expect(summary.gpus.map(({ ownMemoryPeakBytes }) => ownMemoryPeakBytes)).toEqual([2000, 3000])
    expect(summary).toMatchObject({ samples: 4, foreignProcesses: [] })
    expect(readRows().map((row) => row.split(',').slice(1).join())).toEqual(
      ['1000', '', '2000', '3000'].map(
        (own, row) => `${row % 2},,3072.0,75.0,,,a__b_,${3 * gibibyte},${4 * gibibyte},${own},${','.repeat(12)}`,
      ),
    )
  })

  test('asks for the samples of a busy GPU at each reading, while its newest one is fresh', async () => {
    const calls: string[] = []
    const tell =
      <Answer>(name: string, answer: Answer) =>
      () => (calls.push(name), answer)
    const timesUs = Array.from({ length: 120 }, (_, index) => 9e15 + index * 1e5)
    const samples = { status: 'samples', timesUs, percents: timesUs.map(() => 50) } as const
    const [read, readUtilizationSamples] = [
      tell('read', [aReading({ utilizationPercent: 50 })]),
      tell('samples', samples),
    ]
    const { session } = open({ read, readUtilizationSamples }, { gpus: [0], intervalMs: 40 })
    await vi.waitUntil(() => calls.length >= 8, { interval: 5 })
    await session.close()
    expect(calls.slice(0, 7).join(' ')).toBe('samples read samples read samples read samples')
  })

  test('a process that has gone is told', async () => {
    const { session } = open({})
    session.follow(2 ** 22 + 1, Date.now())
    expect((await session.close()).summary.problems).toContain('process 4194305 exited before it could be followed')
  })
})

describe('the log of a session', () => {
  const head = { monitor: 'nvml', startedMs: 0, gpus: [0, 1] }

  test('has every quantity in its column and unit, and what was seen at the end', async () => {
    const log = new SamplingLog(aLogPath(), head)
    const reading = aReading({
      gpu: 1,
      timeMs: 1500,
      utilizationPercent: 73,
      memoryUsedBytes: gibibyte,
      memoryTotalBytes: 4 * gibibyte,
      temperatureCelsius: 61,
      powerWatts: 318.5,
      smClockMhz: 1980,
      memoryClockMhz: 2600,
      clocksEventReasons: ['sw-power-cap', 'sync-boost'],
      pcieReceiveBytesPerSecond: 1,
      pcieSendBytesPerSecond: 2.4,
      nvlinkReceiveBytesPerSecond: 3,
      nvlinkSendBytesPerSecond: 4,
      smUtilization: 0.5,
      smOccupancy: 0.25,
      tensorActivity: 0.125,
      dramBandwidthUtilization: 0.0625,
      eccErrors: 8,
      retiredPages: 9,
    })
    log.append({ reading, ownMemoryBytes: 7, stage: 'x'.repeat(101) })
    const spread = { mean: 50, min: 0, max: 2.5 * gibibyte, p5: 0, p50: 0, p95: 0 }
    const use = { gpu: 0, samples: 5, utilizationPercent: spread, memoryUsedBytes: spread } as GpuUse
    await log.close(2000, [use, { ...use, gpu: 1, utilizationPercent: null, memoryUsedBytes: null }])
    const lines = readFileSync(log.path, 'utf8').split('\n')
    expect(lines.slice(0, 4)).toEqual([
      '# GPU Monitoring Log',
      '# Started: 1970-01-01T00:00:00.000Z',
      '# Devices: [0, 1]',
      '# Monitor: nvml',
    ])
    expect(lines.slice(7).join('\n')).toBe(
      [
        `1.500,1,73.0,1024.0,25.0,61,318.500,${'x'.repeat(100)},1073741824,4294967296,7,1980,2600,sw-power-cap sync-boost,1,2,3,4,0.5000,0.2500,0.1250,0.0625,8,9`,
        '#',
        '# Monitoring Stopped: 1970-01-01T00:00:02.000Z',
        '#',
        '# Summary:',
        '# GPU 0:\n#   Avg Utilization: 50.0%\n#   Peak Memory: 2.50 GiB\n#   Samples: 5',
        '# GPU 1:\n#   Avg Utilization: unavailable\n#   Peak Memory: unavailable\n#   Samples: 5\n',
      ].join('\n'),
    )
    expect(log.problem).toBeNull()
  })

  test('drops rows that a stalled disk cannot take, and says how many', async () => {
    const log = new SamplingLog(aLogPath(), head)
    const row = { reading: aReading(), ownMemoryBytes: null, stage: 'x'.repeat(100) }
    for (let added = 0; added < 70_000; added += 1) log.append(row)
    log.flush()
    await log.close(1, [])
    const rows = readFileSync(log.path, 'utf8')
      .split('\n')
      .filter((line) => /^\d/.test(line))
    const bytes = rows.join('\n').length
    expect(bytes).toBeGreaterThan(8 * 1024 ** 2 - 200)
    expect(bytes).toBeLessThan(8 * 1024 ** 2 + 200)
    expect(log.problem).toBe(
      `${log.path} is incomplete: the disk did not keep up (dropped rows: ${70_000 - rows.length})`,
    )
  })
})
