import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseGpuMetricsLog } from '../../src/adapters/smi/gpu-metrics-log.ts'
import { chooseIntervalMs } from '../../src/domain/telemetry/sampling-interval.ts'
import { chooseMonitor, type ChosenMonitor } from '../../src/io/gpu/choose-monitor.ts'
import type { MonitorKind } from '../../src/ports/gpu-monitor.ts'
import { openToolPath, type ToolPath } from '../fakes/tool-path.ts'

const fixtures = resolve(import.meta.dirname, '../fixtures')
const noLibrary = '/nowhere/libnvidia-ml.so.1'

function tools(): ToolPath {
  const path = openToolPath()
  onTestFinished(() => path[Symbol.dispose]())
  return path
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'monitor-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

type Env = Readonly<Record<string, string>>
const choose = (env: Env, wanted: 'auto' | MonitorKind = 'auto'): Promise<ChosenMonitor> =>
  chooseMonitor({ wanted, environment: env, nvmlLibraryPath: noLibrary })

/** Watches for so many milliseconds, or until a condition holds and another second for what is still on its way. */
async function watchFor(monitor: ChosenMonitor, period: number | (() => boolean), logPath: string, intervalMs = 50) {
  const gpus = (await monitor.identify()).map(({ index }) => index)
  await using window = await monitor.open({ gpus, intervalMs, logPath, hdf5Path: null })
  if (typeof period === 'function') while (!period()) await delay(20)
  await delay(typeof period === 'number' ? period : 1000)
  return window.close()
}

const amd = `case "$1" in list) cat ${fixtures}/amd-smi/list.json;; *) cat ${fixtures}/amd-smi/metric-rx6600.json;; esac`

describe('the monitor that is chosen', () => {
  it('is nvidia-smi where NVML cannot be loaded, and says why', async () => {
    const path = tools().link('nvidia-smi', 'replays-nvidia-smi.mjs').script('amd-smi', amd)
    await using monitor = await choose({ PATH: path.path })
    expect(monitor.kind).toBe('nvidia-smi')
    expect(monitor.reason).toContain(noLibrary)
  })

  it.each<[MonitorKind, Env]>([
    ['amd-smi', { 'amd-smi': amd, 'rocm-smi': `cat ${fixtures}/rocm-smi/two-dies.txt` }],
    ['rocm-smi', { 'amd-smi': 'exit 1', 'rocm-smi': `cat ${fixtures}/rocm-smi/two-dies.txt` }],
    ['amd-smi', { 'nvidia-smi': 'echo "No devices were found"', 'amd-smi': amd }],
  ])('is %s when that is the first that sees a GPU', async (kind, scripts) => {
    const path = tools()
    for (const [tool, script] of Object.entries(scripts)) path.script(tool, script)
    await using monitor = await choose({ PATH: path.path })
    expect(monitor.kind).toBe(kind)
  })

  it('is a tool that answers completely, whatever its exit code', async () => {
    const smi = `"${process.execPath}" ${fixtures}/bin/replays-nvidia-smi.mjs "$@"; echo "WARNING: infoROM"; exit 14`
    for (const [tool, script] of [
      ['nvidia-smi', smi],
      ['amd-smi', `${amd}; exit 1`],
    ] as const) {
      await using monitor = await choose({ PATH: tools().script(tool, script).path })
      expect([monitor.kind, (await monitor.identify()).length > 0]).toEqual([tool, true])
    }
  })

  it('is none when nothing sees a GPU, with a reason for each (F-14, X-28)', async () => {
    const path = tools().script('nvidia-smi', 'echo "couldn’t communicate with the NVIDIA driver"; exit 9')
    await using monitor = await choose({ PATH: path.path })
    expect(monitor.kind).toBe('none')
    for (const reason of [noLibrary, 'communicate', 'amd-smi was not found', 'rocm-smi was not found']) {
      expect(monitor.reason).toContain(reason)
    }
    expect([await monitor.identify(), await monitor.listProcesses([0])]).toEqual([[], null])
  })

  it.each<MonitorKind>(['nvml', 'nvidia-smi', 'amd-smi', 'rocm-smi'])(
    'is an error when %s is asked for and does not work',
    async (wanted) => {
      await expect(choose({ PATH: tools().folder }, wanted)).rejects.toMatchObject({ name: 'EnvironmentError' })
    },
  )

  it('is an error when the tool that is asked for lists no GPU', async () => {
    const path = tools().script('nvidia-smi', 'echo "No devices were found"')
    await expect(choose({ PATH: path.path }, 'nvidia-smi')).rejects.toThrow(/nvidia-smi lists no GPU/)
  })

  it('samples every 500 ms, with NVML four GPUs a second, and every 250 ms where the memory over time is what counts', () => {
    expect(['nvml', 'nvidia-smi', 'none'].map((kind) => chooseIntervalMs(kind, 2))).toEqual([500, 500, 500])
    expect([1, 3, 8, 16].map((gpus) => chooseIntervalMs('nvml', gpus))).toEqual([500, 1000, 2000, 2000])
    expect(chooseIntervalMs('nvidia-smi', 8)).toBe(500)
    expect(['nvml', 'nvidia-smi'].map((kind) => chooseIntervalMs(kind, 8, true))).toEqual([250, 500])
  })
})

describe('a window over a tool', () => {
  it('T-52: is followed by the settings that the GPUs have then', async () => {
    const path = tools()
    const limit = join(path.folder, 'limit')
    const smi = `"${process.execPath}" ${fixtures}/bin/replays-nvidia-smi.mjs "$@" | sed "s/700.00/$(cat ${limit})/"`
    writeFileSync(limit, '700.00')
    await using monitor = await choose({ PATH: path.script('nvidia-smi', smi).path })
    const readLimits = async () => (await monitor.identify()).map(({ settings }) => settings.powerLimitWatts)
    expect(await readLimits()).toEqual([700, 700])
    await watchFor(monitor, 100, join(folder(), 'gpu.log'))
    writeFileSync(limit, '300.00')
    expect(await readLimits()).toEqual([300, 300])
  })

  it('summarises what the tool said and keeps every sample in a log (F-09, F-11, MON-01)', async () => {
    const path = tools().link('nvidia-smi', 'replays-nvidia-smi.mjs')
    await using monitor = await choose({ PATH: path.path })
    const logPath = join(folder(), 'gpu_metrics_a_b.log')
    // Energy needs power for 90 % of the window; on a loaded machine the first and last sample are late.
    const summary = await watchFor(monitor, 4000, logPath, 20)
    expect(summary).toMatchObject({ monitor: 'nvidia-smi', logFile: 'gpu_metrics_a_b.log', problems: [] })
    expect(summary.gpus).toMatchObject([
      { gpu: 0, utilizationPercent: { mean: 35 }, powerWatts: { max: 413.1 }, energySource: 'integrated' },
      { gpu: 1, smUtilization: null },
    ])
    const rows = parseGpuMetricsLog(readFileSync(logPath, 'utf8'))
    expect(rows?.readings).toHaveLength(summary.samples)
    expect(summary.samples).toBeGreaterThanOrEqual(6)
    expect(rows?.readings[0]).toMatchObject({ gpu: 0, utilizationPercent: 35, powerWatts: 413.1, smClockMhz: 1980 })
    expect(monitor.readLatest([1])).toMatchObject([{ gpu: 1, memoryTotalBytes: 143_771 * 1024 * 1024 }])
  })

  it('names strangers on the GPUs by what the tool lists', async () => {
    const path = tools().link('nvidia-smi', 'replays-nvidia-smi.mjs')
    await using monitor = await choose({ PATH: path.path })
    expect(await monitor.listProcesses([1])).toEqual([
      { gpu: 1, pid: 4711, name: 'python', memoryBytes: 5120 * 1024 * 1024 },
    ])
  })

  it('has no utilisation where the tool has none, never 0 (F-14, W13, W16)', async () => {
    const path = tools().link('nvidia-smi', 'replays-nvidia-smi.mjs')
    const values = JSON.stringify({
      'utilization.gpu': '[N/A]',
      'power.draw.instant': '[Not Supported]',
      'power.draw': '[N/A]',
    })
    await using monitor = await choose({ PATH: path.path, FAKE_SMI_VALUES: values })
    const logPath = join(folder(), 'a.log')
    const { gpus } = await watchFor(monitor, 200, logPath)
    expect(gpus[0]).toMatchObject({ utilizationPercent: null, powerWatts: null, energyJoules: null })
    expect(gpus[0]?.memoryUsedBytes?.max).toBeGreaterThan(0)
    const rows = parseGpuMetricsLog(readFileSync(logPath, 'utf8'))?.readings ?? []
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => row.utilizationPercent === null)).toBe(true)
    // A command that ends at once is sampled all the same.
    expect((await watchFor(monitor, 0, join(folder(), 'b.log'), 500)).samples).toBeGreaterThan(0)
  })

  it('says in its summary that the tool died', async () => {
    const path = tools().link('nvidia-smi', 'replays-nvidia-smi.mjs')
    const starts = join(folder(), 'starts')
    await using monitor = await choose({ PATH: path.path, FAKE_SMI_AFTER: 'exit:10', FAKE_SMI_STARTS: starts })
    const hasDiedTwice = (): boolean => {
      const pids = readFileSync(starts, 'utf8').trim().split('\n')
      return pids.length === 2 && pids.every((pid) => !existsSync(`/proc/${pid}`))
    }
    const { problems, samples } = await watchFor(monitor, hasDiedTwice, join(folder(), 'a.log'), 100)
    expect(problems.join('\n')).toMatch(/exit code 15: Unable to determine[\s\S]*no further readings/)
    // Two processes of ten ticks with two GPUs; those before the window opened do not count.
    expect(samples).toBeGreaterThanOrEqual(2)
    expect(samples).toBeLessThanOrEqual(40)
  })

  it('opens, though late, when the tool says nothing at all', async () => {
    const path = tools().link('nvidia-smi', 'replays-nvidia-smi.mjs')
    await using monitor = await choose({ PATH: path.path, FAKE_SMI_AFTER: 'exit:0' })
    const { samples, gpus } = await watchFor(monitor, 10, join(folder(), 'a.log'))
    expect(samples).toBe(0)
    expect(gpus.every((use) => use.utilizationPercent === null)).toBe(true)
  })
})

describe('a window without a monitor', () => {
  it('holds the host alone, says why, and leaves a log without rows (F-14, MON-01)', async () => {
    await using monitor = await choose({ PATH: tools().folder }, 'none')
    const logPath = join(folder(), 'gpu_metrics.log')
    await using window = await monitor.open({ gpus: [0, 1], intervalMs: 50, logPath, hdf5Path: null })
    window.follow(process.pid)
    await delay(700)
    const { gpus, host, problems, samples } = await window.close()
    expect({ gpus, samples }).toEqual({ gpus: [], samples: 0 })
    expect(host?.residentBytes?.max).toBeGreaterThan(1e6)
    expect(problems).toEqual(['GPU figures are unavailable: it was asked for no GPU monitor'])
    const text = readFileSync(logPath, 'utf8')
    expect(text).toMatch(/^# GPU Monitoring Log\n[\s\S]*# Monitor: none/)
    expect(parseGpuMetricsLog(text)?.readings).toEqual([])
  })
})
