import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseConfig } from '../../config/load.ts'
import {
  buildDefaultChoices,
  parseLabels,
  type Choices,
  type NamedChoices,
  buildOwnProgram,
} from '../../domain/init/choices.ts'
import { buildConfigText, type ActionLocation, proposeProgramPaths } from '../../domain/init/config-text.ts'
import { findWhatToMeasure } from '../../domain/init/find.ts'
import { buildNextSteps } from '../../domain/init/next-steps.ts'
import type { Findings, Project } from '../../domain/init/project.ts'
import { findWorkflowNames, listTemplates, buildWorkflowFiles, type NewFile } from '../../domain/init/workflow-files.ts'
import { UserError } from '../../domain/core/errors.ts'
import {
  formatDifference,
  writeNewFile,
  predictOutcome,
  type NewFileOutcome,
  readProject,
} from '../../io/git/read-project.ts'
import { findGitHubRepository } from '../../io/git/clone-facts.ts'
import { readWorkflowTemplates } from '../../io/files/workflow-templates.ts'
import { toolRepository } from '../../wiring/tool-repository.ts'
import { findPackageRoot } from '../../wiring/package-root.ts'
import type { InitOptions } from './init-options.ts'
import { formatChoice, formatFindings, formatNextSteps } from './init-text.ts'
import type { ExitCode } from '../exit-code.ts'
import { print, say } from '../terminal.ts'

const usualConfig = '.github/warpgauge.yml'

/** Inspects the repository, asks for choices on a terminal, writes missing files and prints next steps. */
export async function initializeRepository(options: InitOptions): Promise<ExitCode> {
  const configPath = parseConfigPath(options)
  const published = await locateWarpgauge(options)
  const { root, project, problems } = await readProject(resolve(options.dir))
  const findings = findWhatToMeasure(project)
  say(formatFindings(root, findings))
  for (const problem of problems) say(`warning: ${problem}`)
  if (project.checkoutSettings.length > 0)
    say(`  checkout   ${project.checkoutSettings.join(', ')}: the repository uses Git LFS or submodules`)
  const choices = await makeChoices(options, findings, project)
  if (choices === null) {
    say('Nothing was written.')
    return 0
  }
  say(formatChoice(choices, configPath ?? usualConfig))
  const files = await buildFiles({ findings, choices, published, configPath, project })
  const outcomes = await writeFiles(root, files, options.dryRun ?? false)
  if (!options.dryRun) {
    const paths = files.map(({ path }) => path).filter((path) => outcomes.get(path) !== 'kept')
    const isPublishedKnown = !published.repository.startsWith('OWNER/')
    const { ignoresRunFolders } = project
    const named = findWorkflowNames(files)
    const elsewhere = realpathSync(process.cwd()) === realpathSync(root) ? null : root
    const request = { elsewhere, choices, published, isPublishedKnown, configPath, ignoresRunFolders, paths, ...named }
    say(formatNextSteps(buildNextSteps(request), process.argv[1] ?? 'warpgauge'))
  }
  return 0
}

/** Null: canceled. */
async function makeChoices(options: InitOptions, findings: Findings, project: Project): Promise<Choices | null> {
  const named = findNamedChoices(options, findings)
  const defaults = buildDefaultChoices(findings, project, named)
  const labels = options.labels === undefined ? defaults.labels : parseLabels(options.labels)
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

function findNamedChoices({ command, devices }: InitOptions, findings: Findings): NamedChoices {
  return {
    program: command.length > 0 ? buildOwnProgram(command, findings) : null,
    devices: devices ?? null,
  }
}

/** Null: the default path. */
function parseConfigPath({ config }: InitOptions): string | null {
  if (config === undefined || config === usualConfig) return null
  if (/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[\w./-]+\.ya?ml$/.test(config)) return config
  throw new UserError(
    `--config ${JSON.stringify(config)} is not a valid path for a config`,
    'Name a .yml file inside the repository, from its root: .github/warpgauge-training.yml',
  )
}

async function locateWarpgauge({ action }: InitOptions): Promise<ActionLocation> {
  if (action !== undefined) {
    const match = /^([\w.-]+\/[\w.-]+)@[\w./-]+$/.exec(action)
    if (match?.[1]) return { repository: match[1], action }
    throw new UserError(
      `--action ${JSON.stringify(action)} is not an action reference`,
      'Write it as in a workflow: owner/name@v0',
    )
  }
  const repository = (await findGitHubRepository(findPackageRoot())) ?? toolRepository
  return { repository, action: `${repository}@v0` }
}

type FileRequest = {
  readonly findings: Findings
  readonly choices: Choices
  readonly published: ActionLocation
  readonly configPath: string | null
  readonly project: Project
}

async function buildFiles({ findings, choices, published, configPath, project }: FileRequest): Promise<NewFile[]> {
  const { trustModel, labels } = choices
  const programPaths = proposeProgramPaths(project)
  const text = buildConfigText({ findings, choices, published, configPath, programPaths })
  const path = configPath ?? usualConfig
  // Validates the generated config: a failure here is a bug, so nothing is written.
  parseConfig(text, path)
  const templates = await readWorkflowTemplates(findPackageRoot(), listTemplates(trustModel))
  const { checkoutSettings } = project
  const request = { trustModel, labels, action: published.action, configPath, checkoutSettings }
  return [{ path, text }, ...buildWorkflowFiles(templates, request)]
}

async function writeFiles(root: string, files: readonly NewFile[], isDryRun: boolean) {
  const outcomes = new Map<string, NewFileOutcome>()
  for (const { path, text } of files) {
    const place = join(root, path)
    const outcome = isDryRun ? await predictOutcome(place, text) : await writeNewFile(place, text)
    outcomes.set(path, outcome)
    if (isDryRun && outcome === 'written') print(`--- ${path}\n${text}`)
    else say(`  ${words[outcome].padEnd(10)}${path}`)
    if (outcome === 'kept') say(await describeKeptFile(place, path, text))
  }
  return outcomes
}

const words = { written: 'wrote', same: 'unchanged', kept: 'kept' } as const

async function describeKeptFile(place: string, path: string, text: string): Promise<string> {
  const shown = existsSync(place) ? await formatDifference(place, text) : ''
  const lines = shown
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
  return [`    ${path} exists and was not changed. Difference to the generated file:`, ...lines].join('\n')
}
