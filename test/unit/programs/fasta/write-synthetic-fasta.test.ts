import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PreparedDataset } from '../../../../src/domain/core/dataset.ts'
import { writeDirectory } from '../../../../src/programs/fasta/fasta-directory.ts'
import { presets } from '../../../../src/programs/fasta/presets.ts'
import { writeSynthetic, type SyntheticSpec } from '../../../../src/programs/fasta/synthetic-fasta.ts'
import { temporaryDirectory } from '../../datasets/temporary-directory.ts'

// Both figures were reproduced by a second implementation of the documented algorithm, in Python.
const pinned = [
  { preset: 'tiny', seed: 1, bytes: 3301, sha256: 'd679eed4aeaf2a6af928bf1a08f3534248a2af6b8ac89e892683cad1244a0606' },
  {
    preset: 'medium',
    seed: 7,
    bytes: 347_360,
    sha256: '0e822ac5c3a83805a76954c23194496650bfe0d5b162d268d087012729063cec',
  },
] as const

test.each(pinned)('F-06: preset $preset with seed $seed has the same bytes on every machine', async (expected) => {
  await using place = await temporaryDirectory()
  const { identity } = await write(place.path, { ...presets[expected.preset], seed: expected.seed })
  expect(identity).toMatchObject({ sha256: expected.sha256, bytes: expected.bytes, kind: 'synthetic' })
})

test('F-06: one file and several files hold the same bytes in order', async () => {
  await using place = await temporaryDirectory()
  const one = await write(join(place.path, 'one'), { files: 1 })
  const many = await write(join(place.path, 'many'), { files: 3 })
  expect(await bytesOf(many)).toEqual(await bytesOf(one))
  expect(many.identity.sha256).toBe(one.identity.sha256)
  expect(many.files.map((file) => file.slice(-11))).toEqual(['file_001.fa', 'file_002.fa', 'file_003.fa'])
  const counts = await Promise.all(many.files.map(async (file) => recordsOf(await readFile(file, 'latin1')).length))
  expect(counts).toEqual([33, 33, 34])
})

test('I-036…I-046: the presets are those of the seed documents', () => {
  const sizes = Object.fromEntries(Object.entries(presets).map(([name, { sequences }]) => [name, sequences]))
  expect(sizes).toEqual({ tiny: 10, small: 100, medium: 1000, large: 10_000, typical: 5000, long: 1000 })
  expect(presets.typical).toMatchObject({ minLength: 200, maxLength: 2000 })
  expect(presets.long).toMatchObject({ minLength: 1500, maxLength: 2000 })
})

test('bases are random: alone, in pairs and 60 apart they are as frequent as chance has it', async () => {
  await using place = await temporaryDirectory()
  const dataset = await write(place.path, { sequences: 20, minLength: 60_000, maxLength: 60_000, seed: 3 })
  const records = recordsOf((await bytesOf(dataset)).toString('latin1'))
  const bases = records.map((record) => record.split('\n').slice(1).join('')).join('')
  // χ² of 15 degrees of freedom is below 44.3 with a chance of 0.9999; of 3 degrees below 21.1.
  expect(chiSquare(countPairs(bases, 0), bases.length, 4)).toBeLessThan(21.1)
  expect(chiSquare(countPairs(bases, 1), bases.length, 16)).toBeLessThan(44.3)
  expect(chiSquare(countPairs(bases, 60), bases.length, 16)).toBeLessThan(44.3)
})

test('another seed gives other bytes', async () => {
  await using place = await temporaryDirectory()
  const one = await write(join(place.path, '1'), { seed: 1 })
  const other = await write(join(place.path, '2'), { seed: 4_294_967_295 })
  expect(other.identity.sha256).not.toBe(one.identity.sha256)
})

test('I-033: records are numbered from 0 and named as the seed documents say', async () => {
  await using place = await temporaryDirectory()
  const records = recordsOf((await bytesOf(await write(place.path, {}))).toString('latin1'))
  const headers = records.map((record) => record.split('\n', 1)[0])
  expect(headers[0]).toBe('synthetic_000000 Synthetic test sequence 0')
  expect(headers[99]).toBe('synthetic_000099 Synthetic test sequence 99')
  expect(new Set(headers)).toHaveLength(100)
})

