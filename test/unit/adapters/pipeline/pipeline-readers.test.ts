import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gpuMetrics } from '../../../../src/adapters/smi/gpu-metrics-log.ts'
import { eventsReader } from '../../../../src/adapters/pipeline/events.ts'
import { pipelineLogReader } from '../../../../src/programs/virnucpro/pipeline-log.ts'
import { pipelineStateReader } from '../../../../src/programs/virnucpro/pipeline-state.ts'
import { aFile, figures, readFixture, readText, refusal } from '../an-output.ts'

const text = (path: string): string => readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url), 'utf8')
const stageLines = text('telemetry/stage-lines.log')
const summary = text('telemetry/summary-block.log')
const log = async (content: string) => (await readText(pipelineLogReader, content)).pipeline

describe('the main log behind the common door (F-12)', () => {
  it('gives stages, the counts that stages print, and the wall time of the summary', async () => {
    const pipeline = await log(stageLines + summary)
    expect(pipeline?.stages).toHaveLength(9)
    expect(pipeline).toMatchObject({
      wallSeconds: 3200.6,
      counts: { sequences: 1_000_000, predictions: 794_577, consensus: 601_257 },
      invalid: [],
    })
  })

  it('never takes the sequences of the summary, which adds two stages (T3, W15)', async () => {
    expect((await log(summary))?.counts.sequences).toBeNull()
  })

  it('invalidates a resumed run and one that is still open (T7, T8)', async () => {
    expect((await log(text('telemetry/resumed-run.log')))?.invalid).toEqual(['stages were taken from an earlier run'])
    expect((await log(text('telemetry/crashed-run.log')))?.invalid).toEqual([
      'stage "ESM-2 Feature Extraction" started and did not end',
    ])
  })

  it('invalidates a log to which a further run was appended, and none that two handlers wrote', async () => {
    const whole = stageLines + summary
    expect((await log(whole + summary))?.invalid).toEqual([])
    const other = whole.replace('(3200.6s)', '(6400.2s)')
    expect(await log(whole + other)).toMatchObject({ invalid: ['the log has the ends of 2 runs'], wallSeconds: 6400.2 })
  })

  it('invalidates a run that says that parts failed or that memory ran out', async () => {
    const invalid = async (line: string) =>
      (await log(`${stageLines}2026-11-20 14:06:29 - virnucpro - ERROR - ${line}\n`))?.invalid
    expect(await invalid('Pipeline completed with 3 failures')).toEqual(['the pipeline completed with 3 failures'])
    expect(await invalid('50% ━━━ Pipeline completed with 3 failures')).toHaveLength(1)
    expect(await invalid('OUT OF MEMORY ERROR')).toEqual(['the pipeline ran out of memory'])
    expect(await invalid('Pipeline completed successfully!')).toEqual([])
    expect(await invalid('Inference complete: 1 successful, 1 failed')).toEqual(['1 of 2 workers failed'])
    expect(await invalid('Inference complete: 2 successful, 0 failed')).toEqual([])
    expect(await invalid('Job complete: 7 processed, 3 failed')).toEqual(['3 of 10 files failed'])
    expect(await invalid('Failed to process 2 DNABERT-S files')).toEqual(['failed to process 2 DNABERT-S files'])
  })

  it('keeps model, length, batch size and architecture, which decide what may be compared (W36)', async () => {
    const facts = [
      '  Model: 500_model.pth',
      '  Expected length: 500bp',
      'DNABERT batch size: 256',
      'Dynamic token budget: 16384',
      'Architecture: v2.0 hybrid',
    ]
    const lines = facts.map((fact) => `2026-11-20 14:06:29 - virnucpro - INFO - ${fact}\n`).join('')
    expect((await readText(pipelineLogReader, lines + stageLines)).context).toEqual({
      model: '500_model.pth',
      expectedLength: '500bp',
      dnabertBatchSize: '256',
      tokenBudget: '16384',
      architecture: 'v2.0 hybrid',
    })
  })

  it.each(['', 'hello\n', text('telemetry/v1-announcements.log')])(
    'refuses text number %# that holds no stage',
    async (content) => {
      expect((await refusal(pipelineLogReader, content)).hint).not.toBe('')
    },
  )
})

describe('the state file behind the common door (W34)', () => {
  it('gives the stages and the model', async () => {
    const { pipeline, context } = await readText(pipelineStateReader, text('telemetry/pipeline-state-completed.json'))
    expect(pipeline?.stages).toHaveLength(9)
    expect(pipeline?.invalid).toEqual([])
    expect(Object.keys(context)).toContain('model_path')
  })

  it('invalidates a run of which a stage failed', async () => {
    const { pipeline } = await readText(pipelineStateReader, text('telemetry/pipeline-state-failed.json'))
    expect(pipeline?.invalid).toEqual(['stage PROTEIN_FEATURES failed'])
  })

  it('refuses a file that is cut off', async () => {
    const cut = text('telemetry/pipeline-state-completed.json').slice(0, -10)
    expect((await refusal(pipelineStateReader, cut)).message).toContain('out.json')
  })
})

describe('events behind the common door', () => {
  it('computes packing and waits from every batch (F-25, F-26, I-197)', async () => {
    const { pipeline } = await readFixture(eventsReader, 'events/batches.jsonl')
    expect(pipeline?.stages).toMatchObject([{ stage: 'esm2', seconds: 4 }])
    expect(pipeline?.packing).toMatchObject({
      efficiency: (16000 + 12288) / (2 * 16384),
      tokens: 28288,
      batches: 2,
      lowest: 0.75,
      batchesBelow80: 1,
    })
    expect(pipeline?.dataLoader).toMatchObject({ batches: 2, full: 1, starved: 1, starvedShare: 0.5 })
  })

  it('gives metrics with a known direction, and names the others', async () => {
    const reading = await readFixture(eventsReader, 'events/batches.jsonl')
    expect(figures(reading)).toEqual({
      'tokens-per-second stage=esm2 gpu=0: tokens-per-second tokens/s': [16199.5],
      'loader-wait-mean stage=esm2 gpu=0: loader-wait-mean s': [0.0125],
    })
    expect(reading.problems).toEqual(['metric packing has no known direction (betterWhen), so it is not compared'])
  })

  it('collects a metric that comes several times, in the order of the file', async () => {
    const events = [3, 1, 2].map(
      (value) => `{"t":1,"event":"metric","name":"loss","value":${value},"unit":"nats","betterWhen":"lower"}\n`,
    )
    expect(figures(await readText(eventsReader, events.join('')))).toEqual({ 'loss: loss nats': [3, 1, 2] })
  })
})

describe('gpu_metrics logs behind the common door (F-11)', () => {
  it('gives the samples of several workers in the order of time', async () => {
    const files = ['nvitop', 'fallback'].map((name) =>
      aFile(`gpu_metrics_${name}.log`, text(`gpu-metrics/${name}.log`)),
    )
    const { gpuReadings, problems } = await gpuMetrics.read(files)
    expect(gpuReadings.map(({ gpu }) => gpu)).toEqual([1, 0, 1, 1])
    expect(problems.join()).toContain('GPU utilization of 0 means unavailable')
  })

  it.each(['hello\n', '# GPU Monitoring Log\n#\n'])('refuses %j', async (content) => {
    expect((await refusal(gpuMetrics, content)).hint).toContain('gpu_metrics_*.log of a run')
  })
})
