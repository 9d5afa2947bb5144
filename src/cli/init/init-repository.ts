import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import { parseConfig } from '../../config/load.ts'
import { usualConfig } from '../../domain/core/run-context.ts'
import { buildDefaultChoices, parseLabels, type Choices } from '../../domain/init/choices.ts'
import { isOptionalVariable } from '../../domain/doctor/check-config.ts'
import { findShippedExample, shippedExamples, splitShippedConfig } from '../../domain/init/shipped-examples.ts'
import { findModelCaches } from '../../domain/init/python-tools.ts'
import { buildOwnProgram } from '../../domain/init/own-command.ts'
import {
  buildConfigText,
  fixedTimeNote,
  isPlaceholder,
  type ConfigRequest,
  proposeProgramPaths,
} from '../../domain/init/config-text.ts'
import { findWhatToMeasure } from '../../domain/init/find.ts'
import { buildNextSteps, type NextStep } from '../../domain/init/next-steps.ts'
import { withoutDot, type Findings, type ProgramFinding, type Project } from '../../domain/init/project.ts'
import { findWorkflowNames, listTemplates, buildWorkflowFiles, type NewFile } from '../../domain/init/workflow-files.ts'
import { joinShellWords } from '../../domain/core/command.ts'
import { attempt, UserError } from '../../domain/core/errors.ts'
import { formatDifference, writeNewFile, predictOutcome, readProject } from '../../io/git/read-project.ts'
import { findGitHubRepository } from '../../io/git/clone-facts.ts'
import { readShippedConfig, readWorkflowTemplates } from '../../io/files/workflow-templates.ts'
import { toolRepository } from '../../wiring/tool-repository.ts'
import { findPackageRoot } from '../../wiring/package-root.ts'
import type { InitOptions } from './init-questions.ts'
import type { ExitCode } from '../exit-code.ts'
import { print, say } from '../terminal.ts'

/** Inspects the repository, asks for choices on a terminal, writes missing files and prints next steps. Returns 0. */
export async function initializeRepository(
  command: readonly string[],
  given: Omit<InitOptions, 'command'>,
): Promise<ExitCode> {
  const options = { ...given, command }
  const configPath = parseConfigPath(options)
  const action = await locateAction(options)
  const { root, project, problems, untracked } = await readProject(resolve(options.dir))
  refuseSubfolder(root, options)
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
  sayChoice(root, choices, configPath ?? usualConfig)
  const tracked = project.paths.filter((path) => !untracked.has(path))
  warnOfUncommitted(root, choices, tracked)
  const shipped = findShippedExample(project)
  if (shipped && !choices.example)
    say(
      `warpgauge has a config for ${shipped.title} with every suite and limit: warpgauge init --example ${shipped.name}`,
    )
  const { files, modelCaches } = await buildFiles({ findings, choices, action, configPath, project })
  const kept = await writeFiles(root, files, options.dryRun ?? false)
  if (options.dryRun) return 0
  const request = {
    elsewhere: realpathSync(process.cwd()) === realpathSync(root) ? null : root,
    choices,
    action,
    configPath,
    ignoresRunFolders: project.ignoresRunFolders,
    modelCaches,
    kept,
    paths: files.map(({ path }) => path).filter((path) => !kept.includes(path)),
    ...findWorkflowNames(files),
  }
  say(formatNextSteps(buildNextSteps(request), process.argv[1] ?? 'warpgauge'))
  return 0
}

/** Calls nothing a placeholder where a config with a command stays. */
function sayChoice(root: string, choices: Choices, configPath: string): void {
  const text = attempt(() => readFileSync(join(root, configPath), 'utf8'))
  const isComplete = text !== null && !/^\s*placeholder:\s*true/m.test(text)
  if (!isComplete || !isPlaceholder(choices)) say(formatChoice(choices, configPath))
}

