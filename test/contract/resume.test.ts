import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskFileStore } from '../../src/io/files/disk-file-store.ts'
import { resumeFrom, openRunFolder } from '../../src/steps/measure/run-folder.ts'
import { aRecord } from '../unit/a-run.ts'

test('a run is not gone on with under another isolation, since a sandbox takes time of each trial', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resume-'))
  const hands = { files: diskFileStore, logger: { warning: () => {} } }
  const sandboxed = aRecord({ isolation: { mode: 'bubblewrap', reason: null } })
  const open = aRecord({ isolation: { mode: 'none', reason: 'bwrap is not on PATH' } })
  await (await openRunFolder(folder, diskFileStore, true)).save(sandboxed)
  expect(await resumeFrom(folder, sandboxed, hands)).toMatchObject({ status: 'running' })
  await expect(resumeFrom(folder, open, hands)).rejects.toThrow('isolation (bubblewrap then) changed')
  rmSync(folder, { recursive: true })
})
