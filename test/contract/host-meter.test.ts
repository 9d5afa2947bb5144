import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { probeCpuSeconds, procHostMeter } from '../../src/io/machine/host-meter.ts'
import { runTool } from '../../src/io/process/run-tool.ts'
import type { TrialHost } from '../../src/record/telemetry.ts'

/** By its own CPU time, which a busy machine does not shorten. */
const burn = (ms: number): string => `while (process.cpuUsage().user + process.cpuUsage().system < ${ms * 1000});`
const lastFor = (ms: number): string => `const end = Date.now() + ${ms}; while (Date.now() < end);`
/** What a process knows of its own and its children's CPU time, told as it ends. */
const tellCpu = `process.stdout.write(JSON.stringify([process.cpuUsage(), process.resourceUsage()]))`

type Told = readonly [NodeJS.CpuUsage, NodeJS.ResourceUsage]

async function measure(program: string): Promise<{ host: TrialHost; told: string; wallSeconds: number }> {
  const look = procHostMeter.begin()
  const startedMs = performance.now()
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
  const closed = once(child, 'close')
  const host = await new Promise<TrialHost>((resolve) => child.once('exit', () => resolve(look.end())))
  await closed
  return { host, told, wallSeconds: (performance.now() - startedMs) / 1000 }
}

const cpuOf = ({ userCpuSeconds, systemCpuSeconds }: TrialHost): number => userCpuSeconds! + systemCpuSeconds!

describe('what a trial used', () => {
  test('is what the process itself knew of it, to a few milliseconds, with context switches and page faults', async () => {
    const { host, told } = await measure(`${burn(300)}; ${tellCpu}`)
    const [cpu, usage] = JSON.parse(told) as Told
    const toldSeconds = (cpu.user + cpu.system) / 1e6
    expect(cpuOf(host)).toBeGreaterThanOrEqual(toldSeconds - 0.001)
    expect(cpuOf(host)).toBeLessThan(toldSeconds + 0.1)
    expect(host.voluntaryContextSwitches).toBeGreaterThanOrEqual(usage.voluntaryContextSwitches)
    expect(host.majorPageFaults).toBeGreaterThanOrEqual(usage.majorPageFault)
  })

  test('holds children that were waited for', async () => {
    const child = `require('child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(burn(250))}])`
    const { host } = await measure(`${child}; ${child}`)
    expect(cpuOf(host)).toBeGreaterThan(0.5)
  })

  test('holds nothing of the trial before it', async () => {
    await measure(burn(400))
    const { host } = await measure('')
    expect(cpuOf(host)).toBeLessThan(0.3)
    expect(cpuOf(host)).toBeGreaterThan(0.005)
  })

  test('holds nothing of a tool that was asked meanwhile', async () => {
    const [{ host }, answer] = await Promise.all([
      measure('setTimeout(() => {}, 1500)'),
      runTool(process.execPath, ['-e', burn(600)], { env: {}, timeoutMs: 10_000 }),
    ])
    expect(answer).toMatchObject({ status: 'answered' })
    expect(cpuOf(host)).toBeLessThan(0.4)
  })
})

test('without a library to ask, CPU time is told in ticks and context switches are unknown, not 0', () => {
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-host-meter-'))
  try {
    // Out of reach of node_modules.
    for (const name of ['io', 'domain'])
      cpSync(join(import.meta.dirname, '../../src', name), join(folder, name), { recursive: true })
    const program = `import { procHostMeter } from './io/machine/host-meter.ts'
      import { spawnSync } from 'node:child_process'
      import { readFileSync } from 'node:fs'
      // Field 13 of proc_pid_stat(5): major page faults of children, one for each page of a file that is not in memory.
      const countFaults = () => Number(readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ')[10])
      const before = countFaults()
      const look = procHostMeter.begin()
      spawnSync(process.execPath, ['-e', ${JSON.stringify(burn(300))}])
      console.log(JSON.stringify({ host: look.end(), faults: countFaults() - before }))`
    const argv = ['--input-type=module', '-e', program]
    type Answer = { readonly host: TrialHost; readonly faults: number }
    const { host, faults } = JSON.parse(
      execFileSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' }),
    ) as Answer
    expect(cpuOf(host)).toBeGreaterThanOrEqual(0.28)
    expect(host.userCpuSeconds! * 100).toBeCloseTo(Math.round(host.userCpuSeconds! * 100), 6)
    const unknown = { voluntaryContextSwitches: null, involuntaryContextSwitches: null }
    expect(host).toMatchObject({ majorPageFaults: faults, ...unknown })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('what others did meanwhile', () => {
  test('is told apart from the trial', async () => {
    const other = spawn(process.execPath, ['-e', burn(60_000)], { stdio: 'ignore' })
    await delay(300)
    const { host, wallSeconds } = await measure(burn(600))
    other.kill('SIGKILL')
    await once(other, 'exit')
    expect(host.processors).toBe(cpus().length)
    expect(host.otherCpuSeconds).toBeGreaterThan(0.15)
    expect(host.otherCpuSeconds).toBeLessThan(64 * wallSeconds)
    expect(host.stolenCpuSeconds).toBeGreaterThanOrEqual(0)
  })

  test('holds the time in which somebody waited for a processor, where the kernel counts it', async () => {
    const program = `const w = require('worker_threads'), os = require('os');
      for (let i = 0; i < 3 * os.availableParallelism(); i += 1) new w.Worker(${JSON.stringify(lastFor(400))}, { eval: true })`
    const { host, wallSeconds } = await measure(program)
    const stall = host.cpuStallSeconds
    expect(stall === null || (stall > 0.1 && stall <= wallSeconds + 0.1)).toBe(true)
  })
})

test('the probe takes a few milliseconds in all and hardly changes on a machine that does not', () => {
  const start = process.cpuUsage()
  const probes = Array.from({ length: 20 }, probeCpuSeconds)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000 / 20).toBeLessThan(30)
  const [fastest = 0, , , , , , , , , , middle = 0] = probes.toSorted((a, b) => a - b)
  expect(fastest).toBeGreaterThan(1e-5)
  expect(middle / fastest).toBeLessThan(3)
})
