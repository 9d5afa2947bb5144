import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { arithmetic } from './arithmetic.ts'

/** The command line of a pipeline that does some arithmetic and leaves a table of two rows, which proves its work. */
export function smallPipeline(turns: number, dataset: string, output: string): string[] {
  const program = [
    arithmetic(turns),
    "const [, output] = process.argv.slice(1), { mkdirSync, writeFileSync } = require('fs')",
    "mkdirSync(output, { recursive: true }); writeFileSync(output + '/results.csv', 'id\\na\\nb\\n')",
    "process.stdout.write('done\\n')",
  ]
  return [process.execPath, '-e', program.join('; '), dataset, output]
}

/** A repository with one commit: a config that measures `command`. Returns its path. */
export async function createRepository(folder: string, command: readonly string[], repeats: number): Promise<string> {
  const repository = join(folder, 'repository')
  await mkdir(join(repository, '.github'), { recursive: true })
  await writeFile(join(repository, '.github/warpgauge.yml'), JSON.stringify(configFor(command, repeats)))
  const git = (...args: readonly string[]) => execa('git', args, { cwd: repository, env: gitEnvironment })
  await git('init', '--quiet')
  await git('add', '--all')
  await git('commit', '--quiet', '--message=Measure it')
  return repository
}

function configFor(command: readonly string[], repeats: number): object {
  return {
    version: 1,
    pipeline: {
      name: 'small',
      devices: 'cpu',
      command,
      proof: { results: { path: '{output}/results.csv', rows: 2 }, stdout: ['done'] },
    },
    datasets: { four: { preset: 'tiny', sequences: 4 } },
    suites: { 'end-to-end': { run: { dataset: 'four', warmups: 1, repeats } } },
  }
}

const gitEnvironment = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'bench',
  GIT_AUTHOR_EMAIL: 'bench@example.com',
  GIT_COMMITTER_NAME: 'bench',
  GIT_COMMITTER_EMAIL: 'bench@example.com',
}
