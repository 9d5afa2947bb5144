import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseConfig } from '../../config/load.ts'
import { defaultChoices, labelsFrom, type Choices } from '../../domain/init/choices.ts'
import { configText, type Published } from '../../domain/init/config-text.ts'
import { findWhatToMeasure } from '../../domain/init/find.ts'
import { nextSteps } from '../../domain/init/next-steps.ts'
import type { Findings, Project } from '../../domain/init/project.ts'
import { namedInWorkflows, templatesOf, workflowFiles, type NewFile } from '../../domain/init/workflow-files.ts'
import { UserError } from '../../domain/core/errors.ts'
import { differenceTo, writeNewFile, wouldWrite, type NewFileOutcome } from '../../io/git/new-files.ts'
import { readProject } from '../../io/git/read-project.ts'
import { gitHubRepositoryOf } from '../../io/git/repository-address.ts'
import { readWorkflowTemplates } from '../../io/files/workflow-templates.ts'
import { packageRoot } from '../../wiring/package-root.ts'
import type { InitOptions } from './init-options.ts'
import { findingsText, nextStepsText } from './init-words.ts'
import type { ExitCode } from '../exit-code.ts'
import { print, say } from '../terminal.ts'

const usualConfig = '.github/warpgauge.yml'

/** Looks, asks where it may, writes what is not there yet, and says what comes next. */
export async function initialise(options: InitOptions): Promise<ExitCode> {
  const { root, project, problems } = await readProject(resolve(options.dir))
  const findings = findWhatToMeasure(project)
  say(findingsText(root, findings))
  for (const problem of problems) say(`warning: ${problem}`)
  const choices = await chosen(options, findings, project)
  if (choices === null) {
    say('Nothing was written.')
    return 0
  }
  const published = await whereWarpgaugeIs(options)
  const configPath = configPathOf(options)
  const files = await filesFor({ findings, choices, published, configPath, project })
  const outcomes = await performed(root, files, options.dryRun ?? false)
  if (!options.dryRun) {
    const paths = files.map(({ path }) => path).filter((path) => outcomes.get(path) !== 'kept')
    const isPublishedKnown = !published.repository.startsWith('OWNER/')
    const { ignoresRunFolders } = project
    const named = namedInWorkflows(files)
    const elsewhere = realpathSync(process.cwd()) === realpathSync(root) ? null : root
    const request = { elsewhere, choices, published, isPublishedKnown, configPath, ignoresRunFolders, paths, ...named }
    say(nextStepsText(nextSteps(request), process.argv[1] ?? 'warpgauge'))
  }
  return 0
}

/** Null: the person thought better of it. */
async function chosen(options: InitOptions, findings: Findings, project: Project): Promise<Choices | null> {
  const defaults = defaultChoices(findings, project)
  const labels = options.labels === undefined ? defaults.labels : labelsFrom(options.labels)
  if (labels === null)
    throw new UserError(
      `--labels ${JSON.stringify(options.labels)} cannot stand in runs-on`,
      'Give the labels of the runner, separated by commas: self-hosted,gpu',
    )
  const start = { ...defaults, labels, trustModel: options.trustModel ?? defaults.trustModel }
  if (options.yes || options.dryRun || !process.stdin.isTTY || !process.stderr.isTTY) return start
  const { askForChoices } = await import('./init-questions.ts')
  return await askForChoices({ options, start, findings, project })
}

/** Null: the usual place. */
function configPathOf({ config }: InitOptions): string | null {
  if (config === undefined || config === usualConfig) return null
  if (/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[\w./-]+\.ya?ml$/.test(config)) return config
  throw new UserError(
    `--config ${JSON.stringify(config)} is no place for a config`,
    'Name a .yml file inside the repository, from its root: .github/warpgauge-training.yml',
  )
}

async function whereWarpgaugeIs({ action }: InitOptions): Promise<Published> {
  if (action !== undefined) {
    const match = /^([\w.-]+\/[\w.-]+)@[\w./-]+$/.exec(action)
    if (match?.[1]) return { repository: match[1], action }
    throw new UserError(
      `--action ${JSON.stringify(action)} is no action`,
      'Write it as in a workflow: owner/warpgauge@v0',
    )
  }
  const repository = (await gitHubRepositoryOf(packageRoot())) ?? 'OWNER/warpgauge'
  return { repository, action: `${repository}@v0` }
}

type Request = {
  readonly findings: Findings
  readonly choices: Choices
  readonly published: Published
  readonly configPath: string | null
  readonly project: Project
}

async function filesFor({ findings, choices, published, configPath }: Request): Promise<NewFile[]> {
  const { trustModel, labels } = choices
  const text = configText({ findings, choices, published, configPath })
  const path = configPath ?? usualConfig
  // What we wrote ourselves must load: anything else is a bug of ours, and better told before it is on disk.
  parseConfig(text, path)
  const templates = await readWorkflowTemplates(packageRoot(), templatesOf(trustModel))
  const request = { trustModel, labels, action: published.action, configPath }
  return [{ path, text }, ...workflowFiles(templates, request)]
}

async function performed(root: string, files: readonly NewFile[], isDryRun: boolean) {
  const outcomes = new Map<string, NewFileOutcome>()
  for (const { path, text } of files) {
    const place = join(root, path)
    const outcome = isDryRun ? await wouldWrite(place, text) : await writeNewFile(place, text)
    outcomes.set(path, outcome)
    if (isDryRun && outcome === 'written') print(`--- ${path}\n${text}`)
    else say(`  ${words[outcome].padEnd(9)}${path}`)
    if (outcome === 'kept') say(await leftAlone(place, path, text))
  }
  return outcomes
}

const words = { written: 'wrote', same: 'is there', kept: 'kept' } as const

async function leftAlone(place: string, path: string, text: string): Promise<string> {
  const shown = existsSync(place) ? await differenceTo(place, text) : ''
  const lines = shown
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
  return [`    ${path} exists and was not changed. What init would have made of it:`, ...lines].join('\n')
}
