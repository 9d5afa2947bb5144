import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readFastaDataset } from '../../../../src/programs/fasta/fasta.ts'
import { temporaryDirectory } from '../../datasets/temporary-directory.ts'

const fasta = Buffer.from('>one a > b\nACGT\nACGT\n>two\r\nNNNN\n>three\nAC')

test.each([
  ['plain', fasta],
  ['gzipped', gzipSync(fasta)],
])('a %s file is counted by its headers and known by its bytes as stored', async (_kind, bytes) => {
  await using file = await fileWith(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await readFastaDataset({ name: 'virus', path: file.path, sha256 })).toEqual({
    identity: {
      name: 'virus',
      kind: 'real',
      sha256,
      sequences: 3,
      lengths: [2, 8],
      bytes: bytes.length,
      parameters: {},
    },
    files: [file.path],
  })
})

test('a missing file is refused with its path, and nothing is downloaded', async () => {
  await expect(readFastaDataset({ name: 'virus', path: '/nowhere/virus.fa' })).rejects.toMatchObject({
    name: 'UserError',
    message: 'datasets.virus.path: /nowhere/virus.fa does not exist',
    hint: expect.stringContaining('never downloads') as unknown,
  })
})

test.each([
  ['an empty file', Buffer.alloc(0), 'is empty'],
  ['a table', Buffer.from('id,length\nx,3\n'), 'is not FASTA: line 1 is "id,length"'],
  ['a gzipped table', gzipSync('id,length\nx,3\n'), 'is not FASTA: line 1 is "id,length"'],
  ['binary bytes', Buffer.from([0, 27, 91, 10]), 'is not FASTA: line 1 is "\\u0000\\u001b["'],
  ['gzip of nothing', gzipSync(''), 'is not FASTA: line 1 is nothing'],
])('%s is refused', async (_kind, bytes, message) => {
  await using file = await fileWith(bytes)
  await expect(readFastaDataset({ name: 'virus', path: file.path })).rejects.toMatchObject({
    name: 'UserError',
    message: `datasets.virus.path: ${file.path} ${message}`,
  })
})

test.each([
  [
    'a cut gzip file',
    gzipSync(fasta).subarray(0, 30),
    / cannot be read to its end \(Z_BUF_ERROR\) at or after line \d+ of/,
  ],
  ['a sequence with a digit', '>a\nAC\nG7T\n', /, line 3: "7" \(U\+0037\) is neither a base nor a residue$/],
])('%s is refused with its line', async (_kind, bytes, message) => {
  await using file = await fileWith(Buffer.from(bytes))
  await expect(readFastaDataset({ name: 'virus', path: file.path })).rejects.toThrow(message)
})

test('a directory is refused', async () => {
  await using place = await temporaryDirectory()
  await mkdir(join(place.path, 'virus.fa'))
  await expect(readFastaDataset({ name: 'virus', path: join(place.path, 'virus.fa') })).rejects.toThrow('is not a file')
})

test('W36: other bytes than the config names are refused with both hashes', async () => {
  await using file = await fileWith(fasta)
  const actual = createHash('sha256').update(fasta).digest('hex')
  await expect(readFastaDataset({ name: 'virus', path: file.path, sha256: 'a'.repeat(64) })).rejects.toMatchObject({
    name: 'UserError',
    message: `datasets.virus.path: ${file.path} has SHA-256 ${actual}, the config requires ${'a'.repeat(64)}`,
  })
})

async function fileWith(bytes: Buffer) {
  const place = await temporaryDirectory()
  const path = join(place.path, 'virus.fa')
  await writeFile(path, bytes)
  return { path, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() }
}
