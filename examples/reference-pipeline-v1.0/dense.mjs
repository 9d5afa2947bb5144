/**
 * Embeds a batch: one row of `width` features per token list, the mean over its tokens after all layers. Version 1.0
 * takes the sequences and their tokens one at a time, each vector a list of its own.
 */
export function embedBatch(weights, tokenLists, passes) {
  const means = new Float32Array(tokenLists.length * weights.width)
  for (const [list, tokens] of tokenLists.entries()) {
    means.set(embedSequence(weights, tokens, passes), list * weights.width)
  }
  return means
}

function embedSequence(weights, tokens, passes) {
  let activations = []
  for (let pass = 0; pass < passes; pass += 1) {
    activations = Array.from(tokens, (token) => vectorOf(weights, token))
    for (const layer of weights.layers) activations = activations.map((vector) => multiply(layer, vector))
  }
  return meanOf(activations, weights.width)
}

function vectorOf({ table, width }, token) {
  return Array.from(table.subarray(token * width, (token + 1) * width))
}

function multiply(layer, vector) {
  return vector.map((_, column) => {
    const offset = column * vector.length
    const sum = vector.reduce((partial, value, index) => partial + value * layer[offset + index], 0)
    return sum / (1 + Math.abs(sum))
  })
}

function meanOf(vectors, width) {
  return Array.from({ length: width }, (_, column) => {
    const sum = vectors.reduce((partial, vector) => partial + vector[column], 0)
    return sum / (vectors.length || 1)
  })
}
