import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ActionRun } from '../fakes/actions-runner.ts'
import { comparingConfig, configWith, createMovingBase, metRequirement, unmetRequirement } from './moving-base.ts'
import { recordIn } from './run-check.ts'
import { rewriteRecord } from './run-folders.ts'
import { writeToken } from './scenario.ts'

// Titles begin with the threat of docs/security.md that they attack.

const config = '.github/warpgauge.yml'
const plain = { [config]: configWith() }
const stricter = { [config]: configWith(unmetRequirement) }
const short = (commit: string | null): string => commit?.slice(0, 7) ?? 'none'
const folderOf = ({ outputs }: ActionRun): string => outputs['run-folder'] ?? ''
const said = (run: ActionRun): string => `${run.stdout}\n${run.stderr}`
const titleOf = (check: { readonly title: string | null; readonly summary: string | null } | undefined): string =>
  `${check?.title}\n${check?.summary}`

/** Slower than the tip of main, and faster than the commit it is based on. */
async function createOldParent() {
  const rig = await createMovingBase({ [config]: comparingConfig, 'reading.txt': '120000' })
  const fast = { 'reading.txt': '5000' }
  const old = rig.commit('pull-7', { ...fast, 'computing.txt': '70000' }, 'main')
  const tip = rig.commit('main', fast)
  rig.open(7, old)
  return { rig, head: old, tip }
}

describe('T-34: a head whose parent is old and slow', () => {
  it('is measured as it would be merged, against the tip of its base', async () => {
    const { rig, head, tip } = await createOldParent()
    await using _ = rig
    const mergeSha = rig.merge(7)
    const run = await rig.check(7, { mergeSha, token: writeToken })
    expect(said(run)).toContain('slower')
    expect(rig.lastCheck(head)).toMatchObject({ status: 'completed', conclusion: 'failure' })
    const sides = `\`${short(head)}\` (pull request #7) into \`main\` at \`${short(tip)}\``
    expect(rig.lastCheck(head)?.summary).toContain(`Measured: the merge of ${sides}, which is \`${short(mergeSha)}\``)
    expect(rig.state.comments[0]?.body).toContain(sides)
    const report = JSON.parse(readFileSync(join(folderOf(run), 'report.json'), 'utf8')) as Record<string, unknown>
    expect(report).toMatchObject({ measuredCommit: mergeSha, baseCommit: tip, testMerge: { head, branch: 'main' } })
    expect(rig.server.violations).toEqual([])
  })

  it('fails a requirement that main got since', async () => {
    await using rig = await createMovingBase(plain)
    rig.open(7, rig.commit('pull-7', { 'notes.txt': 'new' }, 'main'))
    rig.commit('main', stricter)
    const run = await rig.check(7, { mergeSha: rig.merge(7) })
    expect(run.outputs).toMatchObject({ verdict: 'fail', conclusion: 'failure' })
    expect(said(run)).toMatch(/Throughput: [\d,]+; more than 1,000,000,000,000 required/)
  })

  it('is judged by the rules of main today where it cannot be merged, and never passes by older ones', async () => {
    await using rig = await createMovingBase({ ...plain, 'notes.txt': 'one' })
    rig.open(7, rig.commit('pull-7', { 'notes.txt': 'two' }, 'main'))
    const tip = rig.commit('main', { 'notes.txt': 'three' })
    expect(rig.merge(7)).toBeNull()
    const same = await rig.check(7)
    expect(same.outputs).toMatchObject({ verdict: 'pass', conclusion: 'success' })
    expect(recordIn(folderOf(same)).yardstick.commit).toBe(tip)
    rig.commit('main', { [config]: configWith(metRequirement, '# another word') })
    const other = await rig.check(7)
    expect(other.outputs).toMatchObject({ verdict: 'inconclusive', conclusion: 'failure' })
    expect(said(other)).toContain(`${config} changed on main after`)
    expect(said(other)).toContain('merge main into the branch')
    rig.commit('main', stricter)
    expect((await rig.check(7)).outputs).toMatchObject({ verdict: 'fail' })
  })
})

describe('T-35: a run that is started again with an older merge', () => {
  it('passes while main has the rules it was measured by, and not afterwards', async () => {
    await using rig = await createMovingBase(plain)
    const head = rig.commit('pull-7', { 'notes.txt': 'new' }, 'main')
    rig.open(7, head, { isFork: true })
    const mergeSha = rig.merge(7)
    rig.commit('main', { 'README.md': 'nothing that counts' })
    const run = await rig.check(7, { mergeSha })
    expect(run.outputs).toMatchObject({ verdict: 'pass' })
    expect(recordIn(folderOf(run)).testMerge?.commit).toBe(mergeSha)
    await rig.publish(folderOf(run), head)
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'success' })
    rig.commit('main', stricter)
    expect((await rig.check(7, { mergeSha })).outputs).toMatchObject({ verdict: 'inconclusive' })
    await rig.publish(folderOf(run), head)
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'failure' })
    expect(titleOf(rig.lastCheck(head))).toContain(`${config} changed on main after`)
    expect(rig.server.violations).toEqual([])
  })
})

