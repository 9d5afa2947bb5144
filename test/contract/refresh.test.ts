import { afterAll, describe, expect, it } from 'vitest'
import { EnvironmentError, UserError } from '../../src/domain/core/errors.ts'
import {
  aContext,
  removeTemplate,
  rules,
  startPlace,
  startRefreshed,
  type RefreshPlace,
} from '../fakes/refreshed-github.ts'
import { routesOf } from '../fakes/connected-github.ts'
import { followBranch } from '../fakes/github-server/graphql.ts'
import { parseNoise, parseBaseline } from '../../src/config/records/parse-records.ts'

afterAll(removeTemplate)

const branch = 'warpgauge/baselines'
const fileOf = (gpus: number): string => `baselines/${gpus}x-nvidia-h200/end-to-end.json`
const openPulls = ({ state }: RefreshPlace) => state.pulls.filter((pull) => pull.state === 'open')
const baselineAt = (place: RefreshPlace, ref: string, gpus = 2) => {
  const text = place.read(ref, fileOf(gpus))
  return text === null ? null : parseBaseline(text, fileOf(gpus))
}
const medianAt = (place: RefreshPlace, ref: string, gpus = 2): number | undefined =>
  baselineAt(place, ref, gpus)?.cases[0]?.metrics.find(({ name }) => name === 'wall_time')?.samples[0]

async function refusal(promise: Promise<unknown>): Promise<UserError | EnvironmentError> {
  const error = await promise.catch((reason: unknown) => reason)
  if (error instanceof UserError || error instanceof EnvironmentError) return error
  throw new Error('it was not refused', { cause: error })
}

/** What a person does with the pull request: a merge commit, or all of it squashed into one. */
function settle(place: RefreshPlace, how: 'merge' | 'squash' | 'close'): void {
  const [pull] = openPulls(place)
  if (!pull) throw new Error('there is no open pull request')
  const [tip, main] = [place.git('rev-parse', branch), place.git('rev-parse', 'main')]
  pull.state = 'closed'
  if (how === 'close') return
  const parents = how === 'merge' ? ['-p', main, '-p', tip] : ['-p', main]
  place.git('update-ref', 'refs/heads/main', place.git('commit-tree', `${tip}^{tree}`, ...parents, '-m', how))
}

const commits = 'graphql/createCommitOnBranch'

