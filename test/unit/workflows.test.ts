import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

type Step = {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}
type Job = {
  readonly 'runs-on': string | readonly string[]
  readonly 'timeout-minutes'?: number
  readonly permissions?: Readonly<Record<string, string>>
  readonly if?: string
  readonly name?: string
  readonly outputs?: Readonly<Record<string, string>>
  readonly needs?: string | readonly string[]
  readonly steps: readonly Step[]
}
type Workflow = {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions?: unknown
  readonly concurrency?: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync(['.github/workflows/*.yml', 'examples/workflows/*.yml'], { cwd: root }).toSorted()
const contents = new Map(
  files.map((file) => {
    const text = readFileSync(`${root}/${file}`, 'utf8')
    return [file, { text, workflow: parse(text) as Workflow }]
  }),
)
const read = (file: string): { text: string; workflow: Workflow } => contents.get(file)!
const jobsOf = (file: string): [string, Job][] => Object.entries(read(file).workflow.jobs)
const isOwn = ({ uses }: Step): boolean => uses === './' || uses === 'OWNER/warpgauge@v0'
/** Whether the job runs code that somebody else than the default branch brought along. */
const isMeasuring = ({ steps }: Job): boolean =>
  steps.some((step) => isOwn(step) && ['check', 'bisect'].includes(String(step.with?.['mode'])))

describe.each(files)('%s', (file) => {
  it('grants nothing by default, ends, and does not pile up', () => {
    const { workflow } = read(file)
    expect(workflow.permissions).toEqual({})
    expect(workflow.concurrency).toBeDefined()
    for (const [, job] of jobsOf(file)) {
      expect(job['timeout-minutes']).toBeGreaterThan(0)
      expect(job.permissions).toBeDefined()
    }
  })

  it('pins every action by a commit, and says the version', () => {
    const lines = read(file)
      .text.split('\n')
      .filter((line) => /^\s*(?:- )?uses: /u.test(line))
    for (const line of lines)
      expect(line).toMatch(/uses: (?:\.\/|OWNER\/warpgauge@v0|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/u)
  })

  it('gives a job that runs code of others no token and nothing to write', () => {
    for (const [name, job] of jobsOf(file).filter(([, one]) => isMeasuring(one))) {
      const isLive = file === 'examples/workflows/production.yml'
      expect([name, job.permissions]).toEqual([name, { contents: 'read', ...(isLive && { checks: 'write' }) }])
      const kept = job.steps
        .filter(({ uses }) => uses?.startsWith('actions/checkout'))
        .map((step) => step.with?.['persist-credentials'])
      expect(kept.every((value) => value === false)).toBe(true)
      const tokens = job.steps.map((step) => step.with?.['token']).filter(Boolean)
      expect(tokens).toEqual(isLive ? ['${{ github.token }}'] : [])
    }
  })

  it('has all commits and tags before a job without a token measures: a private repository gives it none later', () => {
    for (const [name, job] of jobsOf(file).filter(([, one]) => isMeasuring(one) && file.startsWith('examples/'))) {
      const depths = job.steps
        .filter(({ uses }) => uses?.startsWith('actions/checkout'))
        .map((step) => step.with?.['fetch-depth'])
      expect([name, depths[0]]).toEqual([name, 0])
    }
  })

  it('publishes no run that waits for approval, which GitHub calls completed', () => {
    const { workflow } = read(file)
    if (!('workflow_run' in workflow.on)) return
    for (const [, job] of jobsOf(file)) expect(job.if).toMatch(/!contains\(.*"action_required".*conclusion\)/u)
  })

  it('puts no text of an event into a shell', () => {
    for (const [, { steps }] of jobsOf(file)) for (const { run } of steps) expect(run ?? '').not.toMatch(/\$\{\{/u)
  })
})

describe('the run at full size', () => {
  it('gets a token for its live check only where no pull request and no stranger starts it', () => {
    const { workflow } = read('examples/workflows/production.yml')
    expect(Object.keys(workflow.on).toSorted()).toEqual(['release', 'schedule', 'workflow_dispatch'])
  })
})

describe('the merge queue', () => {
  const measuring = ['pull-request', 'measure', 'matrix'].map((name) => `examples/workflows/${name}.yml`)

  it.each(measuring)(
    'T-40: %s measures a group as it measures a pull request, in a concurrency group of its own',
    (file) => {
      const { workflow, text } = read(file)
      expect(Object.keys(workflow.on)).toEqual(expect.arrayContaining(['pull_request', 'merge_group']))
      expect(JSON.stringify(workflow.concurrency)).toContain('github.event.pull_request.number || github.ref')
      expect(text).not.toMatch(/environment: (?!.*merge_group)/u)
    },
  )

  it.each(['publish', 'matrix-publish'])('T-40: %s publishes what was measured for a group', (name) => {
    for (const [, job] of jobsOf(`examples/workflows/${name}.yml`))
      expect(job.if).toContain('["pull_request", "merge_group"]')
  })
})

describe('a pull request whose base is changed', () => {
  const measuring = [
    '.github/workflows/warpgauge.yml',
    ...['pull-request', 'measure', 'matrix'].map((name) => `examples/workflows/${name}.yml`),
  ]

  it.each(measuring)('T-48: is measured anew by %s; a new title is not, and cancels and passes nothing', (file) => {
    const { workflow } = read(file)
    const types = ['opened', 'synchronize', 'reopened', 'edited']
    expect(workflow.on['pull_request']).toEqual({ types })
    expect(JSON.stringify(workflow.concurrency)).toContain(
      "github.event.action == 'edited' && !github.event.changes.base && github.run_id || ",
    )
    const condition = "github.event.action != 'edited' || github.event.changes.base"
    const [, first] = jobsOf(file)[0]!
    expect(first.if).toContain(condition)
    const always = jobsOf(file).filter(([, job]) => job.if?.startsWith('always()'))
    for (const [, job] of always) expect(job.if).toMatch(/changes\.base\)$|needs\.measure\.result != 'skipped'/u)
    // A job that is skipped passes a rule that asks for its name.
    for (const [, { name }] of always.filter(([, job]) => job.name?.includes('verdict')))
      expect(name).toMatch(
        /^\$\{\{ .* && !github\.event\.changes\.base && 'nothing to measure' \|\| '.* verdict' \}\}$/u,
      )
  })

  it.each(['publish', 'matrix-publish'])(
    'T-48: is held by %s.yml before it is measured, and no result is dropped',
    (name) => {
      const { workflow } = read(`examples/workflows/${name}.yml`)
      expect(workflow.on['workflow_run']).toMatchObject({ types: ['requested', 'completed'] })
      const group = expect.stringContaining('${{ github.event.action }}-${{ github.event.workflow_run.head_sha }}')
      expect(workflow.concurrency).toEqual({ group, queue: 'max' })
    },
  )
})

describe('an outage of GitHub', () => {
  it.each(files.filter((file) => file.startsWith('examples/')))(
    'T-42: ends before any job of %s that writes',
    (file) => {
      const writing = jobsOf(file).filter(
        ([, job]) => Object.values(job.permissions ?? {}).includes('write') && !isMeasuring(job),
      )
      // Five minutes of patience, requests that take their time, and the post step.
      for (const [name, job] of writing) expect([name, job['timeout-minutes']]).toEqual([name, 20])
    },
  )
})

describe('a gate that cannot be passed by absence', () => {
  it.each(['.github/workflows/warpgauge.yml', 'examples/workflows/pull-request.yml', 'examples/workflows/matrix.yml'])(
    '%s ends with a job that always runs and needs every other one',
    (file) => {
      const jobs = jobsOf(file)
      const [, verdict] = jobs.at(-1)!
      expect(verdict.if).toMatch(/^always\(\)/u)
      expect([verdict.needs].flat()).toEqual(jobs.slice(0, -1).map(([name]) => name))
      expect(verdict.steps.map(({ run }) => run).join('\n')).toContain('= ')
    },
  )

  it.each([
    ['a pull request that was measured and published', 'success success success false', true],
    ['one that was slower, and whose check says so', 'success failure success false', true],
    ['one that was not published', 'success success failure false', false],
    ['one whose measuring was cut off', 'cancelled none success false', false],
    ['one of a fork, which nobody publishes', 'success success skipped true', true],
    ['one of a fork that was slower or could not be measured', 'success failure skipped true', false],
    ['one of a fork whose measuring was cut off', 'cancelled none skipped true', false],
  ] as const)('of this repository judges %s', (_name, results, isPassed) => {
    const [MEASURED, FOUND, PUBLISHED, IS_FORK] = results.split(' ')
    const { workflow } = read('.github/workflows/warpgauge.yml')
    expect(workflow.jobs['measure']?.outputs).toEqual({ found: '${{ steps.check.outcome }}' })
    expect(workflow.jobs['measure']?.steps.find(isOwn)).toMatchObject({ id: 'check', 'continue-on-error': true })
    const script = workflow.jobs['verdict']?.steps[0]?.run ?? 'exit 9'
    // As GitHub runs it: the first command that fails ends the step.
    const env = { MEASURED, FOUND, PUBLISHED, IS_FORK }
    const { status } = spawnSync('bash', ['-e', '-c', script], { env: { ...env, PATH: process.env['PATH'] } })
    expect(status).toBe(isPassed ? 0 : 1)
  })
})
