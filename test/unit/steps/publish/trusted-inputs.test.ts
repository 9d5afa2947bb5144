import { expect, it } from 'vitest'
import { listOtherCommits, readTrustedInputs } from '../../../../src/steps/publish/trusted-inputs.ts'

const [one, two] = ['a'.repeat(40), 'b'.repeat(40)]
const aRevision = (label: string, commit: string | null) => ({ label, ref: label, commit, problem: null })

const measured = 'v1.0 was measured at'
it.each([
  ['the same commit', [aRevision('v1.0', one)], [aRevision('v1.0', one)], []],
  ['another commit', [aRevision('v1.0', one)], [aRevision('v1.0', two)], [`${measured} aaaaaaa and is bbbbbbb`]],
  ['no commit', [aRevision('v1.0', null)], [aRevision('v1.0', two)], ['v1.0 was measured at no commit and is bbbbbbb']],
  ['another label', [aRevision('v2.0', two)], [aRevision('v1.0', two)], [`${measured} no commit and is bbbbbbb`]],
  ['what the repository does not know', [aRevision('v1.0', one)], [aRevision('v1.0', null)], []],
])('names a revision that was measured at %s', (_name, stated, trusted, sentences) => {
  expect(listOtherCommits(stated, trusted)).toEqual(sentences)
})

it('finds the commits of the revisions in the repository, but none of a declared one', async () => {
  const config = `version: 1
pipeline: { name: p, devices: cpu, command: [p, '{dataset}', '{output}'], proof: { results: { path: '{output}/r' } } }
datasets: { d: { preset: small } }
revisions: { v1: { ref: v1.0 }, none: { ref: v0.1 }, published: { ref: v0.9, declared: { wallSeconds: 5, source: paper } } }
suites: { end-to-end: { run: { dataset: d } } }
`
  const asked: string[] = []
  const gitHub = {
    readAt: async () => config,
    findCommit: async (ref: string) => {
      asked.push(ref)
      return ref === 'v1.0' ? two : null
    },
  }
  const head = { ref: 'main', commit: one }
  const commits = { head, mergeBase: null, checked: one, base: null, testMerge: null }
  const { base, revisions, rules } = await readTrustedInputs({ path: 'warpgauge.yml', commits }, gitHub as never)
  expect([base, rules.yardstick.origin, asked.toSorted()]).toEqual([null, 'base', ['v0.1', 'v1.0']])
  expect(revisions).toEqual([
    { label: 'head', ...head, problem: null },
    { label: 'v1', ref: 'v1.0', commit: two, problem: null },
    { label: 'none', ref: 'v0.1', commit: null, problem: 'the repository has no v0.1 for this run' },
    { label: 'published', ref: 'v0.9', commit: null, problem: null },
  ])
})