/** Runs start at the root of a checkout, where the same words can mean another program. */
function refuseSubfolder(root: string, { command }: InitOptions): void {
  const folder = relative(realpathSync(root), realpathSync(process.cwd()))
  if (command.length === 0 || folder === '' || folder.startsWith('..')) return
  throw new UserError(
    `the command is meant for ${folder}/, but runs start at the root of a checkout`,
    `Start init in ${root}, with: -- ${joinShellWords(['env', `--chdir=${folder}`, ...command])}`,
  )
}

/** Warns of words that are a file here which no checkout has. */
function warnOfUncommitted(root: string, { program, example }: Choices, paths: readonly string[]): void {
  for (const word of example ? [] : (program?.command ?? [])) {
    const place = withoutDot(word)
    const isHere = !isAbsolute(word) && place !== '' && !place.includes('{') && existsSync(join(root, place))
    if (isHere && !paths.some((path) => path === place || path.startsWith(`${place.replace(/\/+$/, '')}/`)))
      say(
        `warning: ${word} is not committed; runs take place in a checkout: commit it, or name it by its absolute path`,
      )
  }
}

/** Null: canceled. */
async function makeChoices(options: InitOptions, findings: Findings, project: Project): Promise<Choices | null> {
  const { command, devices = null } = options
  const program = command.length > 0 ? buildOwnProgram(command, findings, project) : null
  const defaults = buildDefaultChoices(findings, project, { program, devices })
  const labels = options.labels === undefined ? defaults.labels : parseLabels(options.labels)
  if (labels === null)
    throw new UserError(
      `--labels ${JSON.stringify(options.labels)} cannot stand in runs-on`,
      'Give the labels of the runner, separated by commas: self-hosted,gpu',
    )
  const example = shippedExamples.find(({ name }) => name === options.example) ?? null
  const start = { ...defaults, labels, trustModel: options.trustModel ?? defaults.trustModel, example }
  if (options.yes || options.dryRun || !process.stdin.isTTY || !process.stderr.isTTY) return start
  const { askForChoices } = await import('./init-questions.ts')
  return await askForChoices({ options, start, findings, project })
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

async function locateAction({ action }: InitOptions): Promise<string> {
  if (action === undefined) return `${(await findGitHubRepository(findPackageRoot())) ?? toolRepository}@v0`
  if (/^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(action)) return action
  const hint = 'Write it as in a workflow: owner/name@v0'
  throw new UserError(`--action ${JSON.stringify(action)} is not an action reference`, hint)
}

/** The files to write, and the variables with directories of models that the config passes. */
async function buildFiles(request: Omit<ConfigRequest, 'programPaths' | 'modelCaches'> & { project: Project }) {
  const { choices, configPath, project } = request
  const { example, devices } = choices
  const caches = findModelCaches(project, choices.program?.main ?? '')
  const path = configPath ?? usualConfig
  const configs = example
    ? splitShippedConfig(await readShippedConfig(findPackageRoot(), example.name), example, devices)
    : [buildConfigText({ ...request, programPaths: proposeProgramPaths(project), modelCaches: caches })]
  const [main, production] = configs.map((text, index) => ({ path: index === 0 ? path : productionConfig, text }))
  const hasProduction = production !== undefined
  const all = [main, production].filter((file) => file !== undefined)
  // Validates the configs: a failure here is a bug, so nothing is written.
  const [passed = caches] = all.map((config) => parseConfig(config.text, config.path).pipeline.passEnv)
  const templates = await readWorkflowTemplates(findPackageRoot(), listTemplates(choices.trustModel, hasProduction))
  const modelCaches = example ? passed.filter((name) => !isOptionalVariable(name)) : caches
  return { files: [...all, ...buildWorkflowFiles(templates, { ...request, ...choices, ...project })], modelCaches }
}

const productionConfig = '.github/warpgauge-production.yml'

/** Writes or prints the files; returns the paths of those that exist with other content. */
async function writeFiles(root: string, files: readonly NewFile[], isDryRun: boolean): Promise<string[]> {
  const kept: string[] = []
  for (const { path, text } of files) {
    const place = join(root, path)
    const outcome = isDryRun ? await predictOutcome(place, text) : await writeNewFile(place, text)
    if (isDryRun && outcome === 'written') print(`--- ${path}\n${text}`)
    else say(`  ${words[outcome].padEnd(10)}${path}`)
    if (outcome !== 'kept') continue
    kept.push(path)
    const difference = existsSync(place) ? (await formatDifference(place, text)).trimEnd().split('\n') : []
    const title = `${path} exists and was not changed. Difference to the generated file:`
    say([title, ...difference].map((line) => `    ${line}`).join('\n'))
  }
  return kept
}

const words = { written: 'wrote', same: 'unchanged', kept: 'kept' } as const

const shown = 8

/** Formats the findings, one line each. */
function formatFindings(root: string, { usesGpu, programs, benchmarks, others, tag }: Findings): string {
  const lines = [
    ...programs.slice(0, shown).map(({ name, evidence, missing }) => {
      return missing === null ? `program    ${name}: ${evidence}` : `incomplete ${name}: ${evidence}; ${missing}`
    }),
    ...benchmarks.map(({ name, evidence }) => `benchmark  ${name}: ${evidence}`),
    ...others.map(({ what, where }) => `not read   ${what}: ${where}`),
    ...(tag === null ? [] : [`tag        ${tag}`]),
  ].map((line) => `  ${line.replaceAll(/\p{Cc}+/gu, ' ')}`)
  const more = lines.length > shown * 2 ? [`  and ${lines.length - shown * 2} more`] : []
  return [`${root}: ${usesGpu ? 'uses GPUs' : 'no GPU code'}`, ...lines.slice(0, shown * 2), ...more].join('\n')
}

/** Formats what will be measured, or that nothing can be measured yet. */
function formatChoice(choices: Choices, configPath: string): string {
  const { program, benchmarks, devices, example } = choices
  if (example) return `Measures on the ${devices.toUpperCase()} by the config of warpgauge for ${example.title}`
  if (isPlaceholder(choices)) return formatPlaceholder(program, configPath)
  const names = [...(program ? [program.command.join(' ')] : []), ...benchmarks.map(({ name }) => name)]
  const shownNames = names.map((name) => (name.length > 100 ? `${name.slice(0, 99)}…` : name)).join(', ')
  const measured = `Measures on the ${devices.toUpperCase()}: ${shownNames.replaceAll(/\p{Cc}+/gu, ' ')}`
  return program?.hasFixedTime ? `${measured}\nwarning: ${program.name}: ${fixedTimeNote}` : measured
}

function formatPlaceholder(program: ProgramFinding | null, configPath: string): string {
  const reason = program ? `${program.name}: ${program.missing ?? ''}` : 'no command to measure was found'
  const example = program ? `${program.command.join(' ')} ARGUMENTS` : 'COMMAND ARGUMENTS'
  return [
    `warning: PLACEHOLDER in ${configPath}: ${reason}. \`warpgauge run\` refuses to measure it.`,
    `  → Complete pipeline.command and remove \`placeholder: true\`, or: rm ${configPath} && warpgauge init -- ${example}`,
  ].join('\n')
}

/** Formats numbered next steps with commands to copy. `program` is the started file. */
function formatNextSteps(steps: readonly NextStep[], program: string): string {
  const texts = steps.map(({ why, commands }, index) =>
    [`${String(index + 1).padStart(3)}. ${why}`, ...commands.map((command) => `       ${command}`)].join('\n'),
  )
  const isInstalled = basename(program) === 'warpgauge'
  const alias = isInstalled ? [] : [`  ("warpgauge" means: node ${program})`]
  return ['', 'Next', ...alias, ...texts].join('\n')
}
