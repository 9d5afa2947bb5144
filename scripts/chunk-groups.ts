import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeSplittingGroup } from 'rolldown'

/**
 * What lies together in one file of dist/chunks, by the modules that a chunk is named for. It takes everything below
 * them too, except what an earlier one has taken: the packages come first, then our own rooms from the ground up.
 */
const roots = {
  // All that the sampling thread shares with the rest, so that it loads nothing else: each trial starts one.
  core: ours(
    'domain/core/errors',
    'domain/core/numbers',
    'domain/core/statistics',
    'domain/telemetry/gpu',
    'io/files/file-claims',
    'io/process/own-process',
  ),
  telemetry: ours(
    'domain/telemetry/telemetry-summary',
    'domain/telemetry/host-summary',
    'io/gpu/sampling/sampling-pace',
    'io/gpu/sampling/sampling-files',
    'io/process/proc-files',
    'io/gpu/sampling/sampling-worker-url',
  ),
  zod: packages('zod'),
  yaml: packages('yaml'),
  jstat: packages('jstat'),
  octokit: packages('@octokit'),
  execa: packages('execa'),
  'simple-git': packages('simple-git'),
  commander: packages('commander'),
  'log-update': packages('log-update'),
  proxy: packages('@actions/github/lib/utils.js'),
  version: ours('wiring/tool-version', 'cli/terminal'),
  // What options of commands share with the Action, which loads no command.
  choices: ours(
    'domain/plan/job-matrix',
    'programs/fasta/presets',
    'domain/init/choices',
    'domain/core/run-context',
    'reporters/report-format',
  ),
  // The options of all commands, so that a help text loads nothing of what the commands do.
  commands: ours('cli/index'),
  foundation: ours(
    'judging/plan/restrict-config',
    'steps/deliver/write-check',
    'steps/deliver/announce',
    'wiring/pending-check',
    'io/files/disk-file-store',
    'io/machine/system-clock',
    'io/files/owned-directory',
  ),
  github: ours('wiring/connect-github'),
  datasets: ours('programs/fasta/sample-fasta', 'programs/fasta/synthetic-fasta'),
  judging: ours('modes/publish'),
  // Tests run steps by these two without starting a process.
  'action-main': ours('wiring/action-main'),
  'action-post': ours('wiring/action-post'),
  measuring: ours('steps/measure/measure-run', 'wiring/measuring-ports', 'io/files/line-progress'),
}

/** The groups for rolldown's `codeSplitting`. A module that is in none of them gets a chunk after its own name. */
export const chunkGroups: CodeSplittingGroup[] = [
  {
    name: 'action',
    test: new RegExp(`${packages('@actions/core', '@actions/github/lib/(?:github|context).js').source}|/src/action/`),
    // The toolkit imports its HTTP client and with it undici, of which nothing is used here: that belongs to `proxy`.
    includeDependenciesRecursively: false,
    priority: 100,
  },
  ...Object.entries(roots).map(([name, test], index, all) => ({ name, test, priority: all.length - index })),
]

function packages(...names: readonly string[]): RegExp {
  return new RegExp(`/node_modules/(?:${names.join('|')})(?:/|$)`)
}

/** @throws Error for a module that was moved: a chunk without its root loads what it should not */
function ours(...files: readonly string[]): RegExp {
  const missing = files.find((file) => !existsSync(join(import.meta.dirname, `../src/${file}.ts`)))
  if (missing !== undefined) throw new Error(`scripts/chunk-groups.ts: src/${missing}.ts does not exist`)
  return new RegExp(`/src/(?:${files.join('|')})\\.ts$`)
}
