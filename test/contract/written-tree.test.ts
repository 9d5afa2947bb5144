import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  chmodSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  lstatSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { copyRegularFiles, diskFileStore, removeTree } from '../../src/io/files/disk-file-store.ts'
import { needsUser } from '../fakes/needs.ts'

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'written-tree-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'output', 'run-1'), { recursive: true })
  writeFileSync(join(folder, 'output', 'run-1', 'table.csv'), '')
  return folder
}

// Nothing is closed to root.
it.skipIf(needsUser('another user than root'))(
  'T-17: a tree is removed whose directories were closed to their own user',
  async () => {
    const output = join(aFolder(), 'output')
    chmodSync(join(output, 'run-1'), 0)
    chmodSync(output, 0o500)
    await removeTree(output)
    expect(existsSync(output)).toBe(false)
  },
)

it('T-49: links out of a directory, to nothing and in a circle are removed, with pipes; others stay', async () => {
  const folder = aFolder()
  const output = join(folder, 'output')
  writeFileSync(join(folder, 'secret'), '')
  mkdirSync(join(folder, 'output-of-another'))
  const targets = { latest: 'run-1', up: '../secret', next: '../output-of-another', gone: 'none', circle: 'circle' }
  for (const [name, target] of Object.entries(targets)) symlinkSync(target, join(output, name))
  symlinkSync(output, join(output, 'run-1', 'whole'))
  execFileSync('mkfifo', [join(output, 'pipe')])
  await diskFileStore.removeLinksOut(output)
  const left = ['latest', 'up', 'next', 'gone', 'circle', 'pipe', 'run-1/whole', 'run-1/table.csv'].filter((name) =>
    lstatSync(join(output, name), { throwIfNoEntry: false }),
  )
  expect(left).toEqual(['latest', 'run-1/whole', 'run-1/table.csv'])
  expect(existsSync(join(folder, 'secret'))).toBe(true)
})

it('T-49: names that are not UTF-8 hide no link and end no run', async () => {
  const output = join(aFolder(), 'output')
  const name = (text: string) => Buffer.concat([Buffer.from(`${output}/`), Buffer.from(text, 'latin1')])
  mkdirSync(name('folder\u00ff'))
  for (const link of ['link\u00ff', 'folder\u00ff/inner']) symlinkSync('/etc/passwd', name(link))
  writeFileSync(name('file\u00ff'), '')
  await diskFileStore.removeLinksOut(output)
  const left = readdirSync(output, { encoding: 'latin1' })
  expect(left.toSorted()).toEqual(['file\u00ff', 'folder\u00ff', 'run-1'])
  expect(readdirSync(name('folder\u00ff'))).toEqual([])
  const copy = join(output, '../copy')
  expect(await copyRegularFiles(output, copy, [])).toEqual(['file\ufffd', 'folder\ufffd'])
  expect(readdirSync(copy)).toEqual(['run-1'])
})