test('lengths stay in their range, reach both ends, and lines break at 60', async () => {
  await using place = await temporaryDirectory()
  const dataset = await write(place.path, { sequences: 400, minLength: 117, maxLength: 123 })
  const bodies = recordsOf((await bytesOf(dataset)).toString('latin1')).map((record) => record.split('\n').slice(1, -1))
  const lengths = bodies.map((lines) => lines.join('').length)
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([117, 123])
  expect(bodies.every((lines) => lines.slice(0, -1).every((line) => line.length === 60))).toBe(true)
  expect(bodies.every((lines) => /^[ACGT]{1,60}$/.test(lines.at(-1) ?? ''))).toBe(true)
})

test.each([0.5, 0.41, 0.9])('a GC share of %d is met within 1 % and recorded', async (gc) => {
  await using place = await temporaryDirectory()
  const dataset = await write(place.path, { gc, sequences: 500 })
  const bases = recordsOf((await bytesOf(dataset)).toString('latin1'))
    .map((record) => record.split('\n').slice(1).join(''))
    .join('')
  const counted = bases.replaceAll(/[AT]/g, '').length / bases.length
  const metadata = JSON.parse(await readFile(join(place.path, 'metadata.json'), 'utf8')) as {
    gc: number
    bases: number
  }
  expect(Math.abs(counted - gc)).toBeLessThan(0.01)
  expect(metadata).toMatchObject({ gc: counted, bases: bases.length })
})

test('the identity agrees with the bytes on disk and names all parameters', async () => {
  await using place = await temporaryDirectory()
  const dataset = await write(place.path, { files: 2, preset: 'small' })
  const bytes = await bytesOf(dataset)
  expect(dataset.identity).toEqual({
    name: 'synthetic',
    kind: 'synthetic',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sequences: 100,
    bytes: bytes.length,
    parameters: {
      preset: 'small',
      sequences: 100,
      minLength: 200,
      maxLength: 400,
      gc: 0.5,
      seed: 1,
      files: 2,
      generator: 1,
    },
  })
  expect((await readdir(place.path)).toSorted()).toEqual(['file_001.fa', 'file_002.fa', 'metadata.json'])
})

test('a record longer than the buffer is written whole', async () => {
  await using place = await temporaryDirectory()
  const dataset = await write(place.path, { sequences: 3, minLength: 1_500_000, maxLength: 1_500_000 })
  const records = recordsOf((await bytesOf(dataset)).toString('latin1'))
  expect(records.map((record) => record.split('\n').slice(1).join('').length)).toEqual([
    1_500_000, 1_500_000, 1_500_000,
  ])
})

test.each([
  [{ sequences: 10, files: 16 }, '10 sequences cannot be split over 16 files'],
  [{ minLength: 400, maxLength: 200 }, 'lengths from 400 to 200'],
])('%o is refused with the value', async (overrides, message) => {
  await using place = await temporaryDirectory()
  await expect(write(place.path, overrides)).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringContaining(message) as unknown,
  })
})

async function write(directory: string, overrides: Partial<SyntheticSpec>): Promise<PreparedDataset> {
  const spec = { ...presets.small, gc: 0.5, seed: 1, files: 1, ...overrides }
  return (await writeDirectory(directory, (draft) => writeSynthetic(draft, spec))).dataset
}

/** How often each base stands `distance` before each other one; 0 counts single bases. */
function countPairs(bases: string, distance: number): number[] {
  const counts = new Map<string, number>()
  for (let at = 0; at + distance < bases.length; at += 1) {
    const pair = distance === 0 ? bases.charAt(at) : bases.charAt(at) + bases.charAt(at + distance)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return [...counts.values()]
}

function chiSquare(counts: readonly number[], total: number, kinds: number): number {
  expect(counts).toHaveLength(kinds)
  const expected = total / kinds
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

async function bytesOf(dataset: PreparedDataset): Promise<Buffer> {
  return Buffer.concat(await Promise.all(dataset.files.map((file) => readFile(file))))
}

function recordsOf(text: string): string[] {
  return text.split('>').slice(1)
}
