import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readWorkflow } from '../../../../src/config/workflow-document.ts'
import { checkWorkflows } from '../../../../src/domain/doctor/check-workflows.ts'

const root = join(import.meta.dirname, '../../../..')
const pinned = '3d3c42e5aac5ba805825da76410c181273ba90b1'

/** `level check line` of everything that is not ok. */
function audit(text: string): string[] {
  return checkWorkflows([readWorkflow(text, 'w.yml')])
    .filter(({ level }) => level !== 'ok')
    .map(({ level, check, subject }) => `${level} ${check} ${subject.split(':')[1] ?? ''}`.trim())
}

type Job = {
  readonly on: string
  readonly runsOn?: string
  readonly permissions?: string
  readonly rest?: string
  readonly steps?: readonly string[]
}

function workflow({
  on,
  runsOn = 'ubuntu-latest',
  permissions = '{ contents: read }',
  rest = '',
  steps = [],
}: Job): string {
  const list = steps.map((step) => `      - ${step}\n`).join('')
  return `on: ${on}\njobs:\n  a:\n    runs-on: ${runsOn}\n    permissions: ${permissions}\n${rest}    steps:\n${list || '      []\n'}`
}

const matrix = (values: string): string => `    strategy: { matrix: { ${values} } }\n`
const checkout = (ref = '', more = 'persist-credentials: false'): string =>
  `{ uses: actions/checkout@${pinned}, with: { ${ref === '' ? '' : `ref: '${ref}', `}${more} } }`
const head = '${{ github.event.pull_request.head.sha }}'

it('names a measuring job whose checkout omits what the repository needs', () => {
  const measure = (more: string, mode = 'check') =>
    workflow({
      on: 'pull_request',
      steps: [
        checkout('', `persist-credentials: false${more}`),
        `{ uses: o/warpgauge@${pinned}, with: { mode: ${mode} } }`,
      ],
    })
  const mends = (text: string) =>
    checkWorkflows([readWorkflow(text, 'w.yml')], ['lfs: true', 'submodules: recursive'])
      .filter(({ check }) => check === 'workflows.content')
      .map(({ mend }) => mend)
  expect(mends(measure(''))).toEqual(['with: { lfs: true, submodules: recursive }'])
  expect(mends(measure(', lfs: true'))).toEqual(['with: { submodules: recursive }'])
  expect(mends(measure(', lfs: true, submodules: true'))).toEqual([])
  expect(mends(measure('', 'publish'))).toEqual([])
})

const forksOut = '    if: github.event.pull_request.head.repo.id == github.event.repository.id\n'

