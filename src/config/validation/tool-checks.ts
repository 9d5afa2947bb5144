import { formatSuggestion } from './find-nearest.ts'
import { listKnownPlaceholders, describeUnknownPlaceholders } from './placeholders.ts'
import type { Problem } from './problem.ts'
import { formatValue } from '../../domain/core/format-value.ts'
import type { ValidParts } from './valid-parts.ts'

type Benchmark = NonNullable<ValidParts['suites']['command']>['benchmarks'][number]
type Path = readonly PropertyKey[]

/** Checks the benchmark tools of suite `command` before any of them runs. */
export function checkTools(parts: ValidParts): Problem[] {
  const benchmarks = parts.suites.command?.benchmarks ?? []
  return benchmarks.flatMap((benchmark, index) => {
    const path: Path = ['suites', 'command', 'benchmarks', index]
    return [
      ...checkName(benchmark, benchmarks.slice(0, index), path),
      ...checkDataset(benchmark, parts, path),
      ...checkPlaceholders(benchmark, path),
    ]
  })
}

/** Checks for repeated benchmarks, which would give two cases the same name. */
function checkName({ name, gpus }: Benchmark, earlier: readonly Benchmark[], path: Path): Problem[] {
  const isRepeated = earlier.some((other) => other.name === name && other.gpus === gpus)
  const text = `${formatValue(name)} with gpus: ${gpus} is repeated`
  return isRepeated ? [{ path: [...path, 'name'], at: 'value', text }] : []
}

function checkDataset({ dataset, command }: Benchmark, { datasets }: ValidParts, path: Path): Problem[] {
  if (dataset === undefined) {
    const index = command.findIndex((argument) => listKnownPlaceholders(argument).includes('{dataset}'))
    const text = '{dataset} needs a dataset; set dataset of this benchmark'
    return index === -1 ? [] : [{ path: [...path, 'command', index], at: 'value', text }]
  }
  const names = datasets === null ? [dataset] : Object.keys(datasets)
  if (names.includes(dataset)) return []
  const text = `unknown dataset ${formatValue(dataset)}${formatSuggestion(dataset, names)}`
  return [{ path: [...path, 'dataset'], at: 'value', text }]
}

function checkPlaceholders({ command, files }: Benchmark, path: Path): Problem[] {
  const lists = { command, files }
  const unknown = Object.entries(lists).flatMap(([key, texts]) =>
    texts.flatMap((text, index) =>
      describeUnknownPlaceholders(text).map((problem): Problem => ({
        path: [...path, key, index],
        at: 'value',
        text: problem,
      })),
    ),
  )
  const isWritten = command.some((argument) => listKnownPlaceholders(argument).includes('{output}'))
  const isRead = files.some((file) => listKnownPlaceholders(file).includes('{output}'))
  const text = '{output} is missing from the command, but files are read from it'
  return isRead && !isWritten ? [...unknown, { path: [...path, 'command'], at: 'value', text }] : unknown
}
