import { usualConfig } from '../core/run-context.ts'
import type { Choices } from './choices.ts'
import { joinShellWords } from '../core/command.ts'
import { chooseBaselines, isPlaceholder, type ConfigRequest } from './config-text.ts'

/** Where libraries keep downloaded models by default. */
const usualPlaces: Readonly<Record<string, string>> = {
  HF_HOME: '~/.cache/huggingface',
  TORCH_HOME: '~/.cache/torch',
  XDG_CACHE_HOME: '~/.cache',
  KERAS_HOME: '~/.keras',
  NLTK_DATA: '~/nltk_data',
}

/** A step to do after init: the reason and its commands. */
export type NextStep = { readonly why: string; readonly commands: readonly string[] }

/** State after init has written its files. */
export type NextStepsRequest = Omit<ConfigRequest, 'findings' | 'programPaths'> & {
  /** Repository root if it is not the current directory; null: it is. */
  readonly elsewhere: string | null
  readonly ignoresRunFolders: boolean
  /** Environments with reviewers for forks, and names of the jobs that carry a verdict. */
  readonly environments: readonly string[]
  readonly verdicts: readonly string[]
  /** The files that were written or were already up to date. */
  readonly paths: readonly string[]
  /** The files that exist with other content. */
  readonly kept: readonly string[]
}

/** Builds the steps from the new files to the first checked pull request and the first baseline. */
export function buildNextSteps(request: NextStepsRequest): NextStep[] {
  const { elsewhere, choices, action, configPath, ignoresRunFolders, modelCaches } = request
  const { labels, trustModel } = choices
  const repository = action.replace(/@.*/, '')
  const config = configPath === null ? '' : ` --config ${configPath}`
  const paths = ignoresRunFolders ? request.paths : [...request.paths, '.gitignore']
  const checks = [configPath?.replaceAll(/^.*\/|\.ya?ml$/g, '') ?? 'warpgauge', ...request.verdicts].join(' and ')
  const comparison = buildQuickComparison(choices, modelCaches)
  const steps: readonly (readonly [isNeeded: boolean, why: string, ...commands: string[]])[] = [
    [
      elsewhere !== null,
      'Go to the root of the repository; all paths below are relative to it',
      `cd ${joinShellWords([elsewhere ?? ''])}`,
    ],
    [
      action.startsWith('OWNER/'),
      `Set the repository of your copy of warpgauge: ${action} is a placeholder`,
      `grep -rl '${repository}' .github | xargs sed -i 's|${repository}|your-name/warpgauge|g'`,
    ],
    [
      true,
      'Commit the new files; warpgauge measures only commits',
      ...(ignoresRunFolders ? [] : [`echo '/.warpgauge/' >> .gitignore`]),
      `git add ${paths.join(' ')}`,
      `git commit -m "Measure with warpgauge"`,
    ],
    [
      configPath !== null && request.kept.length > 0,
      `Nothing on GitHub measures ${configPath ?? ''} yet: copy each job of ${request.kept.join(' and ')} under another name, with the changes shown above`,
    ],
    [
      isPlaceholder(choices) && !request.kept.includes(configPath ?? usualConfig),
      `Complete the command in ${configPath ?? usualConfig}; until then nothing is measured`,
    ],
    [
      modelCaches.length > 0,
      'Say where the models are that the program downloads, here and in the file .env of the runner; a run stops without',
      ...modelCaches.map((name) => `export ${name}=${usualPlaces[name] ?? 'DIRECTORY'}`),
    ],
    [true, 'Run a first measurement', `warpgauge run${config} --out .warpgauge/first`],
    [
      comparison.length > 0,
      'Compare your changes with the default branch whenever you like, committed or not',
      joinShellWords(comparison),
    ],
    [
      true,
      'Create the first baseline, if this is the measuring machine',
      'warpgauge baseline refresh .warpgauge/first --reason "first baseline"',
      `git add ${chooseBaselines(configPath)}`,
      'git commit -m "First baseline"',
    ],
    [
      labels.includes('self-hosted'),
      `Set up a self-hosted runner with the labels ${labels.join(', ')}, version 2.327.1 or newer`,
    ],
    [
      true,
      'Settings → Actions → General: require approval for all outside collaborators, and let Actions open pull requests',
    ],
    ...request.environments.map(
      (name) => [true, `Settings → Environments → ${name}: add the reviewers who approve runs of forks`] as const,
    ),
    [trustModel !== 'trusted', '/warpgauge run in a comment measures any commit that you have reviewed'],
    [true, `Settings → Branches: require the checks ${checks}, not the measuring job`],
  ]
  return steps.flatMap(([isNeeded, why, ...commands]) => (isNeeded ? [{ why, commands }] : []))
}

/** Empty where `ab` would need more than a line: generated data, benchmarks of tools, or a setup script. */
function buildQuickComparison({ program, devices }: Choices, modelCaches: readonly string[]): string[] {
  if (program === null || program.missing !== null || program.readsFasta) return []
  if (program.setup.flat().some((word) => word.includes('\n'))) return []
  const options = [
    ...(devices === 'cpu' ? ['--gpus', '0'] : []),
    ...modelCaches.flatMap((name) => ['--pass-env', name]),
    ...program.setup.flatMap((command) => ['--setup', joinShellWords(command)]),
  ]
  const command = [...program.command, ...(devices === 'gpu' ? program.gpuArguments : [])]
  return ['warpgauge', 'ab', ...options, '--', ...command]
}
