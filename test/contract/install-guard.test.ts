import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { diskTreeReader } from '../../src/io/files/disk-tree-reader.ts'
import { guardInstalls } from '../../src/steps/trees/tree-guard.ts'

const folder = mkdtempSync(join(tmpdir(), 'installs-'))
afterAll(() => rmSync(folder, { recursive: true }))
let count = 0

/** Two setups, of `base` and then of `head`, that write these files below a new prefix. */
async function install(texts: (prefix: string) => string[], base: object, head: object): Promise<boolean[]> {
  const prefix = join(folder, `${(count += 1)}`)
  const packages = join(prefix, 'lib/python3.12/site-packages')
  mkdirSync(join(packages, 'numpy'), { recursive: true })
  mkdirSync(join(prefix, 'bin'))
  const request = { texts: texts(prefix), own: [join(prefix, 'own')] }
  const guard = await guardInstalls(request, diskTreeReader)
  const done: boolean[] = []
  for (const [label, files] of Object.entries({ base, head })) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(prefix, path)), { recursive: true })
      writeFileSync(join(prefix, path), String(text))
    }
    done.push(await guard.acceptSetup(label))
  }
  return done
}

const bySearchPath = (prefix: string) => [`/nowhere:${prefix}/bin`]

describe('setups that install outside of their checkouts', () => {
  it.each([
    ['a program on the search path', bySearchPath, 'bin/tool', ['a', 'bb']],
    ['a library of that prefix', bySearchPath, 'lib/libtool.so', ['a', 'b']],
    ['an editable package', bySearchPath, 'lib/python3.12/site-packages/tool.pth', ['/trees/base', '/trees/head']],
    ['a program that the config names', (prefix: string) => [`--out=${prefix}/opt/tool`], 'opt/tool', ['a', 'b']],
    ['a program below a prefix', (prefix: string) => [`PREFIX=${prefix}`], 'bin/tool', ['a', 'b']],
  ])('%s: two different ones are refused', async (_name, texts, path, [one, other]) => {
    const clash = install(texts, { [path]: one }, { [path]: other })
    await expect(clash).rejects.toThrow(/the setups of base and head install into one place.*: \/.*\/(?:lib)?tool/)
  })

  it('are refused for a package that both replace', async () => {
    const path = 'lib/python3.12/site-packages/tool'
    await expect(install(bySearchPath, { [`${path}/a.py`]: 1 }, { [`${path}/b.py`]: 2 })).rejects.toThrow(/tool$/)
  })

  it.each([
    ['the same program', { 'bin/tool': 'a' }, { 'bin/tool': 'a' }, [true, true]],
    ['different programs', { 'bin/tool': 'a' }, { 'bin/other': 'b' }, [true, true]],
    ['a requirement that the first one installed', { 'lib/python3.12/site-packages/pip/a.py': 'a' }, {}, [true, false]],
    [
      'compiled files',
      { 'lib/python3.12/site-packages/__pycache__/a': 'a' },
      { 'bin/__pycache__': 'b' },
      [false, false],
    ],
    ['a log', { 'bin/setup.log': 'a' }, { 'bin/setup.log': 'bb' }, [false, false]],
    ['a lock', { 'bin/.lock': 'a' }, { 'bin/.lock': 'bb' }, [false, false]],
    ['own files', { 'own/bin/tool': 'a' }, { 'own/bin/tool': 'b' }, [false, false]],
  ])('are no conflict: %s', async (_name, base, head, expected) => {
    const texts = (prefix: string) => [`${prefix}/bin:${prefix}/own/bin`]
    expect(await install(texts, base, head)).toEqual(expected)
  })
})
