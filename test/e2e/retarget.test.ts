import { describe, expect, it } from 'vitest'
import type { ActionRun } from '../fakes/actions-runner.ts'
import { configWith, createMovingBase, unmetRequirement } from './moving-base.ts'
import { writeToken } from './scenario.ts'

// Titles begin with the threat of docs/security.md that they attack.

const config = '.github/warpgauge.yml'
const plain = { [config]: configWith() }
const stricter = { [config]: configWith(unmetRequirement) }
const folderOf = ({ outputs }: ActionRun): string => outputs['run-folder'] ?? ''

/** Pull request 7 asks to be merged into a branch with weaker rules than main. */
async function createIntoWeak({ isFork }: { readonly isFork: boolean }) {
  const rig = await createMovingBase(stricter)
  rig.commit('weak', plain, 'main')
  const head = rig.commit('pull-7', { 'notes.txt': 'new' }, 'main')
  rig.open(7, head, { isFork, base: 'weak' })
  return { rig, head, mergeSha: rig.merge(7) }
}

describe('T-48: a pull request that has passed and gets another base', () => {
  it('is blocked as soon as its measurement is asked for, and fails by the rules of that base', async () => {
    const { rig, head, mergeSha } = await createIntoWeak({ isFork: true })
    await using _ = rig
    await rig.publish(folderOf(await rig.check(7, { mergeSha })), head)
    await rig.request(head)
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'success' })
    rig.retarget(7, 'main')
    const asked = await rig.request(head)
    expect(asked.stdout).toContain('is blocked: pull request #7 into `main` is not measured yet')
    expect(rig.lastCheck(head)).toMatchObject({
      conclusion: 'failure',
      title: 'Blocked: pull request #7 into `main` is not measured yet',
    })
    const run = await rig.check(7, { mergeSha: rig.merge(7), edited: 'base' })
    await rig.publish(folderOf(run), head)
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'failure' })
    expect(rig.server.violations).toEqual([])
  })

  it('is blocked when it got the base while it was being measured, and no longer when it gets the first one back', async () => {
    const { rig, head, mergeSha } = await createIntoWeak({ isFork: false })
    await using _ = rig
    const toldBase = { ...rig.state.pulls[0]!.base }
    rig.retarget(7, 'main')
    // The event and its clone are of the first base, GitHub answers with the second.
    await rig.check(7, { mergeSha, token: writeToken, toldBase })
    expect(rig.lastCheck(head)).toMatchObject({
      conclusion: 'failure',
      title: 'Blocked: pull request #7 into `main` is not measured yet',
    })
    rig.retarget(7, 'weak')
    await rig.check(7, { mergeSha, token: writeToken })
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'success' })
    expect(rig.server.violations).toEqual([])
  })

  it('measures nothing, and writes nothing, where only a title was edited', async () => {
    const { rig, head, mergeSha } = await createIntoWeak({ isFork: false })
    await using _ = rig
    const run = await rig.check(7, { mergeSha, token: writeToken, edited: 'title' })
    expect(run.exitCode).toBe(0)
    expect(run.stdout).toContain('not its commits or base')
    expect(rig.lastCheck(head)).toBeUndefined()
  })
})
