import { seededRandom } from './random.mjs'
import { orthogonalRows } from './weights.mjs'

/** Derives the classifier for merged features of `width` numbers. */
export function deriveClassifier({ seed, classifier }, width) {
  const random = seededRandom(seed + 1)
  const { hidden, gain, bias } = classifier
  return { hidden: orthogonalRows(random, hidden, width), output: orthogonalRows(random, 1, hidden), gain, bias, width }
}

/** Probabilities [others, virus] of one row of merged features; they add up to 1. */
export function classify({ hidden, output, gain, bias, width }, features) {
  let logit = bias
  for (let unit = 0; unit < output.length; unit += 1) {
    let sum = 0
    for (let index = 0; index < width; index += 1) sum += hidden[unit * width + index] * features[index]
    logit += (gain * output[unit] * sum) / (1 + Math.abs(sum))
  }
  const virus = 1 / (1 + Math.exp(-logit))
  return [1 - virus, virus]
}
