import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openSlurmCluster, waitUntil, type SlurmCluster } from '../fakes/slurm-cluster.ts'
import { prepareSpanningRun, readOutput } from './spanning.ts'
import { openTerminal, type Terminal } from '../e2e/terminal.ts'

const root = process.getuid?.() === 0 ? 'args: [--allow-run-as-root]' : 'args: []'

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

describe('Open MPI on two nodes', () => {
  it('measures one and two nodes in one run, with telemetry of both', async () => {
    const suites =
      'scaling: { run: { dataset: tiny, repeats: 1, warmups: 0 }, gpus: [1], nodes: [2], minSequences: 0, severity: info }'
    const launcher = `{ kind: mpirun, nodes: 2, ${root} }`
    const run = prepareSpanningRun(terminal, { name: 'scaling', launcher, suites })
    const output = join(terminal.folder, 'scaling.txt')
    const { clone, env, command } = run
    const job = cluster.submit({ args: ['--nodes=2'], cwd: clone, env, output, command })
    await cluster.waitFor(job, 'COMPLETED', () => readOutput(output))
    const { trials, isolation } = run.readRecord()
    // The processes of another node would not see the paths of a sandbox.
    expect(isolation?.mode).toBe('none')
    for (const trial of trials) expect(trial).toMatchObject({ failure: null, contamination: [] })
    const spanning = trials.find(({ caseId }) => caseId.endsWith('nodes=2'))
    expect(spanning?.nodes?.map(({ node, problem }) => [node, problem])).toEqual([
      ['node-a', null],
      ['node-b', null],
    ])
    for (const { telemetry } of spanning?.nodes ?? []) expect(telemetry?.host?.cpuSeconds).toBeGreaterThan(0.1)
  })

  it('reports a lost node as lost', async () => {
    const suites = 'end-to-end: { run: { dataset: tiny, repeats: 1, maxRepeats: 1, warmups: 0 } }'
    const launcher = `{ kind: mpirun, nodes: 2, ${root} }`
    const run = prepareSpanningRun(terminal, { name: 'lost', launcher, suites })
    run.hang()
    const output = join(terminal.folder, 'lost.txt')
    const { clone, env, command } = run
    const job = cluster.submit({ args: ['--nodes=2', '--no-kill'], cwd: clone, env, output, command })
    await waitUntil(
      () => run.hasHung(2),
      () => readOutput(output),
    )
    cluster.cutPower('node-b')
    await waitUntil(
      () => run.readRecord().trials.length > 0,
      () => readOutput(output),
    )
    const [first] = run.readRecord().trials
    expect(first?.failure).not.toBeNull()
    expect(first?.contamination).toContain('node node-b was lost during the trial')
    cluster.client('scancel', job)
  })
})

describe('Open MPI on one host', () => {
  it('measures two processes', async () => {
    const suites = 'end-to-end: { run: { dataset: tiny, repeats: 1, maxRepeats: 1, warmups: 0 } }'
    const own = root.replace('[', '[--oversubscribe, ').replace(', ]', ']')
    const launcher = `{ kind: mpirun, nodes: 1, tasksPerNode: 2, ${own} }`
    const run = prepareSpanningRun(terminal, { name: 'host', launcher, suites })
    const [program = '', ...args] = run.command
    const child = spawn(program, args, { cwd: run.clone, env: run.env, stdio: 'ignore' })
    await once(child, 'exit')
    const [trial] = run.readRecord().trials
    expect(trial).toMatchObject({ failure: null, contamination: [] })
    // Its processes are descendants of mpirun.
    expect(trial?.host?.userCpuSeconds).toBeGreaterThan(0.2)
  })
})
