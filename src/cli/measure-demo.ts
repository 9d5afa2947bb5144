import { join } from 'node:path'
import { openTemporaryDirectory } from '../io/files/owned-directory.ts'
import { buildDemonstration } from '../io/git/demo-repository.ts'
import { createRunId } from '../io/machine/system-clock.ts'
import { wrap } from '../reporters/terminal/layout.ts'
import { findPackageRoot } from '../wiring/package-root.ts'
import type { ExitCode } from './exit-code.ts'
import { runLocally } from './run-locally.ts'
import { measureTerminalWidth, print, say } from './terminal.ts'

const explanation =
  'Both differences are real work that this demonstration adds: the head runs DNABERT-S in 15 passes instead of one, v1.0 ran ESM-2 in three. A regression fails the check of a pull request (exit code 1).'

/** Measures the embedded pipeline in a temporary repository and explains the result; a regression returns 0. */
export async function measureDemo({ out }: { readonly out?: string }): Promise<ExitCode> {
  await using directory = await openTemporaryDirectory('demo')
  const examples = join(findPackageRoot(), 'examples')
  const { path: workspace } = await buildDemonstration(join(directory.path, 'repository'), examples)
  say(`Temporary repository: ${workspace}`)
  const code = await runLocally({
    workspace,
    configFile: join(workspace, '.github', 'warpgauge.yml'),
    runFolder: out ?? join(process.cwd(), '.warpgauge', 'runs', createRunId()),
    base: 'main',
    isSummary: true,
  })
  print(['', ...wrap(explanation, measureTerminalWidth(process.stdout))].join('\n'))
  // The demonstration shows a failed check, so only measurement errors set the exit code.
  return code === 1 ? 0 : code
}
