import { expect, test } from 'vitest'
import { createFileInspector } from '../../../../src/io/files/disk-file-inspector.ts'
import { trialFailure } from '../../../../src/record/plan.ts'
import { readTool } from '../../../../src/steps/trial/read-figures.ts'
import { aFolder } from '../../ingested.ts'

test('the reason why many files could not be read fits into a record', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `${'benchmark'.repeat(3)}-${index}.json`)
  using folder = aFolder(Object.fromEntries(names.map((name) => [name, '{"results": []}'])))
  const tool = { command: ['x'], adapter: 'hyperfine', files: [`${folder.path}/*.json`] }
  const values = { dataset: [], gpus: [], output: folder.path }
  const { failure } = await readTool(tool, { values, directory: folder.path }, createFileInspector(null))
  expect(failure?.detail).toMatch(/^expected one file, got 300: benchmarkbenchmarkbenchmark-0\.json, .* and \d+ more/)
  expect(trialFailure.safeParse(failure).error).toBeUndefined()
})

test('a damaged database is named by its path in the output', async () => {
  using folder = aFolder({ 'profile.sqlite': `SQLite format 3\0${'x'.repeat(4096)}` })
  const tool = { command: ['x'], adapter: 'auto', files: ['{output}/*.sqlite'] }
  const values = { dataset: [], gpus: [], output: folder.path }
  const { failure } = await readTool(tool, { values, directory: '/' }, createFileInspector(null))
  expect(failure?.detail).toMatch(/^profile\.sqlite is not a readable SQLite database/)
})
