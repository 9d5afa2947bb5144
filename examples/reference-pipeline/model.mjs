import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PipelineError } from './errors.mjs'

const defaultPath = fileURLToPath(new URL('model.json', import.meta.url))

/** Reads a model description: seed and layer sizes. The weights are derived from it where they are needed. */
export function readModel(path) {
  const modelPath = path ?? defaultPath
  try {
    const text = readFileSync(modelPath, 'utf8')
    return { ...JSON.parse(text), path: modelPath, sha256: createHash('sha256').update(text).digest('hex') }
  } catch (error) {
    throw new PipelineError(`model ${modelPath} cannot be read: ${error.message}`, 1, { cause: error })
  }
}
