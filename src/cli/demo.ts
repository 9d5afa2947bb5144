import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { buildDemonstration } from '../io/demo-repository.ts'
import { newRunId } from '../io/run-id.ts'
import { packageRoot } from '../wiring/package-root.ts'
import type { ExitCode } from './program.ts'
import { runLocally } from './run-locally.ts'
import { print, say } from './terminal.ts'

/** `warpgauge demo`: the main job on the embedded reference pipeline, in a throwaway repository. */
export function addDemo(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('demo')
    .description(
      'Measure the embedded reference pipeline in a throwaway repository: a slower head, its base and version 1.0',
    )
    .option('--out <dir>', 'run folder (default .warpgauge/runs/<run id>)')
    .action(async (options: { out?: string }) => {
      const directory = await mkdtemp(join(tmpdir(), 'warpgauge-demo-'))
      try {
        const examples = join(packageRoot(), 'examples')
        const repository = await buildDemonstration(directory, examples)
        say(`Throwaway repository in ${repository.path}: tag v1.0, branch main, and a slower head on top of it`)
        const code = await runLocally(demoRun(repository.path, options.out))
        print(explanation)
        // A failed check is what the demonstration shows; only what could not be measured ends it with an error.
        exit(code === 1 ? 0 : code)
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    })
}

const explanation = `
The differences were made for this demonstration, by real work: the head runs DNABERT-S in ten passes instead of one;
version 1.0 runs ESM-2 in two, one sequence at a time. A pull request would get a failed check and exit code 1 here.`

function demoRun(workspace: string, out: string | undefined) {
  return {
    workspace,
    configFile: join(workspace, '.github', 'warpgauge.yml'),
    suites: null,
    selection: null,
    runFolder: out ?? join(process.cwd(), '.warpgauge', 'runs', newRunId()),
    isResume: false,
    base: 'main',
    calibrationRounds: null,
    isVerbose: false,
    isSummary: true,
  }
}
