import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileHandle } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashFiles } from '../../src/datasets/file-hash.ts'
import { EnvironmentError, UserError } from '../../src/domain/core/errors.ts'
import { createFileInspector } from '../../src/io/files/disk-file-inspector.ts'
import { diskFileStore } from '../../src/io/files/disk-file-store.ts'
import { openRegular, readChunks } from '../../src/io/files/regular-file.ts'
import { createResultTables } from '../../src/io/tables/disk-result-tables.ts'
import { aRule } from '../unit/a-table.ts'

const inspector = createFileInspector(null)

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-regular-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function sparse(bytes: number): string {
  const path = join(folder, 'sparse.csv')
  writeFileSync(path, '')
  truncateSync(path, bytes)
  return path
}

function fifo(): string {
  const path = join(folder, 'pipe.csv')
  execFileSync('mkfifo', [path])
  return path
}

async function drain(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of chunks) bytes += chunk.length
  return bytes
}

type Reader = { readonly name: string; readonly read: (path: string, signal: AbortSignal | null) => Promise<unknown> }

const readers: readonly Reader[] = [
  { name: 'counting lines', read: (path, signal) => createFileInspector(signal).countLines(path) },
  { name: 'looking for a text', read: (path, signal) => createFileInspector(signal).hasText(path, 'done') },
  { name: 'reading bytes', read: (path, signal) => drain(createFileInspector(signal).streamBytes(path)) },
]

describe('a file that a pipeline left behind', () => {
  it.each(readers)('T-43: $name stops at a size that nothing has, and tells what is on the disk', async ({ read }) => {
    const reading = read(sparse(40 * 2 ** 30), null)
    await expect(reading).rejects.toThrow(UserError)
    await expect(reading).rejects.toThrow(/sparse\.csv has 42949672960 bytes, of which \d+ are on the disk .* at most/)
  })

  it.each(readers)('T-43: $name never waits for the other end of a pipe', async ({ read }) => {
    await expect(read(fifo(), null)).rejects.toThrow('pipe.csv is not a file')
    await expect(read(folder, null)).rejects.toThrow(UserError)
    await expect(read(join(folder, 'absent'), null)).rejects.toThrow(UserError)
  })

  it('has a text also where it was read in two parts, and a last line without an end', async () => {
    const path = join(folder, 'out.txt')
    for (const power of [16, 17, 18, 20]) {
      writeFileSync(path, `${'x'.repeat(2 ** power - 3)}done\nmore`)
      const found = [await inspector.hasText(path, 'done\n'), await inspector.countLines(path)]
      expect([power, ...found]).toEqual([power, true, 2])
    }
    expect(await inspector.hasText(path, 'down')).toBe(false)
    writeFileSync(path, 'one\ntwo\n')
    expect(await inspector.countLines(path)).toBe(2)
    writeFileSync(path, '')
    expect(await inspector.countLines(path)).toBe(0)
  })

  const cancelled: readonly Reader[] = [
    ...readers,
    { name: 'hashing', read: (path, signal) => createFileInspector(signal).computeSha256(path) },
    { name: 'hashing a dataset', read: (path, signal) => hashFiles([path], signal ?? undefined) },
    {
      name: 'keeping a table',
      read: (path, signal) => createResultTables(signal).keep([path], join(folder, 'kept'), null),
    },
    {
      name: 'comparing tables',
      read: (path, signal) => {
        const scratchDirectory = join(folder, 'scratch')
        return createResultTables(signal).compare({
          rule: aRule(),
          subject: [path],
          reference: [path],
          scratchDirectory,
        })
      },
    },
  ]
  it.each(cancelled)('T-43: $name ends within moments of a cancellation', async ({ read }) => {
    const controller = new AbortController()
    const reason = new EnvironmentError('stop', 'now')
    setTimeout(() => controller.abort(reason), 100)
    const started = performance.now()
    await expect(read(sparse(7 * 2 ** 30), controller.signal)).rejects.toBe(reason)
    expect(performance.now() - started).toBeLessThan(2000)
    expect(existsSync(join(folder, 'kept', '0000.csv'))).toBe(false)
    expect(existsSync(join(folder, 'scratch'))).toBe(false)
  })

  it('T-43: that grows while it is read is read up to the bound', async () => {
    const path = join(folder, 'grows.log')
    writeFileSync(path, 'x'.repeat(1000))
    await using file = await openRegular(path, true)
    const read = async (): Promise<void> => {
      for await (const _ of readChunks(file, path, { maxBytes: 5000, signal: null }))
        appendFileSync(path, 'x'.repeat(1000))
    }
    await expect(read()).rejects.toThrow(/grows\.log has \d+ bytes; at most 5000 are read/)
  })

  it('T-43: that is replaced while it is read stays the one that was opened', async () => {
    const path = join(folder, 'replaced.log')
    writeFileSync(path, 'a'.repeat(300_000))
    let text = ''
    for await (const chunk of inspector.streamBytes(path)) {
      text += Buffer.from(chunk).toString()
      rmSync(path)
      writeFileSync(path, 'b')
    }
    expect(text).toBe('a'.repeat(300_000))
  })

  it('T-43: a pattern that means too many files is refused', async () => {
    for (let index = 0; index <= 10_000; index += 1) writeFileSync(join(folder, `${index}.csv`), '')
    await expect(inspector.find(join(folder, '*.csv'))).rejects.toThrow('more than 10000 files match')
  })

  it.each([
    ['', 0],
    ['\n\n', 0],
    ['a', 1],
    ['a\n\nb\n', 2],
    [`${'x'.repeat(200_000)}\n\n${'y'.repeat(200_000)}`, 2],
    [`${'x'.repeat(131_072)}\n`, 1],
    [`${'x'.repeat(131_071)}\n\ny`, 2],
  ])('counts the lines that are not empty (%#)', async (text, count) => {
    const path = join(folder, 'lines')
    writeFileSync(path, text)
    expect(await inspector.countLines(path)).toBe(count)
  })
})

