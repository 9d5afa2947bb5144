import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { say, type MadeRepository } from './init-rig.ts'
import type { Spoken } from '../fakes/inner-command.ts'
import { recordIn } from './run-check.ts'

/** Writes the files of `init`, commits them and a change next to the program, and measures both commits. */
export async function measureChange(
  folder: string,
  repository: MadeRepository,
  ...options: readonly string[]
): Promise<{ init: Spoken; run: Spoken }> {
  const git = gitWith(gitEnvironment(folder)).bind(null, repository.path)
  const init = await say(repository, 'init', '--yes', ...options)
  const config = join(repository.path, '.github/warpgauge.yml')
  // Fewer runs: the figures are not what these tests are about.
  writeFileSync(config, `${readFileSync(config, 'utf8')}run: { repeats: 1, maxRepeats: 1, warmups: 0 }\n`)
  git('add', '--all')
  git('commit', '--quiet', '-m', 'Measure')
  writeFileSync(join(repository.path, 'CHANGES.txt'), 'a change\n')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'A change')
  return { init, run: await say(repository, 'run', '--base', 'HEAD~1', '--out', '.warpgauge/first') }
}

export function expectMeasured(repository: MadeRepository, { run }: { run: Spoken }, cases: readonly string[]): void {
  const { trials } = recordIn(join(repository.path, '.warpgauge/first'))
  const bad = trials.filter(({ failure }) => failure !== null)
  expect([run.exitCode, bad.map(({ caseId, failure }) => [caseId, failure])]).toEqual([expect.any(Number), []])
  expect(run.exitCode).toBeLessThan(2)
  for (const name of cases) {
    const commits = trials.filter(({ caseId }) => caseId.startsWith(name)).map(({ commit }) => commit)
    expect([name, new Set(commits).size]).toEqual([name, 2])
  }
}
