import { expect, it } from 'vitest'
import { checkConfig, checkTracedFiles } from '../../../../src/domain/doctor/check-config.ts'

const manyFiles = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`)

it.each([
  [[], [], []],
  [['a.py'], [], ['the run read a file that no glob matches: a.py']],
  [[], ['a.py', 'b.py'], ['the setup alone read 2 files that no glob matches: a.py, b.py']],
  [['a.py'], ['b.py'], ['the run read a file', 'the setup alone read a file']],
  [manyFiles(50), [], ['f48, f49']],
  [manyFiles(51), [], ['f48, f49, and 1 more']],
])('names files that the globs miss', (missedInRun, missedInSetup, sentences) => {
  const found = checkTracedFiles({ status: 'traced', missedInRun, missedInSetup })
  expect(found.map(({ level }) => level)).toEqual(sentences.length === 0 ? ['ok'] : sentences.map(() => 'warn'))
  expect(found.flatMap(({ sentence }, index) => (sentence.includes(sentences[index] ?? '') ? [] : [sentence]))).toEqual(
    [],
  )
})

it('says why there was no trace', () => {
  expect(checkTracedFiles(undefined)).toEqual([])
  expect(checkTracedFiles({ status: 'untraced', problem: 'strace is missing', mend: 'Install it.' })).toHaveLength(1)
})

it('needs a config where one was named', () => {
  const absent = { status: 'absent', path: 'x.yml' } as const
  expect(checkConfig({ ...absent, wasNamed: false })[0]?.level).toBe('warn')
  expect(checkConfig({ ...absent, wasNamed: true })[0]?.level).toBe('fail')
})
