import { expect, test } from 'vitest'
import { formatReviewedJson } from '../../../../src/domain/core/json.ts'
import { addSessions } from '../../../../src/domain/noise/noise.ts'
import { loadCommitted } from '../../../../src/steps/baselines/load-committed.ts'
import { aConfig } from '../../a-config.ts'
import { aTestbed } from '../../a-run.ts'

const path = 'baselines/2x-nvidia-h200/noise.json'
const noise = addSessions(null, aTestbed(), [], {
  runId: 'r',
  recordedAt: '2026-11-01T12:00:00Z',
  commit: 'a'.repeat(40),
})
const load = async (text: string | null, testbed = aTestbed()) =>
  (await loadCommitted(aConfig(), testbed, async (asked) => (asked === path ? text : null))).noise

test('reads the file beside the baselines of the testbed', async () => {
  expect(await load(formatReviewedJson(noise))).toEqual({ path, noise, problem: null, note: null })
})

test('no file is ordinary, one that cannot be read is an obstacle said in words (W52)', async () => {
  expect(await load(null)).toEqual({ path, noise: null, problem: null, note: null })
  const broken = await load('{"schemaVersion":1,')
  expect(broken).toMatchObject({ noise: null, note: null })
  expect(broken.problem).toMatch(/noise\.json cannot be used: not JSON/)
})

test('the noise of the machine as it was before is left alone, and that is said', async () => {
  const old = await load(formatReviewedJson(noise), aTestbed({ driverVersion: '590.1' }))
  expect(old).toMatchObject({ noise: null, problem: null })
  expect(old.note).toBe(`${path} was recorded on this machine with other settings (driver: 580.65.06 → 590.1)`)
})
