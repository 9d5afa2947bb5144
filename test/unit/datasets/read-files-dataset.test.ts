import { createHash } from 'node:crypto'
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFilesDataset } from '../../../src/datasets/read-files-dataset.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** A directory with `images/a.png`, `images/more/b.png` and `vocab.json`. */
async function createFiles() {
  const place = await temporaryDirectory()
  await mkdir(join(place.path, 'images', 'more'), { recursive: true })
  await writeFile(join(place.path, 'images', 'a.png'), 'A')
  await writeFile(join(place.path, 'images', 'more', 'b.png'), 'BB')
  await writeFile(join(place.path, 'vocab.json'), '{}')
  const read = (...names: readonly string[]) =>
    readFilesDataset({
      name: 'photos',
      kind: 'files',
      paths: names.map((name) => join(place.path, name)),
      root: place.path,
      parameters: {},
    })
  return { path: place.path, read, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}

describe('files of any type', () => {
  it('are one file with its SHA-256', async () => {
    await using place = await createFiles()
    expect(await place.read('vocab.json')).toMatchObject({
      identity: { kind: 'files', sequences: null, bytes: 2, sha256: createHash('sha256').update('{}').digest('hex') },
      paths: [join(place.path, 'vocab.json')],
    })
  })

  it('are directories and files, each one argument', async () => {
    await using place = await createFiles()
    const found = await place.read('images', 'vocab.json')
    expect(found.paths).toEqual([join(place.path, 'images'), join(place.path, 'vocab.json')])
    expect(found.files.map((path) => path.slice(place.path.length + 1))).toEqual([
      'images/a.png',
      'images/more/b.png',
      'vocab.json',
    ])
    expect(found.identity.bytes).toBe(5)
  })

  it('have another identity with other content, another name or another file', async () => {
    await using place = await createFiles()
    const before = (await place.read('images')).identity.sha256
    expect((await place.read('images')).identity.sha256).toBe(before)
    await writeFile(join(place.path, 'images', 'a.png'), 'C')
    const changed = (await place.read('images')).identity.sha256
    await rename(join(place.path, 'images', 'a.png'), join(place.path, 'images', 'c.png'))
    const renamed = (await place.read('images')).identity.sha256
    await writeFile(join(place.path, 'images', 'd.png'), '')
    const added = (await place.read('images')).identity.sha256
    expect(new Set([before, changed, renamed, added]).size).toBe(4)
  })

  it('are refused where they are missing, empty, other than expected, or outside the checkout', async () => {
    await using place = await createFiles()
    await expect(place.read('none')).rejects.toThrow(/datasets\.photos: .*none does not exist/)
    await mkdir(join(place.path, 'empty'))
    await expect(place.read('empty')).rejects.toThrow('contains no file')
    await writeFile(join(place.path, 'w.bin'), 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n')
    await expect(place.read('w.bin')).rejects.toThrow('is a Git LFS pointer')
    await symlink('/etc/hostname', join(place.path, 'images', 'host'))
    await expect(place.read('images')).rejects.toThrow('leads out of the checkout')
    const paths = [join(place.path, 'vocab.json')]
    const other = readFilesDataset({ name: 'v', kind: 'files', paths, sha256: '0'.repeat(64), parameters: {} })
    await expect(other).rejects.toThrow(/the content has SHA-256 \w+, the config requires 0000/)
  })
})
