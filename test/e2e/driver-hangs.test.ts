import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { compileFakeNvml } from '../fakes/fake-nvml.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { openToolPath } from '../fakes/tool-path.ts'
import { openGpuMachine, type GpuMachine, type GpuMachineOptions } from './gpu-machine.ts'
import type { Spoken } from './terminal.ts'

const library = compileFakeNvml()
const opened: GpuMachine[] = []
const commands: [string, ...string[]][] = [
  ['doctor'],
  ['run'],
  ['monitor', '--', 'true'],
  ['ab', '--command', 'true', '--command', 'sleep 1'],
]

afterEach(() => {
  for (const machine of opened.splice(0)) machine[Symbol.dispose]()
})
afterAll(() => library[Symbol.dispose]())

/** A driver that answers this many readings, and then never again. */
function open(readings: number, options: GpuMachineOptions = {}): GpuMachine {
  const driver = [`hang_after=${readings}`, 'hang_s=1000', ...(options.driver ?? [])]
  const machine = openGpuMachine(library.folder, { ...options, driver })
  opened.push(machine)
  return machine
}

describe('a driver that hangs', () => {
  test('under a command: its exit code, the readings so far, and an end', async () => {
    const machine = open(6)
    const command = ['--interval', '100', '--json', '--', 'sh', '-c', 'sleep 3; exit 7']
    const { exitCode, stdout } = await machine.warpgauge('monitor', ...command)
    expect(exitCode).toBe(7)
    const { telemetry } = JSON.parse(stdout) as { telemetry: Record<string, unknown> }
    expect(telemetry['samples']).toBeGreaterThan(0)
    expect(telemetry['lostSamples']).toBeGreaterThan(0)
    expect(telemetry['longestGapMs']).toBeGreaterThan(1000)
    expect(telemetry['problems']).toContain(
      'GPUs could not be read: the NVIDIA driver did not answer nvmlDeviceGetClockInfo within 2 s',
    )
  })

  test('while the machine is looked at: doctor fails, and nothing is measured', async () => {
    const machine = open(1)
    const said = await machine.warpgauge('doctor', '--json')
    expect(said.exitCode).toBe(1)
    expect(said.stdout).toContain(
      'GPU 0-7 could not be observed: GPUs could not be read: the NVIDIA driver did not answer',
    )
    const run = await machine.run(join(machine.folder, '../out'))
    expect(run.exitCode).toBe(2)
    expect(run.stderr).toContain('not fit to measure: GPU 0 could not be observed')
    expect(machine.starts()).toBe(0)
  })
})

describe('SIGTERM', () => {
  test('during a trial whose driver hangs: the run is saved, and nothing is left', async () => {
    const machine = open(22, { workMs: 60_000 })
    const out = join(machine.folder, '../out')
    const { child, ended } = machine.start('run', '--out', out)
    await expect.poll(() => machine.starts(), { timeout: 60_000 }).toBe(1)
    const said = await endSoon(child, ended)
    expect(said.exitCode).toBe(2)
    expect(JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'))).toMatchObject({ status: 'interrupted' })
    expect((await machine.say('report', out)).stdout).toContain('cancelled')
    const git = gitWith(gitEnvironment(machine.folder))
    expect(git(machine.folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
    const left = readdirSync(dirname(machine.folder)).filter((name) => name.startsWith('warpgauge'))
    expect(left).toEqual([])
  })

  test.each(commands)('while the driver does not start: %s ends', async (command, ...args) => {
    const machine = open(1, { driver: ['init_hang_s=1000'] })
    const { child, ended } = machine.start(command, ...args)
    await expect.poll(() => listThreads(child.pid), { timeout: 60_000 }).toContain('warpgauge-drive')
    expect(await endSoon(child, ended)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('stop signal') })
  })

  test.each(commands)('while nvidia-smi hangs: %s ends, and it too', async (command, ...args) => {
    using tools = openToolPath()
    const pidFile = join(tools.folder, 'pids')
    tools.script('nvidia-smi', `trap '' TERM; echo $$ >> ${pidFile}; while :; do sleep 0.1; done`)
    const machine = open(1, { environment: { PATH: tools.path, LD_LIBRARY_PATH: tools.folder } })
    const { child, ended } = machine.start(command, ...args)
    await expect.poll(() => existsSync(pidFile), { timeout: 60_000 }).toBe(true)
    expect((await endSoon(child, ended)).exitCode).toBe(2)
    const pids = readFileSync(pidFile, 'utf8').trim().split('\n')
    await expect.poll(() => pids.filter((pid) => existsSync(`/proc/${pid}/exe`)), { timeout: 5000 }).toEqual([])
  })
})

/** Limits are twice the five seconds that are promised, because the machine can be busy. */
async function endSoon(child: ChildProcess, ended: Promise<Spoken>): Promise<Spoken> {
  const startedMs = performance.now()
  child.kill('SIGTERM')
  const said = await ended
  expect(performance.now() - startedMs).toBeLessThan(10_000)
  return said
}

function listThreads(pid: number | undefined): string[] {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).map((task) => readFileSync(join(tasks, task, 'comm'), 'utf8').trim())
}
