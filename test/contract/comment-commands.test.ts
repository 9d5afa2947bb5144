import { describe, expect, it } from 'vitest'
import { answerIn, forked, maria, reactionsTo, release, startCommented } from '../fakes/commented-github.ts'
import { base, bot, head, refusalOf, repositoryOf, routesOf, stranger } from '../fakes/connected-github.ts'
import { pushBook } from '../fakes/github-server/activities.ts'
import type { GitHubServer } from '../fakes/github-server/start-github-server.ts'
import type { Account } from '../fakes/github-server/state.ts'
import { workflowBook } from '../fakes/github-server/workflow-runs.ts'

const dispatchesOf = (server: GitHubServer) => workflowBook(repositoryOf(server)).dispatches
const checksOf = (server: GitHubServer) => repositoryOf(server).checkRuns
const person = (login: string): Account => ({ id: 40, login, type: 'User' })
const other = 'c'.repeat(40)

describe('what costs nothing and changes nothing', () => {
  it('asks GitHub nothing about a comment without a command', async () => {
    await using server = await startCommented()
    const bodies = ['Nice work!', 'try /warpgauge run', '> /warpgauge cancel', '```\n/warpgauge run\n```']
    for (const body of bodies) expect(await server.obey(server.write(body))).toBeNull()
    expect(server.requests).toEqual([])
  })

  it('never obeys a bot, nor an app that speaks for a person', async () => {
    await using server = await startCommented()
    expect(await server.obey(server.write('/warpgauge run', { ...maria, type: 'Bot' }))).toBeNull()
    expect(await server.obey(server.write('/warpgauge run', maria, { app: { id: 5, slug: 'x' } }))).toBeNull()
    expect([dispatchesOf(server), answerIn(server)]).toEqual([[], ''])
  })

  it.each([
    ['somebody unknown to the repository', 'mallory', 'run'],
    ['somebody who may read', 'rita', 'run'],
    ['somebody who may triage', 'tom', 'cancel'],
    ['somebody who may write, where the config asks for maintain', 'wendy', 'accept "I say so"'],
    ['somebody who may read, with a command that is none', 'rita', 'destroy'],
  ])('gives %s a reaction and nothing else', async (_who, login, command) => {
    await using server = await startCommented()
    server.fail()
    const comment = server.write(`/warpgauge ${command}`, person(login))
    expect(await server.obey(comment)).toBeNull()
    expect(reactionsTo(comment)).toEqual(['confused'])
    expect([dispatchesOf(server), answerIn(server), checksOf(server)[0]?.conclusion]).toEqual([[], '', 'failure'])
    expect(server.violations).toEqual([])
  })

  it('takes somebody whom the repository does not know for nobody', async () => {
    await using server = await startCommented()
    server.failNext({ path: '/permission', answer: { kind: 'status', status: 404 } })
    expect(await server.obey(server.write('/warpgauge run'))).toBeNull()
    expect(dispatchesOf(server)).toEqual([])
  })

  it.each([403, 500])('T-05: fails closed when the role cannot be asked (%i)', async (status) => {
    await using server = await startCommented()
    server.failNext({ path: '/permission', times: 9, answer: { kind: 'status', status } })
    await refusalOf(server.obey(server.write('/warpgauge run')))
    expect(dispatchesOf(server)).toEqual([])
  })

  it('takes the author from the API and not from the event', async () => {
    await using server = await startCommented()
    const comment = server.write('/warpgauge run', stranger)
    expect(await server.obey({ ...comment, author: maria })).toBeNull()
    expect(dispatchesOf(server)).toEqual([])
  })
})

