import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { compileFakeNvml } from '../fakes/fake-nvml.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { openGpuMachine, type GpuMachine, type GpuMachineOptions } from './gpu-machine.ts'
import { recordIn } from './run-check.ts'

const library = compileFakeNvml()
const opened: GpuMachine[] = []
afterEach(() => {
  for (const machine of opened.splice(0)) machine[Symbol.dispose]()
})
afterAll(() => library[Symbol.dispose]())

type Change = readonly [path: string, from: string, to: string]
const config = '.github/warpgauge.yml'
/** The driver never lists the pipeline itself. */
const hidesOwn: Change = ['gpu-stand-in.mjs', '...own, ', '']

function open(options: GpuMachineOptions, ...changes: readonly Change[]): GpuMachine {
  const machine = openGpuMachine(library.folder, options)
  opened.push(machine)
  for (const [path, from, to] of changes) {
    const file = join(machine.folder, path)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(from)
    writeFileSync(file, text.replace(from, to))
  }
  const git = gitWith(gitEnvironment(machine.folder)).bind(null, machine.folder)
  if (changes.length > 0) git('commit', '--quiet', '--all', '-m', 'Change')
  return machine
}

function limit(value: string, operator: string, amount: number): Change {
  const line = `  - { id: X, suite: end-to-end, value: ${value}, operator: "${operator}", limit: ${amount} }\n`
  return [config, 'requirements:\n', `requirements:\n${line}`]
}

type Report = {
  readonly verdict: string
  readonly sentence: string
  readonly requirements: readonly { readonly id: string; readonly status: string; readonly reason: string }[]
  readonly findings: readonly { readonly subject: string; readonly reason: string }[]
}

async function measure(machine: GpuMachine) {
  const said = await machine.run('out')
  const told = await machine.say('report', 'out', '--format', 'json')
  expect(told.stdout, `${said.exitCode} ${said.stderr}\n${told.exitCode} ${told.stderr}`).toMatch(/^\{[^]*\}\n$/)
  const report = JSON.parse(told.stdout) as Report
  const { trials, testbed } = recordIn(join(machine.folder, 'out'))
  const own = report.requirements.filter(({ id }) => id === 'X')
  return { said, report, trials, testbed, own }
}

test('a program that crashes before it uses the GPU fails with its exit code and last output', async () => {
  const crash = "console.error('libfoo.so: not found'); process.exit(127)\n"
  const machine = open({ repeats: 1 }, ['gpu-stand-in.mjs', 'import ', `${crash}import `])
  const { said, report } = await measure(machine)
  expect(said.exitCode).toBe(2)
  expect(said.stdout.split('\n').slice(0, 12).join(' ')).toMatch(/exit code 127; last output:\s+libfoo\.so: not found/)
  expect(report.verdict).toBe('error')
})

test('a machine with an MPS server is measured, and the programs of others behind it are seen', async () => {
  const always = ['process=424242@0:1054', 'mps_server=424242']
  const driver = ['process=424242@0:30', 'mps_server=424242']
  const clean = await measure(open({ driver, always, repeats: 1 }, hidesOwn))
  expect(clean.said.exitCode).toBe(0)
  expect(clean.trials.map(({ contamination }) => contamination)).toEqual([[]])
  // Processes are polled at least every 3 s, also on a busy host; the other program is there for four.
  const shared = { always: [...always, 'mps=424243@0:300'], workMs: 5000, repeats: 1, run: ['maxReruns: 0'] }
  const { trials } = await measure(open(shared, hidesOwn))
  expect(trials[0]?.contamination).toEqual([expect.stringContaining('another process used GPU 0: ')])
})

test('a GPU that was lost before the start is told by the report', async () => {
  const { said, testbed, report } = await measure(open({ driver: ['no_handle=3'], repeats: 1 }))
  expect(testbed.devices).toHaveLength(7)
  expect(report.findings).toContainEqual(
    expect.objectContaining({
      subject: 'GPU 3',
      reason: expect.stringMatching(/was lost: GPU_IS_LOST \(15\); .*testbed/),
    }),
  )
  expect(said.stdout).toContain('GPU 3')
  const doctor = await opened[0]!.warpgauge('doctor', '--json')
  expect(doctor.stdout).toContain('was lost: GPU_IS_LOST (15)')
})

