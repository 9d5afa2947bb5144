import { cancel, confirm, isCancel, multiselect, select, text } from '@clack/prompts'
import {
  parseLabels,
  findMatchingTag,
  trustModels,
  trustModelTexts,
  type Choices,
  type TrustModel,
} from '../../domain/init/choices.ts'
import type { Findings, BenchmarkFinding, ProgramFinding, Project } from '../../domain/init/project.ts'
import type { InitOptions } from './init-options.ts'

/** Input of the questions. */
export type Interview = {
  readonly options: InitOptions
  readonly start: Choices
  readonly findings: Findings
  readonly project: Project
}

/** Questions go to stderr, like all output for people. */
const output = process.stderr

/** Asks for what the repository does not determine. Null: canceled. */
export async function askForChoices({ options, start, findings, project }: Interview): Promise<Choices | null> {
  const choice = await askForProgram(start, findings)
  if (choice === null) return cancelInterview()
  const benchmarks = await askForBenchmarks(start)
  if (benchmarks === null) return cancelInterview()
  const labels = options.labels === undefined ? await askForLabels(start) : start.labels
  if (labels === null) return cancelInterview()
  const trustModel = options.trustModel === undefined ? await askForTrust(start) : start.trustModel
  if (trustModel === null) return cancelInterview()
  const isMeant = await confirm({ message: 'Write the config and the workflows?', output })
  if (isMeant !== true) return cancelInterview()
  const { program } = choice
  return { program, benchmarks, tag: findMatchingTag(program, findings, project), labels, trustModel }
}

function cancelInterview(): null {
  cancel('Canceled.', { output })
  return null
}

async function askForProgram(
  start: Choices,
  { programs }: Findings,
): Promise<{ program: ProgramFinding | null } | null> {
  if (programs.length < 2) return { program: start.program }
  const choices = programs.map((program, index) => ({
    value: index,
    label: program.name,
    hint: program.command.join(' '),
  }))
  const none = { value: programs.length, label: 'none of them', hint: 'only benchmarks, or a placeholder to replace' }
  const index = await select({ message: 'Which program is the pipeline?', options: [...choices, none], output })
  return isCancel(index) ? null : { program: programs[index] ?? null }
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

async function askForLabels({ labels }: Choices): Promise<readonly string[] | null> {
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
