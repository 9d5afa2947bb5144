import { describe, expect, it } from 'vitest'
import { startIn } from '../../../../src/domain/core/command.ts'
import type { FileState, TreeState } from '../../../../src/domain/core/tree-state.ts'
import { listChangedInputs, listSharedInputs } from '../../../../src/judging/paths/paths.ts'

/** A tree of files with these contents; null: not committed. */
function aTree(files: Readonly<Record<string, string | null>>, kind: FileState['kind'] = 'file'): TreeState {
  const state = { kind, stamp: '', changedNs: '', links: 1 }
  return new Map(Object.entries(files).map(([path, id]) => [path, { ...state, id }]))
}

const base = { 'train.py': '1', 'data/a.json': '1', 'data/b.json': '1', 'src/m.py': '1', 'src/m.json': '1', 'x y': '1' }
const head = { 'train.py': '2', 'data/a.json': '2', 'data/b.json': '2', 'src/m.py': '2', 'src/m.json': '2', 'x y': '2' }
const list = (...command: string[]) => listChangedInputs({ commands: [command], base: aTree(base), head: aTree(head) })

describe('inputs that a command names', () => {
  it('are data files, not source code or programs', () => {
    expect(list('python', 'train.py', '--data=./data/a.json')).toEqual(['data/a.json'])
    expect(list('sh', '-c', 'python train.py < "data/b.json"')).toEqual(['data/b.json'])
    expect(list('cat', 'x y')).toEqual(['x y'])
    const programs = { base: aTree({ simulate: '1' }, 'program'), head: aTree({ simulate: '2' }, 'program') }
    expect(listChangedInputs({ commands: [['./simulate']], ...programs })).toEqual([])
  })

  it('are all files of a directory that has no source code', () => {
    expect(list('train', '--data', 'data/')).toEqual(['data/a.json', 'data/b.json'])
    expect(list('make', '-C', 'src')).toEqual([])
  })

  it('are found from the directory where the command starts', () => {
    expect(list('env', '--chdir=data', 'cat', 'a.json')).toEqual(['data/a.json'])
    expect(list('env', '--chdir=src', 'cat', '../data/a.json')).toEqual(['data/a.json'])
    expect(list(...startIn('data', ['cat', 'a.json']))).toEqual(['data/a.json'])
  })

  it('are listed if only one side has them, and not if no commit has them', () => {
    const name = Buffer.from('däta').toString('latin1')
    const sides = { base: aTree({}), head: aTree({ [name]: '1', made: null }) }
    expect(listChangedInputs({ commands: [['cat', 'däta', 'made']], ...sides })).toEqual(['däta'])
  })
})

it('finds committed files and folders of the clone that words name by an absolute path', () => {
  const committed = aTree({ 'train.py': '1', 'src/model.py': '2' })
  const share = (...words: string[]) => listSharedInputs(words, '/clone', committed)
  expect(share('python', '/clone/train.py', '--data=/clone/data/x.bin', 'train.py', '/clone-2/train.py')).toEqual([
    'train.py',
  ])
  expect(share('/opt/lib:/clone/src/', "cd '/clone/src' && ./run")).toEqual(['src'])
  expect(share('/clone')).toEqual(['.'])
})
