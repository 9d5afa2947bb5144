import { createHash } from 'node:crypto'
import { PipelineError } from './errors.mjs'
import { log } from './log.mjs'
import { readModel } from './model.mjs'
import { createRecorder } from './recorder.mjs'
import { prepareOutput, samplesOf } from './samples.mjs'
import * as steps from './steps.mjs'
import { startWorkers } from './workers.mjs'

/** Runs all nine stages over all inputs. Returns the number of inputs that could not be used. */
export async function runPipeline(options) {
  const model = readModel(options.modelPath)
  const expectedLength = options.expectedLength ?? model.expectedLength
  const samples = samplesOf(options.inputs, options.outputDirectory)
  prepareOutput(options.outputDirectory)
  const recorder = createRecorder(options.outputDirectory, pipelineConfig(model, expectedLength))
  const workers = startWorkers(deviceIds(options), { ...options, model })
  try {
    const usable = await chunkAll(recorder, samples, expectedLength)
    await runStages(recorder, usable, { model, workers })
    return conclude(recorder, samples, usable)
  } finally {
    await workers.close()
  }
}

/** An input that cannot be read is reported and left out; the others go on. */
async function chunkAll(recorder, samples, expectedLength) {
  const usable = []
  await recorder.stage('CHUNKING', () => {
    const files = samples.flatMap((sample) => {
      try {
        const written = steps.chunk(sample, expectedLength)
        usable.push(sample)
        return written
      } catch (error) {
        process.stderr.write(`ERROR: ${error.message}\n`)
        return []
      }
    })
    if (usable.length === 0) throw new PipelineError('no input could be used')
    return { files, extras: { sequences: total(usable, (sample) => sample.sequences) } }
  })
  return usable
}

async function runStages(recorder, samples, { model, workers }) {
  const each = (step) => samples.flatMap(step)
  const counted = (files) => ({ files, extras: { files: files.length } })
  await recorder.stage('TRANSLATION', () => ({
    files: each(steps.translateFrames),
    extras: translationExtras(samples),
  }))
  await recorder.stage('NUCLEOTIDE_SPLITTING', () => counted(each(steps.splitNucleotides)))
  await recorder.stage('PROTEIN_SPLITTING', () => counted(each(steps.splitProteins)))
  await recorder.stage('NUCLEOTIDE_FEATURES', async () => counted(await embed(workers, samples, 'dnabert')))
  await recorder.stage('PROTEIN_FEATURES', async () => {
    const files = await embed(workers, samples, 'esm2')
    return { files, extras: { files: files.length, architecture: 'v2.0' } }
  })
  await recorder.stage('FEATURE_MERGING', () => counted(each(steps.merge)))
  await recorder.stage('PREDICTION', () => {
    const files = each((sample) => steps.predict(sample, model))
    return { files, extras: { predictions: total(samples, (sample) => sample.predictions.length) } }
  })
  await recorder.stage('CONSENSUS', () => {
    const files = each(steps.scoreConsensus)
    return { files, extras: { consensus_sequences: total(samples, (sample) => sample.consensusRows) } }
  })
}

async function embed(workers, samples, embedder) {
  const tasks = samples.flatMap((sample) => steps.embeddingTasks(sample, embedder))
  const embedded = await workers.embed(tasks)
  const expected = total(samples, (sample) => sample.frames.length)
  const done = embedded.reduce((sum, records) => sum + records, 0)
  if (done !== expected) throw new PipelineError(`${embedder} embedded ${done} of ${expected} frames`)
  return tasks.map((task) => task.output)
}

function conclude(recorder, samples, usable) {
  recorder.finish(total(usable, (sample) => sample.sequences))
  const failures = samples.length - usable.length
  if (failures === 0) log('cli.predict', 'Pipeline completed successfully!')
  else log('cli.predict', `Pipeline completed with ${failures} failures`)
  return failures
}

function translationExtras(samples) {
  const withFrames = total(samples, (sample) => new Set(sample.frames.map(({ id }) => id.slice(0, -2))).size)
  return { sequences: total(samples, (sample) => sample.chunks.length), sequences_with_orfs: withFrames }
}

function deviceIds({ gpus, isParallel }) {
  if (isParallel || gpus.length === 1) return gpus
  process.stderr.write(`WARNING: without --parallel only device ${gpus[0]} of ${gpus.join(',')} is used\n`)
  return gpus.slice(0, 1)
}

function pipelineConfig(model, expectedLength) {
  const hash = createHash('sha256')
    .update(JSON.stringify([model.sha256, expectedLength]))
    .digest('hex')
  return { config_hash: hash, expected_length: expectedLength, model_path: model.path }
}

function total(samples, count) {
  return samples.reduce((sum, sample) => sum + count(sample), 0)
}
