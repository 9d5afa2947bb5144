import { expect, it } from 'vitest'
import { readInputs } from '../../../src/action/inputs.ts'

function read(inputs: Readonly<Record<string, string>> = {}) {
  const secrets: string[] = []
  const runner = { getInput: (name: string) => inputs[name] ?? '', setSecret: (text: string) => secrets.push(text) }
  return { secrets, ...readInputs(runner as never) }
}

it('nothing but the defaults where no input is given', () => {
  expect(read()).toEqual({
    secrets: [],
    mode: 'auto',
    config: '.github/warpgauge.yml',
    token: null,
    runFolder: null,
    runFolders: [],
    allowForks: false,
    resume: false,
    isMeasured: false,
    isSkipped: false,
    reason: null,
    prune: [],
    refreshBy: 'pull-request',
    planBy: 'testbed',
    selection: null,
    bisect: { good: null, bad: null, suite: null, cases: [], metric: null, history: null, isFirstParent: false },
  })
})

it('each input is read, lists by line or comma, and the token is kept secret', () => {
  const flags = Object.fromEntries(
    ['allow-forks', 'resume', 'measured', 'skipped', 'first-parent'].map((name) => [name, 'true']),
  )
  const cases = ['scaling*', 'stages*']
  const given = { reason: 'r', 'refresh-by': 'commit', by: 'none', good: 'g' }
  const texts = { mode: 'check', config: 'a/b.yml', token: 't', ...given }
  const lists = { 'run-folder': ' a \n\nb', prune: 'x, y\nz', only: 'scaling*\nstages*' }
  expect(read({ ...flags, ...texts, ...lists, bad: 'b', suite: 's', metric: 'm', history: 'h' })).toMatchObject({
    secrets: ['t'],
    mode: 'check',
    config: 'a/b.yml',
    runFolders: ['a', 'b'],
    allowForks: true,
    resume: true,
    isMeasured: true,
    isSkipped: true,
    reason: 'r',
    prune: ['x', 'y', 'z'],
    refreshBy: 'commit',
    planBy: null,
    selection: { only: ['scaling*', 'stages*'] },
    bisect: { good: 'g', bad: 'b', suite: 's', cases, metric: 'm', history: 'h', isFirstParent: true },
  })
})

it.each([
  [{ mode: 'chek' }, 'mode: "chek" is not one of auto'],
  [{ config: '/etc/a.yml' }, 'config: "/etc/a.yml" is not a path inside the repository'],
  [{ config: 'a/../b.yml' }, 'config: "a/../b.yml" is not a path inside'],
  [{ resume: 'yes' }, 'resume: "yes" is neither true nor false'],
  [{ by: 'suit' }, 'by: "suit" is not one of'],
  [{ 'refresh-by': 'push' }, 'refresh-by: "push" is not one of pull-request, commit'],
  [{ mode: 'x', by: 'y' }, /mode: .*; by: /],
])('%j is refused', (inputs, message) => {
  expect(() => read(inputs)).toThrow(message)
})
