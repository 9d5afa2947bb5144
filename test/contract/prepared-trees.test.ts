import { existsSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { diskFileStore } from '../../src/io/files/disk-file-store.ts'
import { diskTreeReader } from '../../src/io/files/disk-tree-reader.ts'
import { fileClaims } from '../../src/io/files/file-claims.ts'
import { openPreparedTree } from '../../src/steps/trees/prepared-trees.ts'

it.each([
  ['is kept once it is on the disk', process.env['PATH'], 1],
  ['is prepared again where sync fails: after a power failure it could be torn', '/nowhere', null],
])('a prepared tree %s', async (_what, path, kept) => {
  const cache = mkdtempSync(join(tmpdir(), 'warpgauge-trees-'))
  vi.stubEnv('PATH', path)
  try {
    const said: string[] = []
    const logger = { info: (text: string) => void said.push(text) }
    const ports = { files: diskFileStore, treeReader: diskTreeReader, claims: fileClaims, logger }
    const open = () => openPreparedTree({ cache, name: 'a', key: 'key', mayWrite: true }, ports)
    {
      await using tree = await open()
      mkdirSync(tree!.path, { recursive: true })
      writeFileSync(join(tree!.path, 'file'), 'text')
      const tracked = new Set(['file'])
      await tree!.keep({ tracked, state: await diskTreeReader.read(tree!.path, tracked, null), errors: [] })
    }
    await using again = await open()
    expect(again!.files?.state.size ?? null).toBe(kept)
    expect(existsSync(again!.path)).toBe(kept === 1)
    expect(said.join()).toMatch(kept === 1 ? /^$/u : /not kept for later runs: sync failed/u)
  } finally {
    vi.unstubAllEnvs()
    rmSync(cache, { recursive: true })
  }
})
