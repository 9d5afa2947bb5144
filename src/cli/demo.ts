import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { buildDemoRepository } from '../io/demo-repository.ts'
import { newRunId } from '../io/run-id.ts'
import { packageRoot } from '../wiring/package-root.ts'
import type { ExitCode } from './program.ts'
import { runLocally } from './run-locally.ts'
import { say } from './terminal.ts'

/** `warpgauge demo`: the main job on the embedded reference pipeline, in a throwaway repository. */
export function addDemo(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('demo')
    .description(
      'Measure the embedded reference pipeline: two commits, one of them tagged v1.0, in a throwaway repository',
    )
    .option('--out <dir>', 'run folder (default .warpgauge/runs/<run id>)')
    .action(async (options: { out?: string }) => {
      const directory = await mkdtemp(join(tmpdir(), 'warpgauge-demo-'))
      try {
        const repository = await buildDemoRepository(directory, join(packageRoot(), 'examples'))
        say(
          `Throwaway repository with the tag v1.0 and the head ${repository.headCommit.slice(0, 7)} in ${repository.path}`,
        )
        exit(await runLocally(demoRun(repository.path, options.out)))
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    })
}

function demoRun(workspace: string, out: string | undefined) {
  return {
    workspace,
    configFile: join(workspace, '.github', 'warpgauge.yml'),
    suites: null,
    selection: null,
    runFolder: out ?? join(process.cwd(), '.warpgauge', 'runs', newRunId()),
    isResume: false,
    base: null,
    calibrationRounds: null,
    isVerbose: false,
  }
}
