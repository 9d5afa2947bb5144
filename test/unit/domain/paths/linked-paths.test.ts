import { expect, it } from 'vitest'
import { findLinkedPaths } from '../../../../src/domain/paths/program-paths.ts'

const isProgram = (path: string) => path.startsWith('src/')

it.each([
  ['a folder', [['src/data', '../assets']], ['assets']],
  [
    'a chain',
    [
      ['src/data', '../assets/one'],
      ['assets', 'real'],
    ],
    ['assets/one', 'real'],
  ],
  [
    'a link behind a link',
    [
      ['src/data', '../assets'],
      ['assets/b', '../other/./c'],
    ],
    ['assets', 'other/c'],
  ],
  ['a link of the docs', [['docs/data', '../assets']], []],
  [
    'outside of the repository',
    [
      ['src/a', '/etc/hosts'],
      ['src/b', '../../x'],
    ],
    [],
  ],
  ['the root', [['src/root', '..']], ['']],
  [
    'a circle',
    [
      ['src/a', 'b'],
      ['src/b', 'a'],
    ],
    ['src/a', 'src/b'],
  ],
] as [string, [string, string][], string[]][])('%s', (_what, links, expected) => {
  const named = links.map(([path, target]) => ({ path, target }))
  expect(findLinkedPaths(named, isProgram).toSorted()).toEqual(expected)
})
