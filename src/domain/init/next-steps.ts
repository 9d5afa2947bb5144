import type { Choices } from './choices.ts'
import { joinShellWords } from '../core/shell-words.ts'
import { isPlaceholder, type ActionLocation } from './config-text.ts'

const usualConfig = '.github/warpgauge.yml'

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
export type NextStepsRequest = {
  /** Repository root if it is not the current directory; null: it is. */
  readonly elsewhere: string | null
  readonly choices: Choices
  readonly published: ActionLocation
  readonly isPublishedKnown: boolean
  readonly configPath: string | null
  readonly ignoresRunFolders: boolean
  /** Variables that name directories with downloaded models. */
  readonly modelCaches: readonly string[]
  /** Environments with reviewers for forks, and names of the jobs that carry a verdict. */
  readonly environments: readonly string[]
  readonly verdicts: readonly string[]
  /** The files that were written or were already up to date. */
  readonly paths: readonly string[]
}

/** Builds the steps from the new files to the first checked pull request and the first baseline. */
export function buildNextSteps(request: NextStepsRequest): NextStep[] {
  const { elsewhere, choices, published, isPublishedKnown, configPath, ignoresRunFolders, modelCaches, verdicts } =
    request
  const config = configPath === null ? '' : ` --config ${configPath}`
  const paths = ignoresRunFolders ? request.paths : [...request.paths, '.gitignore']
  const check = configPath?.replaceAll(/^.*\/|\.ya?ml$/g, '') ?? 'warpgauge'
  return [
    ...addStep(
      elsewhere !== null,
      'Go to the root of the repository; all paths below are relative to it',
      `cd ${joinShellWords([elsewhere ?? ''])}`,
    ),
    ...addStep(
      !isPublishedKnown,
      `Set the repository of your copy of warpgauge: ${published.action} is a placeholder`,
      `grep -rl '${published.repository}' .github | xargs sed -i 's|${published.repository}|your-name/warpgauge|g'`,
    ),
    {
      why: 'Commit the new files; warpgauge measures only commits',
      commands: [
        ...(ignoresRunFolders ? [] : [`echo '/.warpgauge/' >> .gitignore`]),
        `git add ${paths.join(' ')}`,
        `git commit -m "Measure with warpgauge"`,
      ],
    },
    ...addStep(
      isPlaceholder(choices),
      `Complete the command in ${configPath ?? usualConfig}; until then nothing is measured`,
    ),
    ...addStep(
      modelCaches.length > 0,
      'Say where the models are that the program downloads, here and in the file .env of the runner; a run stops without',
      ...modelCaches.map((name) => `export ${name}=${usualPlaces[name] ?? 'DIRECTORY'}`),
    ),
    { why: 'Run a first measurement', commands: [`warpgauge run${config} --out .warpgauge/first`] },
    ...buildQuickComparison(choices, modelCaches),
    {
      why: 'Create the first baseline, if this is the measuring machine',
      commands: [
        'warpgauge baseline refresh .warpgauge/first --reason "first baseline"',
        'git add baselines',
        'git commit -m "First baseline"',
      ],
    },
    ...listSettings(request).map((why) => ({ why, commands: [] })),
    {
      why: `Settings → Branches: require the checks ${[check, ...verdicts].join(' and ')}, not the measuring job`,
      commands: [],
    },
  ]
}

function addStep(isNeeded: boolean, why: string, ...commands: readonly string[]): NextStep[] {
  return isNeeded ? [{ why, commands }] : []
}

/** Empty where `ab` would need more than a line: generated data, benchmarks of tools, or a setup script. */
function buildQuickComparison({ program, devices }: Choices, modelCaches: readonly string[]): NextStep[] {
  if (program === null || program.missing !== null || program.readsFasta) return []
  if (program.setup.flat().some((word) => word.includes('\n'))) return []
  const options = [
    ...(devices === 'cpu' ? ['--gpus', '0'] : []),
    ...modelCaches.flatMap((name) => ['--pass-env', name]),
    ...program.setup.flatMap((command) => ['--setup', joinShellWords(command)]),
  ]
  const command = [...program.command, ...(devices === 'gpu' ? program.gpuArguments : [])]
  return [
    {
      why: 'Compare your changes with the default branch whenever you like, committed or not',
      commands: [joinShellWords(['warpgauge', 'ab', ...options, '--', ...command])],
    },
  ]
}

function listSettings({ choices: { labels, trustModel }, environments }: NextStepsRequest): string[] {
  return [
    ...(labels.includes('self-hosted')
      ? [`Set up a self-hosted runner with the labels ${labels.join(', ')}, version 2.327.1 or newer`]
      : []),
    'Settings → Actions → General: require approval for all outside collaborators, and let Actions open pull requests',
    ...environments.map((name) => `Settings → Environments → ${name}: add the reviewers who approve runs of forks`),
    ...(trustModel === 'trusted' ? [] : ['/warpgauge run in a comment measures any commit that you have reviewed']),
  ]
}