describe('a dangerous workflow', () => {
  it.each<readonly [string, Job, readonly string[]]>([
    [
      'pull_request_target that checks the head out',
      { on: 'pull_request_target', steps: [checkout(head)] },
      ['fail workflows.privileged-checkout 7'],
    ],
    [
      'the same on a machine of one’s own',
      { on: '[pull_request_target]', runsOn: '[self-hosted, gpu]', steps: [checkout('${{ github.head_ref }}')] },
      ['fail workflows.privileged-checkout 7'],
    ],
    [
      'the same by git',
      { on: 'pull_request_target', steps: ["{ run: 'git fetch origin pull/$N/head && git checkout FETCH_HEAD' }"] },
      ['fail workflows.privileged-checkout 7'],
    ],
    [
      'the same by a variable',
      { on: 'pull_request_target', steps: [`{ run: 'git checkout $SHA', env: { SHA: '${head}' } }`] },
      ['fail workflows.privileged-checkout 7'],
    ],
    [
      'pull_request_target on a machine of one’s own',
      { on: 'pull_request_target', runsOn: 'self-hosted', steps: ['{ run: echo }'] },
      ['warn workflows.self-hosted-forks 3'],
    ],
    [
      'forks on a machine of one’s own with a token that may write',
      { on: 'pull_request', runsOn: 'self-hosted', permissions: '{ checks: write }' },
      ['fail workflows.self-hosted-forks 3'],
    ],
    [
      'forks on a machine of one’s own with secrets',
      { on: 'pull_request', runsOn: 'gpu', steps: ["{ run: x, env: { K: '${{ secrets.KEY }}' } }"] },
      ['fail workflows.self-hosted-forks 3'],
    ],
    [
      'forks on a machine of one’s own that may only read',
      { on: 'pull_request', runsOn: '${{ matrix.runs-on }}' },
      ['warn workflows.self-hosted-forks 3'],
    ],
    [
      'a matrix of machines of GitHub',
      {
        on: 'pull_request',
        runsOn: '${{ matrix.os }}',
        rest: matrix('os: [ubuntu-latest], include: [{ os: macos-15 }]'),
      },
      [],
    ],
    [
      'a matrix with a machine of one’s own',
      { on: 'pull_request', runsOn: '${{ matrix.os }}', rest: matrix('os: [ubuntu-latest], include: [{ os: gpu }]') },
      ['warn workflows.self-hosted-forks 3'],
    ],
    [
      'a machine of one’s own with the label of one of GitHub',
      { on: 'pull_request', runsOn: "[self-hosted, '${{ matrix.os }}']", rest: matrix('os: [ubuntu-22.04]') },
      ['warn workflows.self-hosted-forks 3'],
    ],
    [
      'a matrix that only a run knows',
      { on: 'pull_request', runsOn: '${{ matrix.os }}', rest: matrix("os: '${{ fromJSON(inputs.os) }}'") },
      ['warn workflows.self-hosted-forks 3'],
    ],
    [
      'a checkout that leaves its token on a hosted machine',
      { on: 'push', steps: [checkout('', '')] },
      ['warn workflows.persist-credentials 7'],
    ],
    [
      'a checkout that leaves its token on a machine of one’s own',
      { on: 'push', runsOn: 'self-hosted', steps: [checkout('', 'fetch-depth: 0')] },
      ['fail workflows.persist-credentials 7'],
    ],
    [
      'a comment that checks the head out',
      { on: 'issue_comment', steps: [checkout('refs/pull/${{ github.event.issue.number }}/head')] },
      ['fail workflows.privileged-checkout 7'],
    ],
    [
      'a comment that checks the head out by gh',
      { on: '{ issue_comment: { types: [created] } }', steps: ["{ run: 'gh pr checkout $NUMBER' }"] },
      ['fail workflows.privileged-checkout 7'],
    ],
    [
      'workflow_run that checks the head out',
      { on: '{ workflow_run: { workflows: [x] } }', steps: [checkout('${{ github.event.workflow_run.head_sha }}')] },
      ['fail workflows.privileged-checkout 7'],
    ],
    [
      'a mode without its permission',
      {
        on: 'pull_request',
        permissions: '{ contents: read, checks: write }',
        steps: [`{ uses: OWNER/warpgauge@${pinned}, with: { token: x } }`],
      },
      ['fail workflows.mode-permissions 7'],
    ],
  ])('T-03, T-04: is found: %s', (_, job, said) => {
    expect(audit(workflow(job))).toEqual(said)
  })

  it('that cannot be read is unknown', () => {
    expect(audit('on: [push\njobs: }')).toEqual(['unknown workflows.files'])
    expect(checkWorkflows([]).map(({ level }) => level)).toEqual(['unknown'])
  })
})

describe('a harmless workflow', () => {
  it.each<readonly [string, Job]>([
    ['pull_request on a hosted machine', { on: 'pull_request', steps: [checkout()] }],
    [
      'pull requests of the own repository alone',
      {
        on: 'pull_request',
        runsOn: 'self-hosted',
        permissions: '{ contents: read, checks: write, pull-requests: write }',
        rest: forksOut,
        steps: [checkout(), `{ uses: OWNER/warpgauge@${pinned}, with: { token: x } }`],
      },
    ],
    ['a comment that checks nothing out', { on: 'issue_comment', steps: ["{ run: 'echo' }"] }],
    [
      'workflow_run that only publishes',
      {
        on: '{ workflow_run: { workflows: [x] } }',
        permissions: '{ contents: read, checks: write, pull-requests: write }',
        steps: [
          `{ uses: actions/download-artifact@${pinned} }`,
          `{ uses: OWNER/warpgauge@${pinned}, with: { mode: publish, token: x } }`,
        ],
      },
    ],
    ['a local action', { on: 'push', steps: ['{ uses: ./ }'] }],
  ])('is ok: %s', (_, job) => {
    expect(audit(workflow(job))).toEqual([])
  })

  it('T-18: none of the examples fails, and none that measures uses a cache', () => {
    const files = globSync('{examples/workflows,.github/workflows}/*.yml', { cwd: root })
    expect(files.length).toBeGreaterThan(8)
    for (const file of files) {
      const text = readFileSync(join(root, file), 'utf8')
      const found = checkWorkflows([readWorkflow(text, file)])
      expect(found.filter(({ level }) => level === 'fail' || level === 'unknown')).toEqual([])
      const isCached = /actions\/cache|setup-\w+@/.test(text) && !text.includes('npm publish')
      expect({ file, isCached }).toEqual({ file, isCached: false })
    }
  })
})
