import { describe, expect, it } from 'vitest'
import type { MatrixJob, MatrixKey } from '../../../../src/domain/plan/job-matrix.ts'
import { parseSelection, selectCaseIds } from '../../../../src/domain/plan/selection.ts'
import { planMatrix, planCompleteRun } from '../../../../src/judging/plan/plan-run.ts'
import { aConfig } from '../../a-config.ts'
import { headCommit, otherCommit } from '../../a-run.ts'

const runners = {
  small: { labels: ['self-hosted', 'h100'], gpus: 1, count: 2 },
  big: { labels: ['self-hosted', 'h200'], gpus: 8, count: 3 },
}
const config = aConfig({
  runners,
  suites: {
    scaling: { run: { dataset: 'medium' }, gpus: [1, 2, 4, 8] },
    'end-to-end': { run: { dataset: 'small' } },
    stages: { run: { dataset: 'small' }, gpus: [1] },
  },
})
const matrixBy = (by: MatrixKey, given = config) => planMatrix({ config: given, configPath: 'warpgauge.yml', by })

/** What the jobs of a matrix measure on a pull request, in all. */
function measuredBy(jobs: readonly MatrixJob[]): string[] {
  const whole = planCompleteRun(config, [
    { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
    { label: 'merge-base', ref: 'merge-base', commit: otherCommit, problem: null },
  ])
  return jobs.flatMap(({ only }) => {
    const selection = parseSelection(only.split('\n'))
    return selection === null ? whole.cases.map(({ id }) => id) : [...selectCaseIds(whole, selection)]
  })
}

describe('a job matrix from the config alone', () => {
  it.each(['suite', 'gpus', 'testbed'] as const)('by %s measures every case once, the merge base with it', (by) => {
    const ids = measuredBy(matrixBy(by).jobs)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => id.includes('merge-base'))).toHaveLength(ids.length / 2)
    expect(ids).toHaveLength(2 * (4 + 1 + 1))
  })

  it('by suite gives each the smallest runner that has devices enough', () => {
    const jobs = matrixBy('suite').jobs.map(({ name, runner, gpus }) => [name, runner, gpus])
    expect(jobs).toEqual([
      ['scaling', 'big', 8],
      ['end-to-end', 'small', 1],
      ['stages', 'small', 1],
    ])
  })

  it('by GPU count keeps a suite on one kind of machine', () => {
    const jobs = matrixBy('gpus').jobs
    expect(jobs.map(({ name, gpus }) => [name, gpus])).toEqual([
      ['big-1-gpus', 1],
      ['big-2-gpus', 2],
      ['big-4-gpus', 4],
      ['big-8-gpus', 8],
      ['small-1-gpus', 1],
    ])
    expect(jobs.filter(({ only }) => only.includes('scaling')).map(({ runner }) => runner)).toEqual(
      Array(4).fill('big'),
    )
  })

  it('by testbed uses as many runners as there are, and no more than there is work for', () => {
    const jobs = matrixBy('testbed').jobs
    expect(jobs.map(({ name, gpus }) => `${name} ${gpus}`)).toEqual([
      'big-1 8',
      'big-2 2',
      'big-3 4',
      'small-1 1',
      'small-2 1',
    ])
    expect(jobs[0]?.['runs-on']).toEqual(['self-hosted', 'h200'])
  })

  it('says what no runner has devices for, and still measures the rest', () => {
    const { jobs, problems } = matrixBy('suite', { ...config, runners: { small: runners.small } })
    expect(problems.join()).toContain('scaling: no declared runner has enough devices for scaling/predict gpus=2')
    expect(jobs.map(({ runner }) => runner)).toEqual(['small', 'small', 'small'])
  })

  it('needs runners, and says how they are written', () => {
    expect(() => matrixBy('suite', { ...config, runners: {} })).toThrow('has no runners')
  })

  it('refuses labels that could mean something else in a workflow', () => {
    for (const label of ['', 'a,b', '${{ github.token }}', 'a\nb', '-x', '"'])
      expect(() => aConfig({ runners: { one: { labels: [label], gpus: 1 } } })).toThrow('use letters')
  })
})
