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

const readStages = (formats: Parameters<typeof readTelemetry>[0], wallSeconds: number | null) =>
  readTelemetry(formats, { files, values, directory: output }, createFileInspector(null), wallSeconds)

test('a stream that is too large to read is named, and the other one alone gives no time', async () => {
  writeFileSync(stdoutPath, "{'eval_runtime': 3}\n")
  writeFileSync(stderrPath, "{'eval_runtime': 4}\n")
  const read = () => readStages(['transformers', 'events'], 10)
  expect(await read()).toMatchObject({ stages: [aStage('eval', 7)], problems: [] })
  truncateSync(stderrPath, 65 * 2 ** 20)
  const { stages, problems } = await read()
  expect(stages).toEqual([])
  expect(problems.join()).toMatch(/^transformers was not read: .*err/)
})

test('a stage that took longer than its run has no time, unless it began in an earlier execution', async () => {
  const events = [
    { t: 10, event: 'stage-start', stage: 'load' },
    { t: 10.8, event: 'stage-end', stage: 'load' },
    // In milliseconds.
    { t: 11_000, event: 'stage-start', stage: 'infer' },
    { t: 11_400, event: 'stage-end', stage: 'infer' },
  ]
  writeFileSync(eventsPath, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  expect(await readStages(['events'], 0.6)).toMatchObject({
    stages: [
      { stage: 'load', seconds: expect.closeTo(0.8, 6) },
      { stage: 'infer', seconds: null },
    ],
    problems: ['stage "infer" took 6.67 min in a run of 600 ms, so its time does not count'],
  })
  const { stages, problems } = await readStages(['events'], null)
  expect([stages.map(({ seconds }) => seconds), problems]).toEqual([[expect.closeTo(0.8, 6), 400], []])
})
