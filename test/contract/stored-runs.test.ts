import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { judgeFolder } from '../../src/cli/judge-folder.ts'
import { reportFormats } from '../../src/reporters/index.ts'

const evidence = join(import.meta.dirname, '../../docs/evidence')
const folder = mkdtempSync(join(tmpdir(), 'stored-runs-'))
afterAll(() => rmSync(folder, { recursive: true }))

// Runs of real machines; `npm run frozen -- --only runs` records all of them.
test.each([
  ['h200-scaling/run.tar.xz', 'run', 'markdown'],
  ['h200-virnucpro/run.tar.xz', 'run', 'terminal'],
  ['h100-two-gpus/runs-1.tar.xz', 'runs/pipeline/scaling', 'markdown'],
  ['h100-two-gpus/runs-1.tar.xz', 'runs/imbalance/revision', 'markdown'],
  ['gpu-gates/runs.tar.xz', 'runs/kernels-gpu-10-4', 'terminal'],
  ['gpu-gates/runs.tar.xz', 'runs/training-gpu-5-1', 'junit'],
] as const)('the report on a run of %s, %s, stays as it is as %s', async (archive, path, format) => {
  const own = mkdtempSync(join(folder, 'run-'))
  execFileSync('tar', ['-xJf', join(evidence, archive), '-C', own, path])
  const { report } = await judgeFolder(join(own, path), { configFile: null, baselines: null })
  const name = `${archive.split('/')[0]}-${path.replaceAll('/', '-')}.txt`
  await expect(reportFormats[format](report)).toMatchFileSnapshot(`../frozen/${name}`)
})
