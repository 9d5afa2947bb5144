import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskFileStore } from '../../src/io/files/disk-file-store.ts'
import { createOwnMark, fileClaims } from '../../src/io/files/file-claims.ts'
import { claimFolder, resumeFrom, openRunFolder } from '../../src/steps/measure/run-folder.ts'
import { aRecord } from '../unit/a-run.ts'

test('a run is not gone on with under another isolation, since a sandbox takes time of each trial', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resume-'))
  const hands = { files: diskFileStore, logger: { warning: () => {} } }
  const sandboxed = aRecord({ isolation: { mode: 'bubblewrap', reason: null } })
  const open = aRecord({ isolation: { mode: 'none', reason: 'bwrap is not on PATH' } })
  await (await openRunFolder(folder, diskFileStore, true)).save(sandboxed)
  const again = { ...sandboxed, attempt: 2 }
  expect(await resumeFrom(folder, again, hands)).toMatchObject({ status: 'running', attempt: 2 })
  await expect(resumeFrom(folder, open, hands)).rejects.toThrow('isolation (bubblewrap then) changed')
  rmSync(folder, { recursive: true })
})

test('a run does not replace the record that another run has written into its folder meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resume-'))
  const [one, other] = [await openRunFolder(folder, diskFileStore), await openRunFolder(folder, diskFileStore)]
  for (const status of ['running', 'finished'] as const) await one.save(aRecord({ status }))
  await expect(other.save(aRecord({ status: 'running' }))).rejects.toThrow(`another run has written ${folder}`)
  expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))).toMatchObject({ status: 'finished' })
  rmSync(folder, { recursive: true })
})

test('one process measures into a folder at a time, and another machine may go on after a crash', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resume-'))
  const ports = { files: diskFileStore, claims: fileClaims }
  {
    await using _ = await claimFolder(folder, ports)
    await expect(claimFolder(folder, ports)).rejects.toThrow(`another process measures into ${folder}`)
  }
  writeFileSync(join(folder, 'lock'), JSON.stringify({ ...createOwnMark(), host: 'lost-node' }))
  const ahead = new Date(Date.now() + 60_000)
  utimesSync(join(folder, 'lock'), ahead, ahead)
  await using lock = await claimFolder(folder, ports)
  expect([lock !== null, readFileSync(join(folder, 'lock'), 'utf8').includes('lost-node')]).toEqual([true, false])
  rmSync(folder, { recursive: true })
})
