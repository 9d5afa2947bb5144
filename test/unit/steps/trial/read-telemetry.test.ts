import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFileInspector } from '../../../../src/io/files/disk-file-inspector.ts'
import { readTelemetry } from '../../../../src/steps/trial/read-telemetry.ts'
import { aStage } from '../../a-run.ts'

const output = mkdtempSync(join(tmpdir(), 'warpgauge-telemetry-'))
afterAll(() => rmSync(output, { recursive: true, force: true }))
const [stdoutPath, stderrPath, eventsPath] = [join(output, 'out'), join(output, 'err'), join(output, 'events')]
const files = { stdoutPath, stderrPath, eventsPath }
const values = { output } as Parameters<typeof readTelemetry>[1]['values']

test('a stream that is too large to read is named, and the other one alone gives no time', async () => {
  writeFileSync(stdoutPath, "{'eval_runtime': 3}\n")
  writeFileSync(stderrPath, "{'eval_runtime': 4}\n")
  const read = () =>
    readTelemetry(['transformers', 'events'], { files, values, directory: output }, createFileInspector(null))
  expect(await read()).toMatchObject({ stages: [aStage('eval', 7)], problems: [] })
  truncateSync(stderrPath, 65 * 2 ** 20)
  const { stages, problems } = await read()
  expect(stages).toEqual([])
  expect(problems.join()).toMatch(/^transformers was not read: .*err/)
})
