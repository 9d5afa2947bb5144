import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import type { PlannedCase } from '../../src/domain/plan/plan.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { procHostMeter } from '../../src/io/machine/host-meter.ts'
import { createNoMonitor } from '../../src/io/gpu/choose-monitor.ts'
import type { GpuMonitor } from '../../src/ports/gpu-monitor.ts'
import type { CommandValues } from '../../src/domain/core/command.ts'
import { recordTrace } from '../../src/steps/trial/prove-work.ts'
import { runTrial } from '../../src/steps/trial/run-trial.ts'
import { aConfig } from '../unit/a-config.ts'
import { aTrialRequest, trialPorts } from './a-trial-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-run-trial-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Wanted = {
  readonly command?: readonly string[]
  readonly monitor?: GpuMonitor | null
  readonly planned?: Partial<PlannedCase>
  /** Processes that the kernel kills for memory meanwhile. */
  readonly kills?: number
}

/** One trial of a real process. */
async function run(wanted: Wanted): Promise<Trial> {
  const { command = ['sh', '-c', 'echo done'], monitor = null, planned = {}, kills } = wanted
  const config = aConfig({
    pipeline: { name: 'predict', devices: 'cpu', command: [...command], proof: { stdout: ['done'] } },
  })
  const begin = () => {
    const measurement = procHostMeter.begin()
    return { end: () => ({ ...measurement.end(), ...(kills !== undefined && { outOfMemoryKills: kills }) }) }
  }
  return await runTrial(aTrialRequest({ folder, config, planned }), { ...trialPorts, monitor, hostMeter: { begin } })
}

const burn = ['node', '-e', 'while (process.cpuUsage().user < 200e3); console.log("done")']

describe('what the machine did during a trial', () => {
  it('is on record without a GPU monitor, the probe included', async () => {
    const { host, failure, telemetry } = await run({ command: burn })
    expect({ failure, telemetry }).toEqual({ failure: null, telemetry: null })
    expect(host?.userCpuSeconds).toBeGreaterThan(0.15)
    expect(host?.probeSeconds).toBeGreaterThan(0)
  })

  it('is on record with one as well, and for a pipeline that fails', async () => {
    await using monitor = createNoMonitor('asked for none', 'run-1')
    const { host, failure, telemetry } = await run({ monitor, command: ['sh', '-c', 'exit 3'] })
    expect(failure).toMatchObject({ kind: 'exit-code' })
    expect(host?.userCpuSeconds).toBeLessThan(1)
    expect(telemetry).not.toBeNull()
  })

  it('is unknown when the process did not start', async () => {
    const { host, failure, wallSeconds } = await run({ command: ['no-such-program'] })
    expect({ host, kind: failure?.kind, wallSeconds }).toEqual({ host: null, kind: 'not-started', wallSeconds: null })
  })
})

describe('a process that the kernel kills because memory ran out', () => {
  it('fails a run that ends with exit code 0 and all proof', async () => {
    const reason = 'the kernel killed a process of its control group because memory ran out'
    const { failure } = await run({ kills: 1 })
    expect(failure).toEqual({ kind: 'partial', detail: `${reason}, although it ended with exit code 0` })
    expect((await run({ kills: 0 })).failure).toBeNull()
  })

  it('is named where the run fails, before its last output', async () => {
    const { failure } = await run({ kills: 2, command: ['sh', '-c', 'echo step 7; kill -KILL $$'] })
    expect(failure?.detail).toBe(
      'killed by SIGKILL; the kernel killed 2 processes of its control group because memory ran out; last output:\nstep 7',
    )
  })
})

describe('a log of VirNucPro with failed workers', () => {
  const line = '2026-11-20 14:06:29,001 - virnucpro.pipeline.multi_gpu_inference - INFO - Inference complete:'

  it('fails the run although it ended with exit code 0 and all proof', async () => {
    const { failure } = await run({ command: ['sh', '-c', `echo "${line} 1 successful, 1 failed"; echo done`] })
    expect(failure).toEqual({ kind: 'partial', detail: 'its log reports: 1 of 2 workers failed' })
    const complete = await run({ command: ['sh', '-c', `echo "${line} 2 successful, 0 failed"; echo done`] })
    expect(complete.failure).toBeNull()
  })

  it('is none if another program prints the words', async () => {
    const { failure } = await run({
      command: ['sh', '-c', 'echo "Inference complete: 1 successful, 1 failed"; echo done'],
    })
    expect(failure).toBeNull()
  })
})

describe('the sampling interval', () => {
  it.each([
    [50, 50],
    [null, 500],
  ])('of a case is %j: the monitor is opened with %d ms', async (sampleIntervalMs, expected) => {
    await using monitor = createNoMonitor('asked for none', 'run-1')
    const { telemetry } = await run({ monitor, planned: { sampleIntervalMs } })
    expect(telemetry?.intervalMs).toBe(expected)
  })
})

describe('the options of a case', () => {
  it('reach the command and its environment (W8)', async () => {
    const command = ['sh', '-c', 'echo done; test "$STREAMS $1" = "4 --fast"', 'sh']
    const options = { args: ['--fast'], env: { STREAMS: '4' } }
    const [plain, varied] = [await run({ command }), await run({ command, planned: { options } })]
    expect([plain.failure?.kind, varied.failure]).toEqual(['exit-code', null])
    expect(varied.argv.at(-1)).toBe('--fast')
  })
})

