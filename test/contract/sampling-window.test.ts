import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSamplingWindow, type SamplingWindowOptions } from '../../src/io/gpu/sampling/sampling-window.ts'
import type { SamplingRequest } from '../../src/io/gpu/sampling/sampling-session.ts'
import { getReplaySourceUrl } from '../fakes/built-sampling-thread.ts'
import { aReading, type ReplayOptions } from '../fakes/replay-gpu-source.ts'

const sourceUrl = getReplaySourceUrl()
const gibibyte = 1024 ** 3
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-window-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Opening = { replay?: ReplayOptions; request?: Partial<SamplingRequest>; limits?: SamplingWindowOptions }

function open({ replay = {}, request = {}, limits = {} }: Opening = {}) {
  const source = { kind: 'module', url: sourceUrl, options: replay } as const
  const base = { gpus: [0, 1], intervalMs: 20, hdf5Path: null, monitor: 'replay', runId: 'run-1', source }
  return openSamplingWindow({ ...base, logPath: join(folder, 'gpu_metrics_run_case.log'), ...request }, limits)
}

function logLines(name = 'gpu_metrics_run_case.log'): string[] {
  return readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
}

function logRows(name?: string): Record<string, string>[] {
  const lines = logLines(name)
  const columns = lines
    .find((line) => line.startsWith('# timestamp,'))!
    .slice(2)
    .split(',')
  const rows = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(','))
  return rows.map((fields) => Object.fromEntries(columns.map((column, index) => [column, fields[index]!])))
}