test('versions come from NVML, and the record says so', async () => {
  const { testbed } = await measure(open({ repeats: 1 }))
  expect(testbed).toMatchObject({ driverVersion: '580.159.04', cudaVersion: '13.0' })
  expect(testbed.versionsFrom).toEqual({ driver: 'nvml', cuda: 'nvml' })
})

test('a refused list of processes has the answer of the driver and a remedy, and the check is open', async () => {
  const driver = ['refuse_processes=4', 'mig_gpu=-1']
  const { said, report } = await measure(open({ driver, repeats: 1 }))
  expect(said.stderr).toMatch(/the driver refuses them of GPU 0: NO_PERMISSION \(4\)\. Run the runner as root/)
  expect(report.findings).toContainEqual(
    expect.objectContaining({ subject: 'other programs on GPU 0', reason: expect.stringContaining('not observed') }),
  )
})

test.each([
  // Where the counter could not be read close enough to the ends of the run, power decides: 200 W is more than 10 J.
  // On a crowded machine the counter is read too late.
  [
    'a frozen energy counter',
    ['energy_stuck=1'],
    limit('gpu_energy', '<', 10),
    /fail|not observed: .*(did not move|close enough to both ends)/,
  ],
  ['a single impossible utilization', ['spike_at=12'], limit('gpu_utilization', '>=', 70), /fail/],
  [
    'refused memory',
    ['refuse_memory=3'],
    limit('gpu_memory_peak_share', '<', 1),
    /not evaluated: not observed: not offered/,
  ],
])('%s meets no limit', async (_what, driver, rule, expected) => {
  const { own } = await measure(open({ driver, repeats: 1, workMs: 2500 }, rule))
  expect(own.length).toBeGreaterThan(0)
  for (const { status, reason } of own) expect(`${status}: ${reason}`).toMatch(expected)
})

test('a driver that cannot be opened again in the second trial voids it, and nothing passes', async () => {
  const { trials, report } = await measure(
    open({ repeats: 2, byTurn: { 1: ['init_code=999'] }, run: ['maxReruns: 0'] }),
  )
  expect(trials.at(-1)?.contamination).toEqual([expect.stringMatching(/^not observed: no reading of GPU 0 \(.*999/)])
  expect(report).toMatchObject({ verdict: 'inconclusive', sentence: expect.stringContaining('not observed') })
})

test('a tool that stops after two readings voids the trial', async () => {
  const machine = openGpuMachine('/nonexistent')
  const tools = join(machine.folder, '../tools')
  machine[Symbol.dispose]()
  mkdirSync(tools, { recursive: true })
  const replay = join(import.meta.dirname, '../fixtures/bin/replays-nvidia-smi.mjs')
  const script = `#!/bin/sh\ncase "$1" in --query-compute-apps*) exit 0;; esac\nexec ${process.execPath} ${replay} "$@"\n`
  writeFileSync(join(tools, 'nvidia-smi'), script)
  chmodSync(join(tools, 'nvidia-smi'), 0o755)
  const environment = {
    PATH: [tools, process.env['PATH'] ?? ''].join(delimiter),
    LD_LIBRARY_PATH: '/nonexistent',
    FAKE_SMI_AFTER: 'hang:2',
  }
  const run = ['monitor: nvidia-smi', 'maxReruns: 0']
  const severity: Change = [config, 'minFreeDiskGigabytes: 0 }', 'minFreeDiskGigabytes: 0, severity: warn }']
  const { trials, report } = await measure(open({ environment, run, workMs: 3000, repeats: 1 }, severity))
  // On a crowded machine both readings can come before the run.
  expect(trials[0]?.contamination).toEqual([
    expect.stringMatching(/^not observed: (.*nvidia-smi|no reading of GPU 0$)/),
  ])
  expect(report.verdict).toBe('inconclusive')
})
