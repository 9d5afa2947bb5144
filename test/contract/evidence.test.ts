import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseRunRecord } from '../../src/config/records/parse-records.ts'

const evidence = join(import.meta.dirname, '../../docs/evidence')
const archives = globSync('*/run.tar.xz', { cwd: evidence })

function recordIn(archive: string) {
  const text = execFileSync('tar', ['-xJOf', join(evidence, archive), '--wildcards', '*run.json'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return parseRunRecord(text)
}

describe('what is said to work on real machines (W11)', () => {
  it('is told in the folders that the page of evidence names', () => {
    const page = readFileSync(join(evidence, 'README.md'), 'utf8')
    const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '')
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter((link) => !existsSync(join(evidence, link)))).toEqual([])
  })

  it('rests on run records that can still be read, with GPUs, samples and proven work (F-03, F-09, W11)', () => {
    expect(archives.length).toBeGreaterThan(0)
    for (const archive of archives) {
      const { status, testbed, trials } = recordIn(archive)
      expect({ status, model: testbed.devices[0]?.model }).toEqual({ status: 'finished', model: 'NVIDIA H200' })
      const sound = trials.filter(({ failure, resultRows, telemetry }) => {
        return failure === null && (resultRows ?? 0) > 0 && (telemetry?.samples ?? 0) > 0
      })
      expect(sound.length).toBeGreaterThanOrEqual(3)
      expect(new Set(trials.map(({ caseId }) => caseId)).size).toBeGreaterThanOrEqual(2)
    }
  })
})
