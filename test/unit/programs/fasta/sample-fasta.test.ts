import { createHash } from 'node:crypto'
import { utimesSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { writeDirectory } from '../../../../src/programs/fasta/fasta-directory.ts'
import {
  computeLargestDifference,
  computeLengthQuantile,
  countLengths,
} from '../../../../src/programs/fasta/lengths.ts'
import { drawWord, openWordStream } from '../../../../src/programs/fasta/random-words.ts'
import { sampleFasta, type SampleSpec } from '../../../../src/programs/fasta/sample-fasta.ts'
import { temporaryDirectory } from '../../datasets/temporary-directory.ts'

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** Lengths as viral contigs have them: most are short, a few are very long, many are cut to the same length. */
function skewedRecords(count: number): string[] {
  const stream = openWordStream(5)
  return Array.from({ length: count }, (_, index) => {
    const share = drawWord(stream) / 2 ** 32
    const length = index % 5 === 0 ? 500 : Math.floor(Math.min(30_000, 200 / (1 - share)))
    return `>contig_${index} length ${length}\n${'ACGTTGCAN'.repeat(Math.ceil(length / 9)).slice(0, length)}\n`
  })
}

const records = skewedRecords(3000)
const text = records.join('')
const lengthsOf = (fasta: string): number[] =>
  fasta
    .split(/^>/m)
    .slice(1)
    .map((record) => record.slice(record.indexOf('\n')).replaceAll(/\s/g, '').length)

test('F-07, I-052: the length quantiles of a sample are those of its source, within the tolerance', async () => {
  await using place = await sourceWith(text)
  for (const sequences of [10, 100, 1000]) {
    const { metadata, bytes } = await draw(place.path, { sequences })
    const [source, sample] = [countLengths(lengthsOf(text)), countLengths(lengthsOf(bytes.toString()))]
    const tolerance = Math.max(0.01, 1 / sequences) + 1 / (2 * sequences)
    expect(computeLargestDifference(source, sample)).toBeLessThanOrEqual(tolerance)
    expect(metadata.lengths.largestDifference).toBeCloseTo(computeLargestDifference(source, sample), 12)
    for (const { share, source: inSource, sample: inSample } of metadata.lengths.quantiles) {
      expect([inSource, inSample]).toEqual([computeLengthQuantile(source, share), computeLengthQuantile(sample, share)])
      expect(inSample).toBeGreaterThanOrEqual(computeLengthQuantile(source, Math.max(0, share - tolerance - 1e-9)))
      expect(inSample).toBeLessThanOrEqual(computeLengthQuantile(source, Math.min(1, share + tolerance + 1e-9)))
    }
  }
})

test('the records stand as in the source, in its order, and none twice', async () => {
  await using place = await sourceWith(text)
  const { bytes } = await draw(place.path, { sequences: 300 })
  const drawn = bytes.toString().split(/^(?=>)/m)
  const places = drawn.map((record) => records.indexOf(record))
  expect(drawn).toHaveLength(300)
  expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)
})

// The same records come out of a plain sort of all priorities within each stratum, done in another language.
const pinned = '999753f805956d13c9fa7b9dd4d30932656fcf1de390936981e61994b200369b'

test('the same seed gives the same bytes on every machine, from the plain and from the packed file', async () => {
  await using plain = await sourceWith(text)
  await using packed = await sourceWith(gzipSync(text))
  const [one, other] = [await draw(plain.path, { sequences: 300 }), await draw(packed.path, { sequences: 300 })]
  expect(other.bytes.equals(one.bytes)).toBe(true)
  expect(one.dataset.identity.sha256).toBe(pinned)
  expect(one.metadata.source).toMatchObject({ sha256: sha256(text), bytes: text.length, file: 'source.fa' })
  expect(other.metadata.source).toMatchObject({ sha256: sha256(gzipSync(text)), sequences: 3000 })
  expect((await draw(plain.path, { sequences: 300, seed: 2 })).dataset.identity.sha256).not.toBe(pinned)
})