describe('a table that is too large to be compared', () => {
  it('T-43: is a problem of the comparison: nothing of it is kept', async () => {
    const kept = await createResultTables(null).keep([sparse(40 * 2 ** 30)], join(folder, 'kept'), null)
    expect(kept).toMatchObject({ sha256: null, problem: expect.stringContaining('has 42949672960 bytes') })
    const piped = await createResultTables(null).keep([fifo()], join(folder, 'kept'), null)
    expect(piped).toMatchObject({ sha256: null, problem: expect.stringContaining('is not a file') })
  })
})

describe('a file of a folder that somebody else filled', () => {
  it('T-44: is read, and no link on the way to it is followed', async () => {
    const outside = join(folder, 'outside')
    const inside = join(folder, 'inside')
    for (const place of [outside, join(inside, 'deep')]) mkdirSync(place, { recursive: true })
    writeFileSync(join(outside, 'file'), 'secret')
    writeFileSync(join(inside, 'deep', 'file'), 'plain')
    symlinkSync(outside, join(inside, 'link'))
    symlinkSync(join(outside, 'file'), join(inside, 'deep', 'link'))
    symlinkSync(inside, join(folder, 'reached'))
    const read = (root: string, name: string) => diskFileStore.readForeignText(join(folder, root), name, 100)
    expect(await read('inside', 'deep/file')).toBe('plain')
    expect(await read('reached', './deep//file')).toBe('plain')
    expect(await read('inside', 'deep/absent')).toBeNull()
    expect(await read('inside', 'absent/file')).toBeNull()
    expect(await read('inside', 'deep/file/more')).toBeNull()
    await expect(read('inside', 'link/file')).rejects.toThrow('is a symbolic link, or a parent directory is one')
    await expect(read('inside', 'deep/link')).rejects.toThrow('is a symbolic link, or a parent directory is one')
    await expect(read('inside', '../outside/file')).rejects.toThrow('lies outside')
    await expect(read('inside', join(outside, 'file'))).rejects.toThrow('lies outside')
  })
})

it.each([
  ['the path itself', '[a] {b,c}/case[1].csv', ['[a] {b,c}/case[1].csv']],
  ['a wildcard below it', '[a] {b,c}/*.csv', ['[a] {b,c}/case[1].csv', '[a] {b,c}/other.csv']],
  ['a part of a name', '[a] {b,c}/oth*', ['[a] {b,c}/other.csv']],
  ['nothing', '[a] {b,c}/case[2].csv', []],
])('a file below a directory with brackets in its name is found by %s', async (_what, pattern, names) => {
  mkdirSync(join(folder, '[a] {b,c}'))
  for (const name of ['case[1].csv', 'other.csv']) writeFileSync(join(folder, '[a] {b,c}', name), '')
  expect(await inspector.find(join(folder, pattern))).toEqual(names.map((name) => join(folder, name)))
})

/** Reads a file of 100 GiB of which each chunk takes `chunkMs`; returns how many chunks came. */
async function readSlowly(chunkMs: number): Promise<number> {
  let nowMs = 0
  let chunks = 0
  using _ = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const file = {
    stat: async () => ({ size: 100 * 2 ** 30, blocks: 0 }),
    read: async () => {
      nowMs += chunkMs
      return { bytesRead: chunks < 4 ? 1000 : 0 }
    },
  } as unknown as FileHandle
  for await (const { length } of readChunks(file, 'data.bin', { maxBytes: 2 ** 40, signal: null }))
    chunks += Math.min(length, 1)
  return chunks
}

it('gives a large file the time of a slow disk, and ends where the disk does not respond', async () => {
  expect(await readSlowly(1_000_000)).toBe(4)
  await expect(readSlowly(5_000_000)).rejects.toThrow('data.bin was not read within 7670 s: 2000 of 107374182400 bytes')
})
