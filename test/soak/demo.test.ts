import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { RunRecord } from '../../src/record/run.ts'
import { installedAction } from '../fakes/installed-action.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-demo-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

it('the demo shows a regression, an improvement and a scaling curve', () => {
  const out = join(folder, 'demonstration')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(installedAction, 'dist/cli.js'), 'demo', '--out', out],
    { cwd: folder, encoding: 'utf8' },
  )
  expect({ status, stderr }).toMatchObject({ status: 0 })
  const headline = stdout.slice(0, stdout.indexOf('===')).replaceAll('\n', ' ')
  expect(headline).toMatch(/^Failed · warpgauge: [\d.]+(?:×| %) slower .*, CPU time/)
  expect(stdout.replaceAll('\n', ' ')).toMatch(/against main.* most of it in stage DNABERT-S Feature Extraction/i)
  expect(stdout).toMatch(/^slower +main \(\w{7}\) .*\+\d[\d.]* % \(\+/m)
  expect(stdout).toMatch(/^faster +v1\.0 \(\w{7}\) .*-\d[\d.]* % \(-/m)
  expect(stdout).toMatch(/^2 +[\d.]+ m?s +[\d.]+× /m)
  expect(stdout).not.toContain('plausible')
  // It was measured, not only said.
  const { trials } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as RunRecord
  expect(new Set(trials.map(({ commit }) => commit)).size).toBe(3)
  expect(trials.every(({ failure }) => failure === null)).toBe(true)
})