test('a source of many records gives what a look at all of them would give', async () => {
  const many = Array.from({ length: 60_000 }, (_, index) => `>${index}\n${'A'.repeat(1 + (index % 3))}\n`)
  await using place = await sourceWith(gzipSync(many.join('')))
  const { bytes, metadata } = await draw(place.path, { sequences: 90, seed: 9 })
  const stream = openWordStream(9)
  const priorities = many.map((_, index) => [drawWord(stream), index] as const)
  const expected = [0, 1, 2].flatMap((rest) =>
    priorities
      .filter(([, index]) => index % 3 === rest)
      .toSorted(([one], [another]) => one - another)
      .slice(0, 30)
      .map(([, index]) => index),
  )
  const wanted = expected.toSorted((one, another) => one - another).map((index) => many[index])
  expect(bytes.toString()).toBe(wanted.join(''))
  expect(metadata.strata).toEqual(
    [1, 2, 3].map((length) => ({ minLength: length, maxLength: length, source: 20_000, sample: 30 })),
  )
})

test('every sequence is as likely as any other of its length', async () => {
  const many = Array.from({ length: 40 }, (_, index) => `>${index}\nACGT\n`)
  await using place = await sourceWith(many.join(''))
  const drawn = new Map<string, number>()
  for (let seed = 0; seed < 200; seed += 1) {
    const { bytes } = await draw(place.path, { sequences: 10, seed })
    for (const [name] of bytes.toString().matchAll(/>\d+/g)) drawn.set(name, (drawn.get(name) ?? 0) + 1)
  }
  // 200 draws of 10 from 40: 50 times each, with a standard deviation of 6.1. Five of them hold for all 40 at once.
  expect(drawn.size).toBe(40)
  for (const times of drawn.values()) expect(Math.abs(times - 50)).toBeLessThan(31)
})

test('the metadata names the source, the seed, the strata and the counts', async () => {
  await using place = await sourceWith(text)
  const { dataset, metadata, bytes, directory } = await draw(place.path, { sequences: 300, files: 4, seed: 7 })
  const parameters = { source: sha256(text), sequences: 300, seed: 7, files: 4, sampler: 1 }
  expect(dataset.identity).toEqual({
    name: 'virus',
    kind: 'real',
    sha256: sha256(bytes),
    sequences: 300,
    lengths: [200, 30_000],
    bytes: bytes.length,
    parameters,
  })
  expect(JSON.parse(await readFile(join(directory, 'metadata.json'), 'utf8'))).toEqual(metadata)
  expect(metadata.files.map(({ sequences }) => sequences)).toEqual([75, 75, 75, 75])
  expect(metadata.strata.reduce((sum, { source }) => sum + source, 0)).toBe(3000)
  expect(metadata.strata.reduce((sum, { sample }) => sum + sample, 0)).toBe(300)
  expect(metadata).toMatchObject({ kind: 'sample', parameters, source: { sequences: 3000, nameless: 0 } })
  expect((await readdir(directory)).toSorted()).toEqual([
    'file_001.fa',
    'file_002.fa',
    'file_003.fa',
    'file_004.fa',
    'metadata.json',
  ])
})

test('CRLF, lower case, unknown bases, empty lines and missing names are kept; the last line break is added', async () => {
  const odd = '>a\r\nACgtN\r\n\r\nAC\r\n>\nNNNN\n\n>c\nac'
  await using place = await sourceWith(`\n${odd}`)
  const { bytes, metadata } = await draw(place.path, { sequences: 3, files: 3 })
  expect(bytes.toString()).toBe(`${odd}\n`)
  expect(metadata).toMatchObject({ bases: 13, bytes: odd.length + 1, source: { nameless: 1, sequences: 3 } })
})

test('records larger than every buffer are copied whole', async () => {
  const large = ['A', 'C', 'G'].map((base) => `>${base}\n${`${base.repeat(60)}\n`.repeat(50_000)}`)
  await using place = await sourceWith(gzipSync(large.join(''), { level: 1 }))
  const { bytes } = await draw(place.path, { sequences: 2 })
  const drawn = bytes.toString().split(/^(?=>)/m)
  expect(drawn.map((record) => large.indexOf(record) >= 0)).toEqual([true, true])
})

