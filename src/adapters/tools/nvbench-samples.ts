import { UserError } from '../../domain/core/errors.ts'
import {
  readAmount,
  getField,
  readItems,
  readOptional,
  readText,
  createValueError,
  type JsonNode,
} from '../json-node.ts'
import type { OutputFile } from '../output-file.ts'
import { readPlainBytes } from './plain-bytes.ts'

/** The raw samples of one state. */
export type SampleFile = {
  /** JSON path of the state. */
  readonly state: string
  /** Tag of the summary that names the file. */
  readonly tag: unknown
  readonly name: string
  /** Null when the file was not given. */
  readonly seconds: readonly number[] | null
}

const tags: readonly unknown[] = ['nv/json/bin:nv/cold/sample_times', 'nv/json/bin:nv/cpu_only/sample_times']
const bytesPerSample = 4
const maxSamples = 4_000_000

/** Reads the `.bin` files that the states name: seconds as 32-bit little-endian floats. */
export async function readNvbenchSamples(root: JsonNode, files: readonly OutputFile[]): Promise<SampleFile[]> {
  const found: SampleFile[] = []
  for (const state of listStates(root)) {
    const summary = (readOptional(getField(state, 'summaries'), readItems) ?? []).find((item) =>
      tags.includes(getField(item, 'tag').value),
    )
    if (!summary) continue
    const name = readText(findSummaryField(summary, 'filename'))
    const count = readCount(findSummaryField(summary, 'size'))
    const file = files.find(({ path }) => path === name || path.endsWith(`/${name}`))
    found.push({
      state: state.path,
      tag: getField(summary, 'tag').value,
      name,
      seconds: file ? await readSamples(file, count) : null,
    })
  }
  return found
}

function listStates(root: JsonNode): JsonNode[] {
  return (readOptional(getField(root, 'benchmarks'), readItems) ?? []).flatMap(
    (item) => readOptional(getField(item, 'states'), readItems) ?? [],
  )
}

function findSummaryField(summary: JsonNode, name: string): JsonNode {
  const node = readItems(getField(summary, 'data')).find((item) => getField(item, 'name').value === name)
  if (!node) throw createValueError(getField(summary, 'data'), `a list with an entry named ${name}`)
  return getField(node, 'value')
}

function readCount(node: JsonNode): number {
  const count = readAmount({ ...node, value: Number(node.value) })
  if (Number.isInteger(count) && count > 0 && count <= maxSamples) return count
  throw createValueError(node, `a count from 1 to ${maxSamples}`)
}

async function readSamples(file: OutputFile, count: number): Promise<number[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readPlainBytes(file)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > count * bytesPerSample) break
  }
  if (size !== count * bytesPerSample)
    throw createDamagedFileError(file, `has ${size} bytes, not ${count} samples of ${bytesPerSample}`)
  const bytes = Buffer.concat(chunks)
  const seconds = Array.from({ length: count }, (_, index) => bytes.readFloatLE(index * bytesPerSample))
  const odd = seconds.findIndex((value) => !Number.isFinite(value))
  if (odd >= 0) throw createDamagedFileError(file, `sample ${odd} is ${seconds[odd]}`)
  return seconds
}

function createDamagedFileError({ path }: OutputFile, what: string): UserError {
  return new UserError(`${path} ${what}`, 'Pass the .bin files of the same run as the JSON')
}
