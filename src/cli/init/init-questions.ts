import { cancel, confirm, isCancel, multiselect, select, text } from '@clack/prompts'
import { joinShellWords, splitShellWords } from '../../domain/core/shell-words.ts'
import {
  defaultLabels,
  detectDevices,
  parseLabels,
  findMatchingTag,
  trustModels,
  trustModelTexts,
  type Choices,
  type Devices,
  type TrustModel,
} from '../../domain/init/choices.ts'
import { buildOwnProgram } from '../../domain/init/own-command.ts'
import { isPlaceholder } from '../../domain/init/config-text.ts'
import type { Findings, BenchmarkFinding, ProgramFinding, Project } from '../../domain/init/project.ts'
import { findShippedExample, type ShippedExample } from '../../domain/init/shipped-examples.ts'
import type { InitOptions } from './init-options.ts'

/** Input of the questions. */
export type Interview = {
  readonly options: InitOptions
  readonly start: Choices
  readonly findings: Findings
  readonly project: Project
}

const shownPrograms = 12

/** Questions go to stderr, like all output for people. */
const output = process.stderr

/** Asks for what the repository does not determine. Null: canceled. */
export async function askForChoices(interview: Interview): Promise<Choices | null> {
  const { options, findings, project } = interview
  const measured = await askForMeasured(interview)
  if (measured === null) return cancelInterview()
  const { program, benchmarks } = measured
  const devices = options.devices ?? detectDevices(program, benchmarks, findings)
  const runner = await askForRunner(interview, devices)
  const isMeant = runner && (await confirm({ message: 'Write the config and the workflows?', output }))
  if (!runner || isMeant !== true) return cancelInterview()
  return { ...measured, ...runner, devices, tag: findMatchingTag(program, findings, project) }
}

function cancelInterview(): null {
  cancel('Canceled.', { output })
  return null
}

type Measured = Pick<Choices, 'program' | 'benchmarks' | 'example'>

/** Asks what to measure: the config of the package, or a program and benchmarks. Null: canceled. */
async function askForMeasured({ options, start, findings, project }: Interview): Promise<Measured | null> {
  const example = await askForExample(options, start, project)
  if (example === undefined) return null
  if (example) return { program: start.program, benchmarks: start.benchmarks, example }
  const choice = options.command.length > 0 ? { program: start.program } : await askForProgram(start, findings, project)
  const benchmarks = choice && (await askForBenchmarks(start))
  return choice && benchmarks && { ...choice, benchmarks, example }
}

/** Asks for the runner and for whose code may run there. Null: canceled. */
async function askForRunner(
  { options, start }: Interview,
  devices: Devices,
): Promise<Pick<Choices, 'labels' | 'trustModel'> | null> {
  const preset = { labels: options.labels === undefined ? defaultLabels[devices] : start.labels }
  const labels = options.labels === undefined ? await askForLabels(preset) : start.labels
  if (labels === null) return null
  const trustModel = options.trustModel === undefined ? await askForTrust(start) : start.trustModel
  return trustModel === null ? null : { labels, trustModel }
}

/** Offers the config of the package for this project. Undefined: canceled. */
async function askForExample(
  { command, example }: InitOptions,
  start: Choices,
  project: Project,
): Promise<ShippedExample | null | undefined> {
  const shipped = findShippedExample(project)
  if (!shipped || command.length > 0 || example !== undefined) return start.example
  const message = `warpgauge has a config for ${shipped.title} with every suite and limit. Use it?`
  const isWanted = await confirm({ message, output })
  return isCancel(isWanted) ? undefined : isWanted ? shipped : null
}

type ProgramChoice = { readonly program: ProgramFinding | null }

/** Asks only if the repository shows several complete programs, or nothing that can be measured. */
async function askForProgram(start: Choices, findings: Findings, project: Project): Promise<ProgramChoice | null> {
  const { programs } = findings
  const complete = programs.filter(({ missing }) => missing === null)
  if (!isPlaceholder(start) && complete.length < 2) return { program: start.program }
  if (programs.length === 0) return await askForCommand([], findings, project)
  const choices = programs.slice(0, shownPrograms).map((program, index) => ({
    value: index,
    label: program.name,
    hint: program.missing ?? program.command.join(' '),
  }))
  const options = [
    ...choices,
    { value: -1, label: 'another command', hint: 'you type it' },
    { value: -2, label: 'none of them', hint: 'only benchmarks, or a placeholder to complete' },
  ]
  const index = await select({ message: 'Which program should be measured?', options, output })
  if (isCancel(index)) return null
  const program = programs[index]
  if (index === -1 || program?.missing) return await askForCommand(program?.command ?? [], findings, project)
  return { program: program ?? null }
}

/** Asks for a complete command line. An empty answer keeps the placeholder. */
async function askForCommand(
  known: readonly string[],
  findings: Findings,
  project: Project,
): Promise<ProgramChoice | null> {
  const answer = await text({
    message: 'Command to measure, with its arguments (empty: decide later)',
    initialValue: known.length > 0 ? `${joinShellWords(known)} ` : '',
    validate: (value) =>
      splitShellWords(value ?? '') === null ? 'One command without $, | or >. Use: sh -c "…"' : undefined,
    output,
  })
  if (isCancel(answer)) return null
  const words = splitShellWords(answer ?? '') ?? []
  return { program: words.length > 0 ? buildOwnProgram(words, findings, project) : null }
}

async function askForBenchmarks({ benchmarks }: Choices): Promise<readonly BenchmarkFinding[] | null> {
  if (benchmarks.length < 2) return benchmarks
  const all = benchmarks.map(({ name, evidence }, index) => ({ value: index, label: name, hint: evidence }))
  const kept = await multiselect({
    message: 'Which benchmarks should be measured?',
    options: all,
    initialValues: all.map(({ value }) => value),
    required: false,
    output,
  })
  return isCancel(kept) ? null : benchmarks.filter((_benchmark, index) => kept.includes(index))
}

async function askForLabels({ labels }: Pick<Choices, 'labels'>): Promise<readonly string[] | null> {
  const answer = await text({
    message: 'Labels of the measuring runner',
    initialValue: labels.join(','),
    validate: (value) => (parseLabels(value ?? '') ? undefined : 'Labels, separated by commas: self-hosted,gpu'),
    output,
  })
  return isCancel(answer) ? null : (parseLabels(answer) ?? labels)
}

async function askForTrust({ trustModel }: Choices): Promise<TrustModel | null> {
  const model = await select({
    message: 'Whose code may run on that runner?',
    options: trustModels.map((value) => ({ value, label: value, hint: trustModelTexts[value] })),
    initialValue: trustModel,
    output,
  })
  return isCancel(model) ? null : model
}