/** Nothing of this thread runs meanwhile. */
function blockEventLoop(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

const full = {
  utilizationPercent: 73,
  memoryUsedBytes: 6 * gibibyte,
  memoryTotalBytes: 24 * gibibyte,
  powerWatts: 318.542,
  smClockMhz: 1980,
  temperatureCelsius: 61,
  clocksEventReasons: ['sw-power-cap', 'sync-boost'] as const,
  smUtilization: 0.046,
}

describe('sampling', () => {
  test('F-09: goes on while the event loop is blocked for 2 s', async () => {
    const window = await open({ replay: { readings: [full] } })
    const blockedMs = Date.now()
    blockEventLoop(2000)
    const summary = await window.close()
    // On a busy machine the thread loses ticks; a timer of this thread would have none for two seconds.
    const times = logRows().map(({ timestamp }) => Number(timestamp) * 1000 - blockedMs)
    expect(times.filter((ms) => ms > 200 && ms < 1800).length).toBeGreaterThan(10)
    expect(summary.gpus.map(({ gpu, samples }) => [gpu, samples])).toEqual(
      [0, 1].map((gpu) => [gpu, summary.samples / 2]),
    )
    expect(summary.gpus[1]).toMatchObject({ utilizationPercent: { mean: 73 }, smUtilization: { p50: 0.046 } })
    expect(summary.problems).toEqual([])
  })

  test('ticks that a slow source sleeps through are counted as lost', async () => {
    const window = await open({ replay: { trouble: { fromReading: 5, kind: 'throw' } } })
    await delay(300)
    const summary = await window.close()
    expect(summary.samples).toBe(10)
    expect(summary.lostSamples).toBeGreaterThan(10)
    expect(summary.problems).toEqual(['GPUs could not be read: GPU is lost'])
  })

  test('W16 W18: what a GPU does not offer is null in the summary and empty in the log', async () => {
    const window = await open()
    await delay(100)
    const { gpus } = await window.close()
    expect(gpus[0]).toMatchObject({
      utilizationPercent: null,
      memoryUsedBytes: null,
      energyJoules: null,
      energySource: null,
    })
    const { timestamp, device_id, ...rest } = logRows()[0]!
    expect(Number(timestamp)).toBeGreaterThan(1.7e9)
    expect(device_id).toBe('0')
    expect(new Set(Object.values(rest))).toEqual(new Set(['']))
    expect(logLines()).toContain('#   Avg Utilization: unavailable')
  })

  test('energy comes from the counter at the edges, of the window and of a stage told live', async () => {
    const window = await open({ replay: { readings: [{ powerWatts: 100 }], counterWatts: 300 } })
    await delay(500)
    // A busy machine can read an edge too late. Of three stages, one is expected to be read in time.
    const stages: { fromMs: number; toMs: number }[] = []
    for (let round = 0; round < 3; round += 1) {
      const fromMs = Date.now()
      window.markStage('esm2')
      await delay(1200)
      stages.push({ fromMs, toMs: Date.now() })
      window.markStage(null)
      await delay(300)
    }
    const { gpus, startedMs, endedMs } = await window.close()
    expect(gpus[0]).toMatchObject({ energySource: 'counter' })
    expect(gpus[0]!.energyJoules! / ((endedMs - startedMs) / 1000)).toBeCloseTo(300, -1)
    const uses = await Promise.all(stages.map(async (span) => ({ span, use: (await window.readGpuUse(span))[0]! })))
    const counted = uses.filter(({ use }) => use.energySource === 'counter')
    expect(counted.length).toBeGreaterThan(0)
    for (const { span, use } of counted)
      expect(use.energyJoules! / ((span.toMs - span.fromMs) / 1000)).toBeCloseTo(300, -1)
    const [part] = await window.readGpuUse({ fromMs: startedMs + 100, toMs: startedMs + 400 })
    expect(part).toMatchObject({ energySource: 'integrated' })
    expect(part!.energyJoules).toBeCloseTo(30, 6)
    const labelled = logRows().filter(({ stage: name }) => name === 'esm2')
    expect(labelled.length).toBeGreaterThan(20)
    expect(labelled.every(({ timestamp }) => Number(timestamp) * 1000 > stages[0]!.fromMs - 2)).toBe(true)
  })

  test('events of the driver are kept', async () => {
    const event = { gpu: 1, timeMs: 5, kind: 'xid', detail: '79' } as const
    const window = await open({ replay: { events: [event] } })
    expect((await window.close()).events).toEqual([event])
  })

  test('readings of a tool that ticks by itself are taken as they are pushed', async () => {
    const window = await open({ request: { source: { kind: 'pushed' }, monitor: 'nvidia-smi', intervalMs: 500 } })
    const startMs = Date.now()
    for (const tick of [0, 1, 2, 5, 6.8])
      window.push([0, 1].map((gpu) => aReading({ gpu, timeMs: startMs + tick * 500, powerWatts: 200 })))
    window.report('nvidia-smi was silent for 5 s')
    const summary = await window.close()
    expect(summary).toMatchObject({ samples: 10, lostSamples: 4, lateSamples: 2, monitor: 'nvidia-smi' })
    expect(summary.problems).toEqual(['nvidia-smi was silent for 5 s'])
    expect(summary.gpus[0]!.powerWatts!.mean).toBe(200)
  })

  test('F-10: tells what the sampling itself costs', async () => {
    const window = await open({ replay: { readings: [full] }, request: { intervalMs: 100 } })
    await delay(1500)
    const { overheadCpuShare } = await window.close()
    expect(overheadCpuShare).toBeGreaterThan(0)
    expect(overheadCpuShare).toBeLessThan(0.2)
  })
})

describe('the log', () => {
  test('F-09 W24 W25: header first, the first sample kept, watts, the columns of MON-01 in their order, footer once', async () => {
    const window = await open({ replay: { readings: [full] }, request: { gpus: [0] } })
    await delay(100)
    const { startedMs, logFile } = await window.close()
    await window.close()
    expect(logFile).toBe('gpu_metrics_run_case.log')
    const lines = logLines()
    expect(lines.slice(0, 4)).toEqual([
      '# GPU Monitoring Log',
      `# Started: ${new Date(startedMs).toISOString()}`,
      '# Devices: [0]',
      '# Monitor: nvml'.replace('nvml', 'replay'),
    ])
    const header = lines.findIndex((line) => line.startsWith('# timestamp'))
    expect(lines[header]).toMatch(
      /^# timestamp,device_id,gpu_util,mem_used_mb,mem_percent,temperature,power_draw,stage,memory_used_bytes,/,
    )
    expect(lines[header + 1]).toMatch(/^\d+\.\d{3},0,73\.0,6144\.0,25\.0,61,318\.542,,6442450944,25769803776,/)
    expect(Number(lines[header + 1]!.split(',')[0]) * 1000 - startedMs).toBeLessThan(1000)
    expect(lines.filter((line) => line.startsWith('# Monitoring Stopped: '))).toHaveLength(1)
    expect(logRows()[0]).toMatchObject({
      clocks_event_reasons: 'sw-power-cap sync-boost',
      sm_utilization_share: '0.0460',
    })
    expect(lines).toContain(`#   Samples: ${logRows().length}`)
  })

  test('W25: two windows of one name in the same moment write two files', async () => {
    const windows = await Promise.all([open(), open()])
    const summaries = await Promise.all(windows.map((window) => window.close()))
    const names = summaries.map(({ logFile }) => logFile!).toSorted()
    expect(names).toEqual(['gpu_metrics_run_case-2.log', 'gpu_metrics_run_case.log'])
    for (const name of names) expect(logRows(name).length).toBeGreaterThan(0)
  })

  test('what was seen is on disk while the window is still open', async () => {
    const window = await open()
    await expect.poll(() => logRows().length, { timeout: 60_000 }).toBeGreaterThan(20)
    await window.close()
  })

  test('a stage name from the pipeline cannot break a row', async () => {
    const window = await open({ request: { gpus: [0] } })
    window.markStage('a,"b"\n# Monitoring Stopped')
    await delay(100)
    await window.close()
    expect(logRows().at(-1)!['stage']).toBe('a__b__# Monitoring Stopped')
  })

  test('a folder that is not there is a problem, not the end of the sampling', async () => {
    const window = await open({ replay: { readings: [full] }, request: { logPath: join(folder, 'none', 'x.log') } })
    const { problems, logFile, gpus } = await window.close()
    expect(problems).toEqual([expect.stringMatching(/^no log: ENOENT/)])
    expect(logFile).toBeNull()
    expect(gpus[0]!.powerWatts!.mean).toBeCloseTo(318.542, 9)
  })
})

describe('a monitor that breaks', () => {
  test('W16: a thread that dies in mid-run gives a summary that says so, and no figures', async () => {
    const window = await open({ replay: { trouble: { fromReading: 10, kind: 'exit' } } })
    await delay(2000)
    window.follow(process.pid)
    const summary = await window.close()
    expect(summary.problems).toEqual(['the GPU monitor exited unexpectedly with code 9'])
    expect(summary).toMatchObject({ gpus: [], samples: 0, logFile: 'gpu_metrics_run_case.log', overheadCpuShare: null })
    expect(summary.lostSamples).toBeGreaterThan(20)
    expect(await window.readGpuUse({ fromMs: 0, toMs: 1 })).toEqual([])
    expect(await window.close()).toBe(summary)
  })

  test('a source that cannot be opened is told in the summary', async () => {
    const window = await open({ replay: { failsToOpen: 'libnvidia-ml.so.1: cannot open shared object file' } })
    const { problems } = await window.close()
    expect(problems).toEqual(['the GPU monitor failed: libnvidia-ml.so.1: cannot open shared object file'])
  })

  test('a driver that hangs is given up after the limit', async () => {
    const replay: ReplayOptions = { trouble: { fromReading: 1, kind: 'hang' } }
    const window = await open({ replay, limits: { closeLimitMs: 300 } })
    await delay(200)
    const { problems } = await window.close()
    expect(problems).toEqual(['the GPU monitor did not answer within 0.3 s'])
  })

  test('await using closes a window whose trial has thrown', async () => {
    const trial = async (): Promise<void> => {
      await using window = await open()
      window.follow(process.pid)
      throw new Error('the trial failed')
    }
    await expect(trial()).rejects.toThrow('the trial failed')
    expect(logLines().some((line) => line.startsWith('# Monitoring Stopped'))).toBe(true)
  })
})

describe('the process tree', () => {
  const burn = (ms: number) => `const end = Date.now() + ${ms}; while (Date.now() < end);`
  const compute = (ms: number) =>
    `const end = process.cpuUsage().user + ${ms * 1000}; while (process.cpuUsage().user < end) for (let i = 0; i < 1e6; i++);`
  const program = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const start = (...argv: string[]) => spawn(process.execPath, argv, { detached: true, stdio: 'ignore' })

  test('CPU time of children too short to be seen is counted, and the last moment of the root, nothing twice', async () => {
    const child = JSON.stringify(program('child.cjs', burn(120)))
    const told = join(folder, 'told')
    const runs = `for (let i = 0; i < 6; i++) require('child_process').spawnSync(process.execPath, [${child}]);
      require('fs').writeFileSync(${JSON.stringify(told)}, require('fs').readFileSync('/proc/self/stat')); ${compute(200)}`
    const window = await open({ request: { intervalMs: 100 } })
    const root = start(program('root.cjs', runs))
    window.follow(root.pid!)
    await once(root, 'exit')
    const { host, foreignProcesses } = await window.close()
    const fields = readFileSync(told, 'utf8').split(') ')[1]!.split(' ')
    // What the root itself knew of itself and its children (proc_pid_stat(5)) before its last 0.2 s.
    const toldSeconds = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
    expect(host!.cpuSeconds).toBeGreaterThan(toldSeconds + 0.05)
    expect(host!.cpuSeconds).toBeLessThan(toldSeconds + 0.4)
    expect(host!.userCpuSeconds).toBeLessThanOrEqual(host!.cpuSeconds!)
    expect(host!.residentBytes!.max).toBeGreaterThan(20e6)
    expect(host!.pageCacheBytes!.max).toBeGreaterThan(0)
    expect(host!.ioWaitShare).toBeGreaterThanOrEqual(0)
    expect(foreignProcesses).toEqual([])
  })

  test('bytes written to storage by a child that has ended stay in the sum', async () => {
    const path = join(folder, 'big')
    const child = program(
      'writer.cjs',
      `const fs = require('fs'); const fd = fs.openSync(${JSON.stringify(path)}, 'w'); fs.writeSync(fd, Buffer.alloc(8e6, 1)); fs.fsyncSync(fd);`,
    )
    const told = join(folder, 'told')
    const runs = `require('child_process').spawnSync(process.execPath, [${JSON.stringify(child)}]);
      require('fs').writeFileSync(${JSON.stringify(told)}, require('fs').readFileSync('/proc/self/io')); ${burn(700)}`
    const window = await open({ request: { intervalMs: 100 } })
    const root = start(program('root.cjs', runs))
    window.follow(root.pid!)
    await once(root, 'exit')
    const { host } = await window.close()
    // What the root itself knew of itself and its children (proc_pid_io(5)); nothing on a file system in memory.
    const toldBytes = Number(/^write_bytes: (\d+)/m.exec(readFileSync(told, 'utf8'))![1])
    expect(host!.writtenBytes).toBeGreaterThanOrEqual(toldBytes)
    expect(host!.writtenBytes).toBeLessThan(toldBytes + 1e6)
  })

  test('W19 W21: memory on a GPU is attributed to the tree, and others are named as foreign', async () => {
    const followed = join(folder, 'followed')
    // Not for ever: nobody else ends it when the test fails before it writes the file.
    const wait = `while (!require('fs').existsSync(${JSON.stringify(followed)}) && process.uptime() < 120);`
    const child = program('burns.cjs', `${wait} ${burn(2500)}`)
    const root = start(
      program('root.cjs', `require('child_process').spawnSync(process.execPath, [${JSON.stringify(child)}])`),
    )
    const findChild = () => readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && parentOf(pid) === root.pid)
    const own = await vi.waitUntil(findChild, { timeout: 60_000 })
    const processes = [
      { gpu: 0, pid: Number(own), name: 'python', memoryBytes: 5 * gibibyte },
      { gpu: 1, pid: process.ppid, name: 'other', memoryBytes: 2 * gibibyte },
    ]
    const window = await open({ replay: { processes }, request: { intervalMs: 100 } })
    window.follow(root.pid!)
    const exited = once(root, 'exit')
    writeFileSync(followed, '')
    await exited
    const { gpus, foreignProcesses } = await window.close()
    expect(gpus.map(({ ownMemoryPeakBytes }) => ownMemoryPeakBytes)).toEqual([5 * gibibyte, 0])
    expect(foreignProcesses).toEqual([{ gpu: 1, pid: process.ppid, name: 'other', memoryBytes: 2 * gibibyte }])
  })

  test('W19: a trial shorter than the pace of looks is seen on the GPU while it runs', async () => {
    const root = spawn('sh', ['-c', 'read go; exec sleep 0.6'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    const processes = [{ gpu: 0, pid: root.pid!, name: 'python', memoryBytes: 5 * gibibyte }]
    const window = await open({ replay: { processes }, request: { intervalMs: 50 } })
    window.follow(root.pid!)
    const exited = once(root, 'exit')
    root.stdin.end('go\n')
    await exited
    const { gpus, foreignProcesses } = await window.close()
    expect(gpus.map(({ ownMemoryPeakBytes }) => ownMemoryPeakBytes)).toEqual([5 * gibibyte, 0])
    expect(foreignProcesses).toEqual([])
  })

  function parentOf(pid: string): number | null {
    try {
      return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    } catch {
      return null
    }
  }

  test('nobody followed: CPU and memory of the trial are unknown, not zero', async () => {
    const window = await open({ replay: { processes: [] } })
    await delay(600)
    const { host, gpus } = await window.close()
    expect(host).toMatchObject({ cpuSeconds: null, cpuCores: null, residentBytes: null, readBytes: null })
    expect(gpus[0]!.ownMemoryPeakBytes).toBeNull()
  })
})
