import { optionsPlaceholder, resumePlaceholder } from '../../domain/core/command.ts'
import { describeUnknownPlaceholders, listKnownPlaceholders, listPlaceholders } from './placeholders.ts'
import type { Problem } from './problem.ts'
import type { ValidParts } from './valid-parts.ts'
import type { DatasetConfig, ProofConfig } from '../schema/schema.ts'

type Command = { readonly path: readonly PropertyKey[]; readonly argv: readonly string[] }

/** Checks commands, so that a command that cannot run fails before any GPU time is spent. */
export function checkCommands(parts: ValidParts): Problem[] {
  const { pipeline } = parts
  const proofTexts = pipeline?.proof ? listProofPaths(pipeline.proof) : []
  const needsOutput = proofTexts.some(({ text }) => text.includes('{output}'))
  const inputs = listSuiteInputs(parts)
  return [
    ...listCommands(parts).flatMap((command) => [
      ...checkPlaceholders(command),
      ...checkInput(command, inputs),
      ...(inputs.length > 0 ? checkOutput(command, needsOutput) : []),
      ...checkSplitDatasets(command, parts),
    ]),
    ...proofTexts.flatMap(({ path, text }) =>
      describeUnknownPlaceholders(text).map((problem) => createProblem(path, problem)),
    ),
    ...listSetups(parts).flatMap(({ path, argv }) => checkUnfilledPlaceholders(path, argv)),
  ]
}

function listCommands({ pipeline, revisions }: ValidParts): Command[] {
  const own = pipeline ? [{ path: ['pipeline', 'command'], argv: pipeline.command }] : []
  const others = Object.entries(revisions).flatMap(([name, revision]) =>
    revision?.command ? [{ path: ['revisions', name, 'command'], argv: revision.command }] : [],
  )
  return [...own, ...others]
}

function listSetups({ pipeline, revisions }: ValidParts): Command[] {
  const lists = [
    { path: ['pipeline', 'setup'], commands: pipeline?.setup ?? [] },
    ...Object.entries(revisions).map(([name, one]) => ({
      path: ['revisions', name, 'setup'],
      commands: one?.setup ?? [],
    })),
  ]
  return lists.flatMap(({ path, commands }) => commands.map((argv, index) => ({ path: [...path, index], argv })))
}

function listProofPaths(proof: ProofConfig) {
  const results = proof.results ? [{ path: ['pipeline', 'proof', 'results', 'path'], text: proof.results.path }] : []
  const files = proof.files.map((file, index) => ({
    path: ['pipeline', 'proof', 'files', index, 'path'],
    text: file.path,
  }))
  return [...results, ...files]
}

/** Placeholders that expand to several arguments, or to none. */
const wholeArguments = [optionsPlaceholder, resumePlaceholder]

function checkPlaceholders({ path, argv }: Command): Problem[] {
  return argv.flatMap((argument, index) => {
    if (wholeArguments.includes(argument))
      return argv.indexOf(argument) === index ? [] : [createProblem([...path, index], 'is repeated')]
    const embedded = wholeArguments.find((placeholder) => listPlaceholders(argument).includes(placeholder))
    const problems = embedded ? [`write "${embedded}" as a separate argument`] : describeUnknownPlaceholders(argument)
    return problems.map((problem) => createProblem([...path, index], problem))
  })
}

/** A suite that runs the pipeline, and whether it names a dataset. */
type SuiteInput = { readonly suite: string; readonly hasDataset: boolean }

function listSuiteInputs({ suites }: ValidParts): SuiteInput[] {
  return Object.entries(suites).flatMap(([suite, settings]) =>
    settings && suite !== 'command' ? [{ suite, hasDataset: isDatasetNamed(settings) }] : [],
  )
}

function isDatasetNamed(settings: object): boolean {
  return 'dataset' in settings && settings.dataset !== undefined
}

/** Checks that a command reads the dataset of a suite, and that every suite of a command with {dataset} names one. */
function checkInput({ path, argv }: Command, inputs: readonly SuiteInput[]): Problem[] {
  if (argv.length === 0) return []
  const index = argv.findIndex((argument) => listKnownPlaceholders(argument).includes('{dataset}'))
  const text = '{dataset} is missing, so the command would not read the dataset'
  if (index === -1) return inputs.some(({ hasDataset }) => hasDataset) ? [createProblem(path, text)] : []
  const lacking = inputs.find(({ hasDataset }) => !hasDataset)
  if (!lacking) return []
  return [createProblem([...path, index], `{dataset} needs a dataset; set dataset of suite ${lacking.suite}`)]
}

function checkOutput({ path, argv }: Command, needsOutput: boolean): Problem[] {
  if (!needsOutput || argv.flatMap(listKnownPlaceholders).includes('{output}')) return []
  return [createProblem(path, '{output} is missing, but the proof checks files in it')]
}

/**
 * Checks that datasets of several files are passed completely: with only the first file, the timing would cover part of
 * the work.
 */
function checkSplitDatasets({ path, argv }: Command, { datasets }: ValidParts): Problem[] {
  const split = Object.entries(datasets ?? {}).find(([, dataset]) => dataset && hasSeveralFiles(dataset))
  const isEmbedded = argv.some(
    (argument) => argument !== '{dataset}' && listKnownPlaceholders(argument).includes('{dataset}'),
  )
  if (!split || (!isEmbedded && argv.includes('{dataset}'))) return []
  const form = 'write {dataset} as a separate argument, so that every file is passed'
  return [createProblem(path, `dataset ${split[0]} has several files; ${form}`)]
}

function hasSeveralFiles(dataset: DatasetConfig): boolean {
  return ('files' in dataset && dataset.files > 1) || ('paths' in dataset && dataset.paths.length > 1)
}

function checkUnfilledPlaceholders(path: readonly PropertyKey[], argv: readonly string[]): Problem[] {
  return argv.flatMap((argument, index) =>
    listKnownPlaceholders(argument).map((placeholder) =>
      createProblem([...path, index], `${placeholder} is replaced only in command`),
    ),
  )
}

function createProblem(path: readonly PropertyKey[], text: string): Problem {
  return { path, at: 'value', text }
}
