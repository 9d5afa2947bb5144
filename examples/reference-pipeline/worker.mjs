import { parentPort, workerData } from 'node:worker_threads'
import { embedBatch } from './dense.mjs'
import * as dnabert from './dnabert.mjs'
import * as esm2 from './esm2.mjs'
import { readFasta } from './fasta.mjs'
import { writeFeatures } from './features.mjs'
import { deriveEmbedding } from './weights.mjs'

// A thread stands for one GPU: it takes a file, embeds it in batches and leaves the features beside it.
const { model, isPersistent, batchSize } = workerData
const embedders = { dnabert, esm2 }
const kept = new Map()

parentPort.on('message', ({ index, task }) => {
  parentPort.postMessage({ index, records: embedFile(task) })
})

function embedFile({ embedder, input, output }) {
  const { tokenize, extraPasses } = embedders[embedder]
  const weights = load(embedder)
  const records = readFasta(input)
  const features = new Float32Array(records.length * weights.width)
  for (let start = 0; start < records.length; start += batchSize) {
    const tokenLists = records.slice(start, start + batchSize).map(({ letters }) => tokenize(letters))
    features.set(embedBatch(weights, tokenLists, 1 + extraPasses), start * weights.width)
  }
  writeFeatures(output, features)
  return records.length
}

function load(embedder) {
  const weights = kept.get(embedder) ?? deriveEmbedding({ ...model[embedder], seed: model.seed })
  if (isPersistent) kept.set(embedder, weights)
  return weights
}
