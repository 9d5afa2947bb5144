import { cancel, confirm, isCancel, multiselect, select, text } from '@clack/prompts'
import { joinShellWords, splitShellWords } from '../../domain/core/command.ts'
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

/** Options of the command line. Given values are not asked for. */
export type InitOptions = {
  /** Command to measure; empty: the one that the repository shows. */
  readonly command: readonly string[]
  readonly yes?: boolean
  readonly devices?: Devices
  readonly labels?: string
  readonly trustModel?: TrustModel
  readonly dir: string
  readonly config?: string
  readonly action?: string
  /** Name of a config in the package. */
  readonly example?: string
  readonly dryRun?: boolean
}

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

/** The user ends the questions. */
class Canceled extends Error {}

/** The answer to a question. @throws Canceled */
async function ask<Answer>(question: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await question
  if (isCancel(answer)) throw new Canceled()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is no cancellation is an answer
  return answer as Exclude<Answer, symbol>
}

/** Asks on the terminal for what the repository does not determine. Null: canceled. */
export async function askForChoices(interview: Interview): Promise<Choices | null> {
  try {
    return await askInTurn(interview)
  } catch (error) {
    if (!(error instanceof Canceled)) throw error
    cancel('Canceled.', { output })
    return null
  }
}

async function askInTurn(interview: Interview): Promise<Choices> {
  const { options, start, findings, project } = interview
  const example = await askForExample(interview)
  const program = example || options.command.length > 0 ? start.program : await askForProgram(interview)
  const benchmarks = example ? start.benchmarks : await askForBenchmarks(start)
  const devices = options.devices ?? detectDevices(program, benchmarks, findings)
  const labels = options.labels === undefined ? await askForLabels(defaultLabels[devices]) : start.labels
  const trustModel = options.trustModel === undefined ? await askForTrust(start) : start.trustModel
  if (!(await ask(confirm({ message: 'Write the config and the workflows?', output })))) throw new Canceled()
  const tag = findMatchingTag(program, findings, project)
  return { program, benchmarks, devices, tag, labels, trustModel, example }
}

/** Offers the config of the package for this project. */
async function askForExample({ options, start, project }: Interview): Promise<ShippedExample | null> {
  const shipped = findShippedExample(project)
  if (!shipped || options.command.length > 0 || options.example !== undefined) return start.example
  const message = `warpgauge has a config for ${shipped.title} with every suite and limit. Use it?`
  return (await ask(confirm({ message, output }))) ? shipped : null
}

/** Asks only if the repository shows several complete programs, or nothing that can be measured. */
async function askForProgram(interview: Interview): Promise<ProgramFinding | null> {
  const { start, findings } = interview
  const { programs } = findings
  const complete = programs.filter(({ missing }) => missing === null)
  if (!isPlaceholder(start) && complete.length < 2) return start.program
  if (programs.length === 0) return await askForCommand([], interview)
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
  const index = await ask(select({ message: 'Which program should be measured?', options, output }))
  const program = programs[index]
  if (index === -1 || program?.missing) return await askForCommand(program?.command ?? [], interview)
  return program ?? null
}

/** Asks for a complete command line. An empty answer keeps the placeholder. */
async function askForCommand(
  known: readonly string[],
  { findings, project }: Interview,
): Promise<ProgramFinding | null> {
  const question = text({
    message: 'Command to measure, with its arguments (empty: decide later)',
    initialValue: known.length > 0 ? `${joinShellWords(known)} ` : '',
    validate: (value) =>
      splitShellWords(value ?? '') === null ? 'One command without $, | or >. Use: sh -c "…"' : undefined,
    output,
  })
  const words = splitShellWords((await ask(question)) ?? '') ?? []
  return words.length > 0 ? buildOwnProgram(words, findings, project) : null
}

async function askForBenchmarks({ benchmarks }: Choices): Promise<readonly BenchmarkFinding[]> {
  if (benchmarks.length < 2) return benchmarks
  const question = multiselect({
    message: 'Which benchmarks should be measured?',
    options: benchmarks.map((value) => ({ value, label: value.name, hint: value.evidence })),
    initialValues: [...benchmarks],
    required: false,
    output,
  })
  return await ask(question)
}

async function askForLabels(usual: readonly string[]): Promise<readonly string[]> {
  const question = text({
    message: 'Labels of the measuring runner',
    initialValue: usual.join(','),
    validate: (value) => (parseLabels(value ?? '') ? undefined : 'Labels, separated by commas: self-hosted,gpu'),
    output,
  })
  return parseLabels(await ask(question)) ?? usual
}

async function askForTrust({ trustModel }: Choices): Promise<TrustModel> {
  const options = trustModels.map((value) => ({ value, label: value, hint: trustModelTexts[value] }))
  return await ask(select({ message: 'Whose code may run on that runner?', options, initialValue: trustModel, output }))
}