describe('T-37: one job that measures and publishes', () => {
  it('passes alone, and is blocked by a pull request with its head and another base', async () => {
    await using rig = await createMovingBase(plain)
    rig.commit('weak', { 'README.md': 'weak' }, 'main')
    const head = rig.commit('pull-7', { 'notes.txt': 'new' }, 'main')
    rig.open(7, head)
    const mergeSha = rig.merge(7)
    await rig.check(7, { mergeSha, token: writeToken })
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'success' })
    rig.open(8, head, { base: 'weak' })
    await rig.check(7, { mergeSha, token: writeToken })
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'failure' })
    expect(titleOf(rig.lastCheck(head))).toContain('Blocked: pull request #8 into `weak` has the same head commit')
    expect(rig.server.violations).toEqual([])
  })
})

describe('T-36: a run folder that chooses what it is compared with', () => {
  it('is refused for a merge of something else, into something else, and does not pass with another base', async () => {
    const { rig, head, tip } = await createOldParent()
    await using _ = rig
    Object.assign(rig.state.pulls[0]?.head ?? {}, { repositoryId: 7777, repositoryName: 'contributor/pipeline' })
    const mergeSha = rig.merge(7)
    const elsewhere = rig.commit('other', { 'README.md': 'never merged' }, 'main')
    const honest = folderOf(await rig.check(7, { mergeSha }))
    const forgeries = [
      { claimed: rig.forge('main', [tip, elsewhere]), says: 'neither is a merge of the other' },
      { claimed: rig.forge('main', [elsewhere, head]), says: 'which is not a commit of main' },
      { claimed: rig.forge('main', [tip, head, elsewhere]), says: 'neither is a merge of the other' },
      { claimed: 'e'.repeat(40), says: 'neither is a merge of the other' },
    ]
    for (const [index, { claimed, says }] of forgeries.entries()) {
      const folder = `${honest}-forged-${index}`
      cpSync(honest, folder, { recursive: true })
      rewriteRecord(folder, (record) => JSON.parse(JSON.stringify(record).replaceAll(mergeSha ?? '', claimed)))
      await rig.publish(folder, head)
      expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'failure' })
      expect(titleOf(rig.lastCheck(head))).toContain(says)
    }
    expect(rig.server.violations).toEqual([])
  })

  it('does not pass with the head alone, which its merge would show to be slower, unless it conflicts', async () => {
    const { rig, head } = await createOldParent()
    await using _ = rig
    Object.assign(rig.state.pulls[0]?.head ?? {}, { repositoryId: 7777, repositoryName: 'contributor/pipeline' })
    const alone = folderOf(await rig.check(7))
    expect(recordIn(alone).testMerge).toBeUndefined()
    await rig.publish(alone, head)
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'success' })
    rig.merge(7)
    await rig.publish(alone, head)
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'failure' })
    expect(titleOf(rig.lastCheck(head))).toContain(
      'he head was measured without main, although GitHub reports no conflict',
    )
  })
})

describe('T-37: two pull requests with one head', () => {
  it('are told apart by what was merged, not by which was changed last, and neither passes for the other', async () => {
    await using rig = await createMovingBase(stricter)
    rig.commit('weak', plain, 'main')
    const head = rig.commit('pull-7', { 'notes.txt': 'new' }, 'main')
    rig.open(7, head, { isFork: true })
    const first = await rig.check(7, { mergeSha: rig.merge(7) })
    rig.open(8, head, { isFork: true, base: 'weak', updatedAt: '2026-02-01T00:00:00Z' })
    const second = await rig.check(8, { mergeSha: rig.merge(8) })
    expect(second.outputs).toMatchObject({ verdict: 'pass' })
    await rig.publish(folderOf(second), head)
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'failure' })
    expect(titleOf(rig.lastCheck(head))).toContain('Blocked: pull request #7 into `main` has the same head commit')
    await rig.publish(folderOf(first), head)
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'failure' })
    expect(titleOf(rig.lastCheck(head))).toContain('(pull request #7) into `main`')
    expect(rig.state.comments.map(({ issueNumber }) => issueNumber)).toEqual([8, 7])
    expect(rig.server.violations).toEqual([])
  })
})