describe('a command of somebody who may give it', () => {
  it('help: answers in the one comment, below its report, and reacts', async () => {
    await using server = await startCommented()
    const report = server.write('## Passed\n\n<!-- warpgauge:warpgauge -->', bot)
    const comment = server.write('/warpgauge help', person('wendy'))
    await server.obey(comment)
    expect(reactionsTo(comment)).toEqual(['eyes', 'rocket'])
    expect(report.body).toMatch(
      /^## Passed\n\n<!-- warpgauge-answers -->\n- Commands, .*`\/warpgauge run \[SUITE\]`.* <!-- answer:\d+ -->\n\n<!-- warpgauge:warpgauge -->$/u,
    )
    expect(server.violations).toEqual([])
  })

  it('run: starts the workflow for exactly this head and opens the check that names the run', async () => {
    await using server = await startCommented()
    const comment = server.write('/warpgauge run', person('wendy'))
    await server.obey(comment)
    const [dispatch] = dispatchesOf(server)
    expect(dispatch).toMatchObject({
      workflow: 'warpgauge-run.yml',
      ref: 'main',
      inputs: { 'pull-request': '7', head, base, fork: 'false', 'head-repository': '5000', suite: '', compare: '' },
    })
    expect(checksOf(server)).toMatchObject([
      { name: 'warpgauge', headSha: head, status: 'in_progress', externalId: `warpgauge:3 7/ open ${dispatch?.id}.1` },
    ])
    expect(answerIn(server)).toContain(
      'measurement of `aaaaaaa`: [a run](https://github.com/acme/pipeline/actions/runs/',
    )
    expect(reactionsTo(comment)).toEqual(['eyes', 'rocket'])
    expect(server.violations).toEqual([])
  })

  it('run: on an Enterprise Server that names no run it is started all the same, once, and opens no check', async () => {
    await using server = await startCommented({ pathPrefix: '/api/v3' })
    const comment = server.write('/warpgauge run')
    await server.obey(comment)
    expect(dispatchesOf(server)).toMatchObject([{ inputs: { head } }])
    expect([checksOf(server), reactionsTo(comment)]).toEqual([[], ['eyes', 'rocket']])
  })

  it('run SUITE: has a check of its own, so that a part never takes the place of the gate', async () => {
    await using server = await startCommented()
    server.fail()
    await server.obey(server.write('/warpgauge run end-to-end'))
    expect(checksOf(server).map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['warpgauge', 'failure'],
      ['warpgauge / end-to-end', null],
    ])
    expect(dispatchesOf(server)[0]?.inputs).toMatchObject({ suite: 'end-to-end' })
    const unknown = server.write('/warpgauge run scaling')
    expect(await server.obey(unknown)).toContain('the config has no suite scaling')
    expect([dispatchesOf(server).length, reactionsTo(unknown)]).toEqual([1, ['eyes', 'confused']])
  })

  it.each([
    ['the head of a pull request', 'refs/pull/9/head', 'this repository has no tag, branch or commit refs/pull/9/head'],
    ['its short form', 'pull/9/head', 'this repository has no tag, branch or commit pull/9/head'],
    ['a commit that only a fork has', forked, `${forked.slice(0, 12)} is on neither the default branch nor`],
  ])('T-33: compare REV refuses %s, and starts nothing', async (_what, revision, said) => {
    await using server = await startCommented()
    expect(await server.obey(server.write(`/warpgauge compare ${revision}`))).toContain(said)
    expect(dispatchesOf(server)).toEqual([])
  })

  it('compare REV: takes a commit id that the default branch holds', async () => {
    await using server = await startCommented()
    await server.obey(server.write(`/warpgauge compare ${release}`))
    expect(dispatchesOf(server)[0]?.inputs).toMatchObject({ compare: release, head })
  })

  it('compare REV: passes on the commit that the name stands for, and refuses one that this repository has not', async () => {
    await using server = await startCommented()
    await server.obey(server.write('/warpgauge compare v1.0'))
    expect(dispatchesOf(server)[0]?.inputs).toMatchObject({ compare: release, head })
    expect(checksOf(server)[0]?.name).toBe('warpgauge / against eeeeeee')
    expect(await server.obey(server.write('/warpgauge compare v9.9'))).toContain(
      'this repository has no tag, branch or commit v9.9',
    )
    expect(dispatchesOf(server)).toHaveLength(1)
  })

  it('refresh and bisect: start their workflows with what they need', async () => {
    await using server = await startCommented()
    await server.obey(server.write('/warpgauge refresh "new driver on the farm"'))
    await server.obey(server.write('/warpgauge bisect'))
    expect(dispatchesOf(server)).toMatchObject([
      { workflow: 'warpgauge-refresh.yml', inputs: { reason: 'new driver on the farm', 'requested-by': 'maria' } },
      { workflow: 'warpgauge-bisect.yml', inputs: { good: base, bad: head, issue: '7' } },
    ])
    expect(server.violations).toEqual([])
  })

  it('on an issue: bisects what the issue is about, and does nothing that needs a head', async () => {
    await using server = await startCommented()
    const onIssue = { isPullRequest: false }
    await server.obey(server.write('/warpgauge bisect', maria, { issueNumber: 8 }), onIssue)
    expect(dispatchesOf(server)).toMatchObject([{ inputs: { issue: '8', good: '', bad: '' } }])
    const said = await server.obey(server.write('/warpgauge run', maria, { issueNumber: 8 }), onIssue)
    expect(said).toContain('run works on pull requests')
  })

  it('cancel: ends the run that the open check names, and completes the check as cancelled', async () => {
    await using server = await startCommented()
    await server.obey(server.write('/warpgauge run'))
    const run = dispatchesOf(server)[0]?.id ?? 0
    await server.obey(server.write('/warpgauge cancel'))
    expect(workflowBook(repositoryOf(server)).runs.get(run)).toBe('cancelled')
    expect(checksOf(server)).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }])
    expect(answerIn(server)).toContain(`[run](https://github.com/acme/pipeline/actions/runs/${run})`)
    expect(await server.obey(server.write('/warpgauge cancel'))).toContain('names a run')
  })

  it('cancel: leaves alone a run that only the address of a check names', async () => {
    await using server = await startCommented()
    const { runs } = workflowBook(repositoryOf(server))
    runs.set(555, 'in_progress')
    const address = 'https://github.com/acme/pipeline/actions/runs/555'
    server.fail('Measuring …', { status: 'in_progress', conclusion: null, externalId: 'x', detailsUrl: address })
    server.fail('Building', { name: 'deploy', status: 'in_progress', conclusion: null, externalId: 'deploy:555' })
    expect(await server.obey(server.write('/warpgauge cancel'))).toContain('There is nothing to cancel')
    expect(runs.get(555)).toBe('in_progress')
  })
})

