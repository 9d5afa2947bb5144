import { optionsPlaceholder, resumePlaceholder } from '../../domain/core/command.ts'
import { listKnownPlaceholders, describeUnknownPlaceholders } from './placeholders.ts'
import type { Problem } from './problem.ts'
import type { ValidParts } from './valid-parts.ts'
import type { PipelineConfig } from '../schema/schema.ts'

type Command = { readonly path: readonly PropertyKey[]; readonly argv: readonly string[] }

/** Checks commands, so that a command that cannot run fails before any GPU time is spent. */
export function checkCommands(parts: ValidParts): Problem[] {
  const { pipeline } = parts
  const proofTexts = pipeline ? listProofPaths(pipeline) : []
  const needsOutput = proofTexts.some(({ text }) => text.includes('{output}'))
  // With only the suite `command`, the pipeline does not run and needs no dataset.
  const isRun = parts.suiteNames.some((suite) => suite !== 'command')
  return [
    ...listCommands(parts).flatMap((command) => [
      ...checkPlaceholders(command),
      ...(isRun ? checkMissingPlaceholders(command, needsOutput) : []),
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

function listProofPaths({ proof }: PipelineConfig) {
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
    const embedded = wholeArguments.find((placeholder) => argument.includes(placeholder))
    const problems = embedded ? [`write "${embedded}" as a separate argument`] : describeUnknownPlaceholders(argument)
    return problems.map((problem) => createProblem([...path, index], problem))
  })
}

function checkMissingPlaceholders({ path, argv }: Command, needsOutput: boolean): Problem[] {
  const used = argv.flatMap(listKnownPlaceholders)
  const hasDataset = used.includes('{dataset}')
  const hasOutput = used.includes('{output}') || !needsOutput
  return [
    ...(hasDataset ? [] : [createProblem(path, '{dataset} is missing, so the command would not read the dataset')]),
    ...(hasOutput ? [] : [createProblem(path, '{output} is missing, but the proof checks files in it')]),
  ]
}

/**
 * Checks that datasets of several files are passed completely: with only the first file, the timing would cover part of
 * the work.
 */
function checkSplitDatasets({ path, argv }: Command, { datasets }: ValidParts): Problem[] {
  const split = Object.entries(datasets ?? {}).find(([, dataset]) => dataset && 'files' in dataset && dataset.files > 1)
  const isEmbedded = argv.some(
    (argument) => argument !== '{dataset}' && listKnownPlaceholders(argument).includes('{dataset}'),
  )
  if (!split || (!isEmbedded && argv.includes('{dataset}'))) return []
  const form = 'write {dataset} as a separate argument, so that every file is passed'
  return [createProblem(path, `dataset ${split[0]} has several files; ${form}`)]
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