test.each([
  {
    kind: 'more sequences than there are',
    bytes: text,
    spec: { sequences: 3001 },
    message: ' has 3,000 sequences, the sample needs 3,001',
    hint: 'Sample at most 3000 sequences, or use the complete file',
  },
  { kind: 'a table', bytes: 'id,length\n', message: ' is not FASTA: line 1 is "id,length"', hint: '">id description"' },
  {
    kind: 'a Git LFS pointer',
    bytes: 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n',
    message: ' is not FASTA: line 1 is "version https://git-lfs',
    hint: 'run `git lfs pull`',
  },
  { kind: 'nothing', bytes: '', message: ' is empty', hint: 'at least one sequence' },
  {
    kind: 'a cut gzip file',
    bytes: gzipSync(text).subarray(0, 9000),
    message: ' cannot be read to its end (Z_BUF_ERROR) at or after line',
    hint: 'Copy the file again',
  },
  {
    kind: 'a foreign character',
    bytes: `${text}>x\nAC!\n`,
    message: ', line 6002: "!" (U+0021) is neither a base',
    hint: 'correct this line',
  },
])('$kind: refused, and no directory is left', async ({ bytes, spec, message, hint }) => {
  await using place = await sourceWith(bytes)
  await expect(draw(place.path, spec ?? {})).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringContaining(`--from: ${place.path}${message}`) as unknown,
    hint: expect.stringContaining(hint) as unknown,
  })
  expect(await readdir(join(place.path, '..'))).toEqual(['source.fa'])
})

test('gzip parts that zlib would skip behind zeros are refused; zeros at the end are not', async () => {
  const [one, other] = [gzipSync(text), gzipSync('>x\nACGT\n')]
  await using joined = await sourceWith(Buffer.concat([one, other]))
  expect((await draw(joined.path, {})).metadata.source.sequences).toBe(3001)
  await using padded = await sourceWith(Buffer.concat([one, Buffer.alloc(300_000)]))
  expect((await draw(padded.path, {})).metadata.source.sequences).toBe(3000)
  const large = Buffer.alloc(300_000, 'x')
  for (const rest of [
    [Buffer.alloc(300_000), other],
    [Buffer.alloc(10), one],
    [Buffer.alloc(10), large],
    [large],
    [other, Buffer.from('junk')],
  ]) {
    await using hidden = await sourceWith(Buffer.concat([one, ...rest]))
    await expect(draw(hidden.path, {})).rejects.toThrow('cannot be read to its end (Z_DATA_ERROR)')
  }
})

test('a file whose bytes change between the passes is refused, although its size and time stay', async () => {
  await using place = await sourceWith('>a\nACGT\n>b\nACGT\n')
  const time = new Date(1_700_000_000_000)
  await utimes(place.path, time, time)
  const signal = new AbortController().signal
  // Each pass asks before its only chunk and behind it: the fourth time is behind the chunk of the second pass.
  const asked = vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
    if (asked.mock.calls.length !== 4) return
    writeFileSync(place.path, '>a\nTTTT\n>b\nACGT\n')
    utimesSync(place.path, time, time)
  })
  const source = { setting: '--from', path: place.path, signal }
  await expect(draw(place.path, { sequences: 2, source })).rejects.toThrow('changed while it was read')
  expect(await readFile(place.path, 'utf8')).toContain('TTTT')
})

test('a directory that cannot be written to is named', async () => {
  await using place = await sourceWith(text)
  const directory = join(place.path, 'below-a-file')
  await expect(draw(place.path, {}, directory)).rejects.toMatchObject({
    name: 'EnvironmentError',
    message: `The dataset cannot be written to ${directory} (ENOTDIR)`,
  })
})

async function draw(path: string, overrides: Partial<SampleSpec>, at?: string) {
  const { sequences = 10 } = overrides
  const directory = at ?? join(path, '..', `sample-${sequences}-${overrides.files ?? 1}`)
  const source = { setting: '--from', path }
  const spec = { name: 'virus', source, sequences, seed: 1, files: 1, ...overrides }
  const { dataset, metadata } = await writeDirectory(directory, (draft) => sampleFasta(draft, spec))
  const bytes = Buffer.concat(await Promise.all(dataset.files.map((file) => readFile(file))))
  return { dataset, metadata, bytes, directory }
}

async function sourceWith(bytes: Buffer | string) {
  const place = await temporaryDirectory()
  const directory = join(place.path, 'data')
  await mkdir(directory)
  const path = join(directory, 'source.fa')
  await writeFile(path, bytes)
  return { path, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}