describe('the head that is meant', () => {
  it('T-06: refuses a head that arrived after the comment, or in the same second', async () => {
    await using server = await startCommented()
    for (const at of ['2026-01-01T12:30:00Z', '2026-01-01T12:31:00Z']) {
      pushBook(repositoryOf(server)).push({ branch: 'feature', after: head, at })
      const comment = server.write('/warpgauge run')
      expect(await server.obey(comment)).toContain('was pushed after the comment was written')
      expect(reactionsTo(comment)).toEqual(['eyes', 'confused'])
    }
    expect(dispatchesOf(server)).toEqual([])
  })

  it('T-06: asks again right before it acts, and refuses when the head moved meanwhile', async () => {
    await using server = await startCommented({
      onRequest: ({ operation }, state) => {
        // The head moves while the book of pushes is read.
        if (operation === 'repos/list-activities') state.repositories[0]!.pulls[0]!.head.sha = other
      },
    })
    expect(await server.obey(server.write('/warpgauge run'))).toContain('the head changed to ccccccc')
    expect(await server.obey(server.write('/warpgauge run'))).toContain('it is unknown when ccccccc was pushed')
    expect([dispatchesOf(server), checksOf(server)]).toEqual([[], []])
  })

  it('T-06: does not take an old push of a commit for the last one, which the book of pushes does not have yet', async () => {
    await using server = await startCommented()
    pushBook(repositoryOf(server)).unshift({ branch: 'feature', after: other, at: '2026-01-01T11:00:00Z' })
    // Pushed back to the other commit after the comment was written.
    repositoryOf(server).pulls[0]!.head.sha = other
    expect(await server.obey(server.write('/warpgauge run'))).toContain('it is unknown when ccccccc was pushed')
    expect(dispatchesOf(server)).toEqual([])
  })

  it('where nobody tells when a fork was pushed, obeys only a command that names the commit', async () => {
    await using server = await startCommented()
    const pull = repositoryOf(server).pulls[0]!
    Object.assign(pull.head, { repositoryId: 7777, repositoryName: 'contributor/pipeline' })
    expect(await server.obey(server.write('/warpgauge run'))).toContain('/warpgauge@aaaaaaa')
    expect(await server.obey(server.write('/warpgauge@bbbbbbb run'))).toContain('the head is aaaaaaa, not bbbbbbb')
    expect(dispatchesOf(server)).toEqual([])
    await server.obey(server.write('/warpgauge@aaaaaaaa run'))
    expect(dispatchesOf(server)).toMatchObject([{ inputs: { fork: 'true', 'head-repository': '7777', head } }])
  })

  it('refuses on a closed pull request, an edited comment, and a comment that says something else by now', async () => {
    await using server = await startCommented()
    const edited = server.write('/warpgauge run', maria, { updatedAt: '2026-01-01T12:40:00Z' })
    expect(await server.obey(edited)).toContain('the comment was edited')
    const replaced = server.write('/warpgauge run')
    expect(await server.obey(replaced, { body: '/warpgauge refresh' })).toContain('the comment was edited')
    repositoryOf(server).pulls[0]!.state = 'closed'
    expect(await server.obey(server.write('/warpgauge run'))).toContain('#7 is closed')
    expect(dispatchesOf(server)).toEqual([])
  })
})

