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
  type TrustModel,
  buildOwnProgram,
} from '../../domain/init/choices.ts'
import { isPlaceholder } from '../../domain/init/config-text.ts'
import type { Findings, BenchmarkFinding, ProgramFinding, Project } from '../../domain/init/project.ts'
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
export async function askForChoices({ options, start, findings, project }: Interview): Promise<Choices | null> {
  const choice = options.command.length > 0 ? { program: start.program } : await askForProgram(start, findings)
  if (choice === null) return cancelInterview()
  const benchmarks = await askForBenchmarks(start)
  if (benchmarks === null) return cancelInterview()
  const devices = options.devices ?? detectDevices(choice.program, benchmarks, findings)
  const preset = { labels: options.labels === undefined ? defaultLabels[devices] : start.labels }
  const labels = options.labels === undefined ? await askForLabels(preset) : start.labels
  if (labels === null) return cancelInterview()
  const trustModel = options.trustModel === undefined ? await askForTrust(start) : start.trustModel
  if (trustModel === null) return cancelInterview()
  const isMeant = await confirm({ message: 'Write the config and the workflows?', output })
  if (isMeant !== true) return cancelInterview()
  const { program } = choice
  return { program, benchmarks, devices, tag: findMatchingTag(program, findings, project), labels, trustModel }
}

function cancelInterview(): null {
  cancel('Canceled.', { output })
  return null
}

type ProgramChoice = { readonly program: ProgramFinding | null }

/** Asks only if the repository shows several complete programs, or nothing that can be measured. */
async function askForProgram(start: Choices, findings: Findings): Promise<ProgramChoice | null> {
  const { programs } = findings
  const complete = programs.filter(({ missing }) => missing === null)
  if (!isPlaceholder(start) && complete.length < 2) return { program: start.program }
  if (programs.length === 0) return await askForCommand([], findings)
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
  if (index === -1 || program?.missing) return await askForCommand(program?.command ?? [], findings)
  return { program: program ?? null }
}

/** Asks for a complete command line. An empty answer keeps the placeholder. */
async function askForCommand(known: readonly string[], findings: Findings): Promise<ProgramChoice | null> {
  const answer = await text({
    message: 'Command to measure, with its arguments (empty: decide later)',
    initialValue: known.length > 0 ? `${joinShellWords(known)} ` : '',
    validate: (value) =>
      splitShellWords(value ?? '') === null ? 'One command without $, | or >. Use: sh -c "…"' : undefined,
    output,
  })
  if (isCancel(answer)) return null
  const words = splitShellWords(answer ?? '') ?? []
  return { program: words.length > 0 ? buildOwnProgram(words, findings) : null }
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
