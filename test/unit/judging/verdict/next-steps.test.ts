import { describe, expect, it } from 'vitest'
import { suggestNextSteps, type NextStepsInput } from '../../../../src/judging/verdict/next-steps.ts'
import { aComparison, aRegression } from '../../reporters/a-report.ts'

const base = '9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b'
const head = '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d'

function commandsOf(given: Partial<NextStepsInput>, pullRequest: number | null = 42): (string | null)[] {
  const record: NextStepsInput['record'] = {
    pullRequest,
    revisions: [{ label: 'head', ref: 'topic', commit: head, problem: null }],
    yardstick: { path: '.github/warpgauge.yml', sha256: 'ab', origin: 'base', commit: base },
  }
  return suggestNextSteps({
    record,
    comparisons: [],
    findings: [],
    outcomes: [],
    verdict: 'pass',
    unverified: [],
    ...given,
  }).map(({ command }) => command)
}

describe('what to do next', () => {
  it('after a regression in a pull request: measure, bisect, accept, refresh', () => {
    expect(commandsOf({ verdict: 'fail', comparisons: [aRegression()] })).toEqual([
      `git fetch origin ${head} && git switch --detach FETCH_HEAD && warpgauge run --config .github/warpgauge.yml --suite scaling`,
      `git fetch origin ${head} && warpgauge bisect --good 9a8b7c6d5e4f --bad 1a2b3c4d5e6f --suite scaling --metric wall_time`,
      '/warpgauge accept "REASON"',
      '/warpgauge refresh "REASON"',
    ])
  })

  it('after a dataset that only the head provides: it comes first, for another run changes nothing', () => {
    const record = {
      pullRequest: 42,
      revisions: [],
      yardstick: { path: '.github/warpgauge.yml', sha256: 'ab', origin: 'base', commit: base },
      datasetDifferences: [{ name: 'reads', used: 'head', problem: 'absent' }],
    } as const
    expect(commandsOf({ record, verdict: 'inconclusive' })).toEqual([null])
  })

  it('after a regression in a terminal: bisects from the merge base that ran, with this config and metric', () => {
    const record = {
      pullRequest: null,
      revisions: [
        { label: 'head', ref: 'HEAD', commit: head, problem: null },
        { label: 'merge-base', ref: 'merge-base', commit: base, problem: null },
      ],
      yardstick: { path: 'gpu/warp gauge.yml', sha256: 'ab', origin: 'local', commit: null },
    } as const
    const comparisons = [{ ...aRegression(), metric: "stage:a'; rm -rf /" }]
    expect(commandsOf({ record, verdict: 'fail', comparisons })).toContain(
      String.raw`warpgauge bisect --good 9a8b7c6d5e4f --bad 1a2b3c4d5e6f --suite scaling --metric 'stage:a'\''; rm -rf /' --config 'gpu/warp gauge.yml'`,
    )
    expect(commandsOf({ record, verdict: 'error' })).toContain(
      "warpgauge run --config 'gpu/warp gauge.yml' --base 9a8b7c6d5e4f",
    )
  })

  it('after a run that another program disturbed: again, not a baseline', () => {
    const findings = [{ kind: 'caution', code: 'no-baseline', subject: 'scaling', reason: 'no baseline' }] as const
    expect(commandsOf({ verdict: 'inconclusive', findings })).toEqual(['/warpgauge refresh "first baseline"'])
    const outcomes = [{ status: 'contaminated' }] as const
    expect(commandsOf({ verdict: 'inconclusive', findings, outcomes })).toEqual(['/warpgauge run'])
  })

  it('after warpgauge ab names no config and no baselines, which it has not', () => {
    const yardstick = { path: '../warpgauge-ab.yml', sha256: 'ab', origin: 'local', commit: null } as const
    const record = { pullRequest: null, revisions: [], yardstick }
    const input = { record, comparisons: [aRegression()], findings: [], outcomes: [], unverified: [[]] }
    expect(suggestNextSteps({ ...input, verdict: 'fail' })).toEqual([
      { text: 'Repeat the same `warpgauge ab` command, with --runs for more runs', command: null },
    ])
    expect(suggestNextSteps({ ...input, verdict: 'pass' })).toEqual([])
  })

  it('on a terminal names no comment commands', () => {
    const commands = commandsOf({ verdict: 'fail', comparisons: [aRegression()] }, null)
    expect(commands.filter((command) => command?.startsWith('/'))).toEqual([])
    expect(commands).toContain('warpgauge baseline refresh RUN_FOLDER --reason "REASON"')
  })

  it('measures again beside the same merge base, which the run would otherwise not know', () => {
    const record = {
      pullRequest: null,
      revisions: [
        { label: 'head', ref: 'HEAD', commit: head, problem: null },
        { label: 'merge-base', ref: 'merge-base', commit: base, problem: null },
      ],
      yardstick: { path: '.github/warpgauge.yml', sha256: 'ab', origin: 'local', commit: null },
    } as const
    expect(commandsOf({ record, verdict: 'fail', comparisons: [aRegression()] })[0]).toBe(
      'warpgauge run --config .github/warpgauge.yml --suite scaling --base 9a8b7c6d5e4f',
    )
    expect(commandsOf({ record, verdict: 'inconclusive', comparisons: [aComparison()] })).toEqual([
      'warpgauge run --config .github/warpgauge.yml --base 9a8b7c6d5e4f',
    ])
  })

  it('after a missed limit does not speak of baselines or of a commit to find', () => {
    expect(commandsOf({ verdict: 'fail', comparisons: [aComparison()] })).toEqual([
      `git fetch origin ${head} && git switch --detach FETCH_HEAD && warpgauge run --config .github/warpgauge.yml`,
      '/warpgauge accept "REASON"',
    ])
  })

  it('after a regression against another revision refreshes no baseline', () => {
    const comparisons = [{ ...aRegression(), reference: 'merge-base (9a8b7c6)' }]
    expect(commandsOf({ verdict: 'fail', comparisons }).join('\n')).not.toContain('refresh')
  })

  it('of a first run is a baseline, of an undecided one another run, of a pass nothing', () => {
    const findings = [
      { kind: 'caution', code: 'no-baseline', subject: 'scaling', reason: 'nothing is committed' },
    ] as const
    expect(commandsOf({ verdict: 'inconclusive', findings })).toEqual(['/warpgauge refresh "first baseline"'])
    expect(commandsOf({ verdict: 'inconclusive', comparisons: [aComparison()] })).toEqual(['/warpgauge run'])
    expect(commandsOf({ comparisons: [aComparison()] })).toEqual([])
  })

  it('without a proof of work is one, from the first case that left something', () => {
    const nothing = { files: [], stdoutLines: 0, lastLine: null }
    const table = { ...nothing, files: [{ path: '{output}/hits.tsv', bytes: 90, rows: 12 }] }
    expect(commandsOf({ unverified: [[nothing], [table]] })).toEqual([
      "proof: { results: { path: '{output}/hits.tsv', rows: 12 } }",
    ])
    expect(commandsOf({ unverified: [[nothing]] })).toEqual([null])
  })
})
