import { UserError } from '../../domain/core/errors.ts'
import { amountOf, at, itemsOf, optional, textOf, wrong, type Place } from '../json-place.ts'
import type { OutputFile } from '../output-file.ts'
import { plainBytes } from './plain-bytes.ts'

/** The single samples of one state. */
export type SampleFile = {
  /** Path of the state in the JSON. */
  readonly state: string
  readonly name: string
  /** Null when the file was not given. */
  readonly seconds: readonly number[] | null
}

const tag = 'nv/json/bin:nv/cold/sample_times'
const bytesPerSample = 4
const maxSamples = 4_000_000

/** Reads the `.bin` files that states name: seconds as 32-bit floats, little-endian. */
export async function nvbenchSamples(root: Place, files: readonly OutputFile[]): Promise<SampleFile[]> {
  const found: SampleFile[] = []
  for (const state of statesIn(root)) {
    const summary = (optional(at(state, 'summaries'), itemsOf) ?? []).find((item) => at(item, 'tag').value === tag)
    if (!summary) continue
    const name = textOf(field(summary, 'filename'))
    const count = countOf(field(summary, 'size'))
    const file = files.find(({ path }) => path === name || path.endsWith(`/${name}`))
    found.push({ state: state.path, name, seconds: file ? await readSamples(file, count) : null })
  }
  return found
}

function statesIn(root: Place): Place[] {
  return (optional(at(root, 'benchmarks'), itemsOf) ?? []).flatMap(
    (item) => optional(at(item, 'states'), itemsOf) ?? [],
  )
}

function field(summary: Place, name: string): Place {
  const place = itemsOf(at(summary, 'data')).find((item) => at(item, 'name').value === name)
  if (!place) throw wrong(at(summary, 'data'), `a list with an entry named ${name}`)
  return at(place, 'value')
}

function countOf(place: Place): number {
  const count = amountOf({ ...place, value: Number(place.value) })
  if (Number.isInteger(count) && count > 0 && count <= maxSamples) return count
  throw wrong(place, `a count from 1 to ${maxSamples}`)
}

async function readSamples(file: OutputFile, count: number): Promise<number[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of plainBytes(file)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > count * bytesPerSample) break
  }
  if (size !== count * bytesPerSample)
    throw damaged(file, `holds ${size} bytes, not ${count} samples of ${bytesPerSample}`)
  const bytes = Buffer.concat(chunks)
  const seconds = Array.from({ length: count }, (_, index) => bytes.readFloatLE(index * bytesPerSample))
  const odd = seconds.findIndex((value) => !Number.isFinite(value))
  if (odd >= 0) throw damaged(file, `sample ${odd} is ${seconds[odd]}`)
  return seconds
}

function damaged({ path }: OutputFile, what: string): UserError {
  return new UserError(`${path} ${what}`, 'Give the .bin files of the same run as the JSON')
}