describe('once and no more', () => {
  it('does nothing again when the job of an answered comment is run again', async () => {
    await using server = await startCommented()
    const comment = server.write('/warpgauge run')
    await server.obey(comment)
    expect(await server.obey(comment, { isRerun: true })).toBeNull()
    expect(dispatchesOf(server)).toHaveLength(1)
  })

  it('does not start a second run when nobody knows how far the first attempt came', async () => {
    await using server = await startCommented()
    const comment = server.write('/warpgauge run')
    server.failNext({ method: 'POST', path: '/dispatches', hasTakenEffect: true, answer: { kind: 'cut-off' } })
    await refusalOf(server.obey(comment))
    comment.reactions = comment.reactions.filter(({ content }) => content === 'eyes')
    expect(await server.obey(comment, { isRerun: true })).toContain('its progress is unknown')
    expect(dispatchesOf(server)).toHaveLength(1)
  })
})

describe('a token that lacks a permission', () => {
  it.each([
    ['no-actions', 'actions: write', 'run'],
    ['no-checks', 'checks: write', 'run'],
    ['no-comments', 'pull-requests: write', 'help'],
  ])('%s: names %s', async (token, permission, command) => {
    await using server = await startCommented()
    const { hint } = await refusalOf(server.obey(server.write(`/warpgauge ${command}`), { token }))
    expect(hint).toContain(`permissions: ${permission}`)
    expect(server.violations).toEqual([])
  })
})

describe('answers that meet', () => {
  it('loses no answer when two commands are answered at once (10 times)', async () => {
    await using server = await startCommented()
    for (let round = 0; round < 10; round++) {
      repositoryOf(server).comments.splice(0)
      server.write('report\n\n<!-- warpgauge:warpgauge -->', bot)
      const comments = [server.write('/warpgauge help'), server.write('/warpgauge help', person('wendy'))]
      await Promise.all(comments.map((comment) => server.obey(comment)))
      const said = answerIn(server)
      expect(comments.filter(({ id }) => !said.includes(`<!-- answer:${id} -->`)).map(({ id }) => [round, id])).toEqual(
        [],
      )
      expect(said.startsWith('report\n\n')).toBe(true)
    }
    expect(routesOf(server).filter((route) => route.startsWith('issues/create-comment'))).toEqual([])
  })
})
