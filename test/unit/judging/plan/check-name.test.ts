import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'
import { deriveCheckName, formatHistoryTestbed, listNamesakes } from '../../../../src/judging/plan/restrict-config.ts'
import { formatCommentMarker } from '../../../../src/reporters/deliveries.ts'

const text = `version: 1
pipeline: { devices: cpu, command: [python3, run.py], proof: { stdout: [done] } }
suites: { end-to-end: { run: { repeats: 4 } } }
`

describe('the name of a config', () => {
  it.each([
    ['.github/warpgauge.yml', 'warpgauge', 'baselines', 'box'],
    ['warpgauge.yml', 'warpgauge', 'baselines', 'box'],
    ['.github/warpgauge-nightly.yml', 'warpgauge-nightly', 'baselines', 'box'],
    ['./svc/api/warpgauge.yml', 'svc/api/warpgauge', 'svc/api/baselines', expect.stringMatching(/^box-[0-9a-f]{8}$/)],
    ['svc/web/warpgauge.yml', 'svc/web/warpgauge', 'svc/web/baselines', expect.stringMatching(/^box-[0-9a-f]{8}$/)],
  ])('%s is %s, with baselines in %s', (path, name, baselines, testbed) => {
    expect(deriveCheckName(path)).toBe(name)
    expect(parseConfig(text, path).comparison.baselines).toBe(baselines)
    expect(formatHistoryTestbed('box', path)).toEqual(testbed)
  })

  it('differs for two paths, also for long ones, and in the marker of the comment', () => {
    const long = 'x/'.repeat(80)
    const paths = ['warpgauge', 'a/warpgauge', 'a_warpgauge', 'b/warpgauge', `${long}warpgauge`, `${long}warpgauges`]
    const names = paths.map((path) => deriveCheckName(`${path}.yml`))
    expect(new Set(names.map(formatCommentMarker)).size).toBe(paths.length)
    expect(names.every((name) => name.length <= 100)).toBe(true)
  })

  it('keeps baselines that the config names, and knows whose check it shares', () => {
    const named = `${text}comparison: { baselines: levels }\n`
    expect(parseConfig(named, 'svc/api/warpgauge.yml').comparison.baselines).toBe('levels')
    expect(listNamesakes('.github/warpgauge.yml')).toEqual([
      'warpgauge.yml',
      'warpgauge.yaml',
      '.github/warpgauge.yaml',
    ])
    expect(listNamesakes('a/warpgauge.yaml')).toEqual(['a/warpgauge.yml'])
  })
})
