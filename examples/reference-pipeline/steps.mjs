import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chunkSequence } from './chunking.mjs'
import { classify, deriveClassifier } from './classifier.mjs'
import { readFasta, writeFasta } from './fasta.mjs'
import { mergeFeatures, readFeatures, writeFeatures } from './features.mjs'
import { consensus, writeConsensus, writePredictions } from './tables.mjs'
import { openFrames } from './translate.mjs'

// Independent of the number of workers: the same input gives the same files on any machine.
const framesPerFile = 50

// Each step does one sample's share of one stage and returns the files it wrote.

export function chunk(sample, expectedLength) {
  const sequences = readFasta(sample.path)
  const path = sample.place(`chunked${expectedLength}.fa`)
  sample.sequences = sequences.length
  sample.chunks = sequences.flatMap((sequence) => chunkSequence(sequence, expectedLength))
  writeFasta(path, sample.chunks)
  return [path]
}

export function translateFrames(sample) {
  sample.frames = sample.chunks.flatMap(openFrames)
  const paths = [sample.place('nucleotide.fa'), sample.place('protein.faa')]
  writeFasta(paths[0], sample.frames.map(nucleotideRecord))
  writeFasta(paths[1], sample.frames.map(proteinRecord))
  return paths
}

export function splitNucleotides(sample) {
  const count = Math.ceil(sample.frames.length / framesPerFile)
  sample.parts = Array.from({ length: count }, (_, index) => ({
    frames: sample.frames.slice(index * framesPerFile, (index + 1) * framesPerFile),
    nucleotides: join(sample.place('nucleotide'), `output_${index + 1}.fa`),
    proteins: join(sample.place('protein'), `output_${index + 1}.fa`),
    merged: join(sample.mergedDirectory, `output_${index + 1}_merged.f32`),
  }))
  mkdirSync(sample.place('nucleotide'))
  for (const part of sample.parts) writeFasta(part.nucleotides, part.frames.map(nucleotideRecord))
  return sample.parts.map((part) => part.nucleotides)
}

export function splitProteins(sample) {
  mkdirSync(sample.place('protein'))
  for (const part of sample.parts) writeFasta(part.proteins, part.frames.map(proteinRecord))
  return sample.parts.map((part) => part.proteins)
}

/** What the workers have to do for a stage: DNABERT-S on the nucleotides or ESM-2 on the proteins. */
export function embeddingTasks(sample, embedder) {
  return sample.parts.map((part) => {
    const input = embedder === 'dnabert' ? part.nucleotides : part.proteins
    return { embedder, input, output: featurePath(input, embedder) }
  })
}

export function merge(sample) {
  mkdirSync(sample.mergedDirectory)
  for (const part of sample.parts) {
    const nucleotides = readFeatures(featurePath(part.nucleotides, 'dnabert'))
    const proteins = readFeatures(featurePath(part.proteins, 'esm2'))
    writeFeatures(part.merged, mergeFeatures(nucleotides, proteins, part.frames.length))
  }
  return sample.parts.map((part) => part.merged)
}

export function predict(sample, model) {
  const width = model.dnabert.width + model.esm2.width
  const classifier = deriveClassifier(model, width)
  sample.predictions = sample.parts.flatMap((part) => {
    const features = readFeatures(part.merged)
    return part.frames.map(({ id }, row) => ({
      id,
      scores: classify(classifier, features.subarray(row * width, (row + 1) * width)),
    }))
  })
  const path = join(sample.mergedDirectory, 'prediction_results.txt')
  writePredictions(path, sample.predictions)
  return [path]
}

export function scoreConsensus(sample) {
  const chunks = consensus(sample.predictions)
  const path = join(sample.mergedDirectory, 'prediction_results_highestscore.csv')
  writeConsensus(path, chunks)
  sample.consensusRows = chunks.length
  return [path]
}

function featurePath(input, embedder) {
  return input.replace(/\.fa$/, embedder === 'dnabert' ? '_DNABERT_S.f32' : '_ESM.f32')
}

function nucleotideRecord({ id, nucleotides }) {
  return { id, letters: nucleotides }
}

function proteinRecord({ id, protein }) {
  return { id, letters: protein }
}
