import { expect, it } from 'vitest'
import { listOtherCommits } from '../../../../src/steps/publish/trusted-inputs.ts'

const [one, two] = ['a'.repeat(40), 'b'.repeat(40)]
const aRevision = (label: string, commit: string | null) => ({ label, ref: label, commit, problem: null })

it.each([
  ['the same commit', [aRevision('v1.0', one)], [aRevision('v1.0', one)], []],
  [
    'another commit',
    [aRevision('v1.0', one)],
    [aRevision('v1.0', two)],
    ['v1.0 was measured at aaaaaaa and is bbbbbbb'],
  ],
  ['no commit', [aRevision('v1.0', null)], [aRevision('v1.0', two)], ['v1.0 was measured at no commit and is bbbbbbb']],
  [
    'another label',
    [aRevision('v2.0', two)],
    [aRevision('v1.0', two)],
    ['v1.0 was measured at no commit and is bbbbbbb'],
  ],
  ['what the repository does not know', [aRevision('v1.0', one)], [aRevision('v1.0', null)], []],
])('names a revision that was measured at %s', (_name, stated, trusted, sentences) => {
  expect(listOtherCommits(stated, trusted)).toEqual(sentences)
})
