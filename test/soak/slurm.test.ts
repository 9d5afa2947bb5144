import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Axes } from '../../src/domain/core/case.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findClusterProcesses, openSlurmCluster, waitUntil, type SlurmCluster } from '../fakes/slurm-cluster.ts'
import { prepareSpanningRun, readOutput, type SpanningRun } from './spanning.ts'
import { openTerminal, type Terminal } from '../e2e/terminal.ts'

const launcher = '{ kind: srun, nodes: 2 }'
const impatient = '{ kind: srun, nodes: 2, args: [--immediate=3] }'
const endToEnd = 'end-to-end: { run: { dataset: tiny, repeats: 1, maxRepeats: 1, warmups: 0 } }'

let cluster: SlurmCluster
let terminal: Terminal

beforeAll(async () => {
  cluster = await openSlurmCluster()
  terminal = await openTerminal()
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
  await cluster[Symbol.asyncDispose]()
})

const outputFile = (name: string): string => join(terminal.folder, `${name}.txt`)

/** Measures in a job of two nodes. */
function submit(name: string, run: SpanningRun, args: readonly string[] = []): string {
  const output = outputFile(name)
  return cluster.submit({ args: ['--nodes=2', ...args], cwd: run.clone, env: run.env, output, command: run.command })
}

const report = (run: SpanningRun, name: string): string =>
  terminal.runProcess(run.clone, 'report', `runs/${name}`, '--format', 'markdown').stdout

type JsonReport = {
  readonly verdict: string
  readonly derived: readonly { readonly name: string; readonly axes: Axes; readonly value: number | null }[]
}

const readReport = (run: SpanningRun, name: string): JsonReport =>
  JSON.parse(terminal.runProcess(run.clone, 'report', `runs/${name}`, '--format', 'json').stdout) as JsonReport

