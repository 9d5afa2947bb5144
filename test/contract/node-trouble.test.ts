import { appendFileSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EnvironmentError } from '../../src/domain/core/errors.ts'
import type { ProcessRunner } from '../../src/ports/process-runner.ts'
import { runTrial } from '../../src/steps/trial/run-trial.ts'
import { findNodeTrouble } from '../../src/steps/trial/watch-nodes.ts'
import { aConfig } from '../unit/a-config.ts'
import { aGpuUse, aTelemetry } from '../unit/a-telemetry.ts'
import { sleepUntilAborted } from '../../src/io/machine/system-clock.ts'
import { openToolPath } from '../fakes/tool-path.ts'
import { aTrialRequest, trialPorts } from './a-trial-request.ts'
import type { TrialFailure } from '../../src/record/plan.ts'

const { pipeline } = aConfig()
const config = aConfig({ pipeline: { ...pipeline, launcher: { kind: 'custom', nodes: 2, command: ['spread'] } } })
const nodes = [
  { node: 'gpu-1', telemetry: aTelemetry({ gpus: [aGpuUse({ ownMemoryPeakBytes: 0 })] }), problem: null },
  { node: '1 of 2 nodes', telemetry: null, problem: 'no monitor started there' },
]

it.each<[string, readonly number[], TrialFailure | null, string[]]>([
  ['a node without a monitor', [0], null, ['not observed: 1 of 2 nodes: no monitor started there']],
  ['GPUs that a node lacks', [1], null, ['gpu-1: not observed: no reading of GPU 1', expect.stringContaining('of 2')]],
  ['a failure first', [0], { kind: 'exit-code', detail: 'exit code 1' }, []],
  ['nothing of a case without GPUs', [], null, []],
])('reports what was not observed on a node: %s', async (_name, gpus, failure, expected) => {
  const request = aTrialRequest({ folder: mkdtempSync(join(tmpdir(), 'nodes-')), config })
  const prepared = { ...request.prepared, physicalGpus: () => [...gpus] }
  const stderrPath = join(request.directory, 'stderr.log')
  expect(
    await findNodeTrouble({ ...request, prepared }, { nodes, failure, stderrPath, stderrTail: '' }, trialPorts),
  ).toEqual(expected)
})

it('finds the words of the launcher behind much output, and at the end of output that was cut off', async () => {
  const request = aTrialRequest({ folder: mkdtempSync(join(tmpdir(), 'nodes-')), config })
  const stderrPath = join(request.directory, 'stderr.log')
  writeFileSync(stderrPath, '')
  truncateSync(stderrPath, 65 * 2 ** 20)
  appendFileSync(stderrPath, '\nsrun: Job 7 step creation temporarily disabled, retrying\nstep 1')
  const stderrTail = '│ step 2\n│ srun: error: Node failure on gpu-2'
  const failure = { kind: 'exit-code', detail: 'exit code 1' } as const
  expect(await findNodeTrouble(request, { nodes: [], failure, stderrPath, stderrTail }, trialPorts)).toEqual([
    'srun waited for resources, so its time is not run time',
    'node gpu-2 was lost during the trial',
  ])
})

it('finds that a command without a launcher waited for the nodes', async () => {
  const request = aTrialRequest({ folder: mkdtempSync(join(tmpdir(), 'nodes-')), config: aConfig() })
  const stderrTail = '│ srun: job 7 queued and waiting for resources'
  const outcome = { nodes: [], failure: null, stderrPath: join(request.directory, 'stderr.log'), stderrTail }
  expect(await findNodeTrouble(request, outcome, trialPorts)).toEqual([
    'srun waited for resources, so its time is not run time',
  ])
})

it('ends the monitors of the nodes also where the trial cannot go on', async () => {
  using tools = openToolPath()
  tools.script('srun', ': > ready-a; : > ready-b; until [ -e stop ]; do sleep 0.1; done')
  const ofSlurm = aConfig({ pipeline: { ...pipeline, launcher: { kind: 'srun', nodes: 2 } } })
  const request = aTrialRequest({ folder: mkdtempSync(join(tmpdir(), 'nodes-')), config: ofSlurm })
  const workplace = { ...request.workplace, environment: { PATH: tools.path } }
  let running = 0
  const processes: ProcessRunner = {
    async run(spec) {
      if (!spec.argv.includes('--overlap')) throw new EnvironmentError('a process survives SIGKILL', '')
      running += 1
      return await trialPorts.processes.run(spec).finally(() => (running -= 1))
    },
  }
  const ports = { ...trialPorts, processes, nodes: { ownCommand: ['warpgauge'], sleep: sleepUntilAborted } }
  await expect(runTrial({ ...request, workplace }, ports)).rejects.toThrow('a process survives SIGKILL')
  expect(running).toBe(0)
})
