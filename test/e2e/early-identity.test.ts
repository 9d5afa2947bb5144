import { expect, it } from 'vitest'
import { configWith, createMovingBase } from './moving-base.ts'

// A run that left nothing to publish, and what the check then says it was about (docs/gate.md).

const plain = { '.github/warpgauge.yml': configWith() }
const nowhere = '/nowhere/warpgauge-run'

it('names the pull request and its base where the run folder is missing', async () => {
  await using rig = await createMovingBase(plain)
  const head = rig.commit('pull-7', { 'notes.txt': 'new' }, 'main')
  rig.open(7, head, { isFork: true })
  await rig.publish(nowhere, head)
  expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'failure' })
  expect(rig.lastCheck(head)?.externalId).toMatch(/^warpgauge:3 7\/main error \d+\.1$/u)
  expect(rig.lastCheck(head)?.summary).toMatch(/^For pull request #7 into `main`\.\n\n/u)
  expect(rig.server.violations).toEqual([])
})

it('blocks both where two pull requests have the head, and the one that is published does not pass for the other', async () => {
  await using rig = await createMovingBase(plain)
  rig.commit('weak', { 'README.md': 'weak' }, 'main')
  const head = rig.commit('pull-7', { 'notes.txt': 'new' }, 'main')
  rig.open(7, head, { isFork: true })
  rig.open(8, head, { isFork: true, base: 'weak' })
  await rig.publish(nowhere, head)
  expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'failure' })
  expect(rig.lastCheck(head)?.externalId).toMatch(/^warpgauge:3 unknown\/ error \d+\.1$/u)
  const run = await rig.check(8, { mergeSha: rig.merge(8) })
  await rig.publish(run.outputs['run-folder'] ?? '', head)
  expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'failure' })
  expect(rig.lastCheck(head)?.title).toBe('Blocked: pull request #7 into `main` has the same head commit')
  expect(rig.server.violations).toEqual([])
})

it('blocks nobody for a base that the pull request no longer has', async () => {
  await using rig = await createMovingBase(plain)
  rig.commit('weak', { 'README.md': 'weak' }, 'main')
  const head = rig.commit('pull-7', { 'notes.txt': 'new' }, 'main')
  rig.open(7, head, { isFork: true, base: 'weak' })
  const run = await rig.check(7, { mergeSha: rig.merge(7) })
  await rig.publish(run.outputs['run-folder'] ?? '', head)
  rig.retarget(7, 'main')
  await rig.publish(nowhere, head)
  expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'failure' })
  expect(rig.lastCheck(head)?.externalId).toMatch(/^warpgauge:3 7\/main error \d+\.1/u)
})
