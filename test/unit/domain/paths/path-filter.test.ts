import { expect, it } from 'vitest'
import { createPathFilter } from '../../../../src/domain/paths/program-paths.ts'

it.each([
  [['src/**'], 'src/a/b.py', true],
  [['src/**'], 'src', true],
  [['src'], 'src/a/b.py', true],
  [['src/'], 'src/a/b.py', true],
  [['src/*'], 'src/a/b.py', true],
  [['src/*.py'], 'src/a/b.py', false],
  [['*.py'], 'src/b.py', false],
  [['**/*.py'], 'b.py', true],
  [['**/*.py'], '.hidden/.b.py', true],
  [['**/*.{c,cu}'], 'src/k.cu', true],
  [['src/**', '!src/docs/**'], 'src/docs/a.md', false],
  [['src/**', '!src/docs'], 'src/docs/a.md', false],
  [['!src/docs/**', 'src/**'], 'src/docs/a.md', true],
  [['src/**', '!src/docs/**', 'src/docs/conf.py'], 'src/docs/conf.py', true],
  [['src/**'], 'SRC/a.py', true],
  [['src/**', '!src/docs/**'], 'src/Docs/a.md', true],
  [['caf\u00E9/**'], 'cafe\u0301/a.py', true],
  [['src/**', '!src/caf\u00E9/**'], 'src/cafe\u0301/a.py', true],
  [['src/**'], 'src/a\nb', true],
  [['src/+(a|b).py'], 'src/aab.py', false],
  [['src/[ab].py'], 'src/a.py', true],
  [['lib'], 'library/a.py', false],
  [[], 'a', false],
])('%j and %j: %s', (globs, path, isIncluded) => {
  expect(createPathFilter(globs)(path)).toBe(isIncluded)
})
