import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { chooseMonitor } from '../../src/io/gpu/choose-monitor.ts'
import { runTrial } from '../../src/steps/trial/run-trial.ts'
import { compileFakeNvml } from '../fakes/fake-nvml.ts'
import { aConfig } from '../unit/a-config.ts'
import { aTrialRequest, trialPorts } from './a-trial-request.ts'

const fake = compileFakeNvml()
const folder = mkdtempSync(join(tmpdir(), 'warpgauge-live-stages-'))
afterEach(() => fake.reset())
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  fake[Symbol.dispose]()
})

/** A pipeline that waits for so many milliseconds in each stage and reports it, live or only in the end. */
function pipeline(stages: Readonly<Record<string, number>>, isLive: boolean): string {
  return `
const { appendFileSync } = require('node:fs')
let late = ''
const tell = (event, stage) => {
  const line = JSON.stringify({ t: Date.now() / 1000, event, stage }) + '\\n'
  if (${isLive}) appendFileSync(process.env.WARPGAUGE_EVENTS, line)
  else late += line
}
const run = async () => {
  await new Promise((done) => setTimeout(done, 400))
  for (const [stage, ms] of ${JSON.stringify(Object.entries(stages))}) {
    tell('stage-start', stage)
    await new Promise((done) => setTimeout(done, ms))
    tell('stage-end', stage)
  }
  if (late) appendFileSync(process.env.WARPGAUGE_EVENTS, late)
  console.log('done')
}
run()`
}

async function run(stages: Readonly<Record<string, number>>, isLive = true): Promise<Trial & { log: string }> {
  fake.take('devices=2,mig_gpu=-1,util=60')
  await using monitor = await chooseMonitor({ wanted: 'nvml', environment: {}, nvmlLibraryPath: fake.path })
  const config = aConfig({
    pipeline: {
      name: 'predict',
      devices: 'cpu',
      command: ['node', '-e', pipeline(stages, isLive)],
      proof: { stdout: ['done'] },
      telemetry: ['events'],
    },
  })
  const request = aTrialRequest({ folder, config, planned: { sampleIntervalMs: 100 } })
  const prepared = { ...request.prepared, watchedGpus: [0, 1], physicalGpus: () => [0], idleWatts: { 0: 1 } }
  const trial = await runTrial({ ...request, prepared }, { ...trialPorts, monitor })
  return { ...trial, log: readFileSync(join(request.directory, trial.telemetry!.logFile!), 'utf8') }
}

test('stages that a pipeline reports live have busy time and activity of memory and engines of their own', async () => {
  const trial = await run({ load: 1600, infer: 2000, merge: 1600 })
  expect(trial.failure).toBeNull()
  const rows = trial.gpuByStage!.rows
  expect(rows.map(({ stage, gpu }) => [stage, gpu])).toEqual([
    ['load', 0],
    ['infer', 0],
    ['merge', 0],
  ])
  // The stand-in keeps GPU 0 busy for 60 % of the time, its memory for 60 % and its engine for 70 %.
  for (const { seconds, work } of rows) expect(work!.busySeconds! / seconds).toBeCloseTo(0.6, 1)
  // A busy machine can read the edges of a stage too late.
  const live = rows.filter(({ work }) => work!.dramActiveSeconds !== null)
  expect(live.length).toBeGreaterThan(0)
  for (const { seconds, work } of live) {
    expect(Math.abs(work!.dramActiveSeconds! - 0.6 * seconds)).toBeLessThan(0.18)
    expect(Math.abs(work!.graphicsActiveSeconds! - 0.7 * seconds)).toBeLessThan(0.21)
  }
  const stagesInLog = new Set(trial.log.split('\n').map((line) => line.split(',')[7]))
  expect([...stagesInLog]).toEqual(expect.arrayContaining(['load', 'infer']))
})

test('stages that became known only in the end have busy time alone', async () => {
  const { gpuByStage, telemetry } = await run({ load: 1200, infer: 1200 }, false)
  for (const { seconds, work } of gpuByStage!.rows) {
    expect(work!.busySeconds! / seconds).toBeCloseTo(0.6, 1)
    expect(work).toMatchObject({ dramActiveSeconds: null, graphicsActiveSeconds: null })
  }
  expect(telemetry!.gpus[0]!.work!.dramActiveSeconds).toBeGreaterThan(1)
})
