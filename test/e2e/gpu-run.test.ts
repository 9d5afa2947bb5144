import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RunRecord } from '../../src/record/run.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { compileFakeNvml, type FakeNvml } from '../fakes/fake-nvml.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { openGpuMachine, type GpuMachine, type GpuMachineOptions } from './gpu-machine.ts'
import { recordIn } from './run-check.ts'
import type { Spoken } from './terminal.ts'

let nvml: FakeNvml
const machines: GpuMachine[] = []
beforeAll(() => {
  nvml = compileFakeNvml()
})
afterAll(() => {
  for (const machine of machines) machine[Symbol.dispose]()
  nvml[Symbol.dispose]()
})

function machineWith(options: GpuMachineOptions = {}): GpuMachine {
  const machine = openGpuMachine(nvml.folder, options)
  machines.push(machine)
  return machine
}

type Ran = { readonly machine: GpuMachine; readonly said: Spoken; readonly record: RunRecord }

async function ranOn(options: GpuMachineOptions): Promise<Ran> {
  const machine = machineWith(options)
  const said = await machine.run('out')
  expect(`${said.exitCode}\n${said.stderr}`).toMatch(/^0\n/)
  return { machine, said, record: recordIn(join(machine.folder, 'out')) }
}

type Judged = Readonly<Record<'verdict' | 'conclusion', string>> & {
  readonly requirements: readonly { readonly status: string }[]
  readonly comparisons: readonly { readonly verdict: string; readonly reason: string | null }[]
  readonly derived: readonly { readonly name: string; readonly value: number | null; readonly axes: object }[]
}

async function judged({ machine }: Pick<Ran, 'machine'>, out = 'out'): Promise<Judged> {
  const { stdout } = await machine.say('report', out, '--format', 'json')
  return JSON.parse(stdout) as Judged
}

const contaminations = ({ record }: Ran): readonly (readonly string[])[] =>
  record.trials.map((trial) => trial.contamination ?? [])
