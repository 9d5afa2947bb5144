import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import type { PlannedCase } from '../../src/domain/plan/plan.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { createNoMonitor } from '../../src/io/gpu/choose-monitor.ts'
import { runTrial } from '../../src/steps/trial/run-trial.ts'
import { aConfig } from '../unit/a-config.ts'
import { aTrialRequest, trialPorts } from './a-trial-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-trial-figures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

/** One trial of a real Node program, watched without GPUs. */
async function run(
  program: string,
  planned: Partial<PlannedCase> = {},
  telemetry: readonly ('events' | 'pipeline-log')[] = ['events', 'pipeline-log'],
): Promise<Trial> {
  count += 1
  const script = join(folder, `program-${count}.mjs`)
  writeFileSync(script, program)
  const config = aConfig({
    pipeline: {
      name: 'predict',
      devices: 'cpu',
      command: ['node', script, '{output}'],
      proof: { stdout: ['done'] },
      logs: ['{output}/logs/worker_*.log'],
      telemetry: [...telemetry],
    },
  })
  await using monitor = createNoMonitor('asked for none', 'run-1')
  return await runTrial(aTrialRequest({ folder, config, planned }), { ...trialPorts, monitor })
}

/** Bytes in main memory until the last repeat ended: a look after that may find a process that is giving its memory back. */
function residentWhileAlive({ memory }: Trial): number[] {
  const endSeconds = memory?.visits[0]?.endsSeconds.at(-1) ?? 0
  const points = memory?.series.find(({ quantity }) => quantity === 'resident')?.points ?? []
  return points.filter(({ seconds }) => seconds <= endSeconds).map(({ bytes }) => bytes)
}

const tell = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
const tell = (event) => appendFileSync(process.env.WARPGAUGE_EVENTS, JSON.stringify({ t: Date.now() / 1000, ...event }) + '\\n')
`

describe('what a real trial leaves behind beside its stages', () => {
  it('is what the pipeline told of its batches, with the cores it kept busy in each stage', async () => {
    const ownCores = join(folder, 'cores')
    // A case that keeps its memory is read often enough for a stage of three seconds, also on a busy machine.
    const program = `${tell}
      tell({ event: 'stage-start', stage: 'predict' })
      const [begin, before] = [Date.now(), process.cpuUsage()]
      for (let batch = 0; batch < 5; batch += 1) {
        const until = Date.now() + 600
        while (Date.now() < until);
        tell({ event: 'batch', stage: 'predict', gpu: 0, tokens: 800, tokenBudget: 1000, sequences: 10, waitMs: 60 })
      }
      tell({ event: 'stage-end', stage: 'predict' })
      const { user, system } = process.cpuUsage(before)
      writeFileSync(${JSON.stringify(ownCores)}, String((user + system) / 1000 / (Date.now() - begin)))
      console.log('done')`
    const trial = await run(program, { keepsMemory: true })
    expect(trial.failure).toBeNull()
    expect(trial.pipeline?.shards).toMatchObject([{ stage: 'predict', batches: 5, sequences: 50 }])
    expect(trial.pipeline).toMatchObject({ packing: { efficiency: 0.8 }, dataLoader: { starvedShare: 1 } })
    expect(trial.gpuByStage?.host).toMatchObject([{ stage: 'predict' }])
    expect(trial.gpuByStage?.host?.[0]?.cpuCores).toBeGreaterThan(Number(readFileSync(ownCores, 'utf8')) / 2)
  })

  it('is an error in the middle of 80 MB of output, and one in a log', async () => {
    const program = `
      import { mkdirSync, writeFileSync, writeSync } from 'node:fs'
      const lines = 'step 1 of 2: loss 0.5\\n'.repeat(40_000_000 / 22)
      for (const text of [lines, 'CUDA error: an illegal memory access\\n', lines, 'done\\n']) writeFileSync(1, text)
      mkdirSync(process.argv[2] + '/logs', { recursive: true })
      writeFileSync(process.argv[2] + '/logs/worker_1.log', 'Traceback (most recent call last):\\n  File "a.py"\\nKeyError: 1')`
    const { failure, reportedErrors } = await run(program)
    expect([failure, reportedErrors]).toEqual([null, ['CUDA error: an illegal memory access', 'KeyError: 1']])
  })

  it.each([[['events']], [['pipeline-log']]] as const)(
    'names events and logs that are too many to read, with stage times of %j',
    async (telemetry) => {
      const program = `${tell}
        import { truncateSync } from 'node:fs'
        tell({ event: 'batch', stage: 'predict', gpu: 0, tokens: 800 })
        truncateSync(process.env.WARPGAUGE_EVENTS, 65 * 2 ** 20)
        mkdirSync(process.argv[2] + '/logs', { recursive: true })
        for (let log = 0; log < 70; log += 1) writeFileSync(process.argv[2] + '/logs/worker_' + log + '.log', 'ok')
        console.log('done')`
      const { readings, pipeline } = await run(program, {}, telemetry)
      expect(readings?.problems.toSorted()).toEqual([
        '6 of 70 logs were not read: at most 64 may match pipeline.logs',
        expect.stringMatching(/^events was not read: .*events\.jsonl/),
      ])
      expect(pipeline?.outOfMemory?.unread).toEqual(['6 more logs'])
    },
  )

  it('is the end of memory, wherever the pipeline spoke of it (W20)', async () => {
    const trial = await run(`${tell}
      mkdirSync(process.argv[2] + '/logs', { recursive: true })
      writeFileSync(process.argv[2] + '/logs/worker_0.log', 'CUDA out of memory: reducing token budget to 512\\n')
      console.log('done')`)
    expect(trial.pipeline?.outOfMemory).toMatchObject({
      count: 1,
      reductions: 1,
      lines: [{ where: 'logs/worker_0.log' }],
      unread: [],
    })
    expect(trial.memory).toBeUndefined()
  })

  it('is main memory over its time, and when its repeats ended, where the case keeps it (F-17)', async () => {
    const trial = await run(
      `${tell}
      const kept = []
      for (let repeat = 0; repeat < 8; repeat += 1) {
        tell({ event: 'stage-start', stage: 'predict' })
        kept.push(Buffer.alloc(30e6, 1))
        await setTimeout(400)
        tell({ event: 'stage-end', stage: 'predict' })
      }
      console.log('done', kept.length)`,
      { keepsMemory: true },
    )
    expect(trial.memory?.visits).toMatchObject([{ stage: 'predict', endsSeconds: { length: 8 } }])
    const resident = residentWhileAlive(trial)
    expect(resident.length).toBeGreaterThan(4)
    const [first = 0, last = 0] = [resident.at(0), resident.at(-1)]
    expect(last - first).toBeGreaterThan(100e6)
  })
})