describe('the one pull request', () => {
  it('is opened with samples, provenance and the run of the workflow, and updated, never piled up', async () => {
    await using place = await startPlace()
    const said = await place.refresh({ run: { seconds: 100, day: 1 } })
    expect(said).toMatch(
      /^Baselines: wrote [0-9a-f]{7} to warpgauge\/baselines; pull request #1 proposes them\. https:.*\/pull\/1$/u,
    )
    expect(baselineAt(place, branch)?.provenance).toMatchObject({
      runId: 'run-2-1',
      rulesVersion: '1',
      workflowRunUrl: 'https://github.com/acme/pipeline-0/actions/runs/42',
      reason: 'refresh on workflow_dispatch',
    })
    const noise = parseNoise(place.read(branch, 'baselines/2x-nvidia-h200/noise.json') ?? '', 'noise.json')
    expect(noise.cases[0]?.metrics[0]?.sessions).toHaveLength(1)
    await place.refresh({ run: { seconds: 100.1, day: 2 } })
    expect(openPulls(place)).toHaveLength(1)
    expect(openPulls(place)[0]?.body).toMatch(/run `run-2-2`.*config `[0-9a-f]{12}`, rules `1`, \[workflow run\]/u)
    expect(place.git('log', '--format=%an', `main..${branch}`)).toBe('github-actions[bot]\ngithub-actions[bot]')
    expect(place.read('main', fileOf(2))).toBeNull()
    expect(place.server.violations).toEqual([])
  })

  it('does nothing when the same run is refreshed again', async () => {
    await using place = await startPlace()
    await place.refresh({ run: { seconds: 100, day: 1 } })
    const tip = place.git('rev-parse', branch)
    expect(await place.refresh({ run: { seconds: 100, day: 1 } })).toContain('everything is up to date')
    expect([place.git('rev-parse', branch), openPulls(place).length]).toEqual([tip, 1])
  })

  it('keeps what another refresh and a person have put on its branch', async () => {
    await using place = await startPlace()
    await place.refresh({ run: { seconds: 100, day: 1, gpus: 2 } })
    followBranch(place.state, branch, place.push(branch, { 'baselines/README.md': 'Ours.\n' }))
    await place.refresh({ run: { seconds: 50, day: 1, gpus: 4 } })
    expect([medianAt(place, branch, 2), medianAt(place, branch, 4)]).toEqual([100, 50])
    expect(place.read(branch, 'baselines/README.md')).toBe('Ours.\n')
    expect(openPulls(place)[0]?.body).toMatch(/2x-nvidia-h200[\s\S]*4x-nvidia-h200/u)
    expect(openPulls(place)[0]?.title).toBe('Refresh the performance baselines of 2 testbeds')
  })

  it('T-15: merges by case when another refresh of the same file was merged meanwhile, and the later run wins', async () => {
    await using place = await startPlace()
    await place.refresh({ run: { seconds: 100, day: 1 } })
    const theirs = baselineAt(place, branch)!
    const fresh = {
      ...theirs,
      provenance: { ...theirs.provenance, runId: 'other', recordedAt: '2026-03-01T00:00:00.000Z' },
    }
    const foreign = { ...theirs.cases[0]!, axes: { gpus: 9 } }
    const own = theirs.cases[0]!
    const text = JSON.stringify({ ...fresh, cases: [{ ...own, provenance: theirs.provenance }, foreign] })
    place.push('main', { [fileOf(2)]: text, 'src.txt': 'more\n' })
    expect((await refusal(place.refresh({ run: { seconds: 101, day: 2 } }))).hint).toContain('actions/checkout')
    await place.refresh({ run: { seconds: 101, day: 2 }, hasClone: true })
    const merged = baselineAt(place, branch)
    expect(merged?.cases.map(({ axes, provenance }) => [axes, provenance?.runId ?? merged.provenance.runId])).toEqual([
      [own.axes, 'run-2-2'],
      [{ gpus: 9 }, 'other'],
    ])
    expect(place.read(branch, 'src.txt')).toBe('more\n')
    expect(place.git('merge-base', '--is-ancestor', 'main', branch)).toBe('')
    expect(openPulls(place)).toHaveLength(1)
    expect(place.server.violations).toEqual([])
  })

  it.each(['merge', 'squash'] as const)('goes on after a %s with a diff of its own change alone', async (how) => {
    await using place = await startPlace()
    await place.refresh({ run: { seconds: 100, day: 1, gpus: 2 } })
    settle(place, how)
    await place.refresh({ run: { seconds: 50, day: 2, gpus: 4 }, hasClone: how === 'squash' })
    const changed = place.git('diff', '--name-only', 'main', branch).split('\n')
    expect(changed).toEqual(['baselines/4x-nvidia-h200/end-to-end.json', 'baselines/4x-nvidia-h200/noise.json'])
    expect(place.git('merge-base', 'main', branch)).toBe(place.git('rev-parse', 'main'))
    expect(openPulls(place)).toHaveLength(1)
  })

  it('does not bring back what people rejected by closing the pull request', async () => {
    await using place = await startPlace()
    await place.refresh({ run: { seconds: 100, day: 1, gpus: 2 } })
    settle(place, 'close')
    await place.refresh({ run: { seconds: 50, day: 2, gpus: 4 }, hasClone: true })
    expect([medianAt(place, branch, 2), medianAt(place, branch, 4)]).toEqual([undefined, 50])
  })

  it('opens the pull request of a refresh that died before it could', async () => {
    await using place = await startPlace()
    const run = { seconds: 100, day: 1 }
    expect((await refusal(place.refresh({ run, token: 'no-pulls' }))).hint).toContain(
      'permissions: pull-requests: write',
    )
    expect(openPulls(place)).toEqual([])
    await place.refresh({ run })
    expect([openPulls(place).length, medianAt(place, branch)]).toEqual([1, 100])
  })
})

it('names the setting without which GitHub lets no workflow open a pull request, off in every new repository', async () => {
  await using place = await startPlace()
  const message = 'GitHub Actions is not permitted to create or approve pull requests.'
  place.server.failNext({ method: 'POST', path: /\/pulls$/u, answer: { kind: 'status', status: 403, message } })
  const { hint } = await refusal(place.refresh({ run: { seconds: 100, day: 1 } }))
  expect(hint).toContain('Allow GitHub Actions to create and approve pull requests')
  expect(hint).not.toContain('permissions:')
})

