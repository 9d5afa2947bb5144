import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { GpuReading } from '../../src/domain/telemetry/gpu.ts'
import { identifyGpus, listToolProcesses, openSmiStream, type SmiKind } from '../../src/io/gpu/smi/smi-tools.ts'
import type { SmiStream } from '../../src/io/gpu/smi/smi-stream.ts'
import { openToolPath, type ToolPath } from '../fakes/tool-path.ts'

const fixtures = resolve(import.meta.dirname, '../fixtures')
const streams: SmiStream[] = []
afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.close()))
})

type Watched = { readonly ticks: (readonly GpuReading[])[]; readonly problems: string[]; readonly stream: SmiStream }
type Wanted = { readonly intervalMs?: number; readonly gpus?: readonly number[]; readonly startLimitMs?: number }

function tools(): ToolPath {
  const path = openToolPath()
  onTestFinished(() => path[Symbol.dispose]())
  return path
}

function watch(kind: SmiKind, env: Readonly<Record<string, string>>, wanted: Wanted = {}): Watched {
  const { intervalMs = 20, gpus = [0, 1], startLimitMs } = wanted
  const ticks: (readonly GpuReading[])[] = []
  const problems: string[] = []
  const stream = openSmiStream(kind, {
    env,
    gpus,
    intervalMs,
    onReadings: (readings) => ticks.push(readings),
    onProblem: (problem) => problems.push(problem),
    onGap: (gap) => problems.push(gap),
    ...(startLimitMs === undefined ? {} : { startLimitMs }),
  })
  streams.push(stream)
  return { ticks, problems, stream }
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 15_000
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('waited in vain')
    await delay(10)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** An environment in which nvidia-smi is the stand-in, and the processes it has streamed with. */
function nvidia(settings: Readonly<Record<string, string>> = {}) {
  const path = tools().link('nvidia-smi', 'replays-nvidia-smi.mjs')
  const file = join(path.folder, 'starts')
  const env = { PATH: path.path, FAKE_SMI_STARTS: file, ...settings }
  return { env, starts: () => readFileSync(file, 'utf8').trim().split('\n').map(Number) }
}

describe('the stream of nvidia-smi', () => {
  it('gives one tick per interval with every GPU, from one process (F-09)', async () => {
    const { env, starts } = nvidia()
    const { ticks, problems } = watch('nvidia-smi', env)
    await until(() => ticks.length >= 5)
    expect(starts()).toHaveLength(1)
    expect(problems).toEqual([])
    expect(ticks.slice(0, 5).map((tick) => tick.map(({ gpu }) => gpu).join('+'))).toEqual(Array(5).fill('0+1'))
    expect(ticks[2]?.map((reading) => (reading.memoryUsedBytes ?? 0) / 1024 / 1024)).toEqual([1020, 1021])
    expect(ticks[0]?.[0]).toMatchObject({ utilizationPercent: 35, powerWatts: 413.1, smClockMhz: 1980 })
    expect(Math.abs((ticks[0]?.[0]?.timeMs ?? 0) - Date.now())).toBeLessThan(10_000)
  })

  it('watches the GPUs that were asked for, by their physical index (W21)', async () => {
    const { env } = nvidia({ FAKE_SMI_GPUS: '4' })
    const { ticks } = watch('nvidia-smi', env, { gpus: [2, 3] })
    await until(() => ticks.length >= 2)
    expect(ticks[0]?.map(({ gpu }) => gpu)).toEqual([2, 3])
  })

  it('asks again without the fields that a driver does not know, as often as it takes', async () => {
    const { env } = nvidia({ FAKE_SMI_UNKNOWN: 'power.draw.instant,clocks_event_reasons.active,retired_pages.sbe' })
    const { ticks, problems } = watch('nvidia-smi', env)
    await until(() => ticks.length >= 1)
    expect(ticks[0]?.[0]).toMatchObject({
      powerWatts: 412.88,
      clocksEventReasons: ['sw-power-cap'],
      retiredPages: null,
    })
    expect(problems).toEqual([])
  })

  it('has no figures where the tool has none, never 0 (F-14, W13)', async () => {
    const values = {
      'utilization.gpu': '[N/A]',
      'power.draw.instant': '[Unknown Error]',
      'power.draw': '[N/A]',
      'memory.used': '[Not Supported]',
    }
    const { env } = nvidia({ FAKE_SMI_VALUES: JSON.stringify({ ...values, 'clocks.sm': '[GPU requires reset]' }) })
    const { ticks, problems } = watch('nvidia-smi', env, { gpus: [1] })
    await until(() => ticks.length >= 3)
    expect(problems).toEqual([
      'no utilization.gpu, memory.used, power.draw, clocks.sm of GPU 1: nvidia-smi answers "[N/A]" and "[Not Supported]" and "[GPU requires reset]"',
    ])
    expect(ticks[0]?.[0]).toMatchObject({
      utilizationPercent: null,
      powerWatts: null,
      memoryUsedBytes: null,
      smClockMhz: null,
      temperatureCelsius: 51,
    })
  })

  it('names the answer for a GPU that tells nothing', async () => {
    const names = ['utilization.gpu', 'memory.used', 'power.draw', 'power.draw.instant', 'clocks.sm', 'temperature.gpu']
    const values = Object.fromEntries(names.map((name) => [name, '[GPU requires reset]']))
    const { problems } = watch('nvidia-smi', nvidia({ FAKE_SMI_VALUES: JSON.stringify(values) }).env)
    await until(() => problems.length >= 2)
    expect(problems).toEqual([0, 1].map((gpu) => `nvidia-smi answers "[GPU requires reset]" for GPU ${gpu}`))
  })

  it('takes the mean power where the instantaneous one is not available, and quotes what it cannot read', async () => {
    const instant = { 'power.draw.instant': '[N/A]', 'power.draw': '187.50' }
    const { ticks } = watch('nvidia-smi', nvidia({ FAKE_SMI_VALUES: JSON.stringify(instant) }).env)
    await until(() => ticks.length >= 1)
    expect(ticks[0]?.[0]?.powerWatts).toBe(187.5)
    const comma = JSON.stringify({ 'clocks.sm': '1980,5' })
    const { problems } = watch('nvidia-smi', nvidia({ FAKE_SMI_VALUES: comma }).env, { startLimitMs: 1000 })
    await until(() => problems.length >= 1)
    expect(problems[0]).toMatch(
      /^nvidia-smi printed nothing that can be read for \d+ ms: .*1980,5.*; it was restarted$/,
    )
  })

  it('starts a hung tool again once, kills it, and says both', async () => {
    const { env, starts } = nvidia({ FAKE_SMI_AFTER: 'hang:3' })
    const { ticks, problems } = watch('nvidia-smi', env, { startLimitMs: 5000 })
    await until(() => problems.length === 2)
    expect(problems[0]).toMatch(/nvidia-smi printed nothing for \d+ ms; the driver may hang; it was restarted$/)
    expect(problems[1]).toMatch(/no further readings$/)
    expect(ticks).toHaveLength(6)
    await until(() => starts().every((pid) => !isAlive(pid)))
    expect(starts()).toHaveLength(2)
  })

  it('gives up on a tool that never says a word', async () => {
    const { env } = nvidia({ FAKE_SMI_AFTER: 'hang:0' })
    const { ticks, problems } = watch('nvidia-smi', env, { startLimitMs: 300 })
    await until(() => problems.length === 2)
    expect(ticks).toEqual([])
  })

  it('does not take a busy event loop for a hung tool, and loses none of its ticks', async () => {
    const { env, starts } = nvidia()
    const { ticks, problems } = watch('nvidia-smi', env)
    await until(() => ticks.length >= 1)
    const before = ticks.length
    const until600 = performance.now() + 600
    while (performance.now() < until600) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    await until(() => ticks.length - before >= 20)
    expect(problems).toEqual([])
    expect(starts()).toHaveLength(1)
  })

  it('starts a tool that dies in mid-run again once and repeats its last words', async () => {
    const { env } = nvidia({ FAKE_SMI_AFTER: 'exit:2' })
    const { ticks, problems } = watch('nvidia-smi', env)
    await until(() => problems.length === 2)
    expect(problems[0]).toBe(
      'nvidia-smi ended with exit code 15: Unable to determine the device handle for GPU0000:09:00.0: Unknown Error; it was restarted',
    )
    expect(problems[1]).toContain('no further readings')
    expect(ticks).toHaveLength(4)
  })

  it('goes on with the others when a GPU is lost', async () => {
    const { env } = nvidia({ FAKE_SMI_AFTER: 'lose:2' })
    const { ticks } = watch('nvidia-smi', env)
    await until(() => ticks.length >= 5)
    expect(ticks.slice(0, 5).map((tick) => tick.length)).toEqual([2, 2, 1, 1, 1])
  })

  it('says when there is no such tool', async () => {
    const { problems } = watch('nvidia-smi', { PATH: tools().folder })
    await until(() => problems.length === 2)
    expect(problems[1]).toMatch(/nvidia-smi could not be started: .*ENOENT.*no further readings/)
  })

  it('leaves no process behind and says nothing more once it is closed', async () => {
    const { env, starts } = nvidia()
    const { ticks, problems, stream } = watch('nvidia-smi', env)
    await until(() => ticks.length >= 1)
    await stream.close()
    expect(starts().some(isAlive)).toBe(false)
    const { length } = ticks
    await delay(100)
    expect(ticks).toHaveLength(length)
    expect(problems).toEqual([])
  })
})

describe('what nvidia-smi is asked once', () => {
  it('names the GPUs, though a driver may not know every field, and their slices (W21)', async () => {
    const unknown = 'clocks.applications.graphics,clocks.default_applications.graphics'
    const { env } = nvidia({ FAKE_SMI_UNKNOWN: unknown, FAKE_SMI_VALUES: '{"mig.mode.current": "Enabled"}' })
    expect(await identifyGpus('nvidia-smi', env)).toMatchObject([
      { index: 0, uuid: 'GPU-00aa-bb', migSlices: [{ uuid: 'MIG-c6d4', profile: '1g.18gb' }] },
      { index: 1, uuid: 'GPU-11aa-bb', model: 'NVIDIA H200', settings: { powerLimitWatts: 700, isMigOn: true } },
    ])
  })

  it('names the processes by the physical index of their GPU', async () => {
    const { env } = nvidia()
    const gpus = await identifyGpus('nvidia-smi', env)
    expect(await listToolProcesses('nvidia-smi', env, gpus)).toEqual([
      { gpu: 1, pid: 4711, name: 'python', memoryBytes: 5120 * 1024 * 1024 },
      { gpu: 0, pid: 4712, name: null, memoryBytes: null },
    ])
  })

  it('does not know whose a process is while a GPU has no UUID, and finds that of a slice', async () => {
    const [named, nameless] = [nvidia().env, nvidia({ FAKE_SMI_VALUES: '{"uuid": "[N/A]"}' }).env]
    expect(await listToolProcesses('nvidia-smi', nameless, await identifyGpus('nvidia-smi', nameless))).toBeNull()
    const [first] = await identifyGpus('nvidia-smi', named)
    const slice = { uuid: 'GPU-11aa-bb', profile: null, memoryBytes: null }
    const found = await listToolProcesses('nvidia-smi', named, first ? [{ ...first, migSlices: [slice] }] : [])
    expect(found?.map(({ gpu, pid }) => [gpu, pid])).toEqual([
      [0, 4711],
      [0, 4712],
    ])
  })

  it.each([
    ['a missing tool', '', /nvidia-smi was not found on PATH/],
    [
      'a driver that does not answer',
      'echo "Failed to initialize NVML: Driver/library version mismatch"; exit 18',
      /version mismatch/,
    ],
  ])('fails with %s as the machine’s fault', async (_what, script, message) => {
    const path = tools()
    if (script) path.script('nvidia-smi', script)
    await expect(identifyGpus('nvidia-smi', { PATH: script ? path.path : path.folder })).rejects.toMatchObject({
      name: 'EnvironmentError',
      message: expect.stringMatching(message) as string,
      hint: expect.stringMatching(/\w/) as string,
    })
  })

  it('has no processes to name when the tool fails: unknown, not none (W13)', async () => {
    expect(await listToolProcesses('nvidia-smi', { PATH: tools().script('nvidia-smi', 'exit 9').path }, [])).toBeNull()
  })
})

describe('amd-smi and rocm-smi', () => {
  it('are called anew for every reading', async () => {
    const path = tools().script('amd-smi', `echo x >> "$0.calls"; cat ${fixtures}/amd-smi/metric-gpu-data.json`)
    const { ticks, problems } = watch('amd-smi', { PATH: path.path }, { gpus: [0] })
    await until(() => ticks.length >= 3)
    expect(ticks[0]).toMatchObject([{ gpu: 0, powerWatts: 239, utilizationPercent: 0 }])
    expect(readFileSync(join(path.folder, 'amd-smi.calls'), 'utf8').length).toBeGreaterThanOrEqual(6)
    // Once, and of what every GPU has: this output has no clocks.
    expect(problems).toEqual(['no sm clock of GPU 0: amd-smi gives no value'])
  })

  it('are asked with fewer options where a machine refuses some', async () => {
    const refusing = `case "$*" in *--ecc*) echo "unrecognized arguments: --ecc" >&2; exit 2;; esac`
    const path = tools().script('amd-smi', `${refusing}\ncat ${fixtures}/amd-smi/metric-rx6600.json`)
    const { ticks, problems } = watch('amd-smi', { PATH: path.path }, { gpus: [0] })
    await until(() => ticks.length >= 2)
    expect(problems).toEqual([])
  })

  it('never run twice at once when they are slower than the interval', async () => {
    const body = `echo start >> "$0.calls"; sleep 0.15; echo end >> "$0.calls"; cat ${fixtures}/rocm-smi/rx7900xtx.json`
    const path = tools().script('rocm-smi', body)
    const { ticks } = watch('rocm-smi', { PATH: path.path }, { gpus: [0], intervalMs: 50 })
    await until(() => ticks.length >= 3)
    const calls = readFileSync(join(path.folder, 'rocm-smi.calls'), 'utf8').trim().split('\n')
    expect(calls.slice(0, 6)).toEqual(['start', 'end', 'start', 'end', 'start', 'end'])
    expect(ticks[0]).toMatchObject([{ powerWatts: 19, memoryTotalBytes: 25_753_026_560 }])
  })

  it.each([
    ['something else', 'echo hello', /invalid JSON/],
    ['nothing of this GPU', `cat ${fixtures}/rocm-smi/rx7900xtx.json`, /reports nothing for GPU 5/],
    ['a failure', 'echo "no driver" >&2; exit 1', /rocm-smi failed: no driver/],
    ['no word at all', 'exec sleep 60', /gave no answer within 0.3 s/],
  ])('are given up after three times %s', async (_what, script, message) => {
    const path = tools().script('rocm-smi', script)
    const { ticks, problems } = watch('rocm-smi', { PATH: path.path }, { gpus: [5], startLimitMs: 300 })
    await until(() => problems.length === 3)
    expect(problems[0]).toMatch(message)
    expect(problems[2]).toMatch(/no further readings$/)
    expect(ticks).toEqual([])
  })

  it('name their GPUs and processes', async () => {
    const answers = `case "$1" in list) cat ${fixtures}/amd-smi/list.json;; process) cat ${fixtures}/amd-smi/process-r9700.json;; *) exit 2;; esac`
    const env = { PATH: tools().script('amd-smi', answers).path }
    const gpus = await identifyGpus('amd-smi', env)
    expect(gpus).toMatchObject([{ index: 0, pciBusId: '0000:05:00.0', model: 'unknown AMD GPU' }])
    expect(await listToolProcesses('amd-smi', env, gpus)).toHaveLength(2)
    const rocm = { PATH: tools().script('rocm-smi', `cat ${fixtures}/rocm-smi/two-dies.txt`).path }
    expect(await identifyGpus('rocm-smi', rocm)).toHaveLength(2)
    expect(await listToolProcesses('rocm-smi', rocm, [])).toBeNull()
  })
})
