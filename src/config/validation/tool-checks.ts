import { suggestion } from './nearest.ts'
import { filledIn, placeholderProblems } from './placeholders.ts'
import type { Problem } from './problem.ts'
import { shown } from '../../domain/core/shown.ts'
import type { SoundParts } from './salvage.ts'

type Benchmark = NonNullable<SoundParts['suites']['command']>['benchmarks'][number]
type Path = readonly PropertyKey[]

/** What is wrong with the benchmark tools of suite `command`, before any of them is run. */
export function toolChecks(parts: SoundParts): Problem[] {
  const benchmarks = parts.suites.command?.benchmarks ?? []
  return benchmarks.flatMap((benchmark, index) => {
    const path: Path = ['suites', 'command', 'benchmarks', index]
    return [
      ...nameProblems(benchmark, benchmarks.slice(0, index), path),
      ...datasetProblems(benchmark, parts, path),
      ...placeholders(benchmark, path),
    ]
  })
}

/** The same point twice would give two cases one name. */
function nameProblems({ name, gpus }: Benchmark, earlier: readonly Benchmark[], path: Path): Problem[] {
  const isRepeated = earlier.some((other) => other.name === name && other.gpus === gpus)
  const text = `${shown(name)} with gpus: ${gpus} is there already`
  return isRepeated ? [{ path: [...path, 'name'], at: 'value', text }] : []
}

function datasetProblems({ dataset, command }: Benchmark, { datasets }: SoundParts, path: Path): Problem[] {
  if (dataset === undefined) {
    const index = command.findIndex((argument) => filledIn(argument).includes('{dataset}'))
    const text = '{dataset} has nothing to stand for: name a dataset of this benchmark'
    return index === -1 ? [] : [{ path: [...path, 'command', index], at: 'value', text }]
  }
  const names = datasets === null ? [dataset] : Object.keys(datasets)
  if (names.includes(dataset)) return []
  const text = `there is no dataset ${shown(dataset)}${suggestion(dataset, names)}`
  return [{ path: [...path, 'dataset'], at: 'value', text }]
}

function placeholders({ command, files }: Benchmark, path: Path): Problem[] {
  const lists = { command, files }
  const unknown = Object.entries(lists).flatMap(([key, texts]) =>
    texts.flatMap((text, index) =>
      placeholderProblems(text).map((problem): Problem => ({
        path: [...path, key, index],
        at: 'value',
        text: problem,
      })),
    ),
  )
  const isWritten = command.some((argument) => filledIn(argument).includes('{output}'))
  const isRead = files.some((file) => filledIn(file).includes('{output}'))
  const text = '{output} is missing: files are looked for there, and the tool would not know where to write'
  return isRead && !isWritten ? [...unknown, { path: [...path, 'command'], at: 'value', text }] : unknown
}
