import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { PipelineError } from './errors.mjs'

/** Makes the output directory; refuses one that already holds something, lest old results pass for new ones. */
export function prepareOutput(directory) {
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new PipelineError(`output directory ${directory} is not empty: remove it or choose another --output-dir`)
  }
  mkdirSync(directory, { recursive: true })
}

/** One sample per input file, with the places its results go to. Two files of the same stem would share them. */
export function samplesOf(inputs, outputDirectory) {
  const samples = inputs.map((path) => sampleOf(path, outputDirectory))
  const stems = samples.map(({ stem }) => stem)
  const twice = stems.find((stem, index) => stems.indexOf(stem) !== index)
  if (twice !== undefined)
    throw new PipelineError(`two inputs are called ${twice}: their results would overwrite each other`)
  return samples
}

function sampleOf(path, outputDirectory) {
  const stem = basename(path, extname(path))
  const place = (suffix) => join(outputDirectory, `${stem}_${suffix}`)
  return {
    path,
    stem,
    place,
    mergedDirectory: place('merged'),
    /** What the stages add: chunks, open frames, and parts of at most so many frames, each a pair of files. */
    chunks: [],
    frames: [],
    parts: [],
    predictions: [],
  }
}
