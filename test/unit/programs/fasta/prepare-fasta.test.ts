import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareDataset } from '../../../../src/datasets/prepare-dataset.ts'
import { prepareFasta } from '../../../../src/programs/fasta/fasta.ts'
import { temporaryDirectory } from '../../datasets/temporary-directory.ts'

const config = { preset: 'small', seed: 1, files: 2, gc: 0.5 } as const

test('the second call takes the files of the first', async () => {
  await using place = await places()
  const first = await prepareDataset('small', config, place)
  const before = await stat(first.files[0] ?? '')
  const second = await prepareDataset('other-name', config, place)
  expect(second.files).toEqual(first.files)
  expect(second.identity).toEqual({ ...first.identity, name: 'other-name' })
  expect((await stat(first.files[0] ?? '')).ino).toBe(before.ino)
  expect(await readdir(place.cacheDirectory)).toHaveLength(1)
})

test.each([{ seed: 2 }, { files: 3 }, { gc: 0.4 }, { sequences: 99 }, { minLength: 300 }, { maxLength: 300 }])(
  '%o is another entry',
  async (change) => {
    await using place = await places()
    const first = await prepareDataset('small', config, place)
    const second = await prepareDataset('small', { ...config, ...change }, place)
    expect(dirname(second.files[0] ?? '')).not.toBe(dirname(first.files[0] ?? ''))
  },
)

test.each([
  ['a byte too many', (file: string) => appendFile(file, 'A')],
  ['another byte', async (file: string) => writeFile(file, (await readFile(file, 'latin1')).replace(/A\n/, 'C\n'))],
  ['a missing file', (file: string) => rm(file)],
  ['metadata that is no JSON', (file: string) => writeFile(join(dirname(file), 'metadata.json'), '{')],
  ['no metadata, as of a copy cut short', (file: string) => rm(join(dirname(file), 'metadata.json'))],
])('a cache entry with %s is never used', async (_damage, spoil) => {
  await using place = await places()
  const first = await prepareDataset('small', config, place)
  const bytes = await readFile(first.files[0] ?? '')
  await spoil(first.files[0] ?? '')
  const second = await prepareDataset('small', config, place)
  expect(second).toEqual(first)
  expect(await readFile(second.files[0] ?? '')).toEqual(bytes)
  expect(await readdir(place.cacheDirectory)).toHaveLength(1)
})

test('two runs that prepare the same dataset at the same time both get it', async () => {
  await using place = await places()
  const [one, other] = await Promise.all([prepareDataset('a', config, place), prepareDataset('a', config, place)])
  expect(other).toEqual(one)
  expect(await readdir(place.cacheDirectory)).toHaveLength(1)
})

test('a relative path starts at the workspace, an absolute one stands as it is', async () => {
  await using place = await places()
  await mkdir(join(place.workspace, 'data'), { recursive: true })
  const path = join(place.workspace, 'data', 'virus.fa')
  await writeFile(path, '>a\nACGT\n')
  expect((await prepareDataset('virus', { path: 'data/virus.fa' }, place)).files).toEqual([path])
  expect((await prepareDataset('virus', { path }, place)).files).toEqual([path])
})

test('a relative path may not leave the workspace', async () => {
  await using place = await places()
  await expect(prepareDataset('virus', { path: 'data/../../virus.fa' }, place)).rejects.toMatchObject({
    name: 'UserError',
    message: 'datasets.virus.path: "data/../../virus.fa" leaves the workspace',
  })
})

test.each([
  ['path', () => ({ path: 'reads.fa' })],
  ['paths', () => ({ paths: ['reads.fa'] })],
  ['paths next to an absolute one', (absolute: string) => ({ paths: [absolute, 'reads.fa'] })],
])('%s: a link of the checkout may not lead out of it, and its target is not quoted', async (_key, configure) => {
  await using place = await places()
  await mkdir(place.workspace, { recursive: true })
  const secret = join(dirname(place.workspace), 'secret')
  await writeFile(secret, 'password')
  await symlink(secret, join(place.workspace, 'reads.fa'))
  await expect(prepareDataset('virus', configure(secret), place)).rejects.toMatchObject({
    name: 'UserError',
    message: `datasets.virus: ${join(place.workspace, 'reads.fa')} leads out of the checkout`,
  })
})

test('I-057: equal lengths make sequences of one length', async () => {
  await using place = await places()
  const fixed = { preset: 'tiny', seed: 1, files: 1, gc: 0.5, minLength: 300, maxLength: 300 } as const
  const { identity, files } = await prepareDataset('fixed', fixed, place)
  const bodies = (await readFile(files[0] ?? '', 'latin1')).split(/^>.*$/m).slice(1)
  expect(bodies.map((body) => body.replaceAll('\n', '').length)).toEqual(Array<number>(10).fill(300))
  expect(identity.parameters).toMatchObject({ preset: 'tiny', minLength: 300, maxLength: 300 })
})

