import { appendFile, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareDataset } from '../../../src/datasets/prepare-dataset.ts'
import { temporaryDirectory } from './temporary-directory.ts'

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

test.each([{ seed: 2 }, { files: 3 }, { gc: 0.4 }, { sequences: 99 }])('%o is another entry', async (change) => {
  await using place = await places()
  const first = await prepareDataset('small', config, place)
  const second = await prepareDataset('small', { ...config, ...change }, place)
  expect(dirname(second.files[0] ?? '')).not.toBe(dirname(first.files[0] ?? ''))
})

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

async function places() {
  const place = await temporaryDirectory()
  return {
    cacheDirectory: join(place.path, 'cache'),
    workspace: join(place.path, 'workspace'),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  }
}
