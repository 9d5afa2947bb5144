import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { expectMeasured, measureChange } from '../e2e/init-measured.ts'
import { programRepositories } from '../e2e/init-repositories.ts'
import { makeRepository } from '../e2e/init-rig.ts'
import { needs } from '../fakes/needs.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-init-programs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

describe('init in a repository without a sequence file', () => {
  it('takes the command that the user names, builds its program, and knows an input outside of the repository', async () => {
    using repository = makeRepository(folder, programRepositories.tool)
    const said = await measureChange(folder, repository, '--devices', 'cpu', '--', './build/count', '/etc/hostname')
    expect(said.init.stderr).toContain('Measures on the CPU: build/count ')
    expectMeasured(repository, said, ['end-to-end/count'])
  })

  it.skipIf(needs('make'))('builds and measures the program of a makefile as its target run does', async () => {
    using repository = makeRepository(folder, programRepositories.made)
    const said = await measureChange(folder, repository)
    expect(said.init.stderr).toContain('Measures on the CPU: ./count 1000')
    expectMeasured(repository, said, ['end-to-end/count'])
  })
})