/** A report without its line breaks. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ')

describe('a run on two of eight GPUs', () => {
  let ran: Ran
  let trials: readonly Trial[]
  beforeAll(async () => {
    // Counters of activity are read twice a second: a stage has to last longer than that.
    ran = await ranOn({ gpus: 2, workMs: 4000, repeats: 1 })
    trials = ran.record.trials
  })

  it('F-01: names the machine by its GPUs, from the driver', () => {
    const { id, devices } = ran.record.testbed
    expect(id).toBe('mixed-7x-nvidia-h200-1x-nvidia-h100-80gb-hbm3')
    expect(devices).toHaveLength(8)
    expect(devices[0]).toMatchObject({ model: 'NVIDIA H200', physicalIndex: 0, settings: { powerLimitWatts: 700 } })
    expect(devices[1]?.uuid).toMatch(/^GPU-.*-000000000001$/)
  })

  it('F-09: keeps what every GPU did beside each trial, as a log and as arrays, and in the record', () => {
    for (const trial of trials) {
      const directory = join(ran.machine.folder, 'out', trial.stdoutPath, '..')
      const files = readdirSync(directory).filter((name) => name.startsWith('gpu_metrics_'))
      expect(files.map((name) => name.replace(/.*\./, '')).toSorted()).toEqual(['h5', 'log'])
      expect(files).toContain(trial.telemetry?.logFile)
      expect(files).toContain(trial.telemetry?.hdf5File)
      expect(readFileSync(join(directory, trial.telemetry?.logFile ?? ''), 'utf8')).toMatch(/# Monitoring Stopped/)
      expect(trial.telemetry).toMatchObject({ monitor: 'nvml', intervalMs: 50, problems: [] })
      expect(trial.telemetry?.gpus.map(({ gpu }) => gpu)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
      expect(trial.telemetry?.samples).toBeGreaterThan(2 * 15 + 6 * 2)
    }
    expect(contaminations(ran)).toEqual([[]])
  })

  it('W23: reports the GPUs that the case was given, not an average with others', async () => {
    const { derived } = await judged(ran)
    const utilization = derived.filter(({ name }) => name === 'gpu_utilization')
    const [whole, ...each] = utilization
    expect(whole?.axes).toEqual({ dataset: 'four', gpus: 2 })
    expect(each.map(({ axes }) => axes)).toEqual([0, 1].map((gpu) => ({ dataset: 'four', gpus: 2, gpu })))
    const values = each.map(({ value }) => value ?? 0)
    for (const value of values) expect(value).toBeGreaterThan(30)
    expect(whole?.value).toBeCloseTo((values[0]! + values[1]!) / 2, -0.5)
    expect(new Set(trials[0]?.gpuByStage?.rows.map(({ gpu }) => gpu))).toEqual(new Set([0, 1]))
  })

  it('F-18: gives the memory of the pipeline itself on each GPU', () => {
    const own = trials.map((trial) => trial.telemetry?.gpus.map(({ ownMemoryPeakBytes }) => ownMemoryPeakBytes))
    // The other GPUs are busy, and no process is seen on them.
    const expected = [1024 ** 3, 2 * 1024 ** 3, ...Array<null>(6).fill(null)]
    expect(own).toEqual([expected])
  })

  it('F-14: shows what the GPUs did, by case and by stage; what a GPU does not offer is unknown, never 0', async () => {
    const { stdout } = await ran.machine.say('report', 'out', '--format', 'markdown')
    expect(stdout).toMatch(/GPU by stage: end-to-end dataset=four gpus=2/)
    expect(stdout).toMatch(/^\| load +\| 0 +\|.*\| +0\s% +\|.*\| +4\.6\s% +\|/m)
    expect(stdout).toMatch(/^\| embed +\| 1 +\|.*\| +60\s% +\|.*\| +5\.6\s% +\|/m)
    expect(flat(stdout)).toMatch(/GPUs during the run: utilization [2-9]\d %, memory up to 1\.[12]\d* GiB/)
    const gpu6 = trials[0]?.telemetry?.gpus[6]
    expect(gpu6).toMatchObject({ smUtilization: null, tensorActivity: null })
  })
})

describe('which GPU a pipeline works on', () => {
  const hidden = { environment: { CUDA_VISIBLE_DEVICES: '5,3' }, repeats: 1, workMs: 3000, run: ['maxReruns: 0'] }

  it('W21: is told by the physical index, whatever CUDA_VISIBLE_DEVICES leaves', async () => {
    const ran = await ranOn(hidden)
    expect(ran.record.testbed.id).toBe('2x-nvidia-h200')
    expect(ran.record.testbed.devices.map(({ id, physicalIndex }) => [id, physicalIndex])).toEqual([
      [0, 5],
      [1, 3],
    ])
    expect(contaminations(ran)).toEqual([[]])
    const figures = (await judged(ran)).derived.filter(({ name }) => name === 'gpu_utilization')
    const figure = figures.find(({ axes }) => 'gpu' in axes)
    expect(figure).toMatchObject({ axes: { gpu: 5 } })
    expect(figure?.value).toBeGreaterThan(20)
  })

  it('W22: voids a run that worked somewhere else than where it was sent', async () => {
    const ran = await ranOn({ ...hidden, ignoresVisible: true })
    const [reasons = []] = contaminations(ran)
    expect(reasons).toContain('the trial was given GPU 5, but GPU 0 was busy')
    expect(reasons).toContain('the trial was given GPU 5, but GPU 5 stayed idle')
    expect(await judged(ran)).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
  })
})

it('a head that falls back to the CPU fails, because its base works on the GPU of this machine', async () => {
  const machine = machineWith()
  const git = gitWith(gitEnvironment(machine.folder)).bind(null, machine.folder)
  const program = (tell: string) => `import { writeFileSync } from 'node:fs'
const tellDriver = (text) => writeFileSync(process.env.STAND_IN_PLACE + '/control', text)
${tell}
setTimeout(() => tellDriver('busy=0'), 700)
`
  const commit = (text: string) => {
    writeFileSync(join(machine.folder, 'work.mjs'), text)
    git('add', '--all')
    git('commit', '--quiet', '-m', 'A program')
  }
  commit(program('tellDriver(`busy=1,process=${process.pid}@0:1024`)'))
  commit(program('// torch.cuda.is_available() is False'))
  const options = ['--base', 'HEAD~1', '--gpus', '1', '--runs', '3', '--warmup', '0', '--pass-env', 'STAND_IN_PLACE']
  await machine.warpgauge('ab', ...options, '--export-config', 'ab.yml', '--', 'node', 'work.mjs')
  // The stand-in driver is told outside of the checkout.
  const config = join(machine.folder, 'ab.yml')
  const text = readFileSync(config, 'utf8').replaceAll(/epeats: 3/g, 'epeats: 1')
  const quick = 'maxReruns: 1\n  preflight: { waitMinutes: 0, settleSeconds: 0.2, minFreeDiskGigabytes: 0 }'
  writeFileSync(config, `${text}  isolation: none\n  ${quick}\n`)
  const { stdout, exitCode } = await machine.warpgauge('run', '--config', config, '--base', 'HEAD~1', '--out', 'out')
  expect(flat(stdout)).toContain('GPU idle in both runs, although the base works on it, as in a fallback to the CPU')
  expect(exitCode).toBe(2)
})

it('a head that falls back to the CPU fails against a committed baseline alone', async () => {
  const { machine } = await ranOn({ workMs: 1500, repeats: 2, run: ['maxReruns: 1'] })
  const { folder } = machine
  expect(await machine.say('baseline', 'refresh', 'out', '--reason', 'first')).toMatchObject({ exitCode: 0 })
  const path = join(folder, 'gpu-stand-in.mjs')
  const program = readFileSync(path, 'utf8')
  const busy = 'busy=${gpus.reduce((mask, gpu) => mask | (1 << gpu), 0)}`, ...own'
  expect(program).toContain(busy)
  writeFileSync(path, program.replace(busy, 'busy=0`'))
  const git = gitWith(gitEnvironment(folder)).bind(null, folder)
  git('add', '--all')
  git('commit', '--quiet', '-m', 'On the CPU')
  const { exitCode, stdout } = await machine.run('again')
  expect(flat(stdout)).toContain('although it worked on it when its baseline was measured, as in a fallback to the CPU')
  expect(exitCode).toBe(2)
})

describe('what spoils a run', () => {
  it('a foreign process voids the sample, which is taken again and told', async () => {
    const ran = await ranOn({ workMs: 1200, byTurn: { 2: [`process=${process.pid}@0:700`] } })
    const reason = `another process used GPU 0: /usr/bin/program-${process.pid} (pid ${process.pid}, 700 MiB)`
    expect(contaminations(ran)).toEqual([[], [reason], []])
    expect(flat(ran.said.stdout)).toContain(`1 run is excluded because of the machine state: ${reason}`)
    expect(await judged(ran)).toMatchObject({ verdict: 'pass' })
  })

  it('a foreign process on a GPU that the case was not given is no matter', async () => {
    const ran = await ranOn({ repeats: 1, workMs: 1200, byTurn: { 1: [`process=${process.pid}@4:700`] } })
    expect(ran.record.trials[0]?.telemetry?.foreignProcesses).toMatchObject([{ gpu: 4, pid: process.pid }])
    expect(contaminations(ran)).toEqual([[]])
  })

  it('heat that lowers the clocks in every run makes the case inconclusive and the check neutral, never a pass', async () => {
    const ran = await ranOn({ repeats: 1, always: ['reasons=0x20'], run: ['maxReruns: 1'] })
    expect(ran.record.trials).toHaveLength(2)
    for (const [reason] of contaminations(ran))
      expect(reason).toMatch(/^clocks of GPU 0 were lowered: sw-thermal-slowdown for \d/)
    const report = await judged(ran)
    expect(report).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral', comparisons: [] })
    expect(report.requirements.map(({ status }) => status)).toEqual(['not evaluated'])
    expect(flat(ran.said.stdout)).toContain('2 runs were contaminated: clocks of GPU 0 were lowered')
  })

  it('an XID event voids the sample, which is taken again and told', async () => {
    const ran = await ranOn({ repeats: 1, byTurn: { 1: ['xid_total=1', 'xid_gpu=0', 'xid_code=79'] } })
    expect(contaminations(ran)).toEqual([['the driver reported XID 79 on GPU 0'], []])
    expect(ran.record.trials[0]?.telemetry?.events).toMatchObject([{ gpu: 0, kind: 'xid', detail: '79' }])
    expect(flat(ran.said.stdout)).toContain('machine state: the driver reported XID 79 on GPU 0')
  })

  it('a GPU that is lost in mid-run is told, and does not end the run', async () => {
    const byTurn = { 1: ['lost_gpu=1', 'lost_after=0'] }
    const ran = await ranOn({ gpus: 2, repeats: 1, byTurn, run: ['maxReruns: 0'] })
    expect(ran.record.status).toBe('finished')
    expect(contaminations(ran)[0]).toContain('GPU 1 was lost: GPU_IS_LOST (15)')
    expect(await judged(ran)).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    expect(flat(ran.said.stdout)).toContain('GPU 1 was lost: GPU_IS_LOST (15)')
  })
})

describe('a machine that is not fit', () => {
  const stranger = `process=${process.pid}@0:700`
  const named = `GPU 0 is used by /usr/bin/program-${process.pid} (pid ${process.pid}, 700 MiB)`

  it('is refused with the name of the process that uses the GPU, and nothing runs', async () => {
    const machine = machineWith({ driver: [stranger] })
    const { exitCode, stdout, stderr } = await machine.run('out')
    expect({ exitCode, stdout, starts: machine.starts() }).toEqual({ exitCode: 2, stdout: '', starts: 0 })
    expect(stderr).toContain(`error: this machine is not fit to measure: ${named}\n  → Wait for it or stop it`)
    expect(existsSync(join(machine.folder, 'out/run.json'))).toBe(false)
  })

  it('is waited for, and measured once the process is gone', async () => {
    const machine = machineWith({ driver: [stranger], repeats: 1, waitMinutes: 3 })
    const running = machine.run('out')
    // The run folder is there before anything looks at the GPUs; a slow machine takes some seconds from there.
    await vi.waitUntil(() => existsSync(join(machine.folder, 'out/warpgauge.yml')), { timeout: 60_000 })
    await delay(4000)
    expect(machine.starts()).toBe(0)
    machine.tellDriver(['busy=0'])
    const { exitCode, stderr } = await running
    expect({ exitCode, starts: machine.starts() }).toEqual({ exitCode: 0, starts: 1 })
    expect(stderr).toContain(`Waiting up to 3 min: ${named}`)
  })

  it('is refused while another run has its GPU, with the holder; that run is not disturbed', async () => {
    const machine = machineWith({ repeats: 1, isHeld: true })
    const first = machine.run('first')
    await vi.waitUntil(() => machine.starts() > 0, { timeout: 60_000 })
    const second = await machine.run('second')
    machine.release()
    expect(second).toMatchObject({ exitCode: 2, stdout: '' })
    expect(second.stderr).toMatch(
      /not fit to measure: another run \S+ \(pid \d+, since 2\S+Z\) has GPU-\S+-000000000000\n/,
    )
    expect(await first).toMatchObject({ exitCode: 0 })
    expect(machine.starts()).toBe(1)
    expect(contaminations({ machine, said: second, record: recordIn(join(machine.folder, 'first')) })).toEqual([[]])
  })

  it('F-01: without a GPU there is nothing to measure on, and the reason is told', async () => {
    const machine = machineWith()
    const { exitCode, stdout, stderr } = await machine.run('out', ['devices=0'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(/^error: no GPU found: .*\n {2}→ Use a runner with a GPU/m)
  })
})

it('F-35: figures of the same GPUs under another power limit are not comparable, never a pass', async () => {
  const { machine } = await ranOn({ workMs: 300, repeats: 1 })
  const refreshed = await machine.say('baseline', 'refresh', 'out', '--reason', 'the first one')
  expect(`${refreshed.exitCode} ${refreshed.stderr}`).toMatch(/^0 wrote/)
  const said = await machine.run('capped', ['power_limit_mw=500000'])
  const { comparisons, verdict } = await judged({ machine }, 'capped')
  expect(comparisons.map((comparison) => comparison.verdict)).not.toContain('unchanged')
  expect(flat(said.stdout)).toMatch(/power limit.*700.*500/)
  expect(verdict).toBe('inconclusive')
})
