import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { UserError } from '../../../../src/domain/core/errors.ts'
import { compareOrExport } from '../../../../src/cli/ab/measure-ab.ts'

it('--export-config writes no file twice, and says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const exportConfig = join(folder, 'new/ab.yml')
  await compareOrExport(['true'], { gpus: '0', exportConfig })
  const text = readFileSync(exportConfig, 'utf8')
  await expect(compareOrExport(['false'], { gpus: '0', exportConfig })).rejects.toThrow(UserError)
  expect(readFileSync(exportConfig, 'utf8')).toBe(text)
})
