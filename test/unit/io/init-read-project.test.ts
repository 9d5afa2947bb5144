import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EnvironmentError } from '../../../src/domain/core/errors.ts'
import { predictOutcome, readProject, writeNewFile } from '../../../src/io/git/read-project.ts'
import { gitEnvironment, gitWith } from '../../fakes/git.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-read-project-'))
let read: Awaited<ReturnType<typeof readProject>>
beforeAll(async () => {
  const git = gitWith(gitEnvironment(folder)).bind(null, folder)
  git('init', '--quiet', '--initial-branch=main')
  mkdirSync(join(folder, 'sub dir'))
  writeFileSync(join(folder, '.gitignore'), 'ignored.py\n/.warpgauge/\n')
  writeFileSync(join(folder, '.gitmodules'), '[submodule "a"]\n\tpath = a\n\turl = ../a\n')
  writeFileSync(join(folder, 'ignored.py'), 'import torch\n')
  writeFileSync(join(folder, 'sub dir/ü.py'), 'print()\n')
  writeFileSync(join(folder, 'Cargo.toml'), '[package]\nname = "k"\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'First')
  git('tag', 'v1.0')
  writeFileSync(join(folder, 'pyproject.toml'), '[project\n')
  writeFileSync(join(folder, 'large.py'), `# ${'x'.repeat(300_000)}\n`)
  symlinkSync('/etc/passwd', join(folder, 'link.py'))
  read = await readProject(join(folder, 'sub dir', '..'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('reads what git knows or would take, and nothing that it ignores', () => {
  expect(read.project.paths).toEqual([
    '.gitignore',
    '.gitmodules',
    'Cargo.toml',
    'large.py',
    'link.py',
    'pyproject.toml',
    'sub dir/ü.py',
  ])
  expect(read.project.ignoresRunFolders).toBe(true)
  expect(read.project.checkoutSettings).toEqual(['submodules: recursive'])
})

it('follows no link, leaves large files out, and tells of a manifest that is none', () => {
  expect([...read.project.texts.keys()]).toEqual(['Cargo.toml', 'pyproject.toml', 'sub dir/ü.py'])
  expect([...read.project.manifests]).toEqual([['Cargo.toml', { package: { name: 'k' } }]])
  expect(read.problems).toEqual([expect.stringMatching(/^pyproject\.toml could not be read: /)])
})

it('knows the files of the tag', () => {
  expect(read.project.taggedPaths).toEqual(['.gitignore', '.gitmodules', 'Cargo.toml', 'sub dir/ü.py'])
})

it('looks only below the directory that was named', async () => {
  const { project, root } = await readProject(join(folder, 'sub dir'))
  expect([project.paths, root]).toEqual([['sub dir/ü.py'], read.root])
})

it('says what to do outside of a repository', async () => {
  await expect(readProject(tmpdir())).rejects.toMatchObject({ hint: expect.stringContaining('--dir') as string })
})

it('writes a new file once, changes none, and refuses a path below a file', async () => {
  const place = join(folder, 'new', 'deep', 'a.yml')
  for (const [text, outcome] of [
    ['one', 'written'],
    ['one', 'same'],
    ['two', 'kept'],
  ] as const) {
    expect(await predictOutcome(place, text)).toBe(outcome)
    expect(await writeNewFile(place, text)).toBe(outcome)
  }
  expect(readFileSync(place, 'utf8')).toBe('one')
  for (const path of [join(place, 'b.yml'), join(place, 'deeper', 'b.yml')])
    await expect(writeNewFile(path, 'one')).rejects.toThrow(EnvironmentError)
  expect(readdirSync(join(folder, 'new', 'deep'))).toEqual(['a.yml'])
})