describe('a job of two Slurm nodes', () => {
  it('measures one and two nodes in one run, with telemetry of both', async () => {
    const suites =
      'scaling: { run: { dataset: tiny, repeats: 1, warmups: 0 }, gpus: [1], nodes: [2], minSequences: 0, severity: info }'
    const run = prepareSpanningRun(terminal, { name: 'scaling', launcher, suites })
    await cluster.waitFor(submit('scaling', run), 'COMPLETED', () => readOutput(outputFile('scaling')))
    const { trials } = run.readRecord()
    expect(trials.map(({ caseId }) => caseId).toSorted()).toEqual([
      'scaling/predict gpus=1 nodes=1',
      'scaling/predict gpus=2 nodes=2',
    ])
    const spanning = trials.filter(({ caseId }) => caseId.endsWith('nodes=2'))
    for (const trial of trials) expect(trial).toMatchObject({ failure: null, contamination: [] })
    for (const { argv, nodes } of spanning) {
      expect(argv.slice(0, 2)).toEqual(['srun', '--nodes=2'])
      expect(nodes?.map(({ node, problem }) => [node, problem])).toEqual([
        ['node-a', null],
        ['node-b', null],
      ])
      // The program uses the CPU for 0.6 s on each node, partly before it is watched; the client of Slurm uses far less.
      for (const { telemetry } of nodes ?? []) expect(telemetry?.host?.cpuSeconds).toBeGreaterThan(0.1)
    }
    // Half of the sleep on each node: two nodes are faster.
    const { derived } = readReport(run, 'scaling')
    const speedup = derived.find(({ name, axes }) => name === 'speedup' && axes['nodes'] === 2)
    expect(speedup?.value).toBeGreaterThan(1)
    expect(report(run, 'scaling')).toContain('| scaling/predict gpus=2 nodes=2 | node-b |')
    // Values of the client must not pass for those of the pipeline.
    expect(trials[0]?.host).toMatchObject({ userCpuSeconds: null, otherCpuSeconds: null })
  })

  it('does not count a trial that waited for the nodes', async () => {
    const run = prepareSpanningRun(terminal, { name: 'queued', launcher, suites: endToEnd })
    const output = join(terminal.folder, 'holder.txt')
    const holder = cluster.submit({
      args: ['--nodes=2', '--ntasks-per-node=2'],
      cwd: run.clone,
      env: run.env,
      output,
      command: ['sleep', '600'],
    })
    await cluster.waitFor(holder, 'RUNNING')
    // Outside an allocation, srun queues.
    const [program = '', ...args] = run.command
    const child = spawn(program, args, { cwd: run.clone, env: { ...run.env, ...cluster.env }, stdio: 'ignore' })
    const ended = once(child, 'exit')
    await waitUntil(
      () => cluster.client('squeue', '--noheader', '--states=PENDING', '--format=%i').trim() !== '',
      () => 'nothing is queued',
    )
    cluster.client('scancel', holder)
    await ended
    const [first, second] = run.readRecord().trials
    expect(first?.contamination).toContain('srun waited for resources, so its time is not run time')
    expect(second).toMatchObject({ failure: null, contamination: [] })
  })

  it('reports a cancelled step as cancelled, and repeats it', async () => {
    const run = prepareSpanningRun(terminal, { name: 'step', launcher, suites: endToEnd })
    run.hang()
    const job = submit('step', run)
    await waitUntil(
      () => run.hasHung(2),
      () => readOutput(outputFile('step')),
    )
    run.release()
    const steps = cluster.client('squeue', '--steps', '--noheader', '--format=%i %j').split('\n')
    const step = steps.find((line) => line.startsWith(`${job}.`) && line.endsWith(' node'))?.split(' ')[0] ?? ''
    cluster.client('scancel', step)
    await cluster.waitFor(job, 'COMPLETED', () => readOutput(outputFile('step')))
    const [first, second] = run.readRecord().trials
    expect(first?.contamination).toEqual([`Slurm cancelled ${step}`])
    expect(second).toMatchObject({ failure: null, contamination: [] })
  })

  it('leaves an interrupted run without a verdict when the job is cancelled', async () => {
    const run = prepareSpanningRun(terminal, { name: 'job', launcher, suites: endToEnd })
    run.hang()
    const job = submit('job', run)
    await waitUntil(
      () => run.hasHung(2),
      () => readOutput(outputFile('job')),
    )
    cluster.client('scancel', job)
    await cluster.waitFor(job, 'CANCELLED')
    await waitUntil(
      () => run.readRecord().status !== 'running',
      () => readOutput(outputFile('job')),
    )
    expect(run.readRecord().status).toBe('interrupted')
    expect(terminal.runProcess(run.clone, 'report', 'runs/job', '--format', 'json').exitCode).not.toBe(0)
  })

  // Last: the node stays lost.
  it('reports a lost node as lost and never as a slowdown', async () => {
    const run = prepareSpanningRun(terminal, { name: 'lost', launcher: impatient, suites: endToEnd })
    run.hang()
    const job = submit('lost', run, ['--no-kill'])
    await waitUntil(
      () => run.hasHung(2),
      () => readOutput(outputFile('lost')),
    )
    cluster.cutPower('node-b')
    await cluster.waitFor(job, 'COMPLETED', () => readOutput(outputFile('lost')))
    const [first] = run.readRecord().trials
    expect(first?.contamination).toContain('node node-b was lost during the trial')
    const text = report(run, 'lost')
    expect(text).toContain('node node-b was lost during the trial')
    expect(text).not.toMatch(/slower|regression/i)
    expect(readReport(run, 'lost').verdict).toBe('inconclusive')
  })
})

describe('the test cluster', () => {
  it('ends with the process that started it, however that ends', async () => {
    const script = join(terminal.folder, 'open-cluster.ts')
    const fake = new URL('../fakes/slurm-cluster.ts', import.meta.url).pathname
    writeFileSync(
      script,
      `import { openSlurmCluster } from ${JSON.stringify(fake)}
const { env } = await openSlurmCluster()
console.log(env.SLURM_CONF)
setInterval(() => {}, 1000)
`,
    )
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const config = line.toString('utf8').trim()
    expect(findClusterProcesses(config)).not.toEqual([])
    child.kill('SIGKILL')
    await once(child, 'exit')
    await waitUntil(
      () => findClusterProcesses(config).length === 0,
      () => `still running: ${findClusterProcesses(config).join(', ')}`,
    )
    // Only its files are left.
    rmSync(dirname(config), { recursive: true })
  })
})
