import type { Choices } from './choices.ts'
import type { ActionLocation } from './config-text.ts'

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
  /** Environments with reviewers for forks, and names of the jobs that carry a verdict. */
  readonly environments: readonly string[]
  readonly verdicts: readonly string[]
  /** The files that were written or were already up to date. */
  readonly paths: readonly string[]
}

/** Builds the steps from the new files to the first checked pull request and the first baseline. */
export function buildNextSteps(request: NextStepsRequest): NextStep[] {
  const { elsewhere, published, isPublishedKnown, configPath, ignoresRunFolders, verdicts } = request
  const config = configPath === null ? '' : ` --config ${configPath}`
  const paths = ignoresRunFolders ? request.paths : [...request.paths, '.gitignore']
  const check =
    configPath
      ?.split('/')
      .at(-1)
      ?.replace(/\.ya?ml$/, '') ?? 'warpgauge'
  return [
    ...(elsewhere === null
      ? []
      : [
          {
            why: 'Go to the root of the repository: what was written lies there, and every path below is from there',
            commands: [`cd ${quoteWord(elsewhere)}`],
          },
        ]),
    ...(isPublishedKnown
      ? []
      : [
          {
            why: `Say where your copy of warpgauge lies: ${published.action} is a placeholder`,
            commands: [
              `grep -rl '${published.repository}' .github | xargs sed -i 's|${published.repository}|your-name/warpgauge|g'`,
            ],
          },
        ]),
    {
      why: 'Commit what was written; only commits are measured',
      commands: [
        ...(ignoresRunFolders ? [] : [`echo '/.warpgauge/' >> .gitignore`]),
        `git add ${paths.join(' ')}`,
        `git commit -m "Measure with warpgauge"`,
      ],
    },
    { why: 'Measure it here once', commands: [`warpgauge run${config} --out .warpgauge/first`] },
    {
      why: 'The first baseline, when that was the machine that will measure',
      commands: [
        'warpgauge baseline refresh .warpgauge/first --reason "first baseline"',
        'git add baselines',
        'git commit -m "First baseline"',
      ],
    },
    ...buildSettingSteps(request),
    {
      why: `Settings → Branches: require the checks ${[check, ...verdicts].join(' and ')}, never the job that measures`,
      commands: [],
    },
  ]
}

/** Quotes one shell word. */
function quoteWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function buildSettingSteps({ choices: { labels, trustModel }, environments }: NextStepsRequest): NextStep[] {
  const steps = [
    `A self-hosted runner with the labels ${labels.join(', ')}, version 2.327.1 or newer`,
    'Settings → Actions → General: require approval for all outside collaborators, and let Actions open pull requests',
    ...environments.map((name) => `Settings → Environments → ${name}: name the reviewers who let a fork run`),
    ...(trustModel === 'trusted' ? [] : ['/warpgauge run in a comment measures any commit that you have looked at']),
  ]
  return steps.map((why) => ({ why, commands: [] }))
}
