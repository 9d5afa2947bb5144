import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { guardCommandFiles } from '../../../src/io/files/command-files.ts'
import { fileClaims, createOwnMark } from '../../../src/io/files/file-claims.ts'

const root = mkdtempSync(join(tmpdir(), 'claims-'))
afterAll(() => rmSync(root, { recursive: true }))
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(root, 'own-'))
})

describe('a claim', () => {
  const path = () => join(folder, 'deep', 'claim')

  it('is of one at a time, and free when it is given back', async () => {
    {
      await using first = await fileClaims.take(path())
      expect([first === null, await fileClaims.take(path())]).toEqual([false, null])
    }
    await using again = await fileClaims.take(path())
    expect(again).not.toBeNull()
    expect(readdirSync(join(folder, 'deep'))).toEqual(['claim'])
  })

  const own = createOwnMark()
  const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)
  it.each([
    // Measuring a range of commits takes days.
    ['of a living process', own, 49, false],
    ['of an ended process', { ...own, startTicks: '7' }, 0, true],
    ['of another machine', { ...own, host: `${hostname()}x`, startTicks: '7' }, 47, false],
    ['of another machine', { ...own, host: `${hostname()}x`, startTicks: '7' }, 49, true],
    ['that is torn', null, 47, false],
    ['that is torn', null, 49, true],
  ])('%s that says %j for %i h is free: %s', async (_name, mark, hours, isFree) => {
    rmSync(folder, { recursive: true })
    await using _ = await fileClaims.take(path())
    writeFileSync(path(), mark === null ? '{"pid":' : JSON.stringify(mark))
    utimesSync(path(), hoursAgo(hours), hoursAgo(hours))
    await using claim = await fileClaims.take(path())
    expect(claim !== null).toBe(isFree)
  })
})

describe('a program that writes into the command files of its step', () => {
  const guard = (act: (path: string) => void, name = 'GITHUB_ENV') => {
    const path = join(folder, 'commands')
    writeFileSync(path, 'A=1\n')
    const inner = { run: async () => (act(path), { ending: 'exited' }) }
    const guarded = guardCommandFiles(inner as never, {
      [name]: path,
      GITHUB_PATH: '',
      GITHUB_OUTPUT: join(folder, 'absent'),
    })
    return { path, outcome: guarded.run({ argv: ['evil'] } as never) }
  }

  it.each<[string, (path: string) => void]>([
    ['adds', (path) => appendFileSync(path, 'B=2\n')],
    ['changes', (path) => writeFileSync(path, 'A=2\n')],
    ['removes', (path) => rmSync(path)],
    ['links', (path) => (rmSync(path), symlinkSync('/etc/passwd', path))],
  ])('is told who it was when it %s, and the file is as it was', async (_name, act) => {
    const { path, outcome } = guard(act)
    await expect(outcome).rejects.toThrow('evil wrote into GITHUB_ENV')
    expect(readFileSync(path, 'utf8')).toBe('A=1\n')
  })

  it('is told so also when running it failed, and without a change the failure is', async () => {
    const fail = (): never => {
      throw new Error('killed')
    }
    const { path, outcome } = guard((file) => (appendFileSync(file, 'B=2\n'), fail()))
    await expect(outcome).rejects.toThrow('evil wrote into GITHUB_ENV')
    expect(readFileSync(path, 'utf8')).toBe('A=1\n')
    await expect(guard(fail).outcome).rejects.toThrow('killed')
  })

  it('is not one that leaves them alone, or writes other files', async () => {
    expect(await guard(() => {}).outcome).toEqual({ ending: 'exited' })
    expect(await guard((path) => appendFileSync(path, 'x'), 'OTHER').outcome).toEqual({ ending: 'exited' })
  })
})