describe('the directory of the output', () => {
  // "$1" is the output, or a file in it or next to it.
  const script = 'at=${1%/*.csv}; test -d "${at%.tsv}" && echo "it exists"; test -d "${at%/*}" && echo done'
  it.each([
    ['the output', ['{output}'], false],
    ['a file next to it', ['{output}.tsv'], false],
    ['a file in it', ['{output}/a.csv'], true],
    ['files in it', ['{output}/a.csv', '{output}/b.csv'], true],
    ['a file in it, and itself', ['{output}/a.csv', '{output}'], false],
  ])('exists before the program where its command names only files in it: %s', async (_what, named, isThere) => {
    const { failure, stdoutPath } = await run({ command: ['sh', '-c', script, 'sh', ...named] })
    expect(failure).toBeNull()
    expect(readFileSync(join(folder, stdoutPath), 'utf8').includes('it exists')).toBe(isThere)
  })
})

describe('a trial without a proof of work', () => {
  it('counts by its exit code and records what it left', async () => {
    const tree = mkdtempSync(join(folder, 'tree-'))
    writeFileSync(join(tree, 'old.csv'), 'a\n1\n')
    utimesSync(join(tree, 'old.csv'), 1e9, 1e9)
    const script =
      'mkdir "$0"; printf "a\\n1\\n2\\n" > "$0/hits.csv"; echo x > notes.txt; echo one; echo "done: 2 hits"'
    const config = aConfig({
      pipeline: { name: 'predict', devices: 'cpu', command: ['sh', '-c', script, '{output}'] },
      suites: { 'end-to-end': {} },
    })
    const trial = await runTrial(aTrialRequest({ folder, config, tree }), trialPorts)
    expect(trial.failure).toBeNull()
    expect(trial.workTrace).toEqual({
      files: [
        { path: '{output}/hits.csv', bytes: 6, rows: 2 },
        { path: 'notes.txt', bytes: 2, rows: null },
      ],
      stdoutLines: 2,
      lastLine: 'done: 2 hits',
      forms: expect.arrayContaining([{ form: 'done: # hits', count: 1 }]) as unknown,
    })
  })

  it('has left what was written since it started, which a file says to the tick of the kernel', async () => {
    const directory = mkdtempSync(join(folder, 'left-'))
    const startedMs = Date.now() - 5000
    const ages = { 'before.txt': -1000, 'tick.txt': -10, 'after.txt': 1000, 'empty.txt': null, 'cache.pyc': 1000 }
    for (const [name, ms] of Object.entries(ages)) {
      writeFileSync(join(directory, name), ms === null ? '' : 'text')
      const seconds = (startedMs + (ms ?? 1000)) / 1000
      utimesSync(join(directory, name), seconds, seconds)
    }
    const values = { output: join(directory, 'absent') } as CommandValues
    const [stdoutPath, stderrPath, eventsPath] = ['after.txt', 'err', 'events'].map((name) =>
      join(directory, name),
    ) as [string, string, string]
    const streams = { files: { stdoutPath, stderrPath, eventsPath }, stdoutTail: '' }
    const { files } = await recordTrace({ directory, values, startedMs, ...streams }, trialPorts.inspector)
    expect(files.map(({ path }) => path)).toEqual(['after.txt', 'tick.txt'])
  })

  it('names twenty of the files that it left, and counts the others', async () => {
    const config = aConfig({
      pipeline: {
        name: 'predict',
        devices: 'cpu',
        command: ['sh', '-c', 'mkdir "$0"; for n in $(seq 25); do echo x > "$0/$n"; done', '{output}'],
      },
      suites: { 'end-to-end': {} },
    })
    const { workTrace } = await runTrial(aTrialRequest({ folder, config }), trialPorts)
    expect([workTrace?.files.length, workTrace?.moreFiles]).toEqual([20, 5])
  })

  it('leaves a trace also with a proof, unless that counts its rows', async () => {
    expect((await run({})).workTrace).toMatchObject({ stdoutLines: 1, lastLine: 'done' })
    const command = ['sh', '-c', 'mkdir "$0"; printf "a\\n1\\n" > "$0/hits.csv"', '{output}']
    const proof = { results: { path: '{output}/hits.csv', rows: 1 } }
    const config = aConfig({ pipeline: { name: 'predict', devices: 'cpu', command, proof } })
    const trial = await runTrial(aTrialRequest({ folder, config }), trialPorts)
    expect(trial).toMatchObject({ failure: null, resultRows: 1 })
    expect(trial.workTrace).toBeUndefined()
  })
})

describe('the work that a program counts', () => {
  it.each([
    ['in a log line', { unit: 'steps', line: 'step {count} of' }, 'echo "step 3 of 4"; echo "step 4 of 4"', 4],
    [
      'in events',
      { unit: 'tokens', event: 'tokens' },
      `for n in 1 2; do echo '{"t":1,"event":"metric","name":"tokens","value":256,"unit":"tokens"}' >> $WARPGAUGE_EVENTS; done`,
      512,
    ],
  ])('is read %s', async (_, throughput, script, count) => {
    const pipeline = { devices: 'cpu' as const, command: ['sh', '-c', script], throughput }
    const config = aConfig({ pipeline, suites: { 'end-to-end': {} } })
    const trial = await runTrial(aTrialRequest({ folder, config }), trialPorts)
    expect(trial.work).toEqual({ count, unit: throughput.unit })
  })
})
