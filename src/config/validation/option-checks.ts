import { isSameOptions } from '../../domain/core/case-options.ts'
import { optionsPlaceholder } from '../../domain/core/command.ts'
import { formatSuggestion } from './find-nearest.ts'
import { describeUnknownPlaceholders } from './placeholders.ts'
import type { Problem } from './problem.ts'
import { formatValue } from '../../domain/core/format-value.ts'
import type { ValidParts } from './valid-parts.ts'
import type { SuiteConfig } from '../schema/schema.ts'
import type { CaseOptions } from '../../record/tables.ts'

type Variants = SuiteConfig<'variants'>
type Equivalence = SuiteConfig<'equivalence'>
type OptionSets = Variants['options']
type Path = readonly PropertyKey[]

/** Checks the suites `variants` and `equivalence`: option sets, references and tables. */
export function checkOptions(parts: ValidParts): Problem[] {
  const { variants, equivalence } = parts.suites
  return [
    ...(variants ? checkVariants(variants, parts) : []),
    ...(equivalence ? checkEquivalence(equivalence, parts) : []),
  ]
}

function checkVariants(variants: Variants, parts: ValidParts): Problem[] {
  const path = ['suites', 'variants']
  const names = Object.keys(variants.options)
  const references = [
    { path: [...path, 'base'], name: variants.base },
    ...variants.tradeOff.map((name, index) => ({ path: [...path, 'tradeOff', index], name })),
    ...(['with', 'without'] as const).flatMap((key) => {
      const name = variants.checkpointing?.[key]
      return name === undefined ? [] : [{ path: [...path, 'checkpointing', key], name }]
    }),
  ]
  return [
    ...(names.length > 1 ? [] : [createProblem([...path, 'options'], 'name the base and at least one other variant')]),
    ...references.flatMap((reference) => checkName('variant', reference.name, names, reference.path)),
    ...checkVariantPairs(variants, [...path, 'tradeOff']),
    ...checkOptionSets(variants.options, [...path, 'options'], parts),
  ]
}

function checkVariantPairs({ base, tradeOff, checkpointing }: Variants, path: Path): Problem[] {
  const position = tradeOff.indexOf(base)
  const isOne = checkpointing && checkpointing.with === checkpointing.without
  return [
    ...(position >= 0
      ? [createProblem([...path, position], `${formatValue(base)} is the base, so it has no trade-off with itself`)]
      : []),
    ...(isOne
      ? [
          createProblem(
            [...path.slice(0, -1), 'checkpointing', 'without'],
            `${formatValue(checkpointing.without)} is also the value of with`,
          ),
        ]
      : []),
  ]
}

function checkEquivalence(equivalence: Equivalence, parts: ValidParts): Problem[] {
  const path = ['suites', 'equivalence']
  const { against, options, references, tables } = equivalence
  const sides = [...against, ...Object.keys(options), ...Object.keys(references)]
  const hasTable = Object.keys(tables).length > 0 || parts.pipeline === null || parts.pipeline.proof?.results
  return [
    ...(sides.length > 0
      ? []
      : [
          createProblem(
            path,
            'no reference; add revisions to against, option sets to options, or stored tables to references',
          ),
        ]),
    ...(hasTable ? [] : [createProblem(path, 'no table to compare; add tables, or results to pipeline.proof')]),
    ...sides.flatMap((side, index) =>
      side === 'head' || sides.indexOf(side) !== index
        ? [createProblem(path, `${formatValue(side)} is used twice; use another name`)]
        : [],
    ),
    ...against.flatMap((name, index) => checkRevision(name, [...path, 'against', index], parts)),
    ...checkTables(equivalence, path),
    ...checkOptionSets(options, [...path, 'options'], parts, { args: [], env: {} }),
  ]
}

function checkRevision(name: string, path: Path, { revisions }: ValidParts): Problem[] {
  const missing = checkName('revision', name, Object.keys(revisions), path)
  if (missing.length > 0 || !revisions[name]?.declared) return missing
  return [createProblem(path, `${formatValue(name)} is declared and does not run, so it has no table to compare`)]
}

/** Checks tables. A table outside {output} may be left over from an earlier run. */
function checkTables({ tables, references }: Equivalence, path: Path): Problem[] {
  const names = Object.keys(tables)
  const paths = Object.entries(tables).flatMap(([name, table]) => {
    const at = [...path, 'tables', name, 'path']
    const fresh = table.path.includes('{output}')
      ? []
      : [createProblem(at, 'must contain {output}; another path could have a table of an older run')]
    return [...fresh, ...describeUnknownPlaceholders(table.path).map((problem) => createProblem(at, problem))]
  })
  const answers = Object.entries(references).flatMap(([name, { table }]) => {
    const at = [...path, 'references', name]
    if (table !== undefined) return checkName('table', table, names, [...at, 'table'])
    return names.length > 1 ? [createProblem(at, `name the table it belongs to: ${names.join(', ')}`)] : []
  })
  return [...paths, ...answers]
}

/** Checks option sets. Two sets with the same command would report a difference without a change. */
function checkOptionSets(
  written: OptionSets,
  path: Path,
  parts: ValidParts,
  ...others: readonly CaseOptions[]
): Problem[] {
  const sets = Object.entries(written).map(([name, options]) => ({ name, options: toCaseOptions(options) }))
  const duplicates = sets.flatMap(({ name, options }, index) => {
    const duplicate = sets.slice(0, index).find((other) => isSameOptions(other.options, options))
    if (duplicate)
      return [
        createProblem(
          [...path, name],
          `has the same options as ${formatValue(duplicate.name)}, so it would run the same command twice`,
        ),
      ]
    const isPlain = others.some((other) => isSameOptions(other, options))
    return isPlain ? [createProblem([...path, name], 'sets no option, so it would repeat the plain command')] : []
  })
  return [...duplicates, ...sets.flatMap(({ name, options }) => checkOptionSet(options, [...path, name], parts))]
}

/** Checks one option set of any suite. */
export function checkOptionSet({ args, env }: CaseOptions, path: Path, { pipeline }: ValidParts): Problem[] {
  const texts = [...args, ...Object.values(env)]
  const wrong = texts.flatMap(describeUnknownPlaceholders).map((problem) => createProblem(path, problem))
  const command = pipeline?.command ?? []
  const isHidden = args.length > 0 && command.includes('--') && !command.includes(optionsPlaceholder)
  const text = `the command ends its options with --, so these would be read as inputs; write "${optionsPlaceholder}" before it`
  return [...wrong, ...(isHidden ? [createProblem(path, text)] : [])]
}

/** Converts both notations of an option set. */
export function toCaseOptions(written: OptionSets[string]): CaseOptions {
  return 'args' in written ? written : { args: written, env: {} }
}

function checkName(kind: string, name: string, names: readonly string[], path: Path): Problem[] {
  return names.includes(name)
    ? []
    : [createProblem(path, `unknown ${kind} ${formatValue(name)}${formatSuggestion(name, names)}`)]
}

function createProblem(path: Path, text: string): Problem {
  return { path, at: 'value', text }
}