describe('what must not become a baseline', () => {
  it('refuses a regression without a reason, and shows it first when there is one', async () => {
    await using place = await startPlace()
    await place.refresh({ run: { seconds: 100, day: 1 } })
    settle(place, 'merge')
    const slower = { seconds: 200, day: 2 }
    const refused = await refusal(place.refresh({ run: slower }))
    expect(refused.message).toContain('slower than the baseline it would replace')
    expect(refused.hint).toContain('/warpgauge refresh "REASON"')
    expect(openPulls(place)).toEqual([])
    await place.refresh({ run: slower, reason: 'twice the [data](https://evil.example) @all' })
    const body = openPulls(place)[0]?.body ?? ''
    expect(body).toMatch(/Regressions that this accepts[\s\S]*\+100 %[\s\S]*Reason: twice the/u)
    expect(body).not.toMatch(/\]\(https:\/\/evil|(?<![\w&])@all/u)
    expect(place.git('log', '-1', '--format=%B', branch)).toBe('Refresh the baselines of 2x-nvidia-h200')
  })

  it('judges and files a suite below the testbed that measured it, not the main one of a joined run', async () => {
    await using place = await startPlace()
    const { aTestbed, someDevices } = await import('../unit/a-run.ts')
    const own = aTestbed({ id: '4x-nvidia-h200', devices: someDevices(4) })
    const joined = (seconds: number, day: number) => {
      const overrides = { testbed: aTestbed(), elsewhere: [{ testbed: own, suites: ['end-to-end'] }] }
      return place.refresh({ run: { seconds, day, gpus: 4, overrides }, way: 'commit' })
    }
    await joined(100, 1)
    expect([medianAt(place, 'main', 2), medianAt(place, 'main', 4)]).toEqual([undefined, 100])
    expect((await refusal(joined(200, 2))).message).toContain('slower than the baseline it would replace')
    expect(
      (
        await refusal(
          place.refresh({
            run: { seconds: 1, day: 3, overrides: { elsewhere: [{ testbed: own, suites: ['x'] }] } },
            prune: [own.id],
          }),
        )
      ).message,
    ).toContain('was just measured')
  })

  it('refuses many small steps and shows how far the level has gone from its anchor (W51)', async () => {
    await using place = await startPlace()
    const refused: number[] = []
    for (const [at, seconds] of [100, 101, 102, 102.9, 104, 105].entries()) {
      const error = await place.refresh({ run: { seconds, day: at + 1 }, way: 'commit' }).then(
        () => null,
        (reason: unknown) => reason,
      )
      if (error instanceof UserError) refused.push(seconds)
      else if (error !== null) throw error
    }
    expect(refused).toEqual([104, 105])
    await place.refresh({ run: { seconds: 101.5, day: 9 } })
    const body = openPulls(place)[0]?.body ?? ''
    expect(body).toMatch(/### Drift since the anchor[\s\S]*\+1\.5\u00A0%[\s\S]* of 2026-01-01/u)
  })

  it.each([
    ['a run that was not finished', { status: 'interrupted' }, 'not finished'],
    [
      'a run of a commit that is not on the default branch',
      { revisions: [{ label: 'head', ref: 'x', commit: 'HIDDEN', problem: null }] },
      'not on the default branch',
    ],
    [
      'a run under another config',
      { yardstick: { path: 'x', sha256: '0'.repeat(64), origin: 'base', commit: null } },
      'another config',
    ],
    ['a run that claims another machine', { testbed: undefined }, 'testbed.id'],
    ['a run without figures', { trials: [] }, 'no measured case'],
  ] as const)('refuses %s', async (what, overrides, says) => {
    await using place = await startPlace()
    const hidden = place.git('commit-tree', 'main^{tree}', '-p', 'main', '-m', 'elsewhere')
    place.git('update-ref', 'refs/heads/elsewhere', hidden)
    const text = JSON.stringify(overrides).replace('HIDDEN', hidden)
    const changed = what.includes('machine')
      ? { testbed: { ...(await import('../unit/a-run.ts')).aTestbed(), id: '8x-nvidia-h200' } }
      : JSON.parse(text)
    expect((await refusal(place.refresh({ run: { seconds: 100, day: 1, overrides: changed } }))).message).toContain(
      says,
    )
    expect(place.git('branch', '--list', branch)).toBe('')
  })

  it.each([
    ['pull_request', { event: 'pull_request', trust: 'collaborator', pullRequest: 7 }],
    ['a run for a pull request', { event: 'workflow_run', measuredBy: { event: 'pull_request' } }],
  ] as const)('refuses %s', async (_what, context) => {
    await using place = await startPlace()
    const asked = place.refresh({ run: { seconds: 1, day: 1 }, context: aContext(context as object) })
    expect((await refusal(asked)).message).toContain('does not work on the event pull_request')
    expect(place.server.requests).toEqual([])
  })

  it('does not replace a committed baseline that cannot be read (W52)', async () => {
    await using place = await startPlace()
    place.push('main', { [fileOf(2)]: '{"schemaVersion":1,' })
    expect((await refusal(place.refresh({ run: { seconds: 100, day: 1 } }))).message).toContain('not JSON')
  })

  it('names the permission when the token may not write contents', async () => {
    await using place = await startPlace()
    const refused = await refusal(place.refresh({ run: { seconds: 100, day: 1 }, token: 'no-contents' }))
    expect(refused.hint).toContain('permissions: contents: write')
  })
})

describe('pruning', () => {
  it('removes testbeds that are named, and no other', async () => {
    await using place = await startPlace()
    for (const gpus of [2, 4, 8]) await place.refresh({ run: { seconds: 100, day: 1, gpus }, way: 'commit' })
    await place.refresh({ prune: ['4x-nvidia-h200'] })
    expect(place.git('diff', '--name-status', 'main', branch).split('\n')).toEqual([
      'D\tbaselines/4x-nvidia-h200/end-to-end.json',
      'D\tbaselines/4x-nvidia-h200/noise.json',
    ])
    expect(openPulls(place)[0]?.body).toContain('removed, because its testbed no longer exists')
    expect(place.server.violations).toEqual([])
  })

  it.each([
    ['../../etc', 'is not the id of a testbed'],
    ['16x-nvidia-h200', 'has no testbed 16x-nvidia-h200'],
    ['2x-nvidia-h200', 'was just measured'],
  ])('refuses %s', async (id, says) => {
    await using place = await startPlace()
    expect((await refusal(place.refresh({ run: { seconds: 1, day: 1 }, prune: [id] }))).message).toContain(says)
  })
})

describe('a direct commit', () => {
  it('is signed by GitHub, holds all files at once and leaves no branch behind', async () => {
    await using place = await startPlace()
    expect(await place.refresh({ run: { seconds: 100, day: 1 }, way: 'commit' })).toMatch(
      /^Baselines: wrote .* to main\.$/u,
    )
    expect([medianAt(place, 'main'), place.git('rev-list', '--count', 'main'), openPulls(place)]).toEqual([
      100,
      '2',
      [],
    ])
    expect(routesOf(place.server)).not.toContain('git/create-ref 201')
  })

  it('is written on top of what somebody pushed meanwhile', async () => {
    let place: RefreshPlace | null = null
    let hasPushed = false
    await using github = await startRefreshed(1, ({ operation }) => {
      if (operation !== commits || hasPushed) return
      hasPushed = true
      place?.push('main', { 'src.txt': 'theirs\n' })
    })
    place = github.places[0]!
    await place.refresh({ run: { seconds: 100, day: 1 }, way: 'commit' })
    expect([place.read('main', 'src.txt'), medianAt(place, 'main')]).toEqual(['theirs\n', 100])
    expect(github.server.requests.filter(({ operation }) => operation === commits)).toHaveLength(2)
  })

  it('gives up after ten conflicts, and overwrites nothing', async () => {
    let place: RefreshPlace | null = null
    let pushes = 0
    await using github = await startRefreshed(1, ({ operation }) => {
      if (operation === commits) place?.push('main', { 'src.txt': `theirs ${(pushes += 1)}\n` })
    })
    place = github.places[0]!
    const refused = await refusal(place.refresh({ run: { seconds: 100, day: 1 }, way: 'commit' }))
    expect(refused.message).toBe('The baselines could not be written: 10 attempts conflicted with other jobs')
    expect([pushes, place.read('main', 'src.txt'), medianAt(place, 'main')]).toEqual([10, 'theirs 10\n', undefined])
  })

  it('takes a commit whose answer was lost for what it is, and makes no second', async () => {
    await using place = await startPlace()
    place.server.failNext({ operation: commits, hasTakenEffect: true, answer: { kind: 'cut-off' } })
    await place.refresh({ run: { seconds: 100, day: 1 }, way: 'commit' })
    expect(place.git('rev-list', '--count', 'main')).toBe('2')
  })
})

async function race(place: RefreshPlace, round: number): Promise<void> {
  const isSame = round % 2 === 0
  await Promise.all([
    place.refresh({ run: { seconds: 100, day: 1, gpus: 2 } }),
    place.refresh({ run: { seconds: 100.1, day: 2, gpus: isSame ? 2 : 4 } }),
  ])
  const noise = parseNoise(place.read(branch, 'baselines/2x-nvidia-h200/noise.json') ?? '', 'noise.json')
  expect({
    round,
    pulls: openPulls(place).length,
    commits: Number(place.git('rev-list', '--count', `main..${branch}`)),
    later: medianAt(place, branch, isSame ? 2 : 4),
    earlier: isSame ? 100 : medianAt(place, branch, 2),
    sessions: noise.cases[0]?.metrics[0]?.sessions.length,
    text: openPulls(place)[0]?.body,
  }).toEqual({
    round,
    pulls: 1,
    commits: 2,
    later: 100.1,
    earlier: 100,
    sessions: isSame ? 2 : 1,
    text: expect.stringContaining(isSame ? 'run-2-2' : '4x-nvidia-h200'),
  })
}

it('two refreshes of one repository lose nothing and double nothing (10 times)', async () => {
  await using github = await startRefreshed(10)
  await Promise.all(github.places.map((place, round) => race(place, round)))
  expect(github.server.violations).toEqual([])
})

it('the config that the tests measure under is the one of the default branch', async () => {
  await using github = await startRefreshed()
  expect(github.places[0]?.read('main', '.github/warpgauge.yml')).toBe(rules)
})
