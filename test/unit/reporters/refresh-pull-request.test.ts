import { expect, it } from 'vitest'
import type { LevelChange, ProposedFile, RefreshProposal } from '../../../src/domain/baselines/baseline-anchor.ts'
import { renderRefresh } from '../../../src/reporters/refresh-pull-request.ts'

const provenance = {
  commit: 'abcdef0123456789',
  runId: '77-1',
  recordedAt: '2026-03-04T05:06:07.000Z',
  tool: 'warpgauge 0.1.0',
  configSha256: 'c'.repeat(64),
  reason: 'new driver',
}

function aLevel(overrides: Partial<LevelChange> = {}): LevelChange {
  const key = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 2 } }
  return { ...key, metric: 'wall_time', unit: 's', before: 10, after: 11, comparison: null, drift: null, ...overrides }
}

function aFile(overrides: Partial<ProposedFile> = {}): ProposedFile {
  const place = { path: 'baselines/2x-h200/scaling.json', testbedId: '2x-h200', suite: 'scaling' }
  return { ...place, state: 'changed', provenance, samples: 12, cases: 2, levels: [aLevel()], ...overrides }
}

const render = (files: readonly ProposedFile[], overrides: Partial<RefreshProposal> = {}) =>
  renderRefresh({ files, furtherFiles: 0, ...overrides })

it.each([
  [[aFile()], 0, 'of 2x-h200', '1 changed file, 12 samples.'],
  [[aFile(), aFile({ suite: 'memory', samples: 3 })], 0, 'of 2x-h200', '2 changed files, 15 samples.'],
  [
    [aFile(), aFile({ testbedId: '1x-a100' })],
    3,
    'of 2 testbeds',
    '5 changed files, 24 samples in the first 2. The other 3 are not described here, including their regressions',
  ],
])('counts files and samples', (files, furtherFiles, title, lead) => {
  const rendered = render(files, { furtherFiles })
  expect(rendered.title).toBe(`Refresh the performance baselines ${title}`)
  expect(rendered.body).toContain(lead)
})

it('says where samples come from, as far as known', () => {
  const known = { ...provenance, rulesVersion: '3', workflowRunUrl: 'https://github.com/acme/pipeline/actions/runs/7' }
  const { body } = render([
    aFile(),
    aFile({ state: 'new', provenance: known, cases: 1 }),
    aFile({ state: 'new', provenance: null, suite: 'noise' }),
    aFile({ state: 'removed', provenance: null, levels: [] }),
  ])
  const file = '`baselines/2x-h200/scaling.json`'
  const origin = `commit \`abcdef0\`, run \`77-1\`, measured 2026-03-04, by warpgauge 0.1.0, config \`${'c'.repeat(12)}\``
  const link = '[workflow run](https://github.com/acme/pipeline/actions/runs/7)'
  expect(body.split('\n').filter((line) => line.includes(file))).toEqual([
    `- ${file} (changed): 12 samples of 2 cases, ${origin}, reason: new driver`,
    `- ${file} (new): 12 samples of 1 case, ${origin}, rules \`3\`, ${link}, reason: new driver`,
    `- ${file} (new): 12 samples of 2 cases`,
    `- ${file}: removed, because its testbed no longer exists`,
  ])
})

const slower = { verdict: 'regression', effect: 0.1, interval: [0.08, 0.12], reason: '' } as const

it('shows each level before and after, and first the regressions that the merge accepts', () => {
  const levels = [
    aLevel({ comparison: slower }),
    aLevel({ before: null, axes: {}, metric: 'start_up' }),
    aLevel({ after: null, metric: 'lost' }),
    aLevel({
      after: null,
      metric: 'stage:embed',
      comparison: { ...slower, verdict: 'missing', effect: null, interval: null },
    }),
    aLevel({ comparison: { ...slower, verdict: 'unchanged', effect: null, interval: null } }),
  ]
  const { body } = render([aFile({ levels })])
  expect(body.split('\n').filter((line) => line.includes('predict'))).toMatchInlineSnapshot(`
    [
      "- \`scaling/predict gpus=2\` on \`2x-h200\` +10.0 %. Reason: new driver",
      "| \`scaling/predict gpus=2\` on \`2x-h200\` | \`wall_time\` | 10 s → 11 s | +10.0 % | +8.0 % to +12.0 % | 🔴 regression |",
      "| \`scaling/predict\` on \`2x-h200\` | \`start_up\` | – → 11 s | – | – | new |",
      "| \`scaling/predict gpus=2\` on \`2x-h200\` | \`lost\` | 10 s → – | – | – | not measured |",
      "| \`scaling/predict gpus=2\` on \`2x-h200\` | \`stage:embed\` | 10 s → – | – | – | 🟡 missing |",
      "| \`scaling/predict gpus=2\` on \`2x-h200\` | \`wall_time\` | 10 s → 11 s | – | – | ⚪ unchanged |",
    ]
  `)
  expect(body.indexOf('Regressions that this accepts')).toBeLessThan(body.indexOf('Levels of the gate metrics'))
  const unproven = render([aFile({ levels: [aLevel({ comparison: slower })], provenance: null })])
  expect(unproven.body).toContain('Reason: none')
  expect(render([aFile()]).body).not.toContain('Regressions')
})

it('shows the drift since the anchor', () => {
  const drift = {
    effect: 0.05,
    isWorse: true,
    anchorCommit: '0123456789',
    anchoredAt: '2025-12-31T00:00:00Z',
    creep: null,
  }
  const better = { ...drift, effect: -0.05, isWorse: false, creep: 'no step' }
  const { body } = render([aFile({ levels: [aLevel({ drift }), aLevel({ drift: better })] })])
  expect(body.split('\n').filter((line) => line.includes('2025-12-31'))).toMatchInlineSnapshot(`
    [
      "| \`scaling/predict gpus=2\` on \`2x-h200\` | \`wall_time\` | ▲ +5.0 % | \`0123456\` of 2025-12-31 | too few sessions |",
      "| \`scaling/predict gpus=2\` on \`2x-h200\` | \`wall_time\` | ▽ -5.0 % | \`0123456\` of 2025-12-31 | no step |",
    ]
  `)
  expect(render([aFile()]).body).not.toContain('Drift')
})
