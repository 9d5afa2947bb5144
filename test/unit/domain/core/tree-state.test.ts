import { expect, it } from 'vitest'
import {
  formatFileNames,
  isUntouched,
  listChangedFiles,
  listChangedTrackedFiles,
  listUnfilled,
  type FileState,
} from '../../../../src/domain/core/tree-state.ts'

const plain: FileState = { kind: 'file', stamp: '1 2 3', changedNs: '5', links: 1, id: null }
const tree = (files: Readonly<Record<string, FileState>>) => new Map(Object.entries(files))

it.each<[string, Partial<FileState>, Partial<FileState>, [isChanged: boolean, isCertain: boolean]]>([
  ['the same', {}, {}, [false, true]],
  ['another kind', {}, { kind: 'program' }, [true, false]],
  ['another stamp', {}, { stamp: '1 2 4' }, [true, false]],
  ['a later change', {}, { changedNs: '6' }, [true, false]],
  ['a later change by a new link', {}, { changedNs: '6', links: 2 }, [false, false]],
  ['a later change by a link less', { links: 2 }, { changedNs: '6' }, [false, false]],
  ['other times of the same bytes', { id: 'a' }, { id: 'a', stamp: '9 9 9', changedNs: '6' }, [false, false]],
  ['other bytes at the same times', { id: 'a' }, { id: 'b' }, [true, true]],
  ['bytes that nobody read', { id: 'a' }, {}, [true, true]],
])('a file that has %s', (_name, before, after, [isChanged, isCertain]) => {
  const [one, other] = [
    { ...plain, ...before },
    { ...plain, ...after },
  ]
  expect(listChangedFiles(tree({ f: one }), tree({ f: other }))).toEqual(isChanged ? ['f'] : [])
  expect(isUntouched(one, other)).toBe(isCertain)
})

it('files that came and went are changed, those of the commit alone where these are asked for', () => {
  const [before, after] = [tree({ a: plain, b: plain }), tree({ b: plain, c: plain, d: plain })]
  expect(listChangedFiles(before, after)).toEqual(['a', 'c', 'd'])
  expect(listChangedTrackedFiles(new Set(['a', 'b', 'd', 'e']), before, after)).toEqual(['a', 'd'])
})

it('pointers that did not change and submodules without a file are unfilled', () => {
  const before = tree({ p: plain, q: plain })
  const after = tree({ p: plain, q: { ...plain, stamp: '7' }, 'full/a': plain })
  expect(listUnfilled(['p', 'q', 'full/', 'empty/'], before, after)).toEqual(['p', 'empty/'])
})

it('five files are named, in UTF-8 and in one line', () => {
  const names = ['a', 'b', 'c', 'd', Buffer.from('ü\n').toString('latin1')]
  expect(formatFileNames(names)).toBe(String.raw`a, b, c, d, ü\n`)
  expect(formatFileNames([...names, 'f', 'g'])).toBe(String.raw`a, b, c, d, ü\n and 2 more`)
})