test('lengths that make no range are refused with the name of the dataset', async () => {
  await using place = await places()
  await expect(prepareDataset('odd', { ...config, minLength: 500 }, place)).rejects.toMatchObject({
    name: 'UserError',
    message: 'The dataset odd cannot be created: lengths from 500 to 400 are not an ascending range below 2097152',
  })
  expect(await readdir(place.cacheDirectory)).toEqual([])
})

const sample = { sequences: 3, seed: 1, files: 1 }
const virus = (count: number): string =>
  Array.from({ length: count }, (_, index) => `>v${index}\n${'ACGT'.repeat(index + 1)}\n`).join('')

test('I-052: a sample is drawn once, and named by its source and its parameters', async () => {
  await using place = await placesWith(virus(20))
  const first = await prepareDataset('virus', { path: 'virus.fa', sample }, place)
  const before = await stat(first.files[0] ?? '')
  const second = await prepareDataset('virus', { path: 'virus.fa', sample }, place)
  expect(second).toEqual(first)
  expect((await stat(first.files[0] ?? '')).ino).toBe(before.ino)
  expect(await readdir(place.cacheDirectory)).toHaveLength(1)
  const source = createHash('sha256').update(virus(20)).digest('hex')
  expect(first.identity).toMatchObject({ name: 'virus', kind: 'real', sequences: 3, parameters: { source, seed: 1 } })
})

test('W36: a sample of other bytes, or with other parameters, is another one', async () => {
  await using place = await placesWith(virus(20))
  const path = 'virus.fa'
  const first = await prepareDataset('virus', { path, sample }, place)
  const more = await prepareDataset('virus', { path, sample: { ...sample, sequences: 4 } }, place)
  const again = await prepareDataset('virus', { path, sample: { ...sample, seed: 2 } }, place)
  const split = await prepareDataset('virus', { path, sample: { ...sample, files: 3 } }, place)
  expect(more.identity.sequences).toBe(4)
  await writeFile(join(place.workspace, path), virus(21))
  const changed = await prepareDataset('virus', { path, sample }, place)
  const all = [first, more, again, split, changed].map(({ files }) => dirname(files[0] ?? ''))
  expect(new Set(all)).toHaveLength(5)
  expect(changed.identity.parameters['source']).toBe(createHash('sha256').update(virus(21)).digest('hex'))
})

test('a damaged sample in the cache is drawn again', async () => {
  await using place = await placesWith(virus(20))
  const first = await prepareDataset('virus', { path: 'virus.fa', sample }, place)
  const bytes = await readFile(first.files[0] ?? '')
  await writeFile(first.files[0] ?? '', bytes.toString().replace('ACGT', 'TTTT'))
  expect(await prepareDataset('virus', { path: 'virus.fa', sample }, place)).toEqual(first)
  expect(await readFile(first.files[0] ?? '')).toEqual(bytes)
})

test('W36: a sample of a file with another SHA-256 is refused, drawn before or not', async () => {
  await using place = await placesWith(virus(20))
  const refused = { path: 'virus.fa', sha256: 'a'.repeat(64), sample }
  const message = expect.stringContaining(`the config requires ${'a'.repeat(64)}`) as unknown
  await expect(prepareDataset('virus', refused, place)).rejects.toMatchObject({ name: 'UserError', message })
  await prepareDataset('virus', { path: 'virus.fa', sample }, place)
  await expect(prepareDataset('virus', refused, place)).rejects.toMatchObject({ name: 'UserError', message })
  expect(await readdir(place.cacheDirectory)).toHaveLength(1)
})

test('a sample larger than its source is refused by the setting that names the file', async () => {
  await using place = await placesWith(virus(2))
  await expect(prepareDataset('virus', { path: 'virus.fa', sample }, place)).rejects.toMatchObject({
    name: 'UserError',
    message: `datasets.virus.path: ${join(place.workspace, 'virus.fa')} has 2 sequences, the sample needs 3`,
    hint: 'Sample at most 2 sequences, or use the complete file',
  })
  expect(await readdir(place.cacheDirectory)).toEqual([])
})

async function placesWith(fasta: string) {
  const place = await places()
  await mkdir(place.workspace, { recursive: true })
  await writeFile(join(place.workspace, 'virus.fa'), fasta)
  return place
}

async function places() {
  const place = await temporaryDirectory()
  return {
    cacheDirectory: join(place.path, 'cache'),
    workspace: join(place.path, 'workspace'),
    generate: async () => {},
    formats: [prepareFasta],
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  }
}

test('what a killed run was making is removed after a day, and what another one is making is left alone', async () => {
  await using place = await places()
  const [old, young] = ['old', 'young'].map((name) => join(place.cacheDirectory, `${name}.draft`)) as [string, string]
  for (const draft of [old, young]) await mkdir(draft, { recursive: true })
  await utimes(old, new Date(0), new Date(0))
  await prepareDataset('small', config, place)
  expect((await readdir(place.cacheDirectory)).filter((name) => name.endsWith('.draft'))).toEqual(['young.draft'])
})
