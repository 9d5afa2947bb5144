import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { RunRecord } from '../../src/domain/trial/run-record.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the demonstration shows a regression, an improvement and a scaling curve', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-e2e-demo-'))
  try {
    const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: folder, TMPDIR: folder }
    const out = join(folder, 'run')
    const command = [join(root, 'dist/cli.js'), 'demo', '--out', out]
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' })
    expect({ status, stderr }).toMatchObject({ status: 0 })
    const headline = stdout.slice(0, stdout.indexOf('===')).replaceAll('\n', ' ')
    expect(headline).toMatch(/^Failed · warpgauge: [\d.]+(?:×| %) slower .*: CPU time of revision, .* against main/)
    expect(headline).toContain('most of it in stage DNABERT-S Feature Extraction')
    expect(stdout).toMatch(/^slower +main \(\w{7}\) .*\+\d[\d.]* % \(\+/m)
    expect(stdout).toMatch(/^faster +v1\.0 \(\w{7}\) .*-\d[\d.]* % \(-/m)
    expect(stdout).toMatch(/^2 +[\d.]+ m?s +[\d.]+× /m)
    expect(stdout).not.toContain('plausible')
    // It was measured, not only said.
    const { trials } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as RunRecord
    expect(new Set(trials.map(({ commit }) => commit)).size).toBe(3)
    expect(trials.every(({ failure }) => failure === null)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
})
